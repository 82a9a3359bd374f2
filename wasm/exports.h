/* Gait as a WebAssembly module: functions for hosts that can pass only numbers. Texts are
 * UTF-8 and end with a NUL. The host copies texts and files into memory from gait_wasm_alloc().
 * Pointers returned by functions are handles; 0 = none. */
#ifndef GAIT_WASM_EXPORTS_H
#define GAIT_WASM_EXPORTS_H

#include "gait/gait.h"

#if defined(__wasm__)
#define GAIT_EXPORT(name) __attribute__((export_name(#name)))
#else
#define GAIT_EXPORT(name)
#endif

/* One file: its document, its diagnostics, and its last result. */
typedef struct gait_wasm_file gait_wasm_file;

GAIT_EXPORT(gait_wasm_version) const char *gait_wasm_version(void);

/* Returns 0 when memory is exhausted. */
GAIT_EXPORT(gait_wasm_alloc) void *gait_wasm_alloc(size_t size);
GAIT_EXPORT(gait_wasm_free) void gait_wasm_free(void *block);

/* Opens bytes from gait_wasm_alloc(); the file owns them from now on. `name` is copied. Returns a
 * handle also when the file cannot be opened: gait_wasm_status() and gait_wasm_info() then give the
 * reason. Returns 0 when memory is exhausted. */
GAIT_EXPORT(gait_wasm_open)
gait_wasm_file *gait_wasm_open(uint8_t *bytes, size_t size, const char *name);
GAIT_EXPORT(gait_wasm_close) void gait_wasm_close(gait_wasm_file *file);

/* The gait_status of the last call on the file. */
GAIT_EXPORT(gait_wasm_status) int gait_wasm_status(const gait_wasm_file *file);

/* --- skeletons -------------------------------------------------------------------------------- */

/* The first function returns a skeleton of a file: the one with this name, or the main one if
 * `name` is 0. The second function returns a built-in skeleton. Both return 0 when there is none.
 * The caller frees the result. */
GAIT_EXPORT(gait_wasm_skeleton)
gait_skeleton *gait_wasm_skeleton(const gait_wasm_file *file, const char *name);
GAIT_EXPORT(gait_wasm_builtin) gait_skeleton *gait_wasm_builtin(const char *name);
GAIT_EXPORT(gait_wasm_free_skeleton) void gait_wasm_free_skeleton(gait_skeleton *skeleton);

/* gait_skeleton_search() for a file: returns the skeleton bound to it, or 0 and sets the status.
 * `candidates` is an array of `candidate_count` files, in the order in which they are considered.
 * `tree` and `pivots` are skeletons chosen by the user, or 0. `target` is the name of a format, or
 * 0. The caller frees the result. */
GAIT_EXPORT(gait_wasm_search)
gait_skeleton *gait_wasm_search(gait_wasm_file *file, const gait_wasm_file *const *candidates,
                                uint32_t candidate_count, const gait_skeleton *tree,
                                const gait_skeleton *pivots, const char *target);

/* --- results: true on success; read them with gait_wasm_result() ------------------------------ */

/* The file as a gait.info/1 document. */
GAIT_EXPORT(gait_wasm_info) bool gait_wasm_info(gait_wasm_file *file);
/* The bytes of the file, written from its fields. */
GAIT_EXPORT(gait_wasm_write) bool gait_wasm_write(gait_wasm_file *file);

/* gait_roundtrip(): applies the edited file (a glTF) to `base`; the result belongs to `base`.
 * `skeleton` may be 0. gait_wasm_report() is then the gait.roundtrip/1 document, also when the
 * round trip was refused; it is empty when the files could not be compared. */
GAIT_EXPORT(gait_wasm_roundtrip)
bool gait_wasm_roundtrip(gait_wasm_file *base, const gait_wasm_file *edited,
                         const gait_skeleton *skeleton, bool adds_new, bool drops_missing);
GAIT_EXPORT(gait_wasm_report) const uint8_t *gait_wasm_report(const gait_wasm_file *base);
GAIT_EXPORT(gait_wasm_report_size) size_t gait_wasm_report_size(const gait_wasm_file *base);

/* --- conversions: outputs one after the other ------------------------------------------------- */

/* A conversion and its last output. */
typedef struct gait_wasm_conversion gait_wasm_conversion;

/* gait_convert_begin(). `target` is the name of a format. `name` (0 = the default) is the name of
 * outputs, with {clip} for one output per clip. `skeleton` (0 = none) is a bound one from
 * gait_wasm_search(); for a glTF it is the skeleton to retarget to. `base` (0 = none) is
 * gait_convert_options.base. Strings are copied. `file`, `skeleton` and `base` must outlive the
 * conversion. Returns 0 when memory is exhausted or the format is unknown. */
GAIT_EXPORT(gait_wasm_convert)
gait_wasm_conversion *gait_wasm_convert(gait_wasm_file *file, const char *target, const char *name,
                                        const gait_skeleton *skeleton, const gait_wasm_file *base);
GAIT_EXPORT(gait_wasm_convert_end) void gait_wasm_convert_end(gait_wasm_conversion *conversion);
/* Call these before the first output. */
GAIT_EXPORT(gait_wasm_convert_lossy)
void gait_wasm_convert_lossy(gait_wasm_conversion *conversion, bool is_lossy);
GAIT_EXPORT(gait_wasm_convert_timing)
void gait_wasm_convert_timing(gait_wasm_conversion *conversion, double fps, double duration_s);
/* Makes the next output. Returns false at the end, with status 0, and after a failure, with another
 * status. */
GAIT_EXPORT(gait_wasm_convert_next) bool gait_wasm_convert_next(gait_wasm_conversion *conversion);
GAIT_EXPORT(gait_wasm_convert_status)
int gait_wasm_convert_status(const gait_wasm_conversion *conversion);
/* The reason of the failure, as a sentence. */
GAIT_EXPORT(gait_wasm_convert_problem)
const char *gait_wasm_convert_problem(const gait_wasm_conversion *conversion);
/* The files of the output, each as one block of bytes. Indices must be in range. */
GAIT_EXPORT(gait_wasm_output_count)
uint32_t gait_wasm_output_count(const gait_wasm_conversion *conversion);
GAIT_EXPORT(gait_wasm_output_name)
const char *gait_wasm_output_name(const gait_wasm_conversion *conversion, uint32_t index);
GAIT_EXPORT(gait_wasm_output)
const uint8_t *gait_wasm_output(const gait_wasm_conversion *conversion, uint32_t index);
GAIT_EXPORT(gait_wasm_output_size)
size_t gait_wasm_output_size(const gait_wasm_conversion *conversion, uint32_t index);

/* --- the last result of a file, valid until the next one -------------------------------------- */

GAIT_EXPORT(gait_wasm_result) const uint8_t *gait_wasm_result(const gait_wasm_file *file);
GAIT_EXPORT(gait_wasm_result_size) size_t gait_wasm_result_size(const gait_wasm_file *file);

#endif

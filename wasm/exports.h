/* Gait as a WebAssembly module: flat functions for hosts that have numbers only. Texts are UTF-8
 * and end in NUL; a host puts them, and files, into memory from gait_wasm_alloc(). Pointers that
 * are handed out are handles; 0 is none. */
#ifndef GAIT_WASM_EXPORTS_H
#define GAIT_WASM_EXPORTS_H

#include "gait/gait.h"

#if defined(__wasm__)
#define GAIT_EXPORT(name) __attribute__((export_name(#name)))
#else
#define GAIT_EXPORT(name)
#endif

/* One file: what was opened, what was found wrong, and the last result. */
typedef struct gait_wasm_file gait_wasm_file;

GAIT_EXPORT(gait_wasm_version) const char *gait_wasm_version(void);

/* 0 when there is no memory. */
GAIT_EXPORT(gait_wasm_alloc) void *gait_wasm_alloc(size_t size);
GAIT_EXPORT(gait_wasm_free) void gait_wasm_free(void *block);

/* Opens bytes from gait_wasm_alloc(), which then belong to the file. A file that did not open can
 * be asked for gait_wasm_status() and gait_wasm_info(). 0 when there is no memory. `name` is
 * copied. */
GAIT_EXPORT(gait_wasm_open)
gait_wasm_file *gait_wasm_open(uint8_t *bytes, size_t size, const char *name);
GAIT_EXPORT(gait_wasm_close) void gait_wasm_close(gait_wasm_file *file);

/* The gait_status of the last call on the file. */
GAIT_EXPORT(gait_wasm_status) int gait_wasm_status(const gait_wasm_file *file);

/* A tree of bones: a built-in one, or the file's own. The caller frees it. 0 = none. */
GAIT_EXPORT(gait_wasm_builtin) gait_skeleton *gait_wasm_builtin(const char *name);
GAIT_EXPORT(gait_wasm_tree) gait_skeleton *gait_wasm_tree(const gait_wasm_file *file);
GAIT_EXPORT(gait_wasm_free_tree) void gait_wasm_free_tree(gait_skeleton *tree);

/* Results: true when made, and then lying where the two functions below say until the next one. */

/* The file as a gait.info/1 document. */
GAIT_EXPORT(gait_wasm_info) bool gait_wasm_info(gait_wasm_file *file);
/* All clips as a .glb, on `tree` or on what the file says alone (0). */
GAIT_EXPORT(gait_wasm_glb) bool gait_wasm_glb(gait_wasm_file *file, const gait_skeleton *tree);
/* The file from its fields. */
GAIT_EXPORT(gait_wasm_write) bool gait_wasm_write(gait_wasm_file *file);

GAIT_EXPORT(gait_wasm_result) const uint8_t *gait_wasm_result(const gait_wasm_file *file);
GAIT_EXPORT(gait_wasm_result_size) size_t gait_wasm_result_size(const gait_wasm_file *file);

#endif

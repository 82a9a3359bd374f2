/* Gait - reports as JSON: one schema for the command, wasm and bindings.
 * Each function appends one JSON value (no line end) to `out` and returns GAIT_OK or
 * GAIT_NO_MEMORY. Output is deterministic. Names are UTF-8; what does not apply is null. */
#ifndef GAIT_REPORT_H
#define GAIT_REPORT_H

#include "gait/file.h"
#include "gait/ops.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One element of "files" of gait.info/1. `file` is NULL when it did not open; `format` is then what
 * gait_detect() said, and `error` the diagnostic that stopped it (may be NULL; without a rule its
 * offset is null). `status` is "ok", "bad", "unsupported" or "unreadable" (then bytes is null). */
GAIT_API gait_status gait_report_info(const char *path, uint64_t size, const gait_file *file,
                                      gait_format format, const char *status,
                                      const gait_diagnostic *error, gait_buffer *out);

/* One element of "files" of gait.check/1. `file` may be NULL: then names are null. A diagnostic
 * without a rule is an error of reading the file: its rule and offset are null. */
GAIT_API gait_status gait_report_check(const char *path, const gait_file *file, gait_format format,
                                       const gait_diagnostics *diagnostics, gait_buffer *out);

/* A SARIF 2.1.0 log being written: the state between its parts, which the caller owns and only
 * gait_report_sarif_begin() initialises. */
typedef struct gait_sarif {
    bool has_results;
    gait_buffer notifications; /* about files that could not be read; written at the end */
} gait_sarif;

/* Initialises `sarif` and appends the start of the document, which lists all rules. A whole log is
 * one begin, one add per file and one end, in this order; `out` may be written away and emptied
 * between them. GAIT_BAD_ARGUMENT when a pointer is NULL, but for `file`; after any failure the log
 * is of no use. */
GAIT_API gait_status gait_report_sarif_begin(gait_sarif *sarif, gait_buffer *out);
/* The findings of one file. `path` (UTF-8, '/' or, after a drive, '\\') becomes a relative or a
 * file: URI. `file` may be NULL: then clips and bones have no names. Diagnostics without a rule
 * become notifications: such a file could not be read. */
GAIT_API gait_status gait_report_sarif_add(gait_sarif *sarif, const char *path,
                                           const gait_file *file,
                                           const gait_diagnostics *diagnostics, gait_buffer *out);
/* The end of the document, a line end included. Frees the state but after GAIT_BAD_ARGUMENT. */
GAIT_API gait_status gait_report_sarif_end(gait_sarif *sarif, gait_buffer *out);
/* Frees the state of a log that is given up. Does nothing when it is NULL or was freed before. */
GAIT_API void gait_report_sarif_free(gait_sarif *sarif);

/* One element of "frames" of gait.pose/1. `pose` has one affine per bone of the clip's skeleton;
 * `time` is in the clip's unit; a `frame` of UINT32_MAX, between keys, is null. */
GAIT_API gait_status gait_report_pose(const gait_clip *clip, uint32_t frame, double time,
                                      const gait_affine *pose, gait_buffer *out);

/* The whole gait.skeleton/1 document. `names` are the bones of an animation to compare with (may be
 * NULL): bones that the skeleton lacks are listed with the nearest names. */
GAIT_API gait_status gait_report_skeleton(const char *path, const gait_skeleton *skeleton,
                                          const char *const *names, uint32_t name_count,
                                          gait_buffer *out);

/* The paths of a round trip, and whether there is a file `out` now. */
typedef struct gait_roundtrip_files {
    const char *in, *base, *out;
    bool is_written;
} gait_roundtrip_files;

/* The whole gait.roundtrip/1 document. GAIT_BAD_ARGUMENT for NULL, and for a report without a
 * comparison (gait_roundtrip_overview.is_compared). */
GAIT_API gait_status gait_report_roundtrip(const gait_roundtrip_report *report,
                                           const gait_roundtrip_files *files, gait_buffer *out);

/* A JSON text (quotes included) of any UTF-8, for callers that put documents together. */
GAIT_API gait_status gait_report_text(const char *utf8, gait_buffer *out);
/* Bytes as they are; to put documents together. */
GAIT_API gait_status gait_report_raw(const char *json, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif

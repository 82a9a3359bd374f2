/* Gait - reports as JSON: one schema for the command, wasm and bindings.
 * Unless stated otherwise, each function appends one JSON value (without a line end) to `out` and
 * returns GAIT_OK or GAIT_NO_MEMORY. Output is deterministic. Names are UTF-8; values that do not
 * apply are null. */
#ifndef GAIT_REPORT_H
#define GAIT_REPORT_H

#include "gait/compare.h"
#include "gait/joints.h"
#include "gait/mod.h"
#include "gait/file.h"
#include "gait/pose.h"
#include "gait/optimise.h"
#include "gait/roundtrip.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One file of a gait.info/1 document. */
typedef struct gait_report_input {
    const char *path;
    uint64_t size;         /* bytes */
    const gait_file *file; /* NULL = it could not be opened */
    gait_format format;    /* without `file`: the result of gait_detect() */
    const char *status;    /* "ok", "bad", "unsupported" or "unreadable" (then bytes is null) */
    /* The diagnostic that stopped opening; NULL = none. If it has no rule, its offset is null. */
    const gait_diagnostic *error;
    const gait_mod *mod; /* the index of the mod that has the file: the report also says what plays
                            each clip, and for how long; NULL = none */
    uint32_t mod_file;   /* of gait_mod_file_at() */
} gait_report_input;

/* One element of "files" of gait.info/1. */
GAIT_API gait_status gait_report_info(const gait_report_input *input, gait_buffer *out);

/* One element of "files" of gait.list/1, with these clips of the file. GAIT_BAD_ARGUMENT for NULL,
 * unless `count` is 0, and for an index out of range. */
GAIT_API gait_status gait_report_list(const gait_report_input *input, const uint32_t *clips,
                                      uint32_t count, gait_buffer *out);

/* One element of "files" of gait.check/1. `file` may be NULL: then names are null. A diagnostic
 * without a rule is an error in reading the file: its rule and offset are null. */
GAIT_API gait_status gait_report_check(const char *path, const gait_file *file, gait_format format,
                                       const gait_diagnostics *diagnostics, gait_buffer *out);

/* One element of "rules" of gait.rules/1. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_report_rule(const gait_rule *rule, gait_buffer *out);

/* The complete gait.formats/1 document. */
GAIT_API gait_status gait_report_formats(gait_buffer *out);
/* The complete gait.skeletons/1 document: the built-in skeletons. */
GAIT_API gait_status gait_report_builtins(gait_buffer *out);

/* The state of a SARIF 2.1.0 log that is being written. The caller owns it; only
 * gait_report_sarif_begin() initialises it. */
typedef struct gait_sarif {
    bool has_results;
    gait_buffer notifications; /* about files that could not be read; written at the end */
} gait_sarif;

/* Initialises `sarif` and appends the start of the document, which lists all rules. `rules_url` is
 * the address of docs/rules.md: with it, each rule has a link to its row on that page; NULL = no
 * links. A complete log consists of one begin, one add per file and one end, in this order. Between
 * these calls the caller may write the content of `out` to a file and empty it. GAIT_BAD_ARGUMENT
 * when a pointer other than `rules_url` and `file` is NULL, and when
 * gait_report_sarif_accepts_url() is false; after any failure the log is invalid. */
GAIT_API gait_status gait_report_sarif_begin(gait_sarif *sarif, const char *rules_url,
                                             gait_buffer *out);
/* True when `rules_url` is an absolute URI without a fragment: it begins with https://, http:// or
 * file:///, and the rest is not empty and has only characters that RFC 3986 allows, without
 * apostrophes. False for NULL. */
GAIT_API bool gait_report_sarif_accepts_url(const char *rules_url);
/* Appends the findings of one file. `path` (UTF-8, with '/', or '\\' after a drive) becomes a
 * relative URI or a file: URI. `file` may be NULL: then clips and bones have no names. Diagnostics
 * without a rule, for files that could not be read, become notifications. */
GAIT_API gait_status gait_report_sarif_add(gait_sarif *sarif, const char *path,
                                           const gait_file *file,
                                           const gait_diagnostics *diagnostics, gait_buffer *out);
/* Appends the end of the document, with a line end. Frees the state, except after
 * GAIT_BAD_ARGUMENT. */
GAIT_API gait_status gait_report_sarif_end(gait_sarif *sarif, gait_buffer *out);
/* Frees the state of an unfinished log. Does nothing when it is NULL or was freed before. */
GAIT_API void gait_report_sarif_free(gait_sarif *sarif);

/* The state of a JUnit report that is being written. The caller owns it; only
 * gait_report_junit_begin() initialises it. */
typedef struct gait_junit {
    bool is_strict;    /* warnings are failures */
    gait_buffer cases; /* test cases; written at the end, after their numbers */
    uint64_t file_count, failed_count, unread_count;
} gait_junit;

/* Initialises a JUnit report (XML, docs/schemas/gait.junit-1.xsd). Each file is a test case: it
 * fails if it has errors, or with `is_strict` warnings, and it is an error if it could not be read.
 * Other findings are its output. A complete report consists of one begin, one add per file and one
 * end. GAIT_BAD_ARGUMENT for NULL; after any failure the report is invalid. */
GAIT_API gait_status gait_report_junit_begin(gait_junit *junit, bool is_strict,
                                             const gait_allocator *allocator);
/* Adds the findings of one file. `path` is UTF-8. */
GAIT_API gait_status gait_report_junit_add(gait_junit *junit, const char *path,
                                           const gait_diagnostics *diagnostics);
/* Appends the document and frees the state, except after GAIT_BAD_ARGUMENT. */
GAIT_API gait_status gait_report_junit_end(gait_junit *junit, gait_buffer *out);
/* Frees the state of an unfinished report. Does nothing when it is NULL or was freed before. */
GAIT_API void gait_report_junit_free(gait_junit *junit);

/* Appends the findings of one file as workflow commands of GitHub, one line each, which become
 * annotations of a commit. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_report_github(const char *path, const gait_diagnostics *diagnostics,
                                        gait_buffer *out);

/* One element of "frames" of gait.pose/1. `pose` has one affine per bone of the skeleton of the
 * clip; `time` is in the unit of the clip. A `frame` of UINT32_MAX means a time between keys and
 * becomes null. */
GAIT_API gait_status gait_report_pose(const gait_clip *clip, uint32_t frame, double time,
                                      const gait_affine *pose, gait_buffer *out);

/* One pose of a clip, as rows of a CSV table. */
typedef struct gait_report_sample {
    const char *path;        /* of the file, UTF-8 */
    const gait_clip *clip;   /* with its name and its skeleton */
    uint32_t clip_index;     /* in the file */
    uint32_t frame;          /* UINT32_MAX = a time between keys: the cell is empty */
    double time;             /* in the unit of the clip */
    const gait_affine *pose; /* one affine per bone of the skeleton */
} gait_report_sample;

/* The header of that table with its line end: path, clip, clip_index, frame, time_s, phase, bone,
 * tx to tz (metres), qx to qw (unit quaternion as in gait.pose/1), sx to sz (scale). */
GAIT_API gait_status gait_report_pose_csv_header(gait_buffer *out);
/* One row per bone, in the order of the skeleton. Cells are separated by commas, lines end with a
 * line feed. A text with a comma, a quote or a line break is quoted, with its quotes doubled (RFC
 * 4180). Numbers are those of gait_report_pose(). A value that does not apply or is not finite is
 * an empty cell. GAIT_BAD_ARGUMENT for NULL, also in the sample. */
GAIT_API gait_status gait_report_pose_csv(const gait_report_sample *sample, gait_buffer *out);

/* The complete gait.skeleton/1 document. `joints` (NULL = none), one per bone, are those of a
 * skeleton that was recovered from the motion. `names` (may be NULL) are the bones of an animation
 * to compare with: bones that the skeleton lacks are listed with the nearest names. */
GAIT_API gait_status gait_report_skeleton(const char *path, const gait_skeleton *skeleton,
                                          const gait_joint *joints, const char *const *names,
                                          uint32_t name_count, gait_buffer *out);

/* The paths of a round trip; `is_written` is true when the file `out` was written. */
typedef struct gait_roundtrip_files {
    const char *in, *base, *out;
    bool is_written;
} gait_roundtrip_files;

/* The complete gait.roundtrip/1 document. GAIT_BAD_ARGUMENT for NULL, and for a report without a
 * comparison (gait_roundtrip_summary.is_compared). */
GAIT_API gait_status gait_report_roundtrip(const gait_roundtrip_report *report,
                                           const gait_roundtrip_files *files, gait_buffer *out);

/* One element of "files" of a gait.diff/1 document. Paths are UTF-8; NULL = only one of two folders
 * has the file. */
typedef struct gait_report_pair {
    const char *path, *other_path;
    const gait_file_comparison *comparison; /* NULL = the files were not compared */
    const char *status; /* without `comparison`: "added" or "removed", of a file that only one of
                           two folders has, or "bad", "unsupported" or "unreadable" */
    const gait_diagnostic *error; /* why they were not compared; NULL = none */
} gait_report_pair;

/* One element of "files" of gait.diff/1, with the clips that differ. GAIT_BAD_ARGUMENT for NULL,
 * and without both `comparison` and `status`. */
GAIT_API gait_status gait_report_difference(const gait_report_pair *pair, gait_buffer *out);

/* The "result" of a file in gait.optimise/1. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_report_optimised(const gait_optimised *optimised, gait_buffer *out);

/* One element of "files" of gait.uses/1: a file of a mod with its uses. GAIT_BAD_ARGUMENT for NULL,
 * and when the index is out of range. */
GAIT_API gait_status gait_report_uses_file(const gait_mod *mod, uint32_t file, gait_buffer *out);
/* One element of "missing" of gait.uses/1: a use of a file that is not in the mod. The same
 * statuses. */
GAIT_API gait_status gait_report_use(const gait_mod *mod, uint32_t use, gait_buffer *out);
/* How a state plays a clip, for gait_convert_options.config: the object `config` in gait.extras/1.
 * `state` is from gait_mod_use_at(). GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_report_config(const gait_mod *mod, const gait_mod_use *state,
                                        gait_buffer *out);

/* Appends any UTF-8 text as a JSON text, with quotes; for callers that compose documents. */
GAIT_API gait_status gait_report_text(const char *utf8, gait_buffer *out);
/* Appends bytes unchanged; for callers that compose documents. */
GAIT_API gait_status gait_report_raw(const char *json, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif

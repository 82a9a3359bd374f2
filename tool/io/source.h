/* One input file: its bytes, format, document and diagnostics. */
#ifndef TOOL_SOURCE_H
#define TOOL_SOURCE_H

#include "io/files.h"
#include "gait/edit.h"
#include "io/inputs.h"
#include "base/base.h"

enum { SOURCE_DIAGNOSTICS = 1000 };

typedef struct source {
    char *path; /* as given, "-" for standard input; the open file refers to it */
    file_bytes bytes;
    file_bytes *dependencies; /* their content: buffers of a .gltf */
    uint32_t dependency_count;
    char *sidecar;        /* NAME.gait.json next to a glTF; NULL = none */
    bool is_sidecar_used; /* false = the sidecar is unusable */
    gait_format format;
    gait_file *file; /* NULL when the file could not be opened */
    int exit_code;   /* of reading and opening */
    gait_diagnostics diagnostics;
    uint32_t reported; /* number of diagnostics that were already logged */
    gait_diagnostic items[SOURCE_DIAGNOSTICS];
} source;

/* A source can be used for many files, one after the other. */
source *source_new(void);
/* Reads and opens a file; closes the previous one. Logs nothing; returns exit_code. */
int source_open(source *self, const char *path);
/* The same for one of several inputs, which may be a folder that could not be listed. */
int source_open_input(source *self, const input *item);
/* Reads an input completely without opening it: `file` stays NULL, and `format` unknown. */
int source_read_input(source *self, const input *item);
/* Reads a file, and begins to edit it instead of opening it: `file` stays NULL. The caller frees
 * the edit, which is NULL on failure, before the next file. */
int source_begin_edit(source *self, const input *item, gait_edit **out_edit);
/* NULL is allowed. */
void source_free(source *self);

/* The path, or "standard input". */
const char *source_label(const source *self);
/* True for RTM, plain or binarised. */
bool source_is_rtm(const source *self);
bool format_is_rtm(gait_format format);
/* True when the format has at least one of these abilities (gait_ability). */
bool format_has(gait_format format, uint32_t abilities);
/* True for binarised RTM, whose keys are relative to the parents. */
bool format_has_records(gait_format format);
/* True for glTF, which can hold clips, their joints, and meshes. */
bool format_has_scene(gait_format format);
/* The format of one SDK motion, or of a list of them. */
gait_format format_of_motions(bool is_list);
/* True when the path has an extension of this format. */
bool format_has_extension_of(gait_format format, const char *path);
/* The format with the extension of the path; GAIT_FORMAT_UNKNOWN = none. */
gait_format format_of_extension(const char *path);
/* True for an open model whose geometry can be read. */
bool source_has_mesh(const source *self);
/* Options for further calls on the file: their diagnostics are added to those of the source. */
gait_options source_options(source *self);
/* "ok", "bad", "unsupported" or "unreadable". */
const char *source_status(const source *self);
/* True when the file is of another program. Damaged files, empty files and placeholders are not. */
bool source_is_foreign(const source *self);
/* The diagnostic that stopped the opening; NULL when the file is open. */
const gait_diagnostic *source_error(const source *self);
/* Prints source_error() as result_json_error() does. */
void source_print_error(const source *self, int64_t line);
/* Logs the diagnostics since the last call. */
void source_log_diagnostics(source *self);
/* After a further call on the file: logs its diagnostics, and returns the exit code of its status.
 */
int source_finish(source *self, gait_status status);
/* Opens a file that a command requires; logs the reason if that fails. Returns an exit code. */
int source_open_or_fail(source *self, const char *path);

/* Names as UTF-8; the caller frees them. */
char *source_bone_name(const source *self, uint32_t bone);
text_list source_bone_names(const source *self);
char *source_clip_name(const source *self, uint32_t clip);
text_list source_clip_names(const source *self);

#endif

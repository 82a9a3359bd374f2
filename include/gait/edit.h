/* Gait - edits of files in the words of the command (docs/formats/edit-script.md): rename, remove,
 * duplicate and reorder motions, set properties, change events, bone names and references, and
 * repair defects. */
#ifndef GAIT_EDIT_H
#define GAIT_EDIT_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file that is edited: an OMF, OGF, SKL, SKLS, RTM or BMTR. An edit changes only the bytes that
 * it names, and sizes and counts that depend on them. Keys of motions are copied, never decoded. No
 * skeleton is needed. Use it in one thread at a time. */
typedef struct gait_edit gait_edit;

/* Opens a file for edits. It borrows the bytes and `file_name` until gait_edit_free(). `file_name`
 * (UTF-8) may be NULL; it is the name of the clip in formats that do not store one. `options` may
 * be NULL; their diagnostics must outlive the edit, because all functions below add to them.
 * GAIT_UNSUPPORTED for formats without edits; otherwise the errors of gait_file_open(). */
GAIT_API gait_status gait_edit_begin(gait_span bytes, const char *file_name,
                                     const gait_options *options, gait_edit **out_edit);
/* Frees the object. NULL is allowed. */
GAIT_API void gait_edit_free(gait_edit *edit);

/* The file as it is after the edits that were made; its bank, if it is a model, is changed only by
 * gait_edit_write(). It is valid until gait_edit_free(). NULL for NULL. */
GAIT_API const gait_file *gait_edit_file(const gait_edit *edit);
/* From now on, patterns and old names that match nothing are not errors, but are listed: the other
 * changes of an edit are made. For the same edits in many files. NULL is allowed. */
GAIT_API void gait_edit_allow_missing(gait_edit *edit);
/* A pattern or a name that matches nothing. The texts are UTF-8 and valid as long as the edit. */
typedef struct gait_edit_missing {
    const char *kind; /* "clip", "bone" ... */
    const char *name;
    const char *nearest; /* a similar name; NULL = none, or not among the first 16 */
} gait_edit_missing;

/* The number of patterns and names that match nothing. */
GAIT_API uint32_t gait_edit_missing_count(const gait_edit *edit);
/* One of them. The index must be in range. */
GAIT_API gait_edit_missing gait_edit_missing_at(const gait_edit *edit, uint32_t index);

/* Makes one edit. words[0] is its name, such as "rename"; the others are options and their values:
 * "--clip", "idle=wait" or "--clip=idle=wait". All words are UTF-8. GAIT_BAD_ARGUMENT for words
 * that are not an edit, GAIT_NOT_FOUND when a pattern or a name matches nothing, GAIT_WOULD_LOSE
 * and GAIT_UNSUPPORTED when the format cannot hold the result; diagnostics contain the reason. If
 * an edit fails, all further calls with this object return GAIT_BAD_ARGUMENT: nothing can be
 * written. */
GAIT_API gait_status gait_edit_words(gait_edit *edit, const char *const *words, uint32_t count);
/* Makes the edits of a script, in order: one per line. Returns the status of the first one that
 * fails, as gait_edit_words(), and GAIT_BAD_ARGUMENT for lines that cannot be read as words. */
GAIT_API gait_status gait_edit_script(gait_edit *edit, gait_span script);
/* The line of the script (from 1) with the last edit that was begun; 0 if that was one of
 * gait_edit_words(). */
GAIT_API uint32_t gait_edit_line(const gait_edit *edit);

/* One difference that an edit made. */
typedef struct gait_edit_change {
    uint32_t line;    /* as gait_edit_line() */
    const char *text; /* such as "clip idle -> wait"; UTF-8, valid as long as the edit */
} gait_edit_change;

/* The number of differences. Edits that change nothing, such as a value that is already set, add
 * none. */
GAIT_API uint32_t gait_edit_change_count(const gait_edit *edit);
/* One difference, in the order in which they were made. The index must be in range. */
GAIT_API gait_edit_change gait_edit_change_at(const gait_edit *edit, uint32_t index);

/* Appends the edited file. GAIT_WOULD_LOSE or GAIT_UNSUPPORTED when a model cannot hold its bank;
 * GAIT_UNSUPPORTED when the result could not be opened again, as some edits of damaged files;
 * GAIT_BAD_ARGUMENT after an edit that failed. After a failure the size of `out` is as before. */
GAIT_API gait_status gait_edit_write(gait_edit *edit, gait_buffer *out);

/* The same bytes as a list of parts, for large files: most keys of an OMF are not copied.
 * *out_parts is an array of *out_count parts, valid until the next call with this edit. Each call
 * takes memory until the edit is freed. */
GAIT_API gait_status gait_edit_parts(gait_edit *edit, const gait_span **out_parts,
                                     uint32_t *out_count);

#ifdef __cplusplus
}
#endif
#endif

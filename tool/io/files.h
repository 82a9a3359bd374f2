/* Reading and writing whole files; all file I/O of the command goes through here. */
#ifndef TOOL_FILES_H
#define TOOL_FILES_H

#include "base/platform.h"
#include "gait/file.h"

/* Larger files are refused. */
#define FILES_LIMIT ((uint64_t)1 << 31)

/* The content of one file at a time; the memory is reused for the next one. Initialise it with
 * zeros. */
typedef struct file_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
    uint64_t file_size; /* more than `size` if the rest was not read */
} file_bytes;

enum { FILES_WHY = 240 };

/* Reads the file ("-" = standard input). Returns EXIT_OK, EXIT_FILES, or EXIT_DAMAGED when the file
 * is too large; the reason is then in `why`. */
int files_read(const char *path, file_bytes *bytes, char why[FILES_WHY]);
/* The same; logs the reason. */
int files_read_or_fail(const char *path, file_bytes *bytes);
/* The same for a file that is to be opened: a large file that has no format that Gait can open is
 * not read completely. Its beginning is enough to refuse it. */
int files_read_input(const char *path, file_bytes *bytes, char why[FILES_WHY]);
/* Reads at most `max` bytes of a regular file; the same results. */
int files_read_beginning(const char *path, uint64_t max, file_bytes *bytes, char why[FILES_WHY]);
void files_free(file_bytes *bytes);

typedef enum files_place { FILES_FOUND, FILES_MISSING, FILES_ELSEWHERE, FILES_UNKNOWN } files_place;

/* Finds the file `name`, a relative path in a file of `folder` ("" = the current one). With
 * FILES_FOUND, *out_path is the path without links of a regular file below the folder, as a new
 * text; otherwise NULL. FILES_ELSEWHERE: it is no regular file, or a link leads out of the folder.
 * FILES_UNKNOWN: it cannot be examined; the reason is then in `why`. */
files_place files_find_below(const char *folder, const char *name, char **out_path,
                             char why[FILES_WHY]);
/* Opens a file with GAIT_OPEN_SKELETON. The caller frees it. NULL on any error; *out_problem (may
 * be NULL) is then a new text that says why, otherwise NULL. */
gait_file *files_open_skeleton(const char *path, char **out_problem);

/* The code page of names in all files that are opened from now on (gait_options.code_page); 0 at
 * first. */
void files_set_code_page(uint32_t code_page);
uint32_t files_code_page(void);

/* Whether missing folders of outputs are created; the default is no. */
void files_make_folders(bool makes_missing);
/* Checks whether `path` can probably be written. Logs an error and returns its exit code if not. */
int files_may_write(const char *path, bool force);

/* The same for the steps of files_transaction_replace(). */
int files_may_replace(const char *path, bool keeps_backup, bool force);

/* Logs how many outputs of the input `label` were written, unless that is all of several. Commands
 * stop between two outputs when an output fails or platform_interrupted() is true. */
void files_log_outputs(const char *label, size_t written, size_t count);

/* True when a file could not be written because there is no space for it. */
bool files_disk_is_full(void);
/* Whether `path` is an existing folder. Returns EXIT_OK, also if nothing is there; or logs an error
 * and returns EXIT_FILES if it cannot be examined. */
int files_look_for_folder(const char *path, bool *out_is_folder);
/* The path of an entry of a folder with one of these names, ignoring ASCII case; NULL = none.
 * Earlier names come first, then names with the same case, then the order of bytes. *out_error,
 * which may be NULL, is 0 if the folder could be listed. */
char *files_find_entry(const char *folder, const char *const *names, size_t count,
                       platform_kind kind, int *out_error);
/* True when the file does not exist, is empty, is no regular file, or begins with this text. */
bool files_is_replaceable(const char *path, const char *beginning);

/* A file to write: its parts, one after the other. The path "-" means standard output. */
typedef struct file_content {
    const char *path;
    const gait_span *parts;
    uint32_t count;
} file_content;

/* Writes files that belong together. A regular file appears completely or not at all; an existing
 * file is only replaced with `force`, and keeps its mode and the links to it. The new files get
 * their names when all of them are complete, in this order, as files_transaction_commit() does it.
 * Logs errors; returns EXIT_OK or EXIT_FILES. */
int files_write_all(const file_content *files, uint32_t count, bool force);
/* The same for one file. */
int files_write(const char *path, const gait_buffer *content, bool force);
/* Prints to stderr which files this process has written. Allocates nothing. */
void files_print_written(void);

/* The same step by step, for files that need not be in memory at the same time. Each step prepares
 * one file next to its target. files_transaction_commit() does the steps in their order. Steps
 * return EXIT_OK, or log an error and return its exit code; then the transaction must be freed. */
typedef struct files_transaction files_transaction;

files_transaction *files_transaction_new(void);
/* `file` is used by the commit if its path is a device or standard output. */
int files_transaction_write(files_transaction *self, const file_content *file, bool force);
/* Gives the file `from` a second name; copies it if the file system has no links. */
int files_transaction_link(files_transaction *self, const char *from, const char *to, bool force);
/* Replaces a file; with `keeps_backup`, the old one becomes NAME.bak, which `force` overwrites. */
int files_transaction_replace(files_transaction *self, const file_content *file, bool keeps_backup,
                              bool force);
/* Removes an existing regular file. */
void files_transaction_remove(files_transaction *self, const char *path);
/* Does the steps. Allocates no memory between the first and the last one. From the first one on, an
 * interruption does not end the process: commands that write several outputs ask
 * platform_interrupted() between them, and report what they have not done. If a step fails, those
 * before it are undone in reverse order. If one of these cannot be undone, it and those before it
 * stay; their old files are kept as NAME.bak, or under their temporary names, and are named in
 * messages. If the process is killed during the commit, the first steps are done and the others are
 * not, and each file has its old or its new content. */
int files_transaction_commit(files_transaction *self);
/* Whether the file, or any file if `path` is NULL, was changed by the commit and not put back. */
bool files_transaction_has_changed(const files_transaction *self, const char *path);
/* Removes temporary files, and if there was no commit, also folders that were created for them.
 * NULL is allowed. */
void files_transaction_free(files_transaction *self);
/* True when `path` is `folder` or below it; both are absolute, and without links. */
bool files_is_below(const char *path, const char *folder);
/* The path of a folder below `above`, which is absolute with a separator at its end, as a new text:
 * "", or with '/' between its names and at its end. NULL if it is elsewhere. */
char *files_folder_below(const char *folder, const char *above);
/* The absolute path of a folder, with a separator at its end; NULL if that fails. */
char *files_absolute_folder(const char *folder);

/* --- temporary files -------------------------------------------------------------------------- */

/* Files that are removed when the process ends before its work is complete: on an interruption, or
 * when memory is exhausted. Several threads may call these functions. */

typedef struct guard guard;

/* From now on this file is guarded. Call it before the file is created, because an interruption can
 * occur at any time after that, and guard_made() at once when it was created or was not. */
guard *guard_add(const char *path);
void guard_made(void);
/* From now on the file is not removed. NULL is allowed. */
void guard_drop(guard *self);
/* Removes all guarded files. For signal handlers. */
void guards_remove_files(void);
/* The same at the end of the process: files that other threads create just now are removed too. */
void guards_end(void);

#endif

/* All calls of the operating system. Paths and arguments are UTF-8. Functions that return an int
 * return 0 or an error for platform_explain(). */
#ifndef TOOL_PLATFORM_H
#define TOOL_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct platform_file {
    intptr_t handle;
} platform_file;

enum { PLATFORM_STDIN = 0, PLATFORM_STDOUT = 1, PLATFORM_STDERR = 2 };

typedef enum platform_kind {
    PLATFORM_FILE, /* regular */
    PLATFORM_FOLDER,
    PLATFORM_LINK,
    PLATFORM_OTHER /* pipe, device */
} platform_kind;

typedef struct platform_info {
    platform_kind kind;
    uint64_t size;
    uint32_t mode, owner, group;
    double age_s;        /* since the content was last changed */
    int64_t modified_ns; /* when the content was last changed, from an arbitrary start */
} platform_info;

/* Makes standard streams available and binary, and arguments UTF-8. Before an interruption by the
 * user ends the process, `clean` is called; it may only do what a signal handler may. Call it once
 * at the start of main(). */
void platform_start(int *argc, char ***argv, void (*clean)(void));

const char *platform_explain(int error);
/* True when `error` means that there is no such file. */
bool platform_is_missing(int error);
/* True when `error` means that the name exists already. */
bool platform_is_taken(int error);
/* True when `error` means that there is no space for data. */
bool platform_is_full(int error);
/* True when `error` means that the reader of a pipe has closed it. */
bool platform_is_unread(int error);

platform_file platform_stream(int which);
int platform_open(const char *path, platform_file *out);
/* Opens an existing file that is not a regular file, for writing. */
int platform_open_device(const char *path, platform_file *out);
/* Creates a file; an error when the name exists already. */
int platform_create(const char *path, platform_file *out);
int platform_look(const char *path, platform_info *out);
int platform_look_at(platform_file file, platform_info *out);
/* *out_size is 0 at the end of the file. */
int platform_read(platform_file file, void *to, size_t size, size_t *out_size);
/* Like platform_read(), from `offset` of a regular file. */
int platform_read_at(platform_file file, uint64_t offset, void *to, size_t size, size_t *out_size);
/* Writes all bytes. */
int platform_write(platform_file file, const void *from, size_t size);
int platform_sync(platform_file file);
int platform_close(platform_file file);

/* Gives a new file the mode of the file it replaces, and as far as allowed its owner. */
void platform_keep_mode(platform_file file, const platform_info *old);
/* Without `replace`, an error when the name exists already; the old name can then still exist after
 * success. Allocates no memory, like platform_remove() and platform_sync_folder(). */
int platform_rename(const char *from, const char *to, bool replace);
/* Gives a file a second name; an error when the name exists already, or if the file system has no
 * hard links. */
int platform_link(const char *from, const char *to);
int platform_remove(const char *path);
/* Removes a folder if it is empty. */
void platform_remove_folder(const char *path);
/* From now on an interruption by the user ends the command only when it occurs again. */
void platform_watch_interrupts(void);
/* True when the user has interrupted the command since platform_watch_interrupts(). */
bool platform_interrupted(void);
/* Ends the process as the interruption would have done. Does nothing without one. */
void platform_end_interrupted(void);
/* Creates a folder; an error when the name exists already. */
int platform_make_folder(const char *path);
/* Makes a rename in this folder ("" = the current one) durable. */
void platform_sync_folder(const char *folder);
/* Returns in *out_path the final target of the links at `path`, as a new text. It need not exist.
 */
int platform_follow(const char *path, char **out_path);
/* Returns in *out_path the absolute path of this program, without links where the system resolves
 * them, as a new text. An error when the system does not provide it. */
int platform_program(char **out_path);
/* The value of an environment variable as a new text in UTF-8; NULL when it is not set. */
char *platform_environment(const char *name);
/* True when both paths are the same existing file or folder: links, short names of Windows and the
 * case of names can make paths different. */
bool platform_is_same(const char *a, const char *b);
/* Returns in *out_path the absolute path of an existing folder ("" = the current one), without
 * links where the system resolves them, as a new text. */
int platform_absolute(const char *folder, char **out_path);

/* The same for a file or folder; links are always resolved where the system has them. */
int platform_resolve(const char *path, char **out_path);

/* Calls visit(user, name, kind) for all entries of a folder except "." and "..", in any order.
 * Links are PLATFORM_LINK. */
int platform_list(const char *folder,
                  void (*visit)(void *user, const char *name, platform_kind kind), void *user);

/* The name in lower case, as a new text, if the file system ignores case; otherwise a copy. */
char *platform_fold_case(const char *name);

/* A hint that memory of the C library may use large pages: obtaining a page takes longer than
 * filling it. */
void platform_prefer_large_pages(void *memory, size_t size);

/* Maps zeroed pages; they use no memory before they are written. NULL when there is no address
 * space. */
void *platform_map(size_t size);
void platform_unmap(void *memory, size_t size);

/* PLATFORM_LIST_SEPARATOR: the character between folders in a list such as PATH.
 * PLATFORM_HAS_WINDOWS_NAMES: names of files contain none of "*?, programs expand wildcards, and
 * names such as CON are devices. */
#ifdef _WIN32
enum { PLATFORM_LIST_SEPARATOR = ';', PLATFORM_HAS_WINDOWS_NAMES = 1 };
#else
enum { PLATFORM_LIST_SEPARATOR = ':', PLATFORM_HAS_WINDOWS_NAMES = 0 };
#endif

/* True for characters that separate the names in a path. */
static inline bool platform_is_separator(char c) {
#ifdef _WIN32
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

bool platform_is_terminal(int which);
/* Whether this process is the only one in its console window, which then closes with it: the
 * program was started with a double click, or files were dropped on it. Always false when a
 * standard stream is redirected, and on a system where programs get no window. */
bool platform_owns_window(void);
/* Waits for a key if the process owns its window. */
void platform_hold_window(void);
/* A monotonic clock. */
double platform_seconds(void);
uint32_t platform_process(void);
/* False only when there is no process with this number. */
bool platform_is_running(uint32_t process);

/* --- paths (paths.c) -------------------------------------------------------------------------- */

/* The name after the last separator; points into `path`. */
const char *path_name(const char *path);
/* Returns the part before the name as a new text: "" or ending with its separator. */
char *path_folder(const char *path);
/* Returns `folder` without the separators at its end, except that of a root, as a new text. */
char *path_without_separators(const char *folder);
/* Returns the folder that contains `folder` as a new text that ends with a separator; NULL if the
 * path does not contain it. */
char *path_parent(const char *folder);
/* The number of bytes before the first separator of a path. */
size_t path_first_size(const char *path);
/* Returns the path with '/' between its names as a new text. */
char *path_with_slashes(const char *path);
/* Returns "folder/name" as a new text. */
char *path_join(const char *folder, const char *name);
/* True when the name ends in this extension (with its dot, lower case), ignoring ASCII case. */
bool path_has_extension(const char *path, const char *extension);
/* True when the name ends in one of these extensions, which are separated by spaces. */
bool path_has_one_of(const char *path, const char *extensions);
/* Returns `path` with another extension (with its dot) instead of the last one, as a new text. */
char *path_with_extension(const char *path, const char *extension);

/* The part of a path after its last folder with this name, ignoring ASCII case; points into `path`.
 * NULL when it contains no such folder. */
const char *path_below(const char *path, const char *folder);

/* Compares a pattern with a relative path with '/' between its names. Without '/', the pattern is
 * compared with each name of the path, or with `whole` only with the last one. With '/', it is
 * compared with the path, and without `whole` also with those of the folders that contain it. Like
 * text_matches(), but "**" and '/' also match nothing. */
bool path_matches(const char *pattern, const char *path, bool whole);

/* True for "-", which is standard input or output. */
bool path_is_stream(const char *path);

#endif

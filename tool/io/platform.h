/* All that the command asks of the operating system. Paths and arguments are UTF-8. Functions that
 * return an int return 0 or an error for platform_explain(). */
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
} platform_info;

/* Standard streams that are there and binary, UTF-8 arguments. Once, first thing in main(). */
void platform_start(int *argc, char ***argv);

const char *platform_explain(int error);
/* True when `error` says that there is no such file. */
bool platform_is_missing(int error);
/* True when `error` says that the name is taken. */
bool platform_is_taken(int error);
/* True when `error` says that the reader of a pipe has left. */
bool platform_is_unread(int error);

platform_file platform_stream(int which);
int platform_open(const char *path, platform_file *out);
/* For writing to what exists and is no regular file. */
int platform_open_device(const char *path, platform_file *out);
/* A new file; an error when the name is taken. */
int platform_create(const char *path, platform_file *out);
int platform_look(const char *path, platform_info *out);
int platform_look_at(platform_file file, platform_info *out);
/* The end is 0 bytes. */
int platform_read(platform_file file, void *to, size_t size, size_t *out_size);
/* The same of the bytes from `offset` on, of a regular file. */
int platform_read_at(platform_file file, uint64_t offset, void *to, size_t size, size_t *out_size);
/* All of it. */
int platform_write(platform_file file, const void *from, size_t size);
int platform_sync(platform_file file);
int platform_close(platform_file file);

/* Gives a new file the mode, and as far as allowed the owner, of the one it replaces. */
void platform_keep_mode(platform_file file, const platform_info *old);
/* Without `replace`, an error when the name is taken. */
int platform_rename(const char *from, const char *to, bool replace);
void platform_remove(const char *path);
/* While set, this file is removed should the user stop the command; NULL = none. */
void platform_guard(const char *path);
/* Makes a rename in this folder ("" = the current one) last. */
void platform_sync_folder(const char *folder);
/* The path that links at `path` lead to in the end, existing or not: a new text. */
int platform_follow(const char *path, char **out_path);

/* Calls visit(user, name, kind) for all in a folder but "." and "..", in no order. Links are
 * PLATFORM_LINK. */
int platform_list(const char *folder,
                  void (*visit)(void *user, const char *name, platform_kind kind), void *user);

/* A hint, for memory of the C library: its pages may be large ones. To get a page costs more time
 * than to fill it. */
void platform_prefer_large_pages(void *memory, size_t size);

/* Zeroed pages of their own, which cost nothing before they are written to; NULL when there is no
 * room for them. */
void *platform_map(size_t size);
void platform_unmap(void *memory, size_t size);

/* True for what separates the names in a path. */
static inline bool platform_is_separator(char c) {
#ifdef _WIN32
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

bool platform_is_terminal(int which);
/* Monotonic. */
double platform_seconds(void);
uint32_t platform_process(void);

#endif

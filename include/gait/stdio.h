/* Gait - files of the operating system, for programs that have no functions of their own for them:
 * read, write and list. Optional; all functions are inline, and the library does not use them. They
 * need the C library, and on other systems than Windows POSIX. Paths are passed to the system as
 * they are. Functions of type int return 0 or a value of errno. */
#ifndef GAIT_STDIO_H
#define GAIT_STDIO_H

#include "gait/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <io.h>
#else
#include <dirent.h>
#include <sys/stat.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifdef _WIN32
__declspec(dllimport) int __stdcall MoveFileExA(const char *from, const char *to,
                                                unsigned long flags);
#endif

/* The last error, or EIO where the C library states none. */
static inline int gait_stdio_error(void) {
    return errno ? errno : EIO;
}

/* Appends the bytes of a whole file to a buffer, which the caller frees with gait_buffer_free(). */
static inline int gait_stdio_read(const char *path, gait_buffer *out) {
    enum { BLOCK = 64 * 1024 };
    errno = 0;
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return gait_stdio_error();
    }
    uint8_t block[BLOCK];
    int error = 0;
    size_t size = BLOCK;
    while (size == BLOCK && !error) {
        size = fread(block, 1, BLOCK, stream);
        error = ferror(stream)                                    ? gait_stdio_error()
                : gait_buffer_append(out, block, size) == GAIT_OK ? 0
                                                                  : ENOMEM;
    }
    fclose(stream);
    return error;
}

/* Opens a file with its path as its name (gait_file_open()). `bytes` receives the bytes, from which
 * the file borrows: free the file first, then the buffer. *out_error (may be NULL) receives why the
 * file cannot be read; the status is GAIT_NOT_FOUND then. */
static inline gait_status gait_stdio_open(const char *path, const gait_options *options,
                                          gait_buffer *bytes, gait_file **out_file,
                                          int *out_error) {
    int error = gait_stdio_read(path, bytes);
    *out_file = NULL;
    if (out_error) {
        *out_error = error;
    }
    if (error) {
        return GAIT_NOT_FOUND;
    }
    gait_span span = {bytes->data, bytes->size};
    return gait_file_open(span, path, options, out_file);
}

/* Gives a complete file its name, in place of the file that has it. */
static inline int gait_stdio_rename(const char *from, const char *to) {
#ifdef _WIN32
    enum { REPLACE_EXISTING = 1 };
    return MoveFileExA(from, to, REPLACE_EXISTING) ? 0 : EACCES;
#else
    return rename(from, to) == 0 ? 0 : gait_stdio_error();
#endif
}

/* Writes the parts to a stream and closes it. */
static inline int gait_stdio_write_parts(FILE *stream, const gait_span *parts,
                                         uint32_t part_count) {
    int error = 0;
    for (uint32_t i = 0; i < part_count && !error; i++) {
        if (fwrite(parts[i].data, 1, parts[i].size, stream) != parts[i].size) {
            error = gait_stdio_error();
        }
    }
    if (fclose(stream) != 0 && !error) {
        error = gait_stdio_error();
    }
    return error;
}

/* Writes parts one after the other to PATH.tmp, which then gets the name PATH. A file of that name
 * keeps its contents until all parts are written. ENAMETOOLONG for paths over FILENAME_MAX. */
static inline int gait_stdio_write(const char *path, const gait_span *parts, uint32_t part_count) {
    char beside[FILENAME_MAX + sizeof ".tmp"];
    size_t size = strlen(path);
    if (size > FILENAME_MAX) {
        return ENAMETOOLONG;
    }
    memcpy(beside, path, size);
    memcpy(beside + size, ".tmp", sizeof ".tmp");
    errno = 0;
    FILE *stream = fopen(beside, "wb");
    if (!stream) {
        return gait_stdio_error();
    }
    int error = gait_stdio_write_parts(stream, parts, part_count);
    error = error ? error : gait_stdio_rename(beside, path);
    if (error) {
        remove(beside);
    }
    return error;
}

/* What gait_stdio_list() calls for each entry of a folder; `name` is valid during the call. A
 * result other than 0 ends the list. */
typedef int gait_stdio_entry(void *user, const char *name, bool is_folder);

/* Calls `entry` for each entry of a folder except "." and "..", in the order of the system. Returns
 * the result of `entry` if it ended the list. ENAMETOOLONG for paths over FILENAME_MAX. */
static inline int gait_stdio_list(const char *folder, gait_stdio_entry *entry, void *user) {
    char path[FILENAME_MAX + 1];
    int result = 0;
#ifdef _WIN32
    struct __finddata64_t found;
    if (snprintf(path, sizeof path, "%s/*", folder) >= FILENAME_MAX) {
        return ENAMETOOLONG;
    }
    errno = 0;
    intptr_t list = _findfirst64(path, &found);
    if (list == -1) {
        return gait_stdio_error();
    }
    do {
        if (strcmp(found.name, ".") != 0 && strcmp(found.name, "..") != 0) {
            result = entry(user, found.name, (found.attrib & _A_SUBDIR) != 0);
        }
    } while (!result && _findnext64(list, &found) == 0);
    _findclose(list);
#else
    errno = 0;
    DIR *list = opendir(folder);
    if (!list) {
        return gait_stdio_error();
    }
    for (struct dirent *found = readdir(list); found && !result; found = readdir(list)) {
        struct stat facts;
        if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0) {
            continue;
        }
        if (snprintf(path, sizeof path, "%s/%s", folder, found->d_name) >= FILENAME_MAX) {
            result = ENAMETOOLONG;
        } else {
            bool is_folder = stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
            result = entry(user, found->d_name, is_folder);
        }
    }
    closedir(list);
#endif
    return result;
}

/* Prints a name as UTF-8. `code_page` as in gait_file_code_page(). */
static inline void gait_stdio_print_name(FILE *to, gait_span name, uint32_t code_page) {
    gait_buffer text;
    memset(&text, 0, sizeof text);
    if (gait_name_to_utf8(name, code_page, &text) == GAIT_OK) {
        fwrite(text.data, 1, text.size, to);
    }
    gait_buffer_free(&text);
}

/* Prints diagnostics, one per line. */
static inline void gait_stdio_print_diagnostics(FILE *to, const gait_diagnostics *found) {
    for (uint32_t i = 0; i < found->count && i < found->capacity; i++) {
        const gait_diagnostic *item = &found->items[i];
        fprintf(to, "%s: %s %s: ", item->file ? item->file : "(no name)",
                gait_severity_name(item->severity), item->rule->id);
        if (item->offset != GAIT_NO_OFFSET) {
            unsigned long long offset = item->offset;
            fprintf(to, "byte %llu: ", offset);
        }
        fprintf(to, "%s\n", item->text);
    }
}

#ifdef __cplusplus
}
#endif
#endif

/* Shared by the examples: reads and writes whole files; a failure ends the program. */
#ifndef READ_FILE_H
#define READ_FILE_H

#include <gait/gait.h>

enum { DIAGNOSTICS = 16 }; /* maximum number of findings per file */

/* An open file and its bytes, from which it borrows. */
typedef struct opened_file {
    gait_file *file;
    uint8_t *bytes;
} opened_file;

/* Reads a file with read_file(), opens it with gait_file_open(), and prints the diagnostics on
 * stderr. The caller passes the result to close_file(). If `path` is NULL, all members of the
 * result are zero. */
opened_file open_file(const char *path);
void close_file(opened_file opened);

/* The bytes of a whole file of any size, which the caller frees. */
uint8_t *read_file(const char *path, size_t *out_size);
/* Prints diagnostics of a file on stderr. */
void print_diagnostics(const char *path, const gait_diagnostics *found);
/* Writes the parts one after the other to PATH.tmp, then renames it to PATH. */
void write_file(const char *path, const gait_span *parts, uint32_t part_count);
/* Writes a buffer like write_file(), and frees it. */
void write_buffer(const char *path, gait_buffer *buffer);

/* A name as UTF-8, which the caller frees; `code_page` as in gait_file_code_page(). */
char *name_text(gait_span name, uint32_t code_page);
/* The name of a clip as UTF-8, which the caller frees. */
char *clip_name(const gait_file *file, uint32_t clip);
/* True when the name (CP1251) is this text (UTF-8). */
bool is_named(gait_span name, const char *text);
/* A name to be stored in a file. Ends the program unless it is ASCII, which CP1251 and UTF-8 have
 * in common. */
gait_span new_name(const char *text);
/* Parses a number. Ends the program if the text is not a number. */
double parse_number(const char *text);
/* gait_file_find_clip(): the index of the clip with this name. */
uint32_t find_clip(const gait_file *file, const char *name);
/* gait_skeleton_find(): the index of the bone with this name. */
uint32_t find_bone(const gait_skeleton *skeleton, const char *name);

/* Zeroed memory, which the caller frees. */
void *allocate(size_t count, size_t size);
/* Ends the program with a message and exit code 1 unless the status is GAIT_OK. */
void check(gait_status status, const char *what);
/* Ends the program with the usage and exit code 2 unless `is_right`. */
void check_usage(bool is_right, const char *usage);
/* Ends the program with the message "WHAT: REASON" and exit code 1. */
_Noreturn void fail(const char *what, const char *reason);

#endif

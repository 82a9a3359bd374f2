/* Reading and writing whole files; all file I/O of the command goes through here. */
#ifndef TOOL_FILES_H
#define TOOL_FILES_H

#include "gait/file.h"

/* Larger files are refused. */
#define FILES_LIMIT ((uint64_t)1 << 31)

/* The content of one file at a time; the memory is used again for the next one. Start with all
 * zero. */
typedef struct file_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
} file_bytes;

enum { FILES_WHY = 240 };

/* Reads the file ("-" = standard input). Returns EXIT_OK, EXIT_FILES, or EXIT_DAMAGED when the
 * limit is met; then `why` says why. */
int files_read(const char *path, file_bytes *bytes, char why[FILES_WHY]);
void files_free(file_bytes *bytes);
/* Opens what a list of skeletons needs of a file; NULL when that cannot be had, whatever the
 * reason. The caller frees it. */
gait_file *files_open_skeleton(const char *path);

/* Can `path` be written to, as far as one can know before? Tells why not. */
int files_may_write(const char *path, bool force);
/* Writes the parts, one behind the other, to the file, or to standard output for "-". A regular
 * file appears whole or not at all, and replaces one that exists only with `force`; its mode and
 * links to it are kept. Tells what went wrong and returns EXIT_OK or EXIT_FILES. */
int files_write_parts(const char *path, const gait_span *parts, uint32_t count, bool force);
int files_write(const char *path, const gait_buffer *content, bool force);

#endif

/* The files that a page contains. */
#ifndef TOOL_PAGE_FILES_H
#define TOOL_PAGE_FILES_H

#include "gait/base.h"

typedef struct page_file {
    char *path;     /* for messages */
    char *absolute; /* with '/' between the names */
    char *folded;   /* the same, by platform_fold_case() */
    char *reason;   /* why the file is included, for messages; "" = it is an input */
    char *base64;
    size_t base64_size;
    size_t size; /* of the file */
} page_file;

/* Initialise it with zeros. */
typedef struct page_files {
    page_file *items;
    size_t count, capacity;
} page_files;

/* Returns the absolute path of a file as a new text, with '/' between the names. Links in the path
 * of its folder are resolved, but the file itself can be a link. Logs an error and returns NULL if
 * there is no such folder. */
char *page_absolute(const char *path);

/* True when the list contains the file at this absolute path. */
bool page_files_contain(const page_files *self, const char *absolute);
/* Adds the content of a file. The list takes `absolute`, and copies everything else. */
void page_files_add(page_files *self, const char *path, char *absolute, const char *reason,
                    gait_span bytes);
/* The size of the common folder of all files, with the separator at its end: bytes at the beginning
 * of each absolute path. */
size_t page_files_common_size(const page_files *self);
void page_files_free(page_files *self);

#endif

/* The web page in which files are embedded. */
#ifndef TOOL_PAGE_TEMPLATE_H
#define TOOL_PAGE_TEMPLATE_H

#include "io/files.h"

/* A page with exactly one marker, which the files replace. Initialise it with zeros. */
typedef struct page_template {
    char *path;
    file_bytes bytes;
    gait_span before, after; /* the bytes before and after the marker */
} page_template;

/* Reads the page at the path `given`. NULL means the gait.html beside the program, or else the one
 * in the folder ../share/gait. Logs an error when the page does not exist, or when it does not
 * contain the marker exactly once. Returns an exit code. */
int page_template_load(page_template *self, const char *given);
void page_template_free(page_template *self);

#endif

/* Tables of clips for people. */
#ifndef TOOL_LIST_PRINT_H
#define TOOL_LIST_PRINT_H

#include "io/source.h"

/* Prints the path of a file and one row per clip; with `events` also one line per event. */
void list_print(const source *file, const uint32_t *clips, size_t count, bool events);
/* Prints only the names, one per line. */
void list_print_names(const source *file, const uint32_t *clips, size_t count);

#endif

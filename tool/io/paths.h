/* Taking paths apart and putting them together. Paths are UTF-8. */
#ifndef TOOL_PATHS_H
#define TOOL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* The name after the last separator; points into `path`. */
const char *path_name(const char *path);
/* The part before the name, ending in its separator, or "": a new text. */
char *path_folder(const char *path);
/* "folder/name": a new text. */
char *path_join(const char *folder, const char *name);
/* True when the name ends in this extension (with its dot, lower case), ignoring ASCII case. */
bool path_has_extension(const char *path, const char *extension);
/* `path` with another extension (with its dot) in place of the last one: a new text. */
char *path_with_extension(const char *path, const char *extension);

/* "-" stands for standard input or output. */
bool path_is_stream(const char *path);

#endif

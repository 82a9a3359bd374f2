/* Operations on paths. Paths are UTF-8. */
#ifndef TOOL_PATHS_H
#define TOOL_PATHS_H

#include <stdbool.h>
#include <stddef.h>

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

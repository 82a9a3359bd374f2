/* Functions for file names and extensions in paths. */
#ifndef GAITI_OUTPUT_NAMES_H
#define GAITI_OUTPUT_NAMES_H

#include "base/memory.h"

/* True when the file name ends in `extension` and is longer than it. Ignores ASCII case. */
bool gaiti_has_extension(const char *path, const char *extension);
/* The path with its extension replaced, or appended if it has none. NULL when there is no memory.
 */
const char *gaiti_with_extension(gaiti_arena *arena, const char *path, const char *extension);
/* True when the file name without its extension is `name`. */
bool gaiti_is_path_named(const char *path, const char *name);
/* The part of the path after the last slash or backslash. */
const char *gaiti_name_of_path(const char *path);

#endif

/* Paths as texts. */
#ifndef GAITI_OUTPUT_NAMES_H
#define GAITI_OUTPUT_NAMES_H

#include "base/memory.h"

/* True when the name of the file ends in `extension`, and is more than that; ASCII case does not
 * count. */
bool gaiti_has_extension(const char *path, const char *extension);
/* The path with another extension. NULL when there is no memory. */
const char *gaiti_with_extension(gaiti_arena *arena, const char *path, const char *extension);
/* The part behind the last slash or backslash. */
const char *gaiti_name_of_path(const char *path);

#endif

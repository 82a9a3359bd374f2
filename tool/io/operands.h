/* Paths on the command line of Windows. Its shells do not expand wildcards, and its rules for
 * arguments take the backslash of "folder\" away, so that the path ends in a quotation mark. Names
 * of files contain none of these characters there. On other systems paths are used as given. */
#ifndef TOOL_OPERANDS_H
#define TOOL_OPERANDS_H

#include "base/text.h"

/* The same, but logs an error before it returns NULL. */
char *operand_repair_or_fail(const char *given);

/* True when wildcards in this path are to be expanded. */
bool operand_has_wildcards(const char *path);
/* Adds the paths of all files and folders that match a path with wildcards, as new texts, sorted by
 * bytes: `*` matches any text, `?` one character, ignoring case; names that begin with '.' match
 * only patterns that do. Adds the path itself if it has no wildcards, or nothing matches. */
void operand_expand(const char *path, text_list *out);

/* True when there are operands, and all of them are paths of existing files or folders. */
bool operands_exist(const char *const *operands, size_t count);

#endif

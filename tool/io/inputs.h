/* The files given by operands, including those in folders. */
#ifndef TOOL_INPUTS_H
#define TOOL_INPUTS_H

#include "text.h"

/* One input file, or, if `problem` is not NULL, a folder that could not be listed. */
typedef struct input {
    char *path;
    char *problem;
    bool is_found; /* in a folder, not named by an operand */
} input;

typedef struct inputs {
    input *items;
    size_t count;
    size_t capacity;
    size_t empty_folders; /* operands without a file of a known format */
} inputs;

/* The files of all operands, in their order. A file is used as given. A folder is replaced by
 * all files below it with the extension of a format that can be opened, sorted by the bytes of
 * their paths; links are not followed. `excluded` (NULL = none) are patterns with the wildcards *
 * and ?, which ignore ASCII case: a file or folder below an operand is left out when its name
 * matches, or when its path in that folder, with '/' between the names, matches a pattern with '/'.
 */
inputs inputs_gather(const char *const *operands, size_t count, const text_list *excluded);
/* Files directly in `folder` ("" = the current one) with this extension, sorted by bytes. Links are
 * not followed; they have a `problem`. */
inputs inputs_beside(const char *folder, const char *extension);
/* The same for `root` and all folders below it, sorted by bytes. Folders whose names begin with '.'
 * are left out. Folders that cannot be listed, and links, have a `problem`. */
inputs inputs_below(const char *root, const char *extension);
void inputs_free(inputs *list);

#endif

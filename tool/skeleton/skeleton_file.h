/* One skeleton of a file that may contain several: FILE or FILE:NAME. */
#ifndef TOOL_SKELETON_FILE_H
#define TOOL_SKELETON_FILE_H

#include "io/source.h"

/* The parts of "model.cfg:Name". If a file with the complete name exists, it is not split. */
typedef struct skeleton_place {
    char *path;
    char *name; /* NULL = not given */
} skeleton_place;

skeleton_place skeleton_place_of(const char *given);
void skeleton_place_free(skeleton_place *place);

/* The skeleton with this name in an open file, or with NULL its main one. Logs an error and returns
 * its exit code. A file without any skeleton is not an error: EXIT_OK, and *out is NULL. */
int skeleton_from_argument(source *file, const char *name, gait_skeleton **out);

#endif

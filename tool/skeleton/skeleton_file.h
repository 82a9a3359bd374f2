/* A skeleton out of a file that may hold several: FILE or FILE:NAME. */
#ifndef TOOL_SKELETON_FILE_H
#define TOOL_SKELETON_FILE_H

#include "io/source.h"

/* "model.cfg:Name" taken apart. A path that is there with its colon stays whole. */
typedef struct skeleton_place {
    char *path;
    char *name; /* NULL = none was given */
} skeleton_place;

skeleton_place skeleton_place_of(const char *given);
void skeleton_place_free(skeleton_place *place);

/* The skeleton of that name of an open file, or without a name (NULL) its own. Tells what is wrong,
 * but nothing when there is none at all: then EXIT_OK and NULL. */
int skeleton_from_argument(source *file, const char *name, gait_skeleton **out);

#endif

/* Finds the skeleton on which an animation is posed, for commands. */
#ifndef TOOL_SKELETON_RESOLVE_H
#define TOOL_SKELETON_RESOLVE_H

#include "skeleton/skeleton_messages.h"

/* The purpose of the skeleton. */
typedef enum skeleton_use {
    SKELETON_FOR_POSES,
    SKELETON_FOR_RECORDS /* records of binarised RTM, relative to the true parents */
} skeleton_use;

/* gait_skeleton_search() for an open animation, with the skeletons in `given` (values of
 * --skeleton, may be empty) and the files in its folder. Logs the sources of the result, and
 * errors. Returns an exit code. */
int skeleton_resolve(source *animation, const text_list *given, skeleton_use use, bool verbose,
                     gait_skeleton **out);

#endif

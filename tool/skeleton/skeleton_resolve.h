/* Which skeleton an animation is posed on, for commands. */
#ifndef TOOL_SKELETON_RESOLVE_H
#define TOOL_SKELETON_RESOLVE_H

#include "skeleton/skeleton_messages.h"

/* What the skeleton is for. */
typedef enum skeleton_use {
    SKELETON_FOR_POSES,
    SKELETON_FOR_RECORDS /* of binarised RTM: relative to the true parents */
} skeleton_use;

/* gait_skeleton_search() for an open animation: with what `given` names (values of --skeleton, may
 * be none), and the files in its folder. Says on stderr where the facts are from, and what is
 * wrong; returns an exit code. */
int skeleton_resolve(source *animation, const text_list *given, skeleton_use use, bool verbose,
                     gait_skeleton **out);

/* False when the parent of some bone is unknown. */
static inline bool skeleton_knows_parents(const gait_skeleton *skeleton) {
    return gait_skeleton_has_known_parents(skeleton);
}

#endif

/* The resolver: which skeleton an animation is posed on, and where it was found. */
#ifndef TOOL_SKELETON_RESOLVE_H
#define TOOL_SKELETON_RESOLVE_H

#include "skeleton/skeleton_tree.h"

/* What the skeleton is for. */
typedef enum skeleton_use {
    SKELETON_FOR_POSES,
    SKELETON_FOR_RECORDS /* of binarised RTM: relative to the true parents */
} skeleton_use;

/* The skeleton for the clips of an open animation: its bones hung on what `given` names (values of
 * --skeleton, may be none), else the file's own tree, else one beside it, else a built-in table; of
 * RTM with pivots from what was given, from the man's table, from the motion. Says on stderr where
 * its facts came from, and what is wrong; returns an exit code. */
int skeleton_resolve(source *animation, const text_list *given, skeleton_use use, bool verbose,
                     gait_skeleton **out);

/* False when the parent of some bone is unknown. */
bool skeleton_knows_parents(const gait_skeleton *skeleton);

/* What to try when the skeleton of an animation is not known. */
void skeleton_advise(const source *animation);
/* Refuses for want of a skeleton: the names of the bones, and what to give. */
int skeleton_refuse(const source *animation, gait_need need);

/* "parents: built-in table 63, unknown 2; rest: ...": a new text. */
char *skeleton_origins(const gait_skeleton *skeleton);

#endif

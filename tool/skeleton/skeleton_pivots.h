/* Where the bones of an RTM turn: the file does not say. */
#ifndef TOOL_SKELETON_PIVOTS_H
#define TOOL_SKELETON_PIVOTS_H

#include "skeleton/skeleton_tree.h"

/* Gives the bones of `*skeleton` pivots: those of a pivots model (may be NULL), what the skeleton
 * knows, the table of men when it is one, what the motion of the file tells, in this order.
 * Replaces the skeleton when that changes anything. */
void pivots_find(source *animation, const gait_skeleton *pivots, bool verbose,
                 gait_skeleton **skeleton);

#endif

/* What people are told about a search for a skeleton. */
#ifndef TOOL_SKELETON_MESSAGES_H
#define TOOL_SKELETON_MESSAGES_H

#include "gait/search.h"
#include "io/source.h"
#include "skeleton/skeleton_given.h"

/* Each skeleton that was considered, and how it covers the bones of the file. */
void skeleton_log_considered(const gait_search_result *result);
/* Each bone whose pivot was recovered from the motion. */
void skeleton_log_recovered(const gait_search_result *result);
/* Which skeleton was found, which pivots were given, and where the facts are from. */
void skeleton_log_found(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given);
/* The bones of the animation that a skeleton lacks, each with the name that may have been meant. */
void skeleton_log_missing(const source *animation, const gait_skeleton *skeleton);

/* "parents: built-in table 63, unknown 2; rest: ...": a new text. */
char *skeleton_origins(const gait_skeleton *skeleton);

/* What to try when the skeleton of an animation is not known. */
void skeleton_log_hint(const source *animation);
/* Refuses for want of a skeleton: the names of the bones, and what to give. */
int skeleton_refuse(const source *animation, gait_requirement need);

#endif

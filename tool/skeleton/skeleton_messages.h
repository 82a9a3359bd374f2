/* Messages about the search for a skeleton. */
#ifndef TOOL_SKELETON_MESSAGES_H
#define TOOL_SKELETON_MESSAGES_H

#include "gait/search.h"
#include "io/source.h"
#include "skeleton/skeleton_arguments.h"

/* Logs each skeleton that was considered, and how it covers the bones of the file. */
void skeleton_log_considered(const gait_search_result *result);
/* Logs each bone whose pivot was recovered from the motion. */
void skeleton_log_recovered(const gait_search_result *result);
/* Logs the skeleton found, the pivots given, and the sources of both. */
void skeleton_log_found(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given);
/* Logs that the skeleton found lacks bones that are required, and lists them. */
void skeleton_log_unfit(const source *animation, const gait_search_result *result,
                        const skeleton_arguments *given);
/* Logs the models that could be used just as well as the one found, but have another rest pose. */
void skeleton_log_ties(const source *animation, const gait_search_result *result);
/* Logs a warning with the bones of the animation that the skeleton lacks, if there are any. */
void skeleton_log_left_out(const source *animation, const gait_skeleton *skeleton);
/* Logs the model that has most of the bones of the animation, and the bones that it lacks if it has
 * at least half of them. */
void skeleton_log_nearest(const source *animation, const gait_search_result *result);
/* Logs the bones of the animation that a skeleton lacks, each with the nearest name. */
void skeleton_log_missing(const source *animation, const gait_skeleton *skeleton);

/* Returns a new text such as "parents: built-in table 63, unknown 2; rest: ...". */
char *skeleton_origins(const gait_skeleton *skeleton);

/* Logs what to try when the skeleton of an animation is unknown. */
void skeleton_log_hint(const source *animation);
/* Logs what to try when the parents or the rest pose are unknown, and the names of the bones. */
void skeleton_log_needs(const source *animation);
/* The same after a message that the parents or the rest pose are unknown. `clip` is the name of the
 * clip that cannot be posed; NULL = none. Returns the exit code. */
int skeleton_refuse(const source *animation, const char *clip, gait_requirement need);

#endif

/* Which bones of a skeleton have names of a list. */
#ifndef GAITI_NAME_MATCH_H
#define GAITI_NAME_MATCH_H

#include "gait/pose.h"

/* Counts the names (UTF-8, compared ignoring ASCII case) that the skeleton has. A NULL skeleton has
 * no bones, a NULL list no names, and a NULL name matches nothing. */
gait_coverage gaiti_skeleton_coverage(const gait_skeleton *skeleton, const char *const *names,
                                      uint32_t name_count);

#endif

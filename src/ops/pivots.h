/* Knowledge of pivots. */
#ifndef GAITI_OPS_PIVOTS_H
#define GAITI_OPS_PIVOTS_H

#include "gait/model.h"

/* False when the bone's own pivot is unknown and it was placed at its parent's pivot or at the
 * origin. */
static inline bool gaiti_pivot_is_known(const gait_bone *bone) {
    return bone->rest_origin != GAIT_ORIGIN_UNKNOWN && bone->rest_origin != GAIT_ORIGIN_PARENT;
}

#endif

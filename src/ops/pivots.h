/* Which bones have a pivot. */
#ifndef GAITI_OPS_PIVOTS_H
#define GAITI_OPS_PIVOTS_H

#include "gait/model.h"

/* False when the bone stands at its parent's pivot, or at the origin, for want of its own. */
static inline bool gaiti_pivot_is_known(const gait_bone *bone) {
    return bone->rest_origin != GAIT_ORIGIN_UNKNOWN && bone->rest_origin != GAIT_ORIGIN_PARENT;
}

#endif

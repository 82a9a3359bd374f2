/* Numbers of a BVH. */
#ifndef GAITI_BVH_NUMBER_H
#define GAITI_BVH_NUMBER_H

#include "base/number/number.h"
#include "gait/base.h"

/* Larger ones are damage: sums of them must stay finite as floats. */
#define GAITI_BVH_FAR 1e12

/* The whole word, as C and Python print it, or as people type it. */
static inline bool gaiti_bvh_parse(gait_span word, double *out) {
    return gaiti_parse_typed_f64((const char *)word.data, word.size, out) &&
           *out <= GAITI_BVH_FAR && *out >= -GAITI_BVH_FAR;
}

#endif

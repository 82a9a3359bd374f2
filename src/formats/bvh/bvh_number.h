/* Parsing numbers of a BVH. */
#ifndef GAITI_BVH_NUMBER_H
#define GAITI_BVH_NUMBER_H

#include "base/number/number.h"
#include "gait/base.h"

/* Maximum magnitude of valid numbers, so that their sums stay finite as floats. */
#define GAITI_BVH_MAX_NUMBER 1e12

/* Parses a complete word, as printed by C or Python or as typed by people. False when it is
 * malformed or too large. */
static inline bool gaiti_bvh_parse(gait_span word, double *out) {
    return gaiti_parse_typed_f64((const char *)word.data, word.size, out) &&
           *out <= GAITI_BVH_MAX_NUMBER && *out >= -GAITI_BVH_MAX_NUMBER;
}

#endif

/* Curves of SDK motions as numbers: docs/formats/skl.md#curves. */
#ifndef GAITI_XRAY_ENVELOPE_H
#define GAITI_XRAY_ENVELOPE_H

#include "gait/skl.h"

/* Keys closer to a frame than this part of it count as being on it: tools write times with all
 * kinds of rounding, and a stepped key that is missed shows the one before. */
#define GAITI_ENVELOPE_SNAP 0.001

/* True when the curve has one value for all times. */
bool gaiti_envelope_is_still(const gait_skl_curve *curve);

/* Values at (first + k) / rate for k = 0 .. count - 1, in one pass over the keys. */
void gaiti_envelope_sample(const gait_skl_curve *curve, double first, double rate, uint32_t count,
                           float *out);

#endif

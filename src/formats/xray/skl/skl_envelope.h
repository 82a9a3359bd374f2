/* Curves of SDK motions as numbers: docs/formats/skl.md#curves. */
#ifndef GAITI_SKL_ENVELOPE_H
#define GAITI_SKL_ENVELOPE_H

#include "gait/skl.h"

/* Keys closer to a frame than this part of it count as being on it: tools write times with all
 * kinds of rounding, and a stepped key that is missed shows the one before. */
#define GAITI_ENVELOPE_SNAP 0.001

/* True when the curve has one value for all times. */
bool gaiti_envelope_is_still(const gait_skl_curve *curve);

/* When frame k is, as keys are stored. */
static inline float gaiti_envelope_time(double first, double rate, uint32_t k) {
    return (float)((first + k) / rate);
}

/* Values at (first + k) / rate for k = 0 .. count - 1, in one pass over the keys. */
void gaiti_envelope_sample(const gait_skl_curve *curve, double first, double rate, uint32_t count,
                           float *out);

/* What a curve is on frames, and what it shall be. */
typedef struct gaiti_envelope_frames {
    double first, rate;
    uint32_t count;
    const float *was, *now;
} gaiti_envelope_frames;

/* The curve with other values on the frames where `now` has other bits than `was`
 * (envelope_edit.c). Keys that did not move stay, where all are stepped or linear; else stepped
 * keys on frames say it all. `keys` has room for curve->key_count + frames->count + 1, `scratch`
 * for frames->count. Frames must be farther apart than floats and GAITI_ENVELOPE_SNAP ask for. */
gait_skl_curve gaiti_envelope_edit(const gait_skl_curve *curve, const gaiti_envelope_frames *frames,
                                   gait_skl_key *keys, float *scratch);

#endif

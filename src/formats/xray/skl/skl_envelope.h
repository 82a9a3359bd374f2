/* Evaluation and editing of curves of SDK motions: docs/formats/skl.md#curves. */
#ifndef GAITI_SKL_ENVELOPE_H
#define GAITI_SKL_ENVELOPE_H

#include "gait/skl.h"

/* Keys within this fraction of a frame count as being on it. Tools round times in different ways,
 * and just missing a stepped key gives the value of the key before. */
#define GAITI_ENVELOPE_SNAP 0.001

/* True when the curve has the same value at all times. */
bool gaiti_envelope_is_still(const gait_skl_curve *curve);

/* Time of frame k, rounded as in stored keys. */
static inline float gaiti_envelope_time(double first, double rate, uint32_t k) {
    return (float)((first + k) / rate);
}

/* Values at (first + k) / rate for k = 0 .. count - 1, in one pass over the keys. */
void gaiti_envelope_sample(const gait_skl_curve *curve, double first, double rate, uint32_t count,
                           float *out);

/* The shape of new keys. The SDK exports the frames of a motion of bones, so that nothing may
 * change between them. Games play the curves of an object at any time. */
static inline uint32_t gaiti_envelope_shape(gait_skl_kind kind) {
    return kind == GAIT_SKL_OBJECT ? GAIT_SKL_LINEAR : GAIT_SKL_STEPPED;
}

/* True when a curve of keys with this shape needs a key on frame k. The first key is stepped, and
 * the value after the last one is constant. */
bool gaiti_envelope_needs_key(const float *values, uint32_t count, uint32_t k, uint32_t shape);

/* Values of a curve on all frames before and after an edit. */
typedef struct gaiti_envelope_frames {
    double first, rate;
    uint32_t count, shape; /* `shape`: of new keys */
    const float *was, *now;
} gaiti_envelope_frames;

/* Returns the curve with new values on the frames where the bits of `now` and `was` differ
 * (envelope_edit.c). If all keys are stepped or linear, unchanged keys are kept; otherwise the
 * result has new keys on the frames. `keys` must have capacity for curve->key_count +
 * frames->count + 1 keys, `scratch` for frames->count values. Frames must be far enough apart for
 * floats and GAITI_ENVELOPE_SNAP. */
gait_skl_curve gaiti_envelope_edit(const gait_skl_curve *curve, const gaiti_envelope_frames *frames,
                                   gait_skl_key *keys, float *scratch);

#endif

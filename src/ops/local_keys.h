/* The keys of a clip in local space, as floats. */
#ifndef GAITI_OPS_LOCAL_KEYS_H
#define GAITI_OPS_LOCAL_KEYS_H

#include "gait/model.h"

/* Bytes of temporary memory for gaiti_local_keys(). UINT64_MAX if it overflows. */
uint64_t gaiti_local_keys_work(const gait_clip *clip);

/* Converts all keys to local space and to `axes`. `out`: per bone ten rows of `row` floats (tx ty
 * tz qx qy qz qw sx sy sz), where `row` is frame_count, rounded up to a multiple of 8. Rotations
 * have unit length and continuous signs. The floats after the last frame repeat it. `work` is
 * aligned for a double. */
void gaiti_local_keys(const gait_clip *clip, gait_axes axes, uint32_t row, float *out, void *work);

#endif

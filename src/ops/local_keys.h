/* Conversion of all keys of a clip to local translations, rotations and scales. */
#ifndef GAITI_OPS_LOCAL_KEYS_H
#define GAITI_OPS_LOCAL_KEYS_H

#include "gait/model.h"

/* Bytes of temporary memory for gaiti_local_keys(). */
uint64_t gaiti_local_keys_work(const gait_clip *clip);

/* Converts all keys of a valid clip to local space in `axes`. The result is that of
 * gaiti_pose_at_frame() and gait_affine_decompose() within 0.0005 degrees and 0.001 mm, or 2^-23 of
 * the largest model-space coordinate of the bone and its parent. It has the same bits on all
 * machines.
 *
 * out: per bone ten rows of `row` floats: tx ty tz qx qy qz qw sx sy sz. `row` is the number of
 * frames rounded up to a multiple of 8; the floats after the last frame repeat the last frame.
 * Rotations are unit quaternions; the first has w >= 0, and the dot product of each with the
 * previous one is >= 0. `work` has gaiti_local_keys_work() bytes and is aligned for a double. */
void gaiti_local_keys(const gait_clip *clip, gait_axes axes, uint32_t row, float *out, void *work);

/* The same without AVX2, even if the processor has it. */
void gaiti_local_keys_narrow(const gait_clip *clip, gait_axes axes, uint32_t row, float *out,
                             void *work);

#endif

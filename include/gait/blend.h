/* Gait - blends of poses: two poses by weight, masks per bone, and additive poses. */
#ifndef GAIT_BLEND_H
#define GAIT_BLEND_H

#include "gait/sampler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Poses are arrays of local transforms with unit quaternions, one per bone, as
 * gait_sampler_transforms() makes them. A weight below 0 counts as 0, and one above 1 as 1. `mask`
 * has one factor per bone, by which the weight is multiplied: 0 = the bone keeps the first pose;
 * NULL = 1 for all bones. gait_file_part_mask() and gait_file_clip_mask() (file.h) make masks of
 * the parts of banks. The functions do not allocate, and their results have the same bits on all
 * machines. docs/sampling.md#blending describes how X-Ray combines motions with them.
 *
 * GAIT_BAD_ARGUMENT, with nothing written, for NULL and for a weight or a factor that is NaN. All
 * pointers may be NULL if bone_count is 0. */

/* Blends two poses: a with weight 0, b with weight 1. Translations and scales are interpolated
 * linearly, rotations along the shortest arc with constant speed (slerp, accurate to 0.0001
 * degrees). At weights 0 and 1, the transforms of a or b are copied. `out` has bone_count elements
 * and may be a or b. */
GAIT_API gait_status gait_blend(const gait_trs *a, const gait_trs *b, uint32_t bone_count,
                                float weight, const float *mask, gait_trs *out);

/* The difference between two poses, for gait_blend_add(). Of each bone:
 *   rotation    = inverse(reference) * added
 *   translation = added - reference, in the axes of the parent
 *   scale       = added / reference per axis; 1 where the reference is 0
 * The difference of a pose from itself is the identity. The reference of X-Ray is the first key of
 * the motion that is added. `out` has bone_count elements and may be one of the inputs. */
GAIT_API gait_status gait_blend_difference(const gait_trs *added, const gait_trs *reference,
                                           uint32_t bone_count, gait_trs *out);

/* Adds a difference to a pose. Of each bone, and with the weight w:
 *   rotation    = pose * difference^w, the power along the shortest arc
 *   translation = pose + w * difference, in the axes of the parent
 *   scale       = pose * (1 + w * (difference - 1)) per axis
 * Adding the identity, or adding with weight 0, changes nothing. `out` has bone_count elements and
 * may be one of the inputs. */
GAIT_API gait_status gait_blend_add(const gait_trs *pose, const gait_trs *difference,
                                    uint32_t bone_count, float weight, const float *mask,
                                    gait_trs *out);

#ifdef __cplusplus
}
#endif
#endif

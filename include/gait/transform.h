/* Gait - transforms, keys of channels, and skeletons made of bones. Functions of affines and
 * channels require valid pointers and keys in range. For axes that are not values of gait_axes,
 * nothing is converted. */
#ifndef GAIT_TRANSFORM_H
#define GAIT_TRANSFORM_H

#include "gait/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The identity transform. */
GAIT_API gait_affine gait_affine_identity(void);
/* The product a b: first b is applied, then a. */
GAIT_API gait_affine gait_affine_multiply(const gait_affine *a, const gait_affine *b);
/* Returns false, and the identity, when the linear part cannot be inverted. */
GAIT_API bool gait_affine_invert(const gait_affine *a, gait_affine *out_inverse);
/* The quaternion is normalised first; a degenerate one (length below 1e-6) counts as identity. */
GAIT_API gait_affine gait_affine_from_transform(const gait_transform *transform);

/* Makes a skeleton. Copies all data and sorts parents before children, otherwise keeping the order.
 * GAIT_CORRUPT for a cycle or a parent out of range, GAIT_LIMIT for more than 65535 bones. */
GAIT_API gait_status gaiti_skeleton_new(const char *name, const gait_bone *bones,
                                        uint32_t bone_count, const gait_options *options,
                                        gait_skeleton **out_skeleton);

/* Reads one key with signs applied: 3 numbers, 4 for a rotation (9 for MAT3, column by column).
 * Constant channels have the same value for every key. The channel must not be absent. */
GAIT_API void gaiti_channel_get(const gait_channel *channel, bool is_rotation, uint32_t key,
                                double out[9]);

/* Changes the axes of a rotation or translation channel by changing signs: exact, without a copy.
 * Scales are the same in all axes. */
GAIT_API void gaiti_channel_change_axes(gait_channel *channel, bool is_rotation, gait_axes from,
                                        gait_axes to);

/* Converts an affine transform to other axes. */
GAIT_API gait_affine gait_affine_change_axes(const gait_affine *a, gait_axes from, gait_axes to);

#ifdef __cplusplus
}
#endif
#endif

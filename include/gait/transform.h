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

/* Converts an affine transform to other axes. */
GAIT_API gait_affine gait_affine_change_axes(const gait_affine *a, gait_axes from, gait_axes to);

/* Polar decomposition of the linear part: q is its orthogonal factor as a proper rotation with w >=
 * 0 (if w = 0, the first nonzero component is positive), s the diagonal of the symmetric factor.
 * Returns the largest difference between the elements of a.m and those of the rotation q: 0 for a
 * rigid transform. A singular linear part gives the identity rotation. */
GAIT_API double gait_affine_decompose(const gait_affine *a, gait_transform *out_transform);

#ifdef __cplusplus
}
#endif
#endif

/* Affine transforms and axes, for column vectors. */
#ifndef GAITI_MODEL_AFFINE_H
#define GAITI_MODEL_AFFINE_H

#include "gait/model.h"
#include "model/quaternion.h"

/* The signs, 1 or -1, that convert coordinates from one kind of axes to another; 1 for unknown
 * axes. */
void gaiti_axes_signs(gait_axes from, gait_axes to, double signs[3]);

/* The transform of X-Ray bind poses and keys: Ry(rot[1]) Rx(rot[0]) Rz(rot[2]), angles in
 * radians. */
gait_affine gaiti_from_xyzi(const float rot[3], const float t[3]);

#endif

/* Affine transforms and axes. Column vectors throughout. */
#ifndef GAITI_MODEL_AFFINE_H
#define GAITI_MODEL_AFFINE_H

#include "gait/model.h"
#include "model/quaternion.h"

/* Signs of the three axes of one kind of axes as seen from another: 1 or -1. */
void gaiti_axes_signs(gait_axes from, gait_axes to, double signs[3]);

/* The bind and key transform of X-Ray: Ry(rot[1]) Rx(rot[0]) Rz(rot[2]), angles in radians. */
gait_affine gaiti_from_xyzi(const float rot[3], const float t[3]);

#endif

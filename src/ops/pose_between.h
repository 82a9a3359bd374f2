/* Interpolation of one bone between two keys. */
#ifndef GAITI_OPS_POSE_BETWEEN_H
#define GAITI_OPS_POSE_BETWEEN_H

#include "gait/ops.h"

/* Stores the pose between `from` and `to` in `from`: spherical for the rotation, linear for the
 * translation and the remaining matrix of scale and shear, so that the ends are reproduced
 * exactly. */
void gaiti_pose_interpolate(gait_affine *from, const gait_affine *to, double fraction);

/* Interpolates keys that are quaternions and vectors, without a matrix decomposition. */
void gaiti_pose_interpolate_channels(const gait_track *track, uint32_t key, double fraction,
                                     gait_affine *out_pose);

#endif

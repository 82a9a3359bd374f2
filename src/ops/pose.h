/* Converts poses from one space to another. */
#ifndef GAITI_OPS_POSE_H
#define GAITI_OPS_POSE_H

#include "gait/ops.h"

/* Converts one transform per bone of the skeleton in place. `axes` are the axes of the poses. The
 * inverse of a parent or rest pose that is singular is replaced by the identity. */
void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses);

#endif

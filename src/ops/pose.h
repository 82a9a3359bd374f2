/* Whole poses from one space to another. */
#ifndef GAITI_OPS_POSE_H
#define GAITI_OPS_POSE_H

#include "gait/ops.h"

/* Converts one affine per bone of the skeleton in place, on the full matrices. `axes` are those of
 * the poses. Where a parent or a rest pose cannot be inverted, identity stands in. */
void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses);

#endif

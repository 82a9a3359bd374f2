/* Poses of clips without checks, and their conversion from one space to another. */
#ifndef GAITI_OPS_POSE_H
#define GAITI_OPS_POSE_H

#include "gait/pose.h"

/* Converts one transform per bone of the skeleton in place. `axes` are the axes of the poses. The
 * inverse of a parent or rest pose that is singular is replaced by the identity. */
void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses);

/* gait_pose_at_frame() with valid arguments and without gait_pose_requirements(): bones with
 * unknown parents are roots. */
void gaiti_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space, gait_axes axes,
                         gait_affine *out_pose);

#endif

/* Converts poses from one space to another. */
#ifndef GAITI_OPS_POSE_H
#define GAITI_OPS_POSE_H

#include "gait/ops.h"

/* Loads a key of one bone in the space and axes of the clip. Of clips in model space, the parent
 * must have been loaded before, and bones without channels get their rest pose relative to it. */
void gaiti_pose_load_bone(const gait_clip *clip, uint32_t bone, uint32_t frame, gait_affine *poses);

/* Converts one transform per bone of the skeleton in place. `axes` are the axes of the poses. The
 * inverse of a parent or rest pose that is singular is replaced by the identity. */
void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses);

#endif

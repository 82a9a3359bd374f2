/* The steps of a pose that process four bones at once. */
#ifndef GAITI_OPS_POSE_BLOCKS_H
#define GAITI_OPS_POSE_BLOCKS_H

#include "gait/pose.h"

/* Loads a key of every bone in the space and axes of the clip. */
void gaiti_poses_load(const gait_clip *clip, uint32_t frame, gait_affine *poses);

/* Interpolates between key `key` and the next one in the space and axes of the clip. Not for clips
 * in which a bone without channels depends on other bones. `work` is memory for as many poses. */
void gaiti_poses_interpolate_keys(const gait_clip *clip, uint32_t key, double fraction,
                                  gait_affine *out_pose, gait_affine *work);

/* Multiplies every pose by the rest pose of its bone in model space, or by its inverse. The inverse
 * of a singular rest pose is replaced by the identity. */
void gaiti_poses_apply_rest(const gait_skeleton *skeleton, gait_axes axes, bool invert,
                            gait_affine *poses);

/* Converts absolute poses to poses relative to the parents. The inverse of a singular parent is
 * replaced by the identity. */
void gaiti_poses_make_relative(const gait_skeleton *skeleton, gait_affine *poses);

/* Stores the poses between `from` and `to` in `from`, bone by bone. Absolute poses are first made
 * relative to the parents, those of unknown parents are interpolated by
 * gaiti_pose_interpolate_numbers(), and the poses in `to` are undefined afterwards. */
void gaiti_poses_interpolate(const gait_skeleton *skeleton, bool is_absolute, double fraction,
                             gait_affine *from, gait_affine *to);

#endif

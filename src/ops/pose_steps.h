/* Poses of clips without checks, and their conversion from one space to another. */
#ifndef GAITI_POSE_STEPS_H
#define GAITI_POSE_STEPS_H

#include "gait/pose.h"

/* Converts one transform per bone of the skeleton in place. `axes` are the axes of the poses. The
 * inverse of a parent or rest pose that is singular is replaced by the identity. */
void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses);

/* gait_pose_at_frame() with valid arguments and without gait_pose_requirements(): bones with
 * unknown parents are roots. */
void gaiti_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space, gait_axes axes,
                         gait_affine *out_pose);

/* --- the pose of one bone at a key or between keys, as a clip stores it ----------------------- */

/* Loads a key of one bone in the space and axes of the clip. Of clips in model space, the parent
 * must have been loaded before, and bones without channels get their rest pose relative to it. */
void gaiti_pose_load_bone(const gait_clip *clip, uint32_t bone, uint32_t frame, gait_affine *poses);

/* Stores the pose between a and b in a: spherical for the rotation, linear for the
 * translation and the remaining matrix of scale and shear, so that the ends are reproduced
 * exactly. */
void gaiti_pose_interpolate(gait_affine *a, const gait_affine *b, double fraction);

/* The same for a bone of which the parent is unknown: each of the 12 numbers is interpolated
 * linearly. A point that is common to two bones at both keys is then common to them between the
 * keys, too. */
void gaiti_pose_interpolate_numbers(gait_affine *a, const gait_affine *b, double fraction);

/* True when the keys are quaternions and translations without scale. */
static inline bool gaiti_pose_is_plain(const gait_track *track) {
    return track->rotation.count && track->rotation.element != GAIT_MAT3_LE &&
           track->translation.count && !track->scale.count;
}

/* Interpolates the keys of such a bone, without a matrix decomposition. */
void gaiti_pose_interpolate_channels(const gait_track *track, uint32_t key, double fraction,
                                     gait_affine *out_pose);

/* Interpolates a bone of any kind. `work` is memory for as many poses as `out_pose`. */
void gaiti_pose_interpolate_bone(const gait_clip *clip, uint32_t bone, uint32_t key,
                                 double fraction, gait_affine *out_pose, gait_affine *work);

/* --- the steps of a pose that process four bones at once -------------------------------------- */

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

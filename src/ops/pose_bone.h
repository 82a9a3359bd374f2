/* The pose of one bone at a key or between keys, as a clip stores it. */
#ifndef GAITI_OPS_POSE_BONE_H
#define GAITI_OPS_POSE_BONE_H

#include "gait/pose.h"

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

#endif

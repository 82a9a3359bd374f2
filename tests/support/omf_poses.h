/* How far poses of gait_omf_pose() are from exact poses. */
#ifndef TEST_SUPPORT_OMF_POSES_H
#define TEST_SUPPORT_OMF_POSES_H

#include "gait/omf.h"

/* The largest errors, at keys and between keys. */
typedef struct omf_pose_errors {
    double metres, degrees[2];
    uint64_t compared, undefined; /* transforms; undefined: rotations 180 degrees apart */
} omf_pose_errors;

/* Compares a pose with the interpolation of the two poses of `clip`, which is this motion on a
 * skeleton that has all tracks as bones. Fails beyond the bounds of gait/sampler.h. */
void omf_pose_compare(const gait_omf *omf, uint32_t motion, const gait_clip *clip, uint32_t key,
                      double fraction, omf_pose_errors *errors);

#endif

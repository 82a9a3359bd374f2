/* Relative deltas composed four keys at a time: the way of a binarised RTM to a plain one. */
#ifndef GAITI_BI_LOWER_LANES_H
#define GAITI_BI_LOWER_LANES_H

#include "base/lanes.h"
#include "formats/bi/lower.h"

enum { GAITI_LANES = 4 };

/* One bone in four keys: aside, up, dir and pos, as plain RTM stores them. */
typedef struct gaiti_lanes_pose {
    gaiti_lanes m[12];
} gaiti_lanes_pose;

/* One bone's channels, seen in the axes of the result. */
typedef struct gaiti_lanes_bone {
    gait_channel rotation, translation;
    gaiti_lanes rotation_signs[4], translation_signs[3];
    int32_t parent;
} gaiti_lanes_bone;

typedef struct gaiti_lanes_job {
    uint32_t bone_count, frame_count;
    gaiti_lanes_bone *bones;
    gaiti_lanes_pose *pose; /* one per bone */
} gaiti_lanes_job;

/* Prepares composing in `axes`. False when the clip is not of that kind (every bone a quaternion
 * and a translation of floats per key, no scale), or when there is no memory: `lower`'s arena has
 * the status then. */
bool gaiti_lanes_begin(gaiti_lanes_job *job, gaiti_lowering *lower, gait_axes axes);

/* Fills `pose` with deltas of the model at keys `frame` and the three after it; behind the last key
 * there are copies of it. False where a quaternion has no direction. */
bool gaiti_lanes_compose(gaiti_lanes_job *job, uint32_t frame);

#endif

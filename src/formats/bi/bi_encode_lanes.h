/* Deltas of floats composed two keys at a time: the way of a binarised RTM to a plain one. Each
 * operation is that of gaiti_encode_pose(), so that the numbers are the same to the last bit. */
#ifndef GAITI_BI_ENCODE_LANES_H
#define GAITI_BI_ENCODE_LANES_H

#include "base/lanes.h"
#include "formats/bi/bi_encode.h"

/* One bone in two keys: aside, up, dir and pos, as plain RTM stores them. */
typedef struct gaiti_lanes_pose {
    gaiti_lanes m[12];
} gaiti_lanes_pose;

/* Keys of one channel, seen in the axes of the result. */
typedef struct gaiti_lanes_keys {
    const uint8_t *data;
    size_t stride; /* 0 = all are the same */
    float signs[4];
} gaiti_lanes_keys;

typedef struct gaiti_lanes_bone {
    gaiti_lanes_keys rotation, translation;
    int32_t parent; /* to compose with, -1 = none */
} gaiti_lanes_bone;

typedef struct gaiti_lanes_job {
    uint32_t bone_count, frame_count;
    gaiti_lanes_bone *bones;
    gaiti_lanes_pose *pose; /* one per bone */
} gaiti_lanes_job;

/* Prepares composing in `axes`. False when the clip is not of that kind (quaternions and
 * translations of floats, no scale), or when there is no memory: `lower`'s arena has the status
 * then. */
bool gaiti_lanes_begin(gaiti_lanes_job *job, gaiti_encoder *encoder, gait_axes axes);

/* Fills `pose` with deltas of the model at key `frame` and the one after it; behind the last key
 * there is a copy of it. False where a quaternion has no direction; where something is not a finite
 * number, neither is what comes of it. */
bool gaiti_lanes_compose(gaiti_lanes_job *job, uint32_t frame);

#endif

/* Composes float deltas of two keys at a time, for converting binarised RTM to plain RTM. Each
 * operation is that of gaiti_bi_encode_pose(), so the results are identical to the last bit. */
#ifndef GAITI_BI_ENCODE_LANES_H
#define GAITI_BI_ENCODE_LANES_H

#include "base/lanes.h"
#include "formats/bi/bi_encode.h"

/* The matrix of one bone in two keys: aside, up, dir and pos, as plain RTM stores them. */
typedef struct gaiti_lanes_pose {
    gaiti_lanes m[12];
} gaiti_lanes_pose;

/* The keys of one channel, and the signs that convert them to the axes of the result. */
typedef struct gaiti_lanes_keys {
    const uint8_t *data;
    size_t stride; /* 0 = all keys are the same */
    float signs[4];
} gaiti_lanes_keys;

typedef struct gaiti_lanes_bone {
    gaiti_lanes_keys rotation, translation;
    int32_t parent; /* parent to compose with, -1 = none */
} gaiti_lanes_bone;

typedef struct gaiti_lanes_job {
    uint32_t bone_count, frame_count;
    gaiti_lanes_bone *bones;
    gaiti_lanes_pose *pose; /* one per bone */
} gaiti_lanes_job;

/* Prepares composition in `axes`. False when the clip is not supported (only quaternions and
 * translations of floats, no scale), or when there is no memory: then the arena of `encoder` has
 * the status. */
bool gaiti_lanes_begin(gaiti_lanes_job *job, gaiti_bi_encoder *encoder, gait_axes axes);

/* Fills `pose` with model-space deltas of key `frame` and the next one; after the last key, with
 * the last one twice. False when a quaternion is degenerate. Non-finite input gives non-finite
 * output. */
bool gaiti_lanes_compose(gaiti_lanes_job *job, uint32_t frame);

#endif

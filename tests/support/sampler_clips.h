/* Generated clips for tests of samplers. The same bits on all machines. */
#ifndef TEST_SUPPORT_SAMPLER_CLIPS_H
#define TEST_SUPPORT_SAMPLER_CLIPS_H

#include "gait/sampler.h"

/* What the keys of a clip are. */
typedef enum sampled_kind {
    SAMPLED_OMF = 0,     /* local space: 16-bit quaternions, floats */
    SAMPLED_QUATERNIONS, /* local space: floats */
    SAMPLED_SCALED,      /* local space: floats, with scale channels */
    SAMPLED_MODEL,       /* model space: floats */
    SAMPLED_RTM,         /* deltas: little-endian matrices */
    SAMPLED_BMTR,        /* local deltas: 16-bit quaternions, floats */
    SAMPLED_KINDS
} sampled_kind;

/* What is generated. All zero: small steps, all keys valid, even times. */
typedef struct sampled_way {
    sampled_kind kind;
    uint32_t bone_count, frame_count;
    double degrees;     /* between keys; 0 = a random number for each bone */
    bool is_hostile;    /* some keys are NaN, infinite, zero, of another length, or -32768 */
    bool lacks_parents; /* some bones are roots; in model space and deltas, their parents are
                           unknown */
    bool scales_rest;   /* rest poses have scales */
    bool is_uneven;     /* times at random distances */
} sampled_way;

/* A clip and its memory. */
typedef struct sampled_clip {
    gait_clip clip;
    gait_skeleton *skeleton;
    gait_track *tracks;
    float *time;
    uint8_t *keys;
} sampled_clip;

sampled_clip sampled_clip_make(uint64_t *seed, const sampled_way *way);
void sampled_clip_free(sampled_clip *self);

/* A way with random properties, of 1 to 70 bones and 1 to 40 frames. */
sampled_way sampled_way_random(uint64_t *seed, sampled_kind kind);

/* A sampler in memory of its own. */
typedef struct made_sampler {
    const gait_sampler *sampler;
    gait_sampler_info info;
    uint8_t *memory;
} made_sampler;

/* The block of the sampler begins `offset` bytes (a multiple of 8, below 64) after a multiple
 * of 64. Fails when bytes beyond the memory are written, and overwrites those that are not used. */
made_sampler sampler_make(const gait_clip *clip, gait_axes axes, size_t offset);
void sampler_free(made_sampler *self);

/* A hash of rows, matrices and transforms of generated clips of one kind, in which all numbers that
 * are not numbers are equal. */
uint64_t sampler_hash(sampled_kind kind);

#endif

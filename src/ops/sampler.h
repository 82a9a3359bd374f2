/* The memory of samplers: bones in groups of eight, keys ordered by frame, then by group. */
#ifndef GAITI_OPS_SAMPLER_H
#define GAITI_OPS_SAMPLER_H

#include "gait/sampler.h"

enum {
    GAITI_SAMPLER_LANES = 8,
    GAITI_SAMPLER_MATRIX = 12, /* floats */
    GAITI_SAMPLER_T = 0,       /* rows: translation, rotation, scale */
    GAITI_SAMPLER_Q = 3,
    GAITI_SAMPLER_S = 7
};

/* Eight bones. Every frame contains rows of eight numbers for each of their three properties that
 * has more than one value; the others are constant. */
typedef struct gaiti_sampler_group {
    float constants[GAIT_SAMPLER_ROWS]
                   [GAITI_SAMPLER_LANES]; /* of integers: what is added to them */
    float steps[3][GAITI_SAMPLER_LANES];  /* metres per unit of translations as integers */
    /* Bytes from the start of a frame; 0 = constant. Rotations: four rows of 16-bit integers.
     * Translations: three rows of 16-bit integers or of floats. Scales: three rows of floats. */
    uint32_t rotation, translation, scale;
    bool has_float_translation;
} gaiti_sampler_group;

struct gait_sampler {
    uint32_t bone_count, group_count, frame_count;
    bool is_scaled;
    size_t frame_size; /* bytes */
    size_t used;
    double first, last; /* times */
    double rate;        /* keys per unit of time, if all were equally far apart; 0 = one moment */
    const float *times; /* per frame */
    gaiti_sampler_group *groups;
    const int32_t *parents;
    const float *inverse_rest; /* per bone: a matrix from the rest model to the bone */
    /* A frame begins with one byte per group: the bones that rotate too far to the next frame for
     * an interpolation by normalising (bit = lane). None of the last frame do. */
    uint8_t *frames;
    uint8_t *all_far; /* such bytes for two frames that are not adjacent: all bits are set */
};

/* Fills the frames of a sampler, whose other members are set except frame_size and is_scaled.
 * `local` are the keys of gaiti_local_keys(), with rows of `row` floats; NULL = those of the clip,
 * which must be direct. */
void gaiti_sampler_fill(gait_sampler *sampler, const gait_clip *clip, gait_axes axes,
                        const float *local, uint32_t row);

/* True when the keys of all tracks are quaternions and translations in local space. */
bool gaiti_sampler_is_direct(const gait_clip *clip);
/* The largest size that frames of a sampler of this clip can have, in bytes. */
uint64_t gaiti_sampler_frame_limit(const gait_clip *clip);

/* True when the sampler has keys at this moment. */
bool gaiti_sampler_has(const gait_sampler *sampler, const gait_moment *moment);

#endif

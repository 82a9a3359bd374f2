/* The memory of samplers: bones in groups of eight, keys ordered by frame, then by group. Bones
 * have slots, so that those with the same constant properties are in the same groups. */
#ifndef GAITI_OPS_SAMPLER_MEMORY_H
#define GAITI_OPS_SAMPLER_MEMORY_H

#include "gait/sampler.h"
#include "gait/model.h"

enum {
    GAITI_SAMPLER_LANES = 8,
    GAITI_SAMPLER_UNIT = 32767, /* 1 as an integer */
    GAITI_SAMPLER_MATRIX = 12,  /* floats */
    GAITI_SAMPLER_T = 0,        /* rows: translation, rotation, scale */
    GAITI_SAMPLER_Q = 3,
    GAITI_SAMPLER_S = 7
};

#define GAITI_SAMPLER_NO_BONE UINT32_MAX
/* Scales that differ less from 1 are 1, as in conversions. */
#define GAITI_SAMPLER_SCALE_TOLERANCE 1e-3

/* Eight bones. Every frame contains rows of eight numbers for each of their three properties that
 * has more than one value; the others are constant. */
typedef struct gaiti_sampler_group {
    float constants[GAIT_SAMPLER_ROWS]
                   [GAITI_SAMPLER_LANES]; /* of integers: what is added to them */
    float steps[3][GAITI_SAMPLER_LANES];  /* metres per unit of translations as integers */
    /* Bytes from the start of a frame; 0 = constant. Rotations: four rows of 16-bit integers, in
     * the order of gaiti_sampler_integer_at(). Translations: three such rows, or rows of floats.
     * Scales: three rows of floats. */
    uint32_t rotation, translation, scale;
    bool has_float_translation;
} gaiti_sampler_group;

/* A bone that has a parent. */
typedef struct gaiti_sampler_joint {
    uint32_t bone, parent;
} gaiti_sampler_joint;

struct gait_sampler {
    uint32_t bone_count, group_count, frame_count;
    bool is_scaled, has_phases;
    bool is_unavailable[GAIT_SAMPLER_SKINNING + 1]; /* spaces for which something is not known */
    size_t frame_size;                              /* bytes */
    size_t used;
    double first, last; /* times */
    double rate;        /* keys per unit of time, if all were equally far apart; 0 = one moment */
    const float *times; /* per frame */
    gaiti_sampler_group *groups;
    uint32_t *bones; /* per slot: its bone; after the last one GAITI_SAMPLER_NO_BONE */
    uint32_t *slots; /* per bone: its slot */
    /* Level by level, so that adjacent ones do not depend on each other. */
    const gaiti_sampler_joint *joints;
    uint32_t joint_count;
    /* Per bone: bytes from the start of a frame to its matrix of floats, 0 = none. Bones that
     * rotate and whose parents are unknown have one: its numbers are interpolated, as in
     * gaiti_pose_interpolate_numbers(). */
    uint32_t *matrices;
    bool has_matrices;
    const float *inverse_rest; /* per bone: a matrix from the rest model to the bone */
    /* A frame begins with one byte per group: the bones that rotate too far to the next frame for
     * an interpolation by normalising (bit = lane). The bytes of the last frame are 0. */
    uint8_t *frames;
    uint8_t *all_far; /* such bytes for two frames that are not adjacent: all bits are set */
};

/* True when the sampler has keys at this moment. */
static inline bool gaiti_sampler_has(const gait_sampler *sampler, const gait_moment *moment) {
    return sampler && moment && moment->key < sampler->frame_count &&
           moment->next < sampler->frame_count && moment->fraction >= 0 && moment->fraction <= 1;
}

/* Where 16-bit integer `i` of a lane is, in bytes from the first of `count` rows. Two rows are in
 * four parts: lanes 0 to 3 of the first, lanes 0 to 3 of the second, lanes 4 to 7 of the first,
 * lanes 4 to 7 of the second. The last of three rows is in one part. */
static inline size_t gaiti_sampler_integer_at(size_t i, size_t lane, size_t count) {
    bool is_single = i % 2 == 0 && i + 1 == count;
    size_t part = is_single ? lane / 4 : lane / 4 * 2 + i % 2;
    return sizeof(int16_t) * (i / 2 * 2 * GAITI_SAMPLER_LANES + part * 4 + lane % 4);
}

static inline void gaiti_sampler_store_matrix(const gait_affine *from,
                                              float out[GAITI_SAMPLER_MATRIX]) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            out[4 * r + c] = (float)from->m[r][c];
        }
        out[4 * r + 3] = (float)from->t[r];
    }
}

static inline uint32_t gaiti_sampler_row_count(const gait_sampler *sampler) {
    return sampler->is_scaled ? GAIT_SAMPLER_ROWS : GAITI_SAMPLER_S;
}

/* --- the keys of one bone from which a sampler is prepared ------------------------------------ */

/* Where the keys of one bone come from. */
typedef struct gaiti_sampler_source {
    const float *local; /* rows of gaiti_local_keys(); NULL = the channels */
    uint32_t row;
    gait_channel rotation, translation; /* in the axes of the sampler */
    gait_transform rest;                /* for channels without keys */
} gaiti_sampler_source;

/* What a sampler is filled with. */
typedef struct gaiti_sampler_job {
    const gait_clip *clip;
    gait_axes axes;
    const float *local; /* of all bones; NULL = the channels of the clip */
    uint32_t row;
    uint16_t negate_rotations, negate_translations; /* bits to flip in gait_channel.negate */
} gaiti_sampler_job;

gaiti_sampler_job gaiti_sampler_job_of(const gait_clip *clip, gait_axes axes, const float *local,
                                       uint32_t row);

/* A bone after the last one does not move. */
void gaiti_sampler_set_source(const gaiti_sampler_job *job, uint32_t bone,
                              gaiti_sampler_source *out);

/* A rotation as integers: as stored, unless its length is not 1. */
void gaiti_sampler_rotation(const gaiti_sampler_source *bone, uint32_t key, int16_t out[4]);

/* A translation, or with `first` GAITI_SAMPLER_S a scale: three numbers. */
void gaiti_sampler_vector(const gaiti_sampler_source *bone, size_t first, uint32_t key,
                          double out[9]);

/* True when the keys of a channel are floats of this machine. */
static inline bool gaiti_sampler_is_float(const gait_channel *channel) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return channel->element == GAIT_F32 || channel->element == GAIT_F32_LE;
#else
    return channel->element == GAIT_F32;
#endif
}

/* --- the keys of eight bones in the frames of a sampler --------------------------------------- */

/* What is filled: one group of all frames. */
typedef struct gaiti_sampler_place {
    const gaiti_sampler_group *group; /* with offsets, constants and steps */
    uint32_t group_index, frame_count;
    uint8_t *frames;
    size_t frame_size;
} gaiti_sampler_place;

/* Fills the rows of a group, and adds bits to its masks, which are 0 before. */
void gaiti_sampler_fill_group(const gaiti_sampler_source bones[GAITI_SAMPLER_LANES],
                              const gaiti_sampler_place *to);

/* --- the frames of a sampler ------------------------------------------------------------------ */

/* Fills the frames of a sampler, whose other members are set except frame_size and is_scaled.
 * `local` are the keys of gaiti_local_keys(), with rows of `row` floats; NULL = those of the clip,
 * which must be direct. */
void gaiti_sampler_fill(gait_sampler *sampler, const gait_clip *clip, gait_axes axes,
                        const float *local, uint32_t row);

/* True when the keys of all tracks are quaternions and translations in local space. */
bool gaiti_sampler_is_direct(const gait_clip *clip);
/* The largest size that frames of a sampler of this clip can have, in bytes. */
uint64_t gaiti_sampler_frame_limit(const gait_clip *clip);

/* --- poses of a sampler, computed for eight bones at once ------------------------------------- */

/* Computes whole poses; outputs as those of gait_sampler_rows(), gait_sampler_transforms() in local
 * space, and gait_sampler_matrices(). */
typedef struct gaiti_sampler_kernels {
    void (*rows)(const gait_sampler *sampler, const gait_moment *moment, float *out);
    void (*transforms)(const gait_sampler *sampler, const gait_moment *moment, gait_trs *out);
    void (*matrices)(const gait_sampler *sampler, const gait_moment *moment,
                     gait_sampler_space space, float *out);
} gaiti_sampler_kernels;

/* Instruction sets. All give the same results. */
typedef enum gaiti_sampler_way {
    GAITI_SAMPLER_BASE = 0, /* what the compiler may use everywhere */
    GAITI_SAMPLER_AVX2
} gaiti_sampler_way;

/* NULL when the compiler or this processor lacks the instructions. */
const gaiti_sampler_kernels *gaiti_sampler_kernels_by(gaiti_sampler_way way);

#endif

/* The keys of one bone from which a sampler is prepared. */
#ifndef GAITI_OPS_SAMPLER_SOURCE_H
#define GAITI_OPS_SAMPLER_SOURCE_H

#include "gait/model.h"

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

#endif

/* The keys of eight bones in the frames of a sampler. */
#ifndef GAITI_OPS_SAMPLER_FILL_H
#define GAITI_OPS_SAMPLER_FILL_H

#include "ops/sampler_memory.h"
#include "ops/sampler_source.h"

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

#endif

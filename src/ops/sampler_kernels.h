/* Poses of a sampler, computed for eight bones at once. */
#ifndef GAITI_OPS_SAMPLER_KERNELS_H
#define GAITI_OPS_SAMPLER_KERNELS_H

#include "ops/sampler_memory.h"

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

/* The frames of a sampler. */
#ifndef GAITI_OPS_SAMPLER_KEYS_H
#define GAITI_OPS_SAMPLER_KEYS_H

#include "ops/sampler_memory.h"

/* Fills the frames of a sampler, whose other members are set except frame_size and is_scaled.
 * `local` are the keys of gaiti_local_keys(), with rows of `row` floats; NULL = those of the clip,
 * which must be direct. */
void gaiti_sampler_fill(gait_sampler *sampler, const gait_clip *clip, gait_axes axes,
                        const float *local, uint32_t row);

/* True when the keys of all tracks are quaternions and translations in local space. */
bool gaiti_sampler_is_direct(const gait_clip *clip);
/* The largest size that frames of a sampler of this clip can have, in bytes. */
uint64_t gaiti_sampler_frame_limit(const gait_clip *clip);

#endif

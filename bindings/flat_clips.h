/* Clips of the flat interface. */
#ifndef GAITI_FLAT_CLIPS_H
#define GAITI_FLAT_CLIPS_H

#include "flat_state.h"

typedef struct gaiti_flat_clip {
    const gaiti_flat_file *file;
    gait_clip *clip;
    gait_affine *poses; /* two poses; NULL before the first call that needs them */
    size_t poses_size;  /* bytes */
} gaiti_flat_clip;

/* True when a clip has frames and can be posed in `space`; otherwise sets the error. */
bool gaiti_flat_is_posable(gait_flat *flat, const gait_clip *clip, gait_space space);

#endif

/* Clips of the flat interface. */
#ifndef GAITI_FLAT_CLIPS_H
#define GAITI_FLAT_CLIPS_H

#include "flat_state.h"
#include "gait/host.h"
#include "gait/sampler.h"

/* The last host for which a pose was computed. */
typedef struct gaiti_flat_host {
    gait_host_rig *rig;
    float *matrices; /* a copy of the rest poses, then of the axes if there are any */
    size_t size;     /* bytes */
} gaiti_flat_host;

/* The sampler of a clip. */
typedef struct gaiti_flat_sampler {
    const gait_sampler *sampler; /* NULL before the first fast pose */
    uint8_t *block;              /* its memory, and that of `matrices` */
    size_t size;                 /* bytes */
    float *matrices;             /* 12 per bone, for the joints */
} gaiti_flat_sampler;

typedef struct gaiti_flat_clip {
    const gaiti_flat_file *file;
    uint32_t index; /* in the file */
    gait_clip *clip;
    gait_affine *poses; /* two poses; NULL before the first call that needs them */
    size_t poses_size;  /* bytes */
    gaiti_flat_host host;
    gaiti_flat_sampler sampler;
} gaiti_flat_clip;

/* True when a clip has frames and can be posed in `space`; otherwise sets the error. */
bool gaiti_flat_is_posable(gait_flat *flat, const gait_clip *clip, gait_space space);
/* Makes room for two poses, in the first call only. False, with an error, without memory. */
bool gaiti_flat_reserve_poses(gait_flat *flat, gaiti_flat_clip *clip);
/* The nearest time inside of a clip that has frames. */
double gaiti_flat_time_in(const gait_clip *clip, double time);
/* Stores a transform as 16 floats, column by column. */
void gaiti_flat_store_matrix(const gait_affine *pose, float *out);
/* Frees the host of a clip. */
void gaiti_flat_release_host(gait_flat *flat, gaiti_flat_clip *clip);

#endif

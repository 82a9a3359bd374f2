/* Motion of animated nodes above joints. */
#ifndef GAITI_ROUNDTRIP_EDITED_MOTION_H
#define GAITI_ROUNDTRIP_EDITED_MOTION_H

#include "base/memory.h"
#include "gait/edited_file.h"
#include "gait/gltf.h"

/* Times in seconds. */
typedef struct gaiti_edited_times {
    const double *at;
    uint32_t count;
} gaiti_edited_times;

/* The times of the keys of a channel; those of a spline are close enough for linear pieces between
 * them. */
gait_status gaiti_edited_channel_times(const gait_gltf *file, uint32_t animation, uint32_t channel,
                                       gaiti_arena *arena, gaiti_edited_times *out);

/* Replaces the rotation and translation of each bone that animated nodes between it and its parent
 * move. `from_axes` is applied to poses of root bones, which are relative to the space of the rig
 * before. *out_moves is true when there is such a bone. */
gait_status gaiti_edited_add_motion(const gait_gltf_animated_rig *animated,
                                    const gait_affine *from_axes, const gait_options *options,
                                    gaiti_arena *arena, gait_edited_track *tracks, bool *out_moves);

#endif

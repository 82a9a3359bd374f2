/* What host programs do to blocks of keys (gait/host.h), for tests. */
#ifndef TEST_SUPPORT_HOST_BLOCKS_H
#define TEST_SUPPORT_HOST_BLOCKS_H

#include "gait/host.h"

typedef enum host_change {
    HOST_AS_IS = 0,
    HOST_RESAMPLED, /* one key per frame of 1/30 s, interpolated linearly, as Blender does */
    HOST_THINNED,   /* keys are removed that linear interpolation restores */
    HOST_LATER,     /* all times are 10 s later */
    HOST_CHANGES
} host_change;

/* Append the header of a bone, and numbers, to a block. */
void host_block_put_counts(gait_buffer *block, uint32_t rotations, uint32_t translations);
void host_block_put_floats(gait_buffer *block, const float *values, size_t count);

/* The changed block. Free it with gait_buffer_free(). */
gait_buffer host_block_change(gait_span block, uint32_t bone_count, host_change change);

/* Rotates the rotation key of a bone at a time about X. False when it has no key there. */
bool host_block_rotate(gait_buffer *block, uint32_t bone_count, uint32_t bone, float time,
                       double degrees);

#endif

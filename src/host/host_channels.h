/* The keys of a clip relative to the rest pose of a host program, one bone at a time. */
#ifndef GAITI_HOST_CHANNELS_H
#define GAITI_HOST_CHANNELS_H

#include "host/host_bone.h"
#include "roundtrip/compare/roundtrip_state.h"

/* The keys of one channel. */
typedef struct gaiti_host_channel {
    uint32_t count, width; /* `width` floats per key: w, x, y, z or x, y, z */
    float *values;
} gaiti_host_channel;

/* A clip in glTF axes without scale, and the current bone. */
typedef struct gaiti_host_channels {
    const gait_skeleton *skeleton;
    float *times; /* of the keys, in seconds */
    float start;  /* of the clip, where constants have their key */
    gaiti_host_channel rotation, translation;
    gaiti_host_rest *rests;
    gaiti_base_clip clip;
    gait_clip *rigid;
    gaiti_arena arena;
} gaiti_host_channels;

/* The times of the keys of a channel. */
static inline const float *gaiti_host_times(const gaiti_host_channels *channels,
                                            const gaiti_host_channel *channel) {
    return channel->count == 1 ? &channels->start : channels->times;
}

/* Sizes in bytes: of the header of a bone, and of a key of each channel. */
typedef struct gaiti_host_sizes {
    uint32_t header, rotation, translation;
} gaiti_host_sizes;

/* Writes the header and the keys of the current bone. Returns the end of the bytes. */
typedef uint8_t *(*gaiti_host_writer)(const gaiti_host_channels *channels, uint8_t *out);

/* Opens a clip with the errors of gait_host_keys(). Close it with gaiti_host_channels_close(), also
 * after a failure. */
gait_status gaiti_host_channels_open(const gait_host *host, const gait_clip *clip,
                                     double duration_s, const gait_options *options,
                                     gaiti_host_channels *out);
void gaiti_host_channels_close(gaiti_host_channels *self);

/* Appends a block with the keys of all bones. GAIT_NO_MEMORY; then `out` does not change. */
gait_status gaiti_host_channels_write(gaiti_host_channels *self, gaiti_host_sizes sizes,
                                      gaiti_host_writer write, gait_buffer *out);

#endif

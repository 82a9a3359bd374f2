/* gait_host_keys(): the keys of a clip relative to the rest pose of a host program. */
#include "base/bytes.h"
#include "gait/host.h"
#include "host/host_channels.h"

static uint8_t *host_write_keys(const gaiti_host_channel *channel, const float *times,
                                uint8_t *out) {
    const float *value = channel->values;
    for (uint32_t k = 0; k < channel->count; k++) {
        gaiti_store_f32(out, times[k]);
        out += 4;
        for (uint32_t i = 0; i < channel->width; i++, out += 4) {
            gaiti_store_f32(out, *value++);
        }
    }
    return out;
}

static uint8_t *host_write_bone_keys(const gaiti_host_channels *channels, uint8_t *out) {
    gaiti_store_u32(out, channels->rotation.count);
    gaiti_store_u32(out + 4, channels->translation.count);
    out = host_write_keys(&channels->rotation, gaiti_host_times(channels, &channels->rotation),
                          out + 8);
    return host_write_keys(&channels->translation,
                           gaiti_host_times(channels, &channels->translation), out);
}

gait_status gait_host_keys(const gait_host *host, const gait_clip *clip, double duration_s,
                           const gait_options *options, gait_buffer *out) {
    static const gaiti_host_sizes sizes = {.header = 8, .rotation = 20, .translation = 16};
    gaiti_host_channels channels;
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = gaiti_host_channels_open(host, clip, duration_s, options, &channels);
    if (status == GAIT_OK) {
        status = gaiti_host_channels_write(&channels, sizes, host_write_bone_keys, out);
    }
    gaiti_host_channels_close(&channels);
    return status;
}

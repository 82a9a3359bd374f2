/* gait_host_curves(): the keys of a clip as curves over the frames of a host program. */
#include "base/bytes.h"
#include "host/host_channels.h"
#include "host/host_timeline.h"
#include "model/quaternion.h"

/* Frames: keys at smaller distances from a whole frame are on it. Relative to the frame, the error
 * of a time that is a float: above frame 800 it is larger than the first distance. */
#define HOST_WHOLE_FRAME 1e-4
#define HOST_FRAME_ERROR 2.5e-7

enum { HOST_CURVE_HEADER_BYTES = 4, HOST_CURVE_KEY_BYTES = 8, HOST_CURVES = 7 };

static void host_place_frames(const gait_host_timeline *timeline, float *times, uint32_t count) {
    for (uint32_t k = 0; k < count; k++) {
        double frame = timeline->first_frame + (double)times[k] * timeline->fps;
        double whole = (double)(int64_t)(frame < 0 ? frame - 0.5 : frame + 0.5);
        double error =
            HOST_WHOLE_FRAME + HOST_FRAME_ERROR * gaiti_abs(frame - timeline->first_frame);
        times[k] = (float)(gaiti_abs(frame - whole) <= error ? whole : frame);
    }
}

static uint8_t *host_write_curves(const gaiti_host_channel *channel, const float *frames,
                                  uint8_t *out) {
    for (uint32_t i = 0; i < channel->width; i++) {
        const float *value = channel->values + i;
        gaiti_store_u32(out, channel->count);
        out += HOST_CURVE_HEADER_BYTES;
        for (uint32_t k = 0; k < channel->count; k++, value += channel->width) {
            gaiti_store_f32(out, frames[k]);
            gaiti_store_f32(out + 4, *value);
            out += HOST_CURVE_KEY_BYTES;
        }
    }
    return out;
}

static uint8_t *host_write_bone_curves(const gaiti_host_channels *channels, uint8_t *out) {
    out = host_write_curves(&channels->rotation, gaiti_host_times(channels, &channels->rotation),
                            out);
    return host_write_curves(&channels->translation,
                             gaiti_host_times(channels, &channels->translation), out);
}

gait_status gait_host_curves(const gait_host *host, const gait_clip *clip,
                             const gait_host_timeline *timeline, double duration_s,
                             const gait_options *options, gait_buffer *out) {
    static const gaiti_host_sizes sizes = {.header = HOST_CURVES * HOST_CURVE_HEADER_BYTES,
                                           .rotation = 4 * HOST_CURVE_KEY_BYTES,
                                           .translation = 3 * HOST_CURVE_KEY_BYTES};
    gaiti_host_channels channels;
    if (!gaiti_host_timeline_is_valid(timeline) || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_status status = gaiti_host_channels_open(host, clip, duration_s, options, &channels);
    if (status == GAIT_OK) {
        host_place_frames(timeline, channels.times, channels.clip.frame_count);
        host_place_frames(timeline, &channels.start, 1);
        status = gaiti_host_channels_write(&channels, sizes, host_write_bone_curves, out);
    }
    gaiti_host_channels_close(&channels);
    return status;
}

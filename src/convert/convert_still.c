/* Clips without movement, whose keys are not 1/30 s apart: exporters of glTF write only their first
 * and last key. With a key per frame, motions play them exactly. */
#include "convert/convert_state.h"
#include "formats/xray/xray_encode.h"
#include "model/clip.h"
#include "base/try.h"

enum { STILL_FPS = 30, STILL_FRAMES_MAX = 1 << 20 };

static bool still_has_one_value(const gait_channel *channel, bool is_rotation) {
    uint32_t width = is_rotation ? 4 : 3;
    double first[9], other[9];
    bool is_equal = channel->element != GAIT_MAT3_LE;
    for (uint32_t k = 0; k < channel->count && is_equal; k++) {
        gaiti_channel_get(channel, is_rotation, k, k == 0 ? first : other);
        for (uint32_t i = 0; i < width && k > 0; i++) {
            is_equal = is_equal && first[i] == other[i];
        }
    }
    return is_equal;
}

static bool still_is_still(const gait_clip *clip) {
    bool is_still = true;
    for (uint32_t b = 0; b < clip->skeleton->bone_count && is_still; b++) {
        const gait_track *track = &clip->tracks[b];
        is_still = still_has_one_value(&track->rotation, true) &&
                   still_has_one_value(&track->translation, false) &&
                   still_has_one_value(&track->scale, false);
    }
    return is_still;
}

static void still_reduce(gait_channel *channel) {
    channel->count = channel->count > 0 ? 1 : 0;
}

gait_status gaiti_convert_fill_still(const gait_clip *clip, const gait_options *options,
                                     gait_clip **out_clip) {
    uint32_t last = clip->frame_count > 0 ? clip->frame_count - 1 : 0;
    double frames = last > 0 ? ((double)clip->time[last] - (double)clip->time[0]) * STILL_FPS : 0;
    double whole = frames > 0 && frames < STILL_FRAMES_MAX ? (double)(uint32_t)(frames + 0.5) : 0;
    gait_status status = GAIT_OK;
    *out_clip = NULL;
    if (whole < 1 || frames - whole > 0.01 || whole - frames > 0.01 ||
        gaiti_xray_encode_rate(clip) == STILL_FPS || !still_is_still(clip)) {
        return GAIT_OK;
    }
    uint32_t count = (uint32_t)whole + 1;
    gaiti_clip *result = gaiti_clip_new(clip->skeleton, clip->name, count, 0, options, &status);
    GAITI_TRY(status);
    const char *name = result->clip.name;
    float *time = result->time;
    gait_track *tracks = result->tracks;
    result->clip = *clip; /* events stay views of those of `clip` */
    result->clip.name = name;
    result->clip.time = time;
    result->clip.phases = NULL;
    result->clip.frame_count = count;
    result->clip.tracks = tracks;
    for (uint32_t f = 0; f < count; f++) {
        time[f] = (float)((double)clip->time[0] + (double)f / STILL_FPS);
    }
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        tracks[b] = clip->tracks[b];
        still_reduce(&tracks[b].rotation);
        still_reduce(&tracks[b].translation);
        still_reduce(&tracks[b].scale);
    }
    *out_clip = &result->clip;
    return GAIT_OK;
}

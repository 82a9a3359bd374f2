/* Checks times, names and losses, and decodes the keys of a clip for banks and SDK motions. */
#include "formats/xray/xray_encode.h"

#include "base/bytes.h"
#include "base/text/text.h"
#include "base/try.h"
#include "model/clip.h"
#include "model/clip_change.h"

gait_status gaiti_xray_encode_accepts(const gait_clip *clip) {
    bool fits = gaiti_clip_is_complete(clip) && clip->space == GAIT_SPACE_LOCAL &&
                clip->axes == GAIT_AXES_ENGINE && clip->time_unit == GAIT_TIME_SECONDS &&
                clip->frame_count > 0;
    for (uint32_t b = 0; fits && b < clip->skeleton->bone_count; b++) {
        const gait_channel *rotation = &clip->tracks[b].rotation;
        fits = rotation->count == 0 || rotation->element != GAIT_MAT3_LE;
    }
    return fits ? GAIT_OK : GAIT_BAD_ARGUMENT;
}

/* --- time ------------------------------------------------------------------------------------- */

double gaiti_xray_encode_rate(const gait_clip *clip) {
    const double tolerance = 1e-3; /* frames */
    uint32_t last = clip->frame_count - 1;
    if (last == 0) {
        return 30;
    }
    double first = (double)clip->time[0], length = (double)clip->time[last] - first;
    if (!(length > 0)) {
        return 0;
    }
    double rate = last / length, whole = rate < 1e6 ? (double)(uint32_t)(rate + 0.5) : rate;
    rate = (rate - whole) * last < tolerance * rate && (whole - rate) * last < tolerance * rate
               ? whole
               : rate;
    for (uint32_t k = 0; k <= last; k++) {
        double off = ((double)clip->time[k] - first) * rate - k;
        if (!(off < tolerance && off > -tolerance)) {
            return 0;
        }
    }
    return rate;
}

/* --- losses ----------------------------------------------------------------------------------- */

static bool encode_is_bone_scaled(const gait_clip *clip, uint32_t bone) {
    const gait_channel *scale = &clip->tracks[bone].scale;
    uint32_t count = scale->count > 0 ? scale->count : 1;
    bool scaled = false;
    for (uint32_t k = 0; k < count && !scaled; k++) {
        double s[9];
        memcpy(s, clip->skeleton->bones[bone].rest.s, 3 * sizeof *s);
        if (scale->count > 0) {
            gaiti_channel_get(scale, false, k, s);
        }
        for (int axis = 0; axis < 3; axis++) {
            scaled = scaled || !(s[axis] > 1 - 1e-4 && s[axis] < 1 + 1e-4);
        }
    }
    return scaled;
}

bool gaiti_xray_encode_is_scaled(const gait_clip *clip) {
    bool is_scaled = false;
    for (uint32_t b = 0; b < clip->skeleton->bone_count && !is_scaled; b++) {
        is_scaled = encode_is_bone_scaled(clip, b);
    }
    return is_scaled;
}

uint32_t gaiti_xray_encode_losses(const gait_clip *clip) {
    uint32_t losses = gaiti_xray_encode_is_scaled(clip) ? GAIT_LOSES_SCALE : 0u;
    for (uint32_t e = 0; e < clip->event_count; e++) {
        losses |= clip->events[e].value[0] ? GAIT_LOSES_EVENT_VALUES : 0u;
    }
    const float *motion = clip->root_motion;
    losses |= motion[0] != 0 || motion[1] != 0 || motion[2] != 0 ? GAIT_LOSES_ROOT_MOTION : 0u;
    return losses;
}

gait_status gaiti_xray_encode_check_losses(uint32_t losses, uint32_t allowed,
                                           uint32_t *out_losses) {
    if (out_losses) {
        *out_losses = losses;
    }
    return losses & ~allowed ? GAIT_WOULD_LOSE : GAIT_OK;
}

gait_playback gaiti_xray_encode_playback(const gait_clip *clip) {
    gait_playback playback = clip->playback;
    if (!playback.known) {
        playback = (gait_playback){.flags = playback.loop ? 0 : GAIT_OMF_STOP_AT_END,
                                   .bone_or_part = GAITI_XRAY_ALL_PARTS,
                                   .speed = 1,
                                   .power = 1,
                                   .accrue = 2,
                                   .falloff = 2};
    }
    return playback;
}

gait_status gaiti_xray_encode_name(const char *utf8, uint32_t page, gaiti_arena *arena,
                                   gait_span *out_name) {
    uint8_t *bytes = gaiti_alloc(arena, strlen(utf8) + 1, 1);
    GAITI_TRY(arena->status);
    out_name->data = bytes;
    return gaiti_from_utf8(page, utf8, bytes, &out_name->size) ? GAIT_OK : GAIT_BAD_ARGUMENT;
}

bool gaiti_xray_encode_refuses(const char *utf8, uint32_t page) {
    enum { NAME_MAX_BYTES = 127 };
    uint8_t bytes[4 * NAME_MAX_BYTES + 1];
    size_t length = strlen(utf8), size = 0;
    bool is_stored = length > 0 && length < sizeof bytes &&
                     gaiti_from_utf8(page, utf8, bytes, &size) && size <= NAME_MAX_BYTES;
    for (size_t i = 0; is_stored && i < size; i++) {
        is_stored = bytes[i] >= ' ';
    }
    return !is_stored;
}

const char *gaiti_xray_encode_bad_event(const gait_clip *clip, uint32_t page) {
    for (uint32_t e = 0; e < clip->event_count; e++) {
        if (gaiti_xray_encode_refuses(clip->events[e].name, page)) {
            return clip->events[e].name;
        }
    }
    return NULL;
}

gait_status gaiti_xray_encode_bone_name(const char *utf8, uint32_t page, gaiti_arena *arena,
                                        gait_span *out_name) {
    gait_status status = gaiti_xray_encode_name(utf8, page, arena, out_name);
    uint8_t *lower = status == GAIT_OK ? gaiti_copy(arena, *out_name) : NULL;
    for (size_t i = 0; lower && i < out_name->size; i++) {
        lower[i] = gaiti_ascii_lower(lower[i]);
    }
    out_name->data = lower;
    return status == GAIT_OK && !lower ? arena->status : status;
}

/* --- keys ------------------------------------------------------------------------------------- */

uint32_t gaiti_xray_encode_count(const gait_channel *channel) {
    return channel->count > 0 ? channel->count : 1;
}

void gaiti_xray_encode_key(const gait_clip *clip, uint32_t bone, bool is_rotation, uint32_t frame,
                           double *out) {
    const gait_track *track = &clip->tracks[bone];
    const gait_channel *channel = is_rotation ? &track->rotation : &track->translation;
    const gait_transform *rest = &clip->skeleton->bones[bone].rest;
    double key[9];
    memcpy(key, is_rotation ? rest->q : rest->t, (is_rotation ? 4 : 3) * sizeof *key);
    if (channel->count > 0) {
        gaiti_channel_get(channel, is_rotation, frame, key);
    }
    memcpy(out, key, (is_rotation ? 4 : 3) * sizeof *out);
}

void gaiti_xray_encode_change_axes(const double *value, bool is_rotation, uint8_t negate,
                                   double *out) {
    gait_channel channel = {.negate = negate};
    gaiti_channel_change_axes(&channel, is_rotation, GAIT_AXES_GLTF, GAIT_AXES_ENGINE);
    for (int i = 0; i < (is_rotation ? 4 : 3); i++) {
        out[i] = channel.negate >> i & 1 ? -value[i] : value[i];
    }
}

bool gaiti_xray_encode_fits(const gaiti_clip_change *change, uint32_t frame_count, uint32_t max) {
    return change && gaiti_clip_is_complete(change->base) &&
           (change->bones || change->base->skeleton->bone_count == 0) &&
           (change->times || !change->is_retimed) && frame_count > 0 &&
           change->base->frame_count == frame_count && change->frame_count > 0 &&
           change->frame_count <= max && (change->is_retimed || change->frame_count == frame_count);
}

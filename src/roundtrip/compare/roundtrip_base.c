/* Decodes clips of the base file and interpolates between their keys. */
#include <string.h>

#include "base/search.h"
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

/* --- loading ---------------------------------------------------------------------------------- */

static void base_clip_rest(const gait_clip *clip, uint32_t bone, bool is_rotation, double *out) {
    gait_affine rest = gait_affine_from_transform(&clip->skeleton->bones[bone].rest);
    gait_transform transform;
    rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    gait_affine_decompose(&rest, &transform);
    if (is_rotation) {
        memcpy(out, transform.q, sizeof transform.q);
    } else {
        memcpy(out, transform.t, sizeof transform.t);
    }
}

static bool base_clip_load(const gait_clip *clip, uint32_t bone, bool is_rotation,
                           gaiti_arena *arena, gaiti_base_track *out) {
    const gait_track *track = &clip->tracks[bone];
    const gait_channel *channel = is_rotation ? &track->rotation : &track->translation;
    unsigned width = is_rotation ? 4 : 3;
    double key[9], rest[4];
    base_clip_rest(clip, bone, is_rotation, rest);
    out->is_absent = channel->count == 0;
    out->count = out->is_absent ? 1 : channel->count;
    double *values = gaiti_alloc(arena, out->count, width * sizeof *values);
    out->values = values;
    if (values && out->is_absent) {
        memcpy(values, rest, width * sizeof *values);
        return true;
    }
    for (uint32_t k = 0; values && k < out->count; k++) {
        double *value = values + (size_t)k * width;
        gaiti_channel_get(channel, is_rotation, k, key);
        memcpy(value, key, width * sizeof *key);
        if (is_rotation) {
            gaiti_quaternion_normalise(value);
            if (k > 0) {
                gaiti_quaternion_continue(value, value - width);
            }
        }
        /* Like the export: components that are not finite have the value of the rest pose. */
        for (int i = 0; !is_rotation && i < 3; i++) {
            value[i] = value[i] - value[i] == 0 ? value[i] : rest[i];
        }
    }
    return values != NULL;
}

bool gaiti_base_clip_load(const gait_clip *clip, gaiti_arena *arena, gaiti_base_clip *out) {
    uint32_t bones = clip->skeleton->bone_count;
    double *times = gaiti_alloc(arena, clip->frame_count, sizeof *times);
    gaiti_base_track *rotations = gaiti_alloc(arena, bones, sizeof *rotations);
    gaiti_base_track *translations = gaiti_alloc(arena, bones, sizeof *translations);
    bool done = times && rotations && translations;
    gaiti_time_span span = clip->frame_count > 0 ? gaiti_clip_span(clip) : (gaiti_time_span){0, 0};
    for (uint32_t k = 0; done && k < clip->frame_count; k++) {
        times[k] = (double)clip->time[k] - span.start;
    }
    for (uint32_t b = 0; done && b < bones; b++) {
        done = base_clip_load(clip, b, true, arena, &rotations[b]) &&
               base_clip_load(clip, b, false, arena, &translations[b]);
    }
    double length = done && clip->frame_count > 0 ? times[clip->frame_count - 1] : 0;
    length = span.length > length ? span.length : length;
    *out = (gaiti_base_clip){clip, clip->frame_count, times, length, rotations, translations};
    return done;
}

/* --- between keys ----------------------------------------------------------------------------- */

uint32_t gaiti_find_key(const double *times, uint32_t count, double time, double *fraction) {
    uint32_t high = count - 1;
    *fraction = 0;
    if (count < 2 || !(time > times[0])) {
        return 0;
    }
    if (time >= times[high]) {
        return high;
    }
    uint32_t low = gaiti_last_time_f64(times, high, time);
    double span = times[low + 1] - times[low];
    *fraction = span > 0 ? (time - times[low]) / span : 0;
    return low;
}

uint32_t gaiti_base_nearest_key(const gaiti_base_clip *clip, double time) {
    double fraction = 0;
    if (clip->frame_count == 0) {
        return 0;
    }
    uint32_t key = gaiti_find_key(clip->times, clip->frame_count, time, &fraction);
    return fraction > 0.5 ? key + 1 : key;
}

void gaiti_base_rotation(const gaiti_base_clip *clip, uint32_t bone, double time, bool on_arc,
                         double q[4]) {
    const gaiti_base_track *track = &clip->rotations[bone];
    double fraction = 0;
    uint32_t key =
        track->count > 1 ? gaiti_find_key(clip->times, track->count, time, &fraction) : 0;
    const double *from = track->values + (size_t)key * 4;
    memcpy(q, from, 4 * sizeof *q);
    if (fraction > 0 && on_arc) {
        gaiti_quaternion_slerp(from, from + 4, fraction, q);
    } else if (fraction > 0) {
        for (int i = 0; i < 4; i++) {
            q[i] += fraction * (from[4 + i] - from[i]);
        }
        gaiti_quaternion_normalise(q);
    }
}

void gaiti_base_translation(const gaiti_base_clip *clip, uint32_t bone, double time, double t[3]) {
    const gaiti_base_track *track = &clip->translations[bone];
    double fraction = 0;
    uint32_t key =
        track->count > 1 ? gaiti_find_key(clip->times, track->count, time, &fraction) : 0;
    const double *from = track->values + (size_t)key * 3;
    memcpy(t, from, 3 * sizeof *t);
    for (int i = 0; fraction > 0 && i < 3; i++) {
        t[i] += fraction * (from[3 + i] - from[i]);
    }
}

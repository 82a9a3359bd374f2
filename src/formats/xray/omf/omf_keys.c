/* Keys of a bank, as stored and as numbers. */
#include "formats/xray/omf/omf.h"

/* --- one track, as stored --------------------------------------------------------------------- */

/* Faster equivalent of reading with gaiti_omf_visit_track(), for decoding whole banks. Opening the
 * bank has checked that the bytes exist. */
void gaiti_omf_read_track(const gait_omf *omf, uint32_t motion, uint32_t track,
                          gait_omf_track *out) {
    const gaiti_omf_keys *keys = &omf->keys[motion];
    const uint8_t *p = keys->tracks.data + keys->offsets[track];
    const uint8_t flags = *p++;
    bool floats = flags & GAIT_OMF_FLOAT_KEYS;
    *out = (gait_omf_track){.flags = flags};
    size_t rotation_size = gaiti_omf_rotation_size(flags);
    if (!(flags & GAIT_OMF_ROTATION_CONSTANT)) {
        out->rotation_crc = gaiti_load_u32(p);
        p += 4;
        rotation_size *= keys->frame_count;
    }
    out->rotation_keys = gaiti_span(p, rotation_size);
    p += rotation_size;
    if (!(flags & GAIT_OMF_TRANSLATION_KEYS)) {
        out->translation_keys = gaiti_span(p, 0);
        gaiti_load_f32s(p, 3, out->init);
        return;
    }
    size_t key_size = gaiti_omf_translation_size(flags);
    out->translation_crc = gaiti_load_u32(p);
    out->translation_keys = gaiti_span(p + 4, key_size * keys->frame_count);
    p += 4 + out->translation_keys.size;
    if (!floats) {
        gaiti_load_f32s(p, 3, out->size);
        gaiti_load_f32s(p + sizeof out->size, 3, out->init);
    }
}

gait_omf_track gait_omf_track_at(const gait_omf *omf, uint32_t motion, uint32_t track) {
    gait_omf_track values = {0};
    if (!omf || motion >= omf->keys_count || track >= omf->bone_count) {
        return values;
    }
    gaiti_omf_read_track(omf, motion, track, &values);
    return values;
}

/* --- keys as numbers -------------------------------------------------------------------------- */

bool gaiti_omf_is_quantised(const gait_omf_track *track) {
    return (track->flags & (GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_FLOAT_KEYS)) ==
           GAIT_OMF_TRANSLATION_KEYS;
}

static float omf_scale_key(const gait_omf_track *track, int axis, int32_t key) {
    return (float)((double)key * track->size[axis] + track->init[axis]);
}

void gaiti_omf_scale_keys(const gait_omf_track *track, uint32_t frame_count, float *out) {
    const uint8_t *key = track->translation_keys.data;
    if (track->flags & GAIT_OMF_TRANSLATION_16) {
        for (uint64_t i = 0; i < (uint64_t)frame_count * 3; i++, key += 2) {
            out[i] = omf_scale_key(track, (int)(i % 3), gaiti_load_s16(key));
        }
    } else {
        for (uint64_t i = 0; i < (uint64_t)frame_count * 3; i++, key++) {
            out[i] = omf_scale_key(track, (int)(i % 3), *key < 128 ? *key : *key - 256);
        }
    }
}

void gaiti_omf_load_rotation(const uint8_t *key, bool floats, double out[4]) {
    for (size_t i = 0; i < 4; i++) {
        out[i] =
            floats ? (double)gaiti_load_f32(key + 4 * i) : gaiti_load_s16(key + 2 * i) / 32767.0;
    }
}

void gaiti_omf_store_rotation(const double q[4], bool floats, uint8_t *out) {
    for (size_t i = 0; i < 4; i++) {
        if (floats) {
            gaiti_store_f32(out + 4 * i, (float)q[i]);
        } else {
            gaiti_store_s16(out + 2 * i, (int16_t)gaiti_omf_round(q[i] * 32767, -32767, 32767));
        }
    }
}

/* Keys of a bank, as stored and as numbers. */
#include "codec/snorm16.h"
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

/* --- whole motions ---------------------------------------------------------------------------- */

/* Repeats the first `width` floats at `out` for every frame. */
static void omf_repeat(float *out, uint32_t width, uint32_t frame_count) {
    for (uint64_t i = width; i < (uint64_t)frame_count * width; i++) {
        out[i] = out[i - width];
    }
}

static void omf_decode_rotation(const gait_omf_track *track, uint32_t frame_count, float *out) {
    /* Files store the conjugate of the rotation for column vectors. */
    static const float conjugate[4] = {-32767, -32767, -32767, 32767};
    const uint8_t *keys = track->rotation_keys.data;
    bool constant = track->flags & GAIT_OMF_ROTATION_CONSTANT;
    uint32_t count = constant ? 1 : frame_count;
    if (track->flags & GAIT_OMF_FLOAT_KEYS) {
        for (uint64_t i = 0; i < (uint64_t)count * 4; i++) {
            float value = gaiti_load_f32(keys + 4 * i);
            out[i] = i % 4 < 3 ? -value : value;
        }
    } else {
        gaiti_snorm16_to_f32(keys, count, conjugate, out);
    }
    if (constant) {
        omf_repeat(out, 4, frame_count);
    }
}

static void omf_decode_translation(const gait_omf_track *track, uint32_t frame_count, float *out) {
    if (gaiti_omf_is_quantised(track)) {
        gaiti_omf_scale_keys(track, frame_count, out);
    } else if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        gaiti_load_f32s(track->translation_keys.data, (size_t)frame_count * 3, out);
    } else {
        memcpy(out, track->init, sizeof track->init);
        omf_repeat(out, 3, frame_count);
    }
}

gait_status gaiti_omf_decode(const gait_omf *omf, uint32_t motion, float *out_rotations,
                             float *out_translations) {
    if (motion >= gait_omf_motion_count(omf)) {
        return GAIT_BAD_ARGUMENT;
    }
    uint32_t frame_count = omf->keys[motion].frame_count;
    for (uint32_t t = 0; frame_count > 0 && t < omf->bone_count; t++) {
        gait_omf_track track;
        gaiti_omf_read_track(omf, motion, t, &track);
        uint64_t first = (uint64_t)t * frame_count;
        if (out_rotations) {
            omf_decode_rotation(&track, frame_count, out_rotations + first * 4);
        }
        if (out_translations) {
            omf_decode_translation(&track, frame_count, out_translations + first * 3);
        }
    }
    return GAIT_OK;
}

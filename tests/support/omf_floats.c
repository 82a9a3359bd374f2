/* The keys of a motion of a bank as floats, with the conversions that the library uses. gait-bench
 * is compiled with it too. */
#include "omf_floats.h"

#include <string.h>

#include "base/bytes.h"
#include "codec/snorm16.h"

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

gait_status omf_floats(const gait_omf *omf, uint32_t motion, float *out_rotations,
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

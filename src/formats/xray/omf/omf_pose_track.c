/* What poses of stored keys compute one track at a time: rotations that are far apart, and floats.
 */
#include "base/bytes.h"
#include "formats/xray/omf/omf_pose_track.h"
#include "model/quaternion.h"

static void pose_load_rotation(bool is_float, const uint8_t *key, double out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = is_float ? (double)gaiti_load_f32(key + 4 * i) : gaiti_load_s16(key + 2 * i);
    }
    gaiti_quaternion_normalise(out);
}

void gaiti_omf_pose_slerp(const gaiti_omf_moment *moment, const uint8_t *track, gait_trs *out) {
    bool is_float = *track & GAIT_OMF_FLOAT_KEYS;
    bool is_constant = *track & GAIT_OMF_ROTATION_CONSTANT;
    size_t size = is_float ? GAITI_OMF_FLOAT_ROTATION : GAITI_OMF_ROTATION;
    const uint8_t *keys = track + GAITI_OMF_FLAGS + (is_constant ? 0 : GAITI_OMF_CHECKSUM);
    double a[4], b[4];
    pose_load_rotation(is_float, keys + (is_constant ? 0 : moment->key * size), a);
    pose_load_rotation(is_float, keys + (is_constant ? 0 : moment->next * size), b);
    gaiti_quaternion_slerp(a, b, (double)moment->fraction, a);
    for (int i = 0; i < 4; i++) {
        out->q[i] = (float)a[i] * moment->rotation_signs[i];
    }
}

void gaiti_omf_pose_floats(const gaiti_omf_moment *moment, const uint8_t *track, gait_trs *out) {
    enum { SIZE = 12 };
    bool is_constant = *track & GAIT_OMF_ROTATION_CONSTANT;
    bool has_keys = *track & GAIT_OMF_TRANSLATION_KEYS;
    const uint8_t *keys = track + GAITI_OMF_FLAGS;
    keys += is_constant
                ? GAITI_OMF_FLOAT_ROTATION
                : GAITI_OMF_CHECKSUM + (size_t)GAITI_OMF_FLOAT_ROTATION * moment->frame_count;
    keys += has_keys ? GAITI_OMF_CHECKSUM : 0;
    const uint8_t *from = keys + (has_keys ? (size_t)SIZE * moment->key : 0);
    const uint8_t *to = keys + (has_keys ? (size_t)SIZE * moment->next : 0);
    for (int i = 0; i < 3; i++) {
        float a = gaiti_load_f32(from + 4 * i), b = gaiti_load_f32(to + 4 * i);
        out->t[i] = (has_keys ? a + (b - a) * moment->fraction : a) * moment->translation_signs[i];
    }
}

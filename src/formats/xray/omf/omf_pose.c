/* Poses of a motion from its keys as stored. */
#include "formats/xray/omf/omf_pose.h"

#include "base/bytes.h"
#include "base/float8.h"
#include "model/affine.h"
#include "model/quaternion.h"

enum {
    POSE_ROTATION = 8, /* bytes of a rotation of integers */
    POSE_FLOATS = 16,  /* bytes of a rotation of floats */
    POSE_CHECKSUM = 4,
    POSE_FLAGS = 1
};

/* --- single tracks ---------------------------------------------------------------------------- */

static void pose_load_rotation(bool is_float, const uint8_t *key, double out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = is_float ? (double)gaiti_load_f32(key + 4 * i) : gaiti_load_s16(key + 2 * i);
    }
    gaiti_quaternion_normalize(out);
}

void gaiti_omf_pose_slerp(const gaiti_omf_moment *moment, const uint8_t *track, gait_trs *out) {
    bool is_float = *track & GAIT_OMF_FLOAT_KEYS;
    bool is_constant = *track & GAIT_OMF_ROTATION_CONSTANT;
    size_t size = is_float ? POSE_FLOATS : POSE_ROTATION;
    const uint8_t *keys = track + POSE_FLAGS + (is_constant ? 0 : POSE_CHECKSUM);
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
    const uint8_t *keys = track + POSE_FLAGS;
    keys += is_constant ? POSE_FLOATS : POSE_CHECKSUM + (size_t)POSE_FLOATS * moment->frame_count;
    keys += has_keys ? POSE_CHECKSUM : 0;
    const uint8_t *from = keys + (has_keys ? (size_t)SIZE * moment->key : 0);
    const uint8_t *to = keys + (has_keys ? (size_t)SIZE * moment->next : 0);
    for (int i = 0; i < 3; i++) {
        float a = gaiti_load_f32(from + 4 * i), b = gaiti_load_f32(to + 4 * i);
        out->t[i] = (has_keys ? a + (b - a) * moment->fraction : a) * moment->translation_signs[i];
    }
}

/* --- the moment ------------------------------------------------------------------------------- */

/* Where the numbers of tracks of integers are. Sums that do not fit in 32 bits belong to kinds that
 * the motion does not have, because its tracks have offsets of 32 bits. */
GAITI_INLINE gaiti_omf_places pose_places(const gaiti_omf_moment *moment, uint8_t flags) {
    uint32_t rotation = POSE_FLAGS, end = POSE_FLAGS + POSE_ROTATION;
    if (!(flags & GAIT_OMF_ROTATION_CONSTANT)) {
        rotation = POSE_FLAGS + POSE_CHECKSUM + moment->key * POSE_ROTATION;
        end = POSE_FLAGS + POSE_CHECKSUM + moment->frame_count * POSE_ROTATION;
    }
    if (!(flags & GAIT_OMF_TRANSLATION_KEYS)) {
        return (gaiti_omf_places){rotation, POSE_FLAGS, POSE_FLAGS, end - 4};
    }
    uint32_t size = flags & GAIT_OMF_TRANSLATION_16 ? 6 : 3, keys = end + POSE_CHECKSUM;
    uint32_t sizes = keys + moment->frame_count * size;
    return (gaiti_omf_places){rotation, keys + moment->key * size, sizes, sizes + 8};
}

/* Quaternions that rotate column vectors are conjugates of those in files. A reflection of axes
 * changes the signs of rotations about the other two axes. */
static void pose_set_signs(gaiti_omf_moment *moment, gait_axes axes) {
    double signs[3];
    gaiti_axes_signs(GAIT_AXES_ENGINE, axes, signs);
    float x = (float)signs[0], y = (float)signs[1], z = (float)signs[2];
    const float translation[4] = {x, y, z, 1}, rotation[4] = {-y * z, -x * z, -x * y, 1};
    memcpy(moment->translation_signs, translation, sizeof translation);
    memcpy(moment->rotation_signs, rotation, sizeof rotation);
}

void gaiti_omf_pose_begin(const gaiti_omf_keys *keys, double time, gait_axes axes,
                          gaiti_omf_moment *moment) {
    pose_set_signs(moment, axes);
    const double rate = 30;
    uint32_t last = keys->frame_count - 1;
    double at = time * rate;
    at = at > 0 ? at < last ? at : last : 0;
    moment->tracks = keys->tracks.data;
    moment->offsets = keys->offsets;
    moment->frame_count = keys->frame_count;
    moment->key = (uint32_t)at;
    moment->next = moment->key < last ? moment->key + 1 : last;
    moment->fraction = (float)(at - moment->key);
    GAITI_UNROLL for (uint8_t flags = 0; flags < GAIT_OMF_FLOAT_KEYS; flags++) {
        moment->places[flags] = pose_places(moment, flags);
        moment->places[flags | GAIT_OMF_FLOAT_KEYS] =
            (gaiti_omf_places){POSE_FLAGS, POSE_FLAGS, POSE_FLAGS, POSE_FLAGS};
    }
}

gait_status gait_omf_pose(const gait_omf *omf, uint32_t motion, double time, gait_axes axes,
                          gait_trs *out, size_t capacity) {
    if (!omf || motion >= gait_omf_motion_count(omf) || time != time ||
        (unsigned)axes > GAIT_AXES_GLTF || capacity < omf->bone_count ||
        (!out && omf->bone_count > 0) || omf->keys[motion].frame_count == 0) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_omf_moment moment;
    gaiti_omf_pose_begin(&omf->keys[motion], time, axes, &moment);
    gaiti_omf_pose_function compute = gaiti_omf_pose_by(GAITI_OMF_POSE_AVX2);
    compute = compute ? compute : gaiti_omf_pose_by(GAITI_OMF_POSE_BASE);
    compute(&moment, omf->bone_count, out);
    return GAIT_OK;
}

/* Poses of a motion from its keys as stored. */
#include "formats/xray/omf/omf_pose_track.h"

#include "base/float8.h"
#include "model/affine.h"

/* Where the numbers of tracks of integers are. Sums that do not fit in 32 bits belong to kinds that
 * the motion does not have, because its tracks have offsets of 32 bits. */
GAITI_INLINE gaiti_omf_places pose_places(const gaiti_omf_moment *moment, unsigned flags) {
    uint32_t rotation = GAITI_OMF_FLAGS, end = GAITI_OMF_FLAGS + GAITI_OMF_ROTATION;
    if (!(flags & GAIT_OMF_ROTATION_CONSTANT)) {
        rotation = GAITI_OMF_FLAGS + GAITI_OMF_CHECKSUM + moment->key * GAITI_OMF_ROTATION;
        end = GAITI_OMF_FLAGS + GAITI_OMF_CHECKSUM + moment->frame_count * GAITI_OMF_ROTATION;
    }
    if (!(flags & GAIT_OMF_TRANSLATION_KEYS)) {
        return (gaiti_omf_places){rotation, GAITI_OMF_FLAGS, GAITI_OMF_FLAGS, end - 4};
    }
    uint32_t size = flags & GAIT_OMF_TRANSLATION_16 ? 6 : 3, keys = end + GAITI_OMF_CHECKSUM;
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
    GAITI_UNROLL for (unsigned flags = 0; flags < GAIT_OMF_FLOAT_KEYS; flags++) {
        moment->places[flags] = pose_places(moment, flags);
        moment->places[flags | GAIT_OMF_FLOAT_KEYS] =
            (gaiti_omf_places){GAITI_OMF_FLAGS, GAITI_OMF_FLAGS, GAITI_OMF_FLAGS, GAITI_OMF_FLAGS};
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

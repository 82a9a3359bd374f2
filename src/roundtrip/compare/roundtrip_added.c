/* Converts animations without a clip in the base file to clips on its skeleton. */
#include <string.h>

#include "base/try.h"
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/transform.h"

static void added_rest(const gait_skeleton *skeleton, uint32_t bone, double q[4], double t[3]) {
    gait_transform transform;
    gait_affine rest = gait_affine_from_transform(&skeleton->bones[bone].rest);
    rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    gait_affine_decompose(&rest, &transform);
    memcpy(q, transform.q, sizeof transform.q);
    memcpy(t, transform.t, sizeof transform.t);
}

static void added_key(const gaiti_edited_clip *edited_clip, uint32_t bone, double time,
                      bool is_first, float *rotation, float *translation) {
    double q[4], t[3];
    if (edited_clip->map->joint_of[bone] < 0) {
        added_rest(edited_clip->map->skeleton, bone, q, t);
    } else {
        gaiti_edited_rotation(edited_clip, bone, time, q);
        gaiti_edited_translation(edited_clip, bone, time, t);
    }
    gaiti_quaternion_store(q, is_first ? NULL : rotation - 4, rotation);
    for (int i = 0; i < 3; i++) {
        translation[i] = (float)t[i];
    }
}

static bool added_bone(const gaiti_edited_clip *edited_clip, uint32_t bone, gaiti_clip *result) {
    uint32_t count = edited_clip->map->joint_of[bone] < 0 ? 1 : result->clip.frame_count;
    float *rotations = gaiti_alloc(&result->arena, count, 4 * sizeof *rotations);
    float *translations = gaiti_alloc(&result->arena, count, 3 * sizeof *translations);
    for (uint32_t k = 0; rotations && translations && k < count; k++) {
        added_key(edited_clip, bone, (double)k / GAITI_DIFF_RATE, k == 0, rotations + (size_t)k * 4,
                  translations + (size_t)k * 3);
    }
    result->tracks[bone] = (gait_track){
        .rotation = {.data = (const uint8_t *)rotations, .count = count, .stride = 16},
        .translation = {.data = (const uint8_t *)translations, .count = count, .stride = 12},
    };
    return rotations && translations;
}

gait_status gaiti_diff_added_clip(const gaiti_diff *diff, uint32_t index,
                                  const gait_options *options, gait_clip **out_clip) {
    gait_status status;
    if (!GAITI_CLEAR(out_clip) || index >= gaiti_diff_clip_count(diff) ||
        diff->clips[index].outcome != GAIT_DIFF_NEW) {
        return GAIT_BAD_ARGUMENT;
    }
    int32_t animation = diff->clips[index].animation;
    const gaiti_key_range *range = &diff->ranges[animation];
    gaiti_edited_clip edited_clip = {
        .map = &diff->map,
        .animation = &diff->map.edit->animations[animation],
        .time_map = {diff->playback.rate, range->first / diff->playback.rate}};
    double frames = (range->last - range->first) / diff->playback.rate * GAITI_DIFF_RATE;
    if (frames > GAITI_DIFF_FRAMES_MAX) {
        return GAIT_LIMIT;
    }
    gaiti_clip *result = gaiti_clip_new(diff->map.skeleton, edited_clip.animation->name,
                                        (uint32_t)(frames + 0.5) + 1, 0, options, &status);
    bool done = result != NULL;
    for (uint32_t k = 0; done && k < result->clip.frame_count; k++) {
        result->time[k] = (float)((double)k / GAITI_DIFF_RATE);
    }
    for (uint32_t b = 0; done && b < diff->map.skeleton->bone_count; b++) {
        done = added_bone(&edited_clip, b, result);
    }
    if (result && !done) {
        status = result->arena.status;
        gait_clip_free(&result->clip);
        return status;
    }
    if (result) {
        result->clip.axes = GAIT_AXES_GLTF;
        *out_clip = &result->clip;
    }
    return result ? GAIT_OK : status;
}

/* What edited files and bases are accepted: numbers, and times that ascend. */
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"

/* Numbers beyond these are no animation. */
#define BACK_ACCEPT_LARGEST_VALUE 1e15
#define BACK_ACCEPT_LARGEST_TIME 1e8

static bool back_accept_numbers(const double *values, uint64_t count, double largest) {
    for (uint64_t i = 0; i < count; i++) {
        if (!(gaiti_abs(values[i]) <= largest)) {
            return false;
        }
    }
    return true;
}

static bool back_accept_curve(const gait_back_curve *curve, unsigned width) {
    uint64_t count = curve->count, tangents = curve->interpolation == GAIT_BACK_CUBIC ? 2 : 0;
    if (count && (!back_accept_numbers(curve->times, count, BACK_ACCEPT_LARGEST_TIME) ||
                  !back_accept_numbers(curve->values, count * width, BACK_ACCEPT_LARGEST_VALUE) ||
                  !back_accept_numbers(curve->tangents, count * width * tangents,
                                       BACK_ACCEPT_LARGEST_VALUE))) {
        return false;
    }
    for (uint32_t k = 1; k < count; k++) {
        if (!(curve->times[k] >= curve->times[k - 1])) {
            return false;
        }
    }
    return true;
}

static bool back_accept_joint(const gait_back_joint *joint) {
    return back_accept_numbers(&joint->rest.m[0][0], 9, BACK_ACCEPT_LARGEST_VALUE) &&
           back_accept_numbers(joint->rest.t, 3, BACK_ACCEPT_LARGEST_VALUE) &&
           back_accept_numbers(joint->node.t, 3, BACK_ACCEPT_LARGEST_VALUE) &&
           back_accept_numbers(joint->node.q, 4, BACK_ACCEPT_LARGEST_VALUE) &&
           back_accept_numbers(joint->node.s, 3, BACK_ACCEPT_LARGEST_VALUE);
}

static bool back_curve_is_complete(const gait_back_curve *curve) {
    return curve->count == 0 || (curve->times && curve->values &&
                                 (curve->tangents || curve->interpolation != GAIT_BACK_CUBIC));
}

bool gaiti_back_edit_is_complete(const gait_back_edit *edit) {
    if (!edit || (!edit->joints && edit->joint_count > 0) ||
        (!edit->animations && edit->animation_count > 0)) {
        return false;
    }
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        if (!edit->joints[j].name) {
            return false;
        }
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        const gait_back_animation *animation = &edit->animations[a];
        bool is_complete = animation->name && (animation->tracks || edit->joint_count == 0);
        for (uint32_t j = 0; j < edit->joint_count && is_complete; j++) {
            const gait_back_track *track = &animation->tracks[j];
            is_complete = back_curve_is_complete(&track->rotation) &&
                          back_curve_is_complete(&track->translation) &&
                          back_curve_is_complete(&track->scale);
        }
        if (!is_complete) {
            return false;
        }
    }
    return true;
}

bool gaiti_back_edit_is_sorted(const gait_back_edit *edit) {
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        int32_t parent = edit->joints[j].parent;
        if (parent < -1 || parent >= (int32_t)j) {
            return false;
        }
    }
    return true;
}

bool gaiti_back_edit_is_sound(const gait_back_edit *edit) {
    if (!gaiti_back_edit_is_sorted(edit)) {
        return false;
    }
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        if (!back_accept_joint(&edit->joints[j])) {
            return false;
        }
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        const gait_back_animation *animation = &edit->animations[a];
        for (uint32_t j = 0; j < edit->joint_count; j++) {
            const gait_back_track *track = &animation->tracks[j];
            if (!back_accept_curve(&track->rotation, 4) ||
                !back_accept_curve(&track->translation, 3) ||
                !back_accept_curve(&track->scale, 3)) {
                return false;
            }
        }
    }
    return true;
}

static bool back_base_is_named(const gait_back_base *base) {
    bool is_named = true;
    for (uint32_t b = 0; base->bone_names && b < base->skeleton->bone_count; b++) {
        is_named = is_named && base->bone_names[b];
    }
    for (uint32_t c = 0; base->clip_names && c < base->clip_count; c++) {
        is_named = is_named && base->clip_names[c];
    }
    return is_named;
}

bool gaiti_back_base_is_sound(const gait_back_base *base) {
    if (!base || !base->skeleton || (!base->clips && base->clip_count > 0) ||
        !back_base_is_named(base)) {
        return false;
    }
    for (uint32_t c = 0; c < base->clip_count; c++) {
        const gait_clip *clip = base->clips[c];
        if (!gaiti_clip_is_complete(clip) || clip->skeleton != base->skeleton ||
            clip->space != GAIT_SPACE_LOCAL || clip->axes != GAIT_AXES_GLTF ||
            clip->time_unit != GAIT_TIME_SECONDS) {
            return false;
        }
        for (uint32_t k = 0; k < clip->frame_count; k++) {
            if (!((double)clip->time[k] <= BACK_ACCEPT_LARGEST_TIME &&
                  clip->time[k] >= clip->time[k ? k - 1 : 0])) {
                return false;
            }
        }
    }
    return true;
}

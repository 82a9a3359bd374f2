/* Validates edited files and base files: finite numbers within limits, and ascending times. */
#include "model/affine.h"
#include "model/clip.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"

/* Maximum magnitudes of values and times. */
#define VALIDATE_MAX_VALUE 1e15
#define VALIDATE_MAX_TIME 1e8

static bool validate_numbers(const double *values, uint64_t count, double largest) {
    for (uint64_t i = 0; i < count; i++) {
        if (!(gaiti_abs(values[i]) <= largest)) {
            return false;
        }
    }
    return true;
}

static bool validate_curve(const gait_edited_curve *curve, unsigned width) {
    uint64_t count = curve->count, tangents = curve->interpolation == GAIT_EDITED_CUBIC ? 2 : 0;
    if (count &&
        (!validate_numbers(curve->times, count, VALIDATE_MAX_TIME) ||
         !validate_numbers(curve->values, count * width, VALIDATE_MAX_VALUE) ||
         !validate_numbers(curve->tangents, count * width * tangents, VALIDATE_MAX_VALUE))) {
        return false;
    }
    for (uint32_t k = 1; k < count; k++) {
        if (!(curve->times[k] >= curve->times[k - 1])) {
            return false;
        }
    }
    return true;
}

static bool validate_joint(const gait_edited_joint *joint) {
    return validate_numbers(&joint->rest.m[0][0], 9, VALIDATE_MAX_VALUE) &&
           validate_numbers(joint->rest.t, 3, VALIDATE_MAX_VALUE) &&
           validate_numbers(joint->node.t, 3, VALIDATE_MAX_VALUE) &&
           validate_numbers(joint->node.q, 4, VALIDATE_MAX_VALUE) &&
           validate_numbers(joint->node.s, 3, VALIDATE_MAX_VALUE);
}

static bool validate_curve_is_complete(const gait_edited_curve *curve) {
    return curve->count == 0 || (curve->times && curve->values &&
                                 (curve->tangents || curve->interpolation != GAIT_EDITED_CUBIC));
}

bool gaiti_edited_file_is_complete(const gait_edited_file *edit) {
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
        const gait_edited_animation *animation = &edit->animations[a];
        bool is_complete = animation->name && (animation->tracks || edit->joint_count == 0);
        for (uint32_t j = 0; j < edit->joint_count && is_complete; j++) {
            const gait_edited_track *track = &animation->tracks[j];
            is_complete = validate_curve_is_complete(&track->rotation) &&
                          validate_curve_is_complete(&track->translation) &&
                          validate_curve_is_complete(&track->scale);
        }
        if (!is_complete) {
            return false;
        }
    }
    return true;
}

bool gaiti_edited_file_is_sorted(const gait_edited_file *edit) {
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        int32_t parent = edit->joints[j].parent;
        if (parent < -1 || parent >= (int32_t)j) {
            return false;
        }
    }
    return true;
}

static bool validate_range(const double *range) {
    return !range || (validate_numbers(range, 2, VALIDATE_MAX_TIME) && range[0] <= range[1]);
}

bool gaiti_edited_file_is_valid(const gait_edited_file *edit) {
    if (!gaiti_edited_file_is_sorted(edit)) {
        return false;
    }
    for (uint32_t j = 0; j < edit->joint_count; j++) {
        if (!validate_joint(&edit->joints[j])) {
            return false;
        }
    }
    for (uint32_t a = 0; a < edit->animation_count; a++) {
        const gait_edited_animation *animation = &edit->animations[a];
        if (!validate_range(animation->range)) {
            return false;
        }
        for (uint32_t j = 0; j < edit->joint_count; j++) {
            const gait_edited_track *track = &animation->tracks[j];
            if (!validate_curve(&track->rotation, 4) || !validate_curve(&track->translation, 3) ||
                !validate_curve(&track->scale, 3)) {
                return false;
            }
        }
    }
    return true;
}

static bool validate_base_names(const gaiti_base_file *base) {
    bool is_named = true;
    for (uint32_t b = 0; base->bone_names && b < base->skeleton->bone_count; b++) {
        is_named = is_named && base->bone_names[b];
    }
    for (uint32_t c = 0; base->clip_names && c < base->clip_count; c++) {
        is_named = is_named && base->clip_names[c];
    }
    return is_named;
}

bool gaiti_base_file_is_valid(const gaiti_base_file *base) {
    if (!base || !base->skeleton || (!base->clips && base->clip_count > 0) ||
        !validate_base_names(base)) {
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
            if (!((double)clip->time[k] <= VALIDATE_MAX_TIME &&
                  clip->time[k] >= clip->time[k ? k - 1 : 0])) {
                return false;
            }
        }
    }
    return true;
}

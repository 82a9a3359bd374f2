/* Determines which bones a clip moves. */
#include <string.h>

#include "base/memory.h"
#include "gait/pose.h"
#include "gait/bones.h"
#include "model/clip.h"
#include "ops/pose_steps.h"

/* What keys lose by rounding in formats that do not store poses relative to parents. */
#define MOVING_ROUNDING 1e-3

/* True when an element of two poses differs by more than `limit`, or is not a number. */
static bool moving_differs(const gait_affine *a, const gait_affine *b, double limit) {
    for (int i = 0; i < 3; i++) {
        double t = a->t[i] - b->t[i];
        if (!(t <= limit && t >= -limit)) {
            return true;
        }
        for (int j = 0; j < 3; j++) {
            double m = a->m[i][j] - b->m[i][j];
            if (!(m <= limit && m >= -limit)) {
                return true;
            }
        }
    }
    return false;
}

static bool moving_has_keys(const gait_track *track) {
    return track->rotation.count > 1 || track->translation.count > 1 || track->scale.count > 1;
}

/* For clips in local space, in which the keys of a bone do not depend on other bones. `first` and
 * `pose` have room for a pose. */
static void moving_in_local_space(const gait_clip *clip, gait_affine *first, gait_affine *pose,
                                  bool *moves) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        if (moving_has_keys(&clip->tracks[b]) && clip->frame_count > 0) {
            gaiti_pose_load_bone(clip, b, 0, first);
            for (uint32_t frame = 1; !moves[b] && frame < clip->frame_count; frame++) {
                gaiti_pose_load_bone(clip, b, frame, pose);
                moves[b] = moving_differs(&first[b], &pose[b], 0);
            }
        }
    }
}

static void moving_in_other_space(const gait_clip *clip, gait_affine *first, gait_affine *pose,
                                  bool *moves) {
    for (uint32_t frame = 0; frame < clip->frame_count; frame++) {
        gait_affine *to = frame == 0 ? first : pose;
        gait_pose_at_frame(clip, frame, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, to);
        for (uint32_t b = 0; frame > 0 && b < clip->skeleton->bone_count; b++) {
            moves[b] = moves[b] || moving_differs(&first[b], &pose[b], MOVING_ROUNDING);
        }
    }
}

gait_status gait_clip_moving_bones(const gait_clip *clip, const gait_options *options,
                                   bool *out_moves) {
    if (!gaiti_clip_is_complete(clip) || !out_moves) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, GAIT_SPACE_LOCAL) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    gaiti_arena work;
    gaiti_arena_init(&work, options, 0);
    uint32_t count = clip->skeleton->bone_count;
    gait_affine *first = gaiti_alloc(&work, count, sizeof *first);
    gait_affine *pose = gaiti_alloc(&work, count, sizeof *pose);
    gait_status status = work.status;
    if (status == GAIT_OK) {
        memset(out_moves, 0, count * sizeof *out_moves);
        if (clip->space == GAIT_SPACE_LOCAL) {
            moving_in_local_space(clip, first, pose, out_moves);
        } else {
            moving_in_other_space(clip, first, pose, out_moves);
        }
    }
    gaiti_arena_free(&work);
    return status;
}

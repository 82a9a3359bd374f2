/* The pose of a clip at a key or between keys, in any space and axes. */
#include "model/clip.h"
#include "ops/pose_steps.h"

#include "base/search.h"
#include "model/affine.h"
#include "gait/playback.h"

static bool pose_is_delta(gait_space space) {
    return space == GAIT_SPACE_DELTA || space == GAIT_SPACE_LOCAL_DELTA;
}

static bool pose_is_relative(gait_space space) {
    return space == GAIT_SPACE_LOCAL || space == GAIT_SPACE_LOCAL_DELTA;
}

static bool pose_knows_rest(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (skeleton->bones[b].rest_origin == GAIT_ORIGIN_UNKNOWN) {
            return false;
        }
    }
    return true;
}

gait_requirement gait_pose_requirements(const gait_clip *clip, gait_space space) {
    if (!clip || !clip->skeleton || space == clip->space) {
        return GAIT_REQUIRES_NOTHING;
    }
    if (pose_is_relative(clip->space) && !gait_skeleton_has_known_parents(clip->skeleton)) {
        return GAIT_REQUIRES_PARENTS;
    }
    if (!pose_is_delta(clip->space) && pose_is_delta(space) && !pose_knows_rest(clip->skeleton)) {
        return GAIT_REQUIRES_REST;
    }
    return GAIT_REQUIRES_NOTHING;
}

/* --- spaces ----------------------------------------------------------------------------------- */

static void pose_to_absolute(const gait_skeleton *skeleton, gait_affine *poses) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        int32_t parent = skeleton->bones[b].parent;
        if (parent >= 0) {
            gaiti_affine_multiply_into(&poses[parent], &poses[b]);
        }
    }
}

void gaiti_pose_convert(const gait_skeleton *skeleton, gait_space from, gait_space to,
                        gait_axes axes, gait_affine *poses) {
    if (from == to) {
        return;
    }
    if (pose_is_relative(from)) {
        pose_to_absolute(skeleton, poses);
    }
    if (pose_is_delta(from) != pose_is_delta(to)) {
        gaiti_poses_apply_rest(skeleton, axes, pose_is_delta(to), poses);
    }
    if (pose_is_relative(to)) {
        gaiti_poses_make_relative(skeleton, poses);
    }
}

static void pose_change_axes(const gait_skeleton *skeleton, gait_axes from, gait_axes to,
                             gait_affine *poses) {
    double signs[3];
    gaiti_axes_signs(from, to, signs);
    const double x = signs[0], y = signs[1], z = signs[2];
    for (uint32_t b = 0; b < skeleton->bone_count && from != to; b++) {
        gait_affine *pose = &poses[b];
        pose->m[0][0] *= x * x, pose->m[0][1] *= x * y, pose->m[0][2] *= x * z;
        pose->m[1][0] *= y * x, pose->m[1][1] *= y * y, pose->m[1][2] *= y * z;
        pose->m[2][0] *= z * x, pose->m[2][1] *= z * y, pose->m[2][2] *= z * z;
        pose->t[0] *= x, pose->t[1] *= y, pose->t[2] *= z;
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Loads a frame. Returns the space of the result. It is the space of the clip, except for a clip of
 * local deltas in which a bone has no channels: then it is GAIT_SPACE_DELTA. */
static gait_space pose_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    bool has_absent = false;
    gaiti_poses_load(clip, frame, poses);
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        has_absent = has_absent || gaiti_track_is_absent(&clip->tracks[b]);
    }
    if (clip->space != GAIT_SPACE_LOCAL_DELTA || !has_absent) {
        return clip->space;
    }
    /* A bone without channels is at rest in model space, even if its parent moves. */
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        int32_t parent = clip->skeleton->bones[b].parent;
        if (parent >= 0 && !gaiti_track_is_absent(&clip->tracks[b])) {
            gaiti_affine_multiply_into(&poses[parent], &poses[b]);
        }
    }
    return GAIT_SPACE_DELTA;
}

static bool pose_is_valid_request(const gait_clip *clip, gait_space space, gait_axes axes,
                                  const gait_affine *out_pose) {
    return gaiti_clip_is_complete(clip) && out_pose && (unsigned)space <= GAIT_SPACE_LOCAL_DELTA &&
           (unsigned)axes <= GAIT_AXES_GLTF;
}

void gaiti_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space, gait_axes axes,
                         gait_affine *out_pose) {
    gait_space loaded = pose_load(clip, frame, out_pose);
    pose_change_axes(clip->skeleton, clip->axes, axes, out_pose);
    gaiti_pose_convert(clip->skeleton, loaded, space, axes, out_pose);
}

gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                               gait_axes axes, gait_affine *out_pose) {
    if (!pose_is_valid_request(clip, space, axes, out_pose) || frame >= clip->frame_count) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, space) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    gaiti_pose_at_frame(clip, frame, space, axes, out_pose);
    return GAIT_OK;
}

/* --- between keys ----------------------------------------------------------------------------- */

/* How far `time` is from key `key` to the next one, in [0, 1]. */
static double pose_fraction(const gait_clip *clip, uint32_t key, double time) {
    double from = (double)clip->time[key];
    double span = (double)clip->time[key + 1] - from;
    if (!(span > 0 && time > from)) {
        return 0;
    }
    double fraction = (time - from) / span;
    return fraction < 1 ? fraction : 1;
}

gait_status gait_pose_at_time(const gait_clip *clip, double time, gait_space space, gait_axes axes,
                              gait_affine *out_pose, gait_affine *work) {
    if (!pose_is_valid_request(clip, space, axes, out_pose) || !work || clip->frame_count == 0 ||
        !(time >= (double)clip->time[0] && time <= (double)clip->time[clip->frame_count - 1])) {
        return GAIT_BAD_ARGUMENT;
    }
    /* The last key that is not after `time`, but never the last of all. */
    uint32_t key = gaiti_last_time_f32(clip->time, sizeof *clip->time, clip->frame_count - 1, time);
    double fraction = clip->frame_count > 1 ? pose_fraction(clip, key, time) : 0;
    uint32_t next = clip->frame_count > 1 ? key + 1 : key;
    return gait_pose_at_moment(clip, &(gait_moment){key, next, fraction}, space, axes, out_pose,
                               work);
}

gait_status gait_pose_at_moment(const gait_clip *clip, const gait_moment *moment, gait_space space,
                                gait_axes axes, gait_affine *out_pose, gait_affine *work) {
    if (!pose_is_valid_request(clip, space, axes, out_pose) || !work || !moment ||
        moment->key >= clip->frame_count || moment->next >= clip->frame_count ||
        !(moment->fraction >= 0 && moment->fraction <= 1)) {
        return GAIT_BAD_ARGUMENT;
    }
    if (gait_pose_requirements(clip, space) != GAIT_REQUIRES_NOTHING) {
        return GAIT_UNSUPPORTED;
    }
    const uint32_t key = moment->key, next = moment->next;
    const double fraction = moment->fraction;
    if (fraction == 0 || fraction == 1 || key == next) {
        gaiti_pose_at_frame(clip, fraction == 1 ? next : key, space, axes, out_pose);
        return GAIT_OK;
    }
    /* Interpolate in local space, or in the space of the clip if that is relative and parents are
     * unknown. */
    const gait_skeleton *skeleton = clip->skeleton;
    bool lacks_parents =
        pose_is_relative(clip->space) && !gait_skeleton_has_known_parents(skeleton);
    gait_space between = lacks_parents ? clip->space : GAIT_SPACE_LOCAL;
    if (clip->space == GAIT_SPACE_LOCAL && next == key + 1) {
        gaiti_poses_interpolate_keys(clip, key, fraction, out_pose, work);
        pose_change_axes(skeleton, clip->axes, axes, out_pose);
    } else if (lacks_parents || clip->space == GAIT_SPACE_LOCAL) {
        gaiti_pose_at_frame(clip, key, between, axes, out_pose);
        gaiti_pose_at_frame(clip, next, between, axes, work);
        gaiti_poses_interpolate(skeleton, false, fraction, out_pose, work);
    } else {
        gaiti_pose_at_frame(clip, key, GAIT_SPACE_MODEL, axes, out_pose);
        gaiti_pose_at_frame(clip, next, GAIT_SPACE_MODEL, axes, work);
        gaiti_poses_interpolate(skeleton, true, fraction, out_pose, work);
    }
    gaiti_pose_convert(skeleton, between, space, axes, out_pose);
    return GAIT_OK;
}

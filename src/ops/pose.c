/* A clip's pose at a key or between keys, in any space and axes. */
#include "model/clip.h"
#include "ops/pose.h"

#include <string.h>

#include "base/search.h"
#include "model/affine.h"
#include "gait/transform.h"

static bool pose_is_delta(gait_space space) {
    return space == GAIT_SPACE_DELTA || space == GAIT_SPACE_LOCAL_DELTA;
}

static bool pose_is_relative(gait_space space) {
    return space == GAIT_SPACE_LOCAL || space == GAIT_SPACE_LOCAL_DELTA;
}

static bool pose_knows_parents(const gait_skeleton *skeleton) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (skeleton->bones[b].parent_origin == GAIT_ORIGIN_UNKNOWN) {
            return false;
        }
    }
    return true;
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
    if (pose_is_relative(clip->space) && !pose_knows_parents(clip->skeleton)) {
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
            poses[b] = gait_affine_multiply(&poses[parent], &poses[b]);
        }
    }
}

/* Backwards, so that parents are still absolute when their children need them. */
static void pose_to_relative(const gait_skeleton *skeleton, gait_affine *poses) {
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    for (uint32_t b = skeleton->bone_count; b-- > 0;) {
        gaiti_pose_make_relative(poses, b, skeleton->bones[b].parent, &last);
    }
}

/* Deltas to poses, or back. */
static void pose_apply_rest(const gait_skeleton *skeleton, gait_axes axes, bool invert,
                            gait_affine *poses) {
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        gait_affine rest = skeleton->rest_model[b];
        if (invert) {
            gait_affine_invert(&rest, &rest);
        }
        if (axes != GAIT_AXES_ENGINE) {
            rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, axes);
        }
        poses[b] = gait_affine_multiply(&poses[b], &rest);
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
        pose_apply_rest(skeleton, axes, pose_is_delta(to), poses);
    }
    if (pose_is_relative(to)) {
        pose_to_relative(skeleton, poses);
    }
}

static void pose_turn(const gait_skeleton *skeleton, gait_axes from, gait_axes to,
                      gait_affine *poses) {
    for (uint32_t b = 0; b < skeleton->bone_count && from != to; b++) {
        poses[b] = gait_affine_change_axes(&poses[b], from, to);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* What stands in for channels that the clip lacks: rest, or no movement in clips of deltas. In
 * model space the bone rests on its parent, whose pose is there already. */
static gait_affine pose_default(const gait_clip *clip, uint32_t bone, const gait_affine *poses) {
    if (pose_is_delta(clip->space)) {
        return gait_affine_identity();
    }
    const gait_bone *from = &clip->skeleton->bones[bone];
    gait_affine rest = gait_affine_from_transform(&from->rest);
    rest = gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, clip->axes);
    if (clip->space == GAIT_SPACE_MODEL && from->parent >= 0) {
        rest = gait_affine_multiply(&poses[from->parent], &rest);
    }
    return rest;
}

/* A scale of its own replaces the one of the stand-in. */
static void pose_load_scale(const gait_track *track, uint32_t frame, gait_affine *pose) {
    double scale[9];
    gait_channel_get(&track->scale, false, frame, scale);
    if (!track->rotation.count) {
        gait_transform standing;
        gait_affine_decompose(pose, &standing);
        gaiti_matrix_from_quaternion(standing.q, pose->m);
    }
    gaiti_matrix_scale_columns(pose->m, scale);
}

static void pose_load_bone(const gait_clip *clip, uint32_t bone, uint32_t frame,
                           gait_affine *poses) {
    const gait_track *track = &clip->tracks[bone];
    gait_affine *pose = &poses[bone];
    if (!track->rotation.count || !track->translation.count) {
        *pose = pose_default(clip, bone, poses);
    }
    if (track->rotation.count) {
        gaiti_channel_get_matrix(&track->rotation, frame, pose->m);
    }
    if (track->scale.count) {
        pose_load_scale(track, frame, pose);
    }
    if (track->translation.count) {
        double key[9];
        gait_channel_get(&track->translation, false, frame, key);
        memcpy(pose->t, key, sizeof pose->t);
    }
}

/* The clip's own numbers. Returns the space they are in: the clip's, or model-space deltas where
 * relative ones cannot say what the clip means. */
static gait_space pose_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    bool has_absent = false;
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        pose_load_bone(clip, b, frame, poses);
        has_absent = has_absent || gaiti_track_is_absent(&clip->tracks[b]);
    }
    if (clip->space != GAIT_SPACE_LOCAL_DELTA || !has_absent) {
        return clip->space;
    }
    /* A bone without channels does not move in model space, whatever its parent does. */
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        int32_t parent = clip->skeleton->bones[b].parent;
        if (parent >= 0 && !gaiti_track_is_absent(&clip->tracks[b])) {
            poses[b] = gait_affine_multiply(&poses[parent], &poses[b]);
        }
    }
    return GAIT_SPACE_DELTA;
}

static bool pose_may_ask(const gait_clip *clip, gait_space space, gait_axes axes,
                         const gait_affine *out_pose) {
    return gaiti_clip_is_complete(clip) && out_pose && (unsigned)space <= GAIT_SPACE_LOCAL_DELTA &&
           (unsigned)axes <= GAIT_AXES_GLTF;
}

gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                               gait_axes axes, gait_affine *out_pose) {
    if (!pose_may_ask(clip, space, axes, out_pose) || frame >= clip->frame_count) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_space loaded = pose_load(clip, frame, out_pose);
    pose_turn(clip->skeleton, clip->axes, axes, out_pose);
    gaiti_pose_convert(clip->skeleton, loaded, space, axes, out_pose);
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

/* A pose as its nearest rotation and the rest of its matrix, scale and shear: m = rotation rest. */
typedef struct pose_parts {
    double q[4];
    double rest[3][3];
} pose_parts;

static pose_parts pose_take_apart(const gait_affine *pose) {
    gait_transform transform;
    double rotation[3][3];
    pose_parts parts;
    gait_affine_decompose(pose, &transform);
    memcpy(parts.q, transform.q, sizeof parts.q);
    gaiti_matrix_from_quaternion(parts.q, rotation);
    for (int i = 0; i < 9; i++) {
        int row = i / 3, column = i % 3;
        parts.rest[row][column] = rotation[0][row] * pose->m[0][column] +
                                  rotation[1][row] * pose->m[1][column] +
                                  rotation[2][row] * pose->m[2][column];
    }
    return parts;
}

/* The rest of the matrix goes in a straight line, so that the way between keys ends in the keys. */
static void pose_mix(gait_affine *a, const gait_affine *b, double fraction) {
    if (memcmp(a, b, sizeof *a) == 0) {
        return;
    }
    pose_parts from = pose_take_apart(a);
    pose_parts to = pose_take_apart(b);
    gait_affine turn = gait_affine_identity();
    gait_affine rest = gait_affine_identity();
    gaiti_quaternion_slerp(from.q, to.q, fraction, from.q);
    gaiti_matrix_from_quaternion(from.q, turn.m);
    for (int i = 0; i < 3; i++) {
        turn.t[i] = (1 - fraction) * a->t[i] + fraction * b->t[i];
        for (int j = 0; j < 3; j++) {
            rest.m[i][j] = (1 - fraction) * from.rest[i][j] + fraction * to.rest[i][j];
        }
    }
    *a = gait_affine_multiply(&turn, &rest);
}

/* One bone between keys whose numbers are quaternions and vectors: nothing to take apart. */
static void pose_mix_channels(const gait_track *track, uint32_t key, double fraction,
                              gait_affine *out_pose) {
    double a[9], b[9];
    gait_channel_get(&track->rotation, true, key, a);
    gait_channel_get(&track->rotation, true, key + 1, b);
    gaiti_quaternion_normalize(a);
    if (track->rotation.count > 1) {
        gaiti_quaternion_normalize(b);
        gaiti_quaternion_slerp(a, b, fraction, a);
    }
    gaiti_matrix_from_quaternion(a, out_pose->m);
    gait_channel_get(&track->translation, false, key, a);
    gait_channel_get(&track->translation, false, key + 1, b);
    for (int i = 0; i < 3; i++) {
        out_pose->t[i] = (1 - fraction) * a[i] + fraction * b[i];
    }
}

static bool pose_is_plain(const gait_track *track) {
    return track->rotation.count && track->rotation.element != GAIT_MAT3_LE &&
           track->translation.count && !track->scale.count;
}

/* Mixes in the clip's own labels. Not for spaces where a bone without channels depends on others.
 */
static void pose_mix_own(const gait_clip *clip, uint32_t key, double fraction,
                         gait_affine *out_pose, gait_affine *work) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        if (pose_is_plain(&clip->tracks[b])) {
            pose_mix_channels(&clip->tracks[b], key, fraction, &out_pose[b]);
            continue;
        }
        pose_load_bone(clip, b, key, out_pose);
        pose_load_bone(clip, b, key + 1, work);
        pose_mix(&out_pose[b], &work[b], fraction);
    }
}

gait_status gait_pose_at_time(const gait_clip *clip, double time, gait_space space, gait_axes axes,
                              gait_affine *out_pose, gait_affine *work) {
    if (!pose_may_ask(clip, space, axes, out_pose) || !work || clip->frame_count == 0 ||
        !(time >= (double)clip->time[0] && time <= (double)clip->time[clip->frame_count - 1])) {
        return GAIT_BAD_ARGUMENT;
    }
    /* The last key that is not after `time`, but never the last of all. */
    uint32_t key = gaiti_last_time_f32(clip->time, sizeof *clip->time, clip->frame_count - 1, time);
    double fraction = clip->frame_count > 1 ? pose_fraction(clip, key, time) : 0;
    if (fraction == 0 || fraction == 1) {
        return gait_pose_at_frame(clip, key + (fraction == 1), space, axes, out_pose);
    }
    /* Keys are mixed in local space, or in the clip's own if its parents are unknown. */
    const gait_skeleton *skeleton = clip->skeleton;
    bool is_adrift = pose_is_relative(clip->space) && !pose_knows_parents(skeleton);
    gait_space between = is_adrift ? clip->space : GAIT_SPACE_LOCAL;
    if (between == clip->space && between == GAIT_SPACE_LOCAL) {
        pose_mix_own(clip, key, fraction, out_pose, work);
        pose_turn(skeleton, clip->axes, axes, out_pose);
    } else {
        gait_pose_at_frame(clip, key, between, axes, out_pose);
        gait_pose_at_frame(clip, key + 1, between, axes, work);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            pose_mix(&out_pose[b], &work[b], fraction);
        }
    }
    gaiti_pose_convert(skeleton, between, space, axes, out_pose);
    return GAIT_OK;
}

/* The pose of a clip at a key or between keys, in any space and axes. */
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

/* Children before parents, because each needs the absolute pose of its parent. */
static void pose_to_relative(const gait_skeleton *skeleton, gait_affine *poses) {
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    for (uint32_t b = skeleton->bone_count; b-- > 0;) {
        gaiti_pose_make_relative(poses, b, skeleton->bones[b].parent, &last);
    }
}

/* Converts deltas to poses, or poses to deltas with `invert`. */
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

static void pose_change_axes(const gait_skeleton *skeleton, gait_axes from, gait_axes to,
                             gait_affine *poses) {
    for (uint32_t b = 0; b < skeleton->bone_count && from != to; b++) {
        poses[b] = gait_affine_change_axes(&poses[b], from, to);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

/* The default for missing channels: the rest pose or, in clips of deltas, the identity. For clips
 * in model space it is the rest pose applied to the pose of the parent, which must have been loaded
 * before. */
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

/* Applies the scale channel. If the rotation is a default, the scale of the default is removed
 * first. */
static void pose_load_scale(const gait_track *track, uint32_t frame, gait_affine *pose) {
    double scale[9];
    gait_channel_get(&track->scale, false, frame, scale);
    if (!track->rotation.count) {
        gait_transform default_parts;
        gait_affine_decompose(pose, &default_parts);
        gaiti_matrix_from_quaternion(default_parts.q, pose->m);
    }
    gaiti_matrix_scale_columns(pose->m, scale);
}

void gaiti_pose_load_bone(const gait_clip *clip, uint32_t bone, uint32_t frame,
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

/* Loads a frame. Returns the space of the result. It is the space of the clip, except for a clip of
 * local deltas in which a bone has no channels: then it is GAIT_SPACE_DELTA. */
static gait_space pose_load(const gait_clip *clip, uint32_t frame, gait_affine *poses) {
    bool has_absent = false;
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        gaiti_pose_load_bone(clip, b, frame, poses);
        has_absent = has_absent || gaiti_track_is_absent(&clip->tracks[b]);
    }
    if (clip->space != GAIT_SPACE_LOCAL_DELTA || !has_absent) {
        return clip->space;
    }
    /* A bone without channels is at rest in model space, even if its parent moves. */
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        int32_t parent = clip->skeleton->bones[b].parent;
        if (parent >= 0 && !gaiti_track_is_absent(&clip->tracks[b])) {
            poses[b] = gait_affine_multiply(&poses[parent], &poses[b]);
        }
    }
    return GAIT_SPACE_DELTA;
}

static bool pose_is_valid_request(const gait_clip *clip, gait_space space, gait_axes axes,
                                  const gait_affine *out_pose) {
    return gaiti_clip_is_complete(clip) && out_pose && (unsigned)space <= GAIT_SPACE_LOCAL_DELTA &&
           (unsigned)axes <= GAIT_AXES_GLTF;
}

gait_status gait_pose_at_frame(const gait_clip *clip, uint32_t frame, gait_space space,
                               gait_axes axes, gait_affine *out_pose) {
    if (!pose_is_valid_request(clip, space, axes, out_pose) || frame >= clip->frame_count) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_space loaded = pose_load(clip, frame, out_pose);
    pose_change_axes(clip->skeleton, clip->axes, axes, out_pose);
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

/* A linear part split into the nearest rotation and the remaining matrix of scale and shear: m =
 * rotation * rest. */
typedef struct pose_parts {
    double q[4];
    double rest[3][3];
} pose_parts;

static pose_parts pose_split(const gait_affine *pose) {
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

/* Interpolates poses: spherical for the rotation, linear for the translation and the remaining
 * matrix, so that the ends are reproduced exactly. */
static void pose_interpolate(gait_affine *a, const gait_affine *b, double fraction) {
    if (memcmp(a, b, sizeof *a) == 0) {
        return;
    }
    pose_parts from = pose_split(a);
    pose_parts to = pose_split(b);
    gait_affine rigid = gait_affine_identity();
    gait_affine rest = gait_affine_identity();
    gaiti_quaternion_slerp(from.q, to.q, fraction, from.q);
    gaiti_matrix_from_quaternion(from.q, rigid.m);
    for (int i = 0; i < 3; i++) {
        rigid.t[i] = (1 - fraction) * a->t[i] + fraction * b->t[i];
        for (int j = 0; j < 3; j++) {
            rest.m[i][j] = (1 - fraction) * from.rest[i][j] + fraction * to.rest[i][j];
        }
    }
    *a = gait_affine_multiply(&rigid, &rest);
}

/* Interpolates one bone whose keys are quaternions and vectors, without a matrix decomposition. */
static void pose_interpolate_channels(const gait_track *track, uint32_t key, double fraction,
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

/* Interpolates in the space and axes of the clip. Not for spaces in which a bone without channels
 * depends on other bones. */
static void pose_interpolate_local(const gait_clip *clip, uint32_t key, double fraction,
                                   gait_affine *out_pose, gait_affine *work) {
    for (uint32_t b = 0; b < clip->skeleton->bone_count; b++) {
        if (pose_is_plain(&clip->tracks[b])) {
            pose_interpolate_channels(&clip->tracks[b], key, fraction, &out_pose[b]);
            continue;
        }
        gaiti_pose_load_bone(clip, b, key, out_pose);
        gaiti_pose_load_bone(clip, b, key + 1, work);
        pose_interpolate(&out_pose[b], &work[b], fraction);
    }
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
    if (fraction == 0 || fraction == 1) {
        return gait_pose_at_frame(clip, key + (fraction == 1), space, axes, out_pose);
    }
    /* Interpolate in local space, or in the space of the clip if that is relative and parents are
     * unknown. */
    const gait_skeleton *skeleton = clip->skeleton;
    bool lacks_parents = pose_is_relative(clip->space) && !pose_knows_parents(skeleton);
    gait_space between = lacks_parents ? clip->space : GAIT_SPACE_LOCAL;
    if (between == clip->space && between == GAIT_SPACE_LOCAL) {
        pose_interpolate_local(clip, key, fraction, out_pose, work);
        pose_change_axes(skeleton, clip->axes, axes, out_pose);
    } else {
        gait_pose_at_frame(clip, key, between, axes, out_pose);
        gait_pose_at_frame(clip, key + 1, between, axes, work);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            pose_interpolate(&out_pose[b], &work[b], fraction);
        }
    }
    gaiti_pose_convert(skeleton, between, space, axes, out_pose);
    return GAIT_OK;
}

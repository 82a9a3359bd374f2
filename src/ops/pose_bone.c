/* The pose of one bone at a key or between keys, as a clip stores it. */
#include "ops/pose_steps.h"

#include <string.h>

#include "gait/transform.h"
#include "model/clip.h"
#include "model/affine.h"

/* --- keys ------------------------------------------------------------------------------------- */

/* The default for missing channels: the rest pose or, in clips of deltas, the identity. For clips
 * in model space it is the rest pose applied to the pose of the parent, which must have been loaded
 * before. */
static gait_affine pose_default(const gait_clip *clip, uint32_t bone, const gait_affine *poses) {
    if ((clip->space == GAIT_SPACE_DELTA || clip->space == GAIT_SPACE_LOCAL_DELTA)) {
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
    gaiti_channel_get(&track->scale, false, frame, scale);
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
        gaiti_channel_get_vector(&track->translation, frame, pose->t);
    }
}

/* --- between keys ----------------------------------------------------------------------------- */

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

void gaiti_pose_interpolate(gait_affine *a, const gait_affine *b, double fraction) {
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

void gaiti_pose_interpolate_numbers(gait_affine *a, const gait_affine *b, double fraction) {
    if (memcmp(a, b, sizeof *a) == 0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        a->t[i] = (1 - fraction) * a->t[i] + fraction * b->t[i];
        for (int j = 0; j < 3; j++) {
            a->m[i][j] = (1 - fraction) * a->m[i][j] + fraction * b->m[i][j];
        }
    }
}

void gaiti_pose_interpolate_channels(const gait_track *track, uint32_t key, double fraction,
                                     gait_affine *out_pose) {
    double a[9], b[9];
    gaiti_channel_get(&track->rotation, true, key, a);
    gaiti_channel_get(&track->rotation, true, key + 1, b);
    gaiti_quaternion_normalise(a);
    if (track->rotation.count > 1) {
        gaiti_quaternion_normalise(b);
        gaiti_quaternion_slerp(a, b, fraction, a);
    }
    gaiti_matrix_from_quaternion(a, out_pose->m);
    gaiti_channel_get(&track->translation, false, key, a);
    gaiti_channel_get(&track->translation, false, key + 1, b);
    for (int i = 0; i < 3; i++) {
        out_pose->t[i] = (1 - fraction) * a[i] + fraction * b[i];
    }
}

void gaiti_pose_interpolate_bone(const gait_clip *clip, uint32_t bone, uint32_t key,
                                 double fraction, gait_affine *out_pose, gait_affine *work) {
    if (gaiti_pose_is_plain(&clip->tracks[bone])) {
        gaiti_pose_interpolate_channels(&clip->tracks[bone], key, fraction, &out_pose[bone]);
        return;
    }
    gaiti_pose_load_bone(clip, bone, key, out_pose);
    gaiti_pose_load_bone(clip, bone, key + 1, work);
    gaiti_pose_interpolate(&out_pose[bone], &work[bone], fraction);
}

/* Interpolation of one bone between two keys. */
#include "ops/pose_between.h"

#include <string.h>

#include "gait/transform.h"
#include "model/affine.h"

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

void gaiti_pose_interpolate_channels(const gait_track *track, uint32_t key, double fraction,
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

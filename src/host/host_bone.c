/* Converts a pose relative to the parent to one relative to the rest pose of the host, and back. */
#include "host/host_bone.h"

#include <string.h>

#include "gait/transform.h"
#include "model/affine.h"

/* Metres: the head of a bone in the host is at the head in the skeleton. */
#define HOST_SAME_HEAD 5e-7

static void host_rotation_of(const gait_affine *a, double q[4]) {
    gait_transform transform;
    gait_affine_decompose(a, &transform);
    memcpy(q, transform.q, sizeof transform.q);
}

/* A local pose is L = left' * key * right', with left' = inverse(parent of skeleton) * host and
 * right' = inverse(host) * skeleton. */
gaiti_host_bone gaiti_host_bone_of(const gait_skeleton *skeleton, const gaiti_host_rest *rests,
                                   uint32_t bone) {
    int32_t parent = skeleton->bones[bone].parent;
    gait_affine inverse, left, right;
    gaiti_host_bone result;
    gait_affine_invert(&rests[bone].host, &inverse);
    left = parent >= 0 ? gait_affine_multiply(&inverse, &rests[parent].skeleton) : inverse;
    gait_affine_invert(&rests[bone].skeleton, &inverse);
    right = gait_affine_multiply(&inverse, &rests[bone].host);
    host_rotation_of(&left, result.left);
    host_rotation_of(&right, result.right);
    memcpy(result.linear, left.m, sizeof result.linear);
    memcpy(result.head, right.t, sizeof result.head);
    memcpy(result.offset, left.t, sizeof result.offset);
    result.has_head = gaiti_vector_length(right.t) > HOST_SAME_HEAD;
    if (!result.has_head) { /* at the rest pose the key is exactly 0 */
        gait_affine head = gait_affine_multiply(&left, &rests[bone].skeleton);
        if (parent >= 0) {
            gait_affine_invert(&rests[parent].skeleton, &inverse);
            head = gait_affine_multiply(&inverse, &rests[bone].skeleton);
            head = gait_affine_multiply(&left, &head);
        }
        for (int i = 0; i < 3; i++) {
            result.offset[i] -= head.t[i];
        }
    }
    return result;
}

void gaiti_host_bone_rotation(const gaiti_host_bone *bone, const double q[4], double out[4]) {
    gaiti_quaternion_multiply(bone->left, q, out);
    gaiti_quaternion_multiply(out, bone->right, out);
    gaiti_quaternion_normalise(out);
}

void gaiti_host_bone_translation(const gaiti_host_bone *bone, const double q[4], const double t[3],
                                 double out[3]) {
    double head[3] = {t[0], t[1], t[2]}, rotation[3][3];
    if (bone->has_head) {
        gaiti_matrix_from_quaternion(q, rotation);
        for (int i = 0; i < 3; i++) {
            head[i] += gaiti_vector_dot(rotation[i], bone->head);
        }
    }
    for (int i = 0; i < 3; i++) {
        out[i] = gaiti_vector_dot(bone->linear[i], head) + bone->offset[i];
    }
}

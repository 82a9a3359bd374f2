/* Maps joints of the edited file to bones of the base file: finds the change of axes of each bone,
 * and differences between the hierarchies. */
#include <string.h>

#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

/* Maximum relative difference of the scales of the axes of a uniform scale. */
#define BONE_AXES_UNIFORM 1e-3
/* Metres: a joint at a smaller distance from its bone has the same position. */
#define BONE_AXES_HEAD 1e-6

static bool bone_axes_align(gaiti_bone_map *rig, gaiti_arena *arena) {
    uint32_t count = 0, bones = rig->skeleton->bone_count;
    double(*edited)[3] = gaiti_alloc(arena, bones, sizeof *edited);
    double(*base)[3] = gaiti_alloc(arena, bones, sizeof *base);
    if (!edited || !base) {
        return false;
    }
    for (uint32_t b = 0; b < bones; b++) {
        if (rig->joint_of[b] >= 0) {
            memcpy(edited[count], rig->edit->joints[rig->joint_of[b]].rest.t, sizeof *edited);
            memcpy(base[count++], rig->rest[b].t, sizeof *base);
        }
    }
    rig->alignment = gaiti_align_heads((const double(*)[3])edited, (const double(*)[3])base, count);
    rig->whole = gait_affine_identity();
    for (int i = 0; i < 9; i++) {
        rig->whole.m[i / 3][i % 3] = rig->alignment.scale * rig->alignment.rotation[i / 3][i % 3];
    }
    return true;
}

/* True when the matrix is a rotation times a uniform scale. */
static bool bone_axes_is_uniform(const gait_affine *a, double q[4], double *scale) {
    gait_transform transform;
    double rotation[3][3];
    gait_affine_decompose(a, &transform);
    memcpy(q, transform.q, sizeof transform.q);
    *scale = (transform.s[0] + transform.s[1] + transform.s[2]) / 3;
    gaiti_matrix_from_quaternion(q, rotation);
    for (int i = 0; i < 9; i++) {
        double difference = a->m[i / 3][i % 3] - *scale * rotation[i / 3][i % 3];
        if (!(gaiti_abs(difference) <= BONE_AXES_UNIFORM * *scale)) {
            return false;
        }
    }
    return true;
}

/* C of a bone: the transform from the axes of the bone to those of its joint. */
static gait_affine bone_axes_from(const gaiti_bone_map *rig, uint32_t bone) {
    gait_affine inverse;
    const gait_edited_joint *joint = &rig->edit->joints[rig->joint_of[bone]];
    gait_affine rest = gait_affine_multiply(&rig->whole, &joint->rest);
    gait_affine_invert(&rest, &inverse);
    return gait_affine_multiply(&inverse, &rig->rest[bone]);
}

/* True when the parent of the joint is the joint of the bone's parent. */
static bool bone_axes_same_parent(const gaiti_bone_map *rig, uint32_t bone) {
    int32_t parent = rig->skeleton->bones[bone].parent;
    int32_t joint = rig->edit->joints[rig->joint_of[bone]].parent;
    return parent < 0 ? joint < 0 : joint >= 0 && rig->joint_of[parent] == joint;
}

/* The left factor of a joint's local transform: the inverse of the parent's C, or for a root the
 * alignment. */
static gait_affine bone_axes_left(const gaiti_bone_map *rig, const gaiti_bone_axes *axes,
                                  uint32_t bone) {
    int32_t parent = rig->skeleton->bones[bone].parent;
    gait_affine left = rig->whole;
    if (parent >= 0) {
        gait_affine_invert(&axes[parent].from, &left);
    }
    return left;
}

static void bone_axes_set(const gaiti_bone_map *rig, gaiti_bone_axes *axes, uint32_t bone) {
    gaiti_bone_axes *own = &axes[bone];
    double square = 0, left_scale, right_scale;
    own->from = bone_axes_from(rig, bone);
    if (!bone_axes_same_parent(rig, bone)) {
        own->is_composed = true;
        return;
    }
    gait_affine left = bone_axes_left(rig, axes, bone);
    if (!bone_axes_is_uniform(&left, own->left, &left_scale) ||
        !bone_axes_is_uniform(&own->from, own->right, &right_scale)) {
        own->is_composed = true;
        return;
    }
    own->scale = left_scale * right_scale;
    memcpy(own->linear, left.m, sizeof own->linear);
    memcpy(own->offset, left.t, sizeof own->offset);
    memcpy(own->head, own->from.t, sizeof own->head);
    for (int i = 0; i < 3; i++) {
        square += own->head[i] * own->head[i] * left_scale * left_scale;
    }
    own->has_head_offset = square > BONE_AXES_HEAD * BONE_AXES_HEAD;
}

bool gaiti_map_bones(const gait_base_file *base, gaiti_arena *arena, gaiti_bone_map *rig) {
    const gait_skeleton *skeleton = base->skeleton;
    int32_t *joint_of = gaiti_alloc(arena, skeleton->bone_count, sizeof *joint_of);
    int32_t *bone_of = gaiti_alloc(arena, rig->edit->joint_count, sizeof *bone_of);
    gaiti_bone_axes *axes = gaiti_alloc(arena, skeleton->bone_count, sizeof *axes);
    gait_affine *rest = gaiti_alloc(arena, skeleton->bone_count, sizeof *rest);
    if (!joint_of || !bone_of || !axes || !rest) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        rest[b] =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    }
    if (!gaiti_match_joints(base, rig->edit, arena, joint_of, bone_of)) {
        return false;
    }
    rig->skeleton = skeleton;
    rig->rest = rest;
    rig->joint_of = joint_of;
    rig->bone_of = bone_of;
    rig->axes = axes;
    if (!bone_axes_align(rig, arena)) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (joint_of[b] >= 0) {
            bone_axes_set(rig, axes, b);
        }
    }
    return true;
}

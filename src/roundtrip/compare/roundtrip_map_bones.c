/* Maps joints of the edited file to bones of the base file: finds the change of axes of each bone,
 * and differences between the hierarchies. */
#include <string.h>

#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "roundtrip/compare/compare_steps.h"
#include "gait/transform.h"

/* Maximum relative difference of the scales of the axes of a uniform scale. */
#define BONE_AXES_UNIFORM 1e-3
/* Metres: a joint at a smaller distance from its bone has the same position. */
#define BONE_AXES_HEAD 1e-6

/* Metres: a joint at a smaller distance from a bone without a joint is at its place. */
#define BONE_AXES_PLACE 1e-3

static bool bone_axes_align(gaiti_bone_map *map, gaiti_arena *arena) {
    uint32_t count = 0, bones = map->skeleton->bone_count;
    double(*edited)[3] = gaiti_alloc(arena, bones, sizeof *edited);
    double(*base)[3] = gaiti_alloc(arena, bones, sizeof *base);
    if (!edited || !base) {
        return false;
    }
    for (uint32_t b = 0; b < bones; b++) {
        if (map->joint_of[b] >= 0) {
            memcpy(edited[count], map->edit->joints[map->joint_of[b]].rest.t, sizeof *edited);
            memcpy(base[count++], map->rest[b].t, sizeof *base);
        }
    }
    map->alignment = gaiti_align_heads((const double(*)[3])edited, (const double(*)[3])base, count);
    map->whole = gait_affine_identity();
    for (int i = 0; i < 9; i++) {
        map->whole.m[i / 3][i % 3] = map->alignment.scale * map->alignment.rotation[i / 3][i % 3];
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

/* --- bones without a joint -------------------------------------------------------------------- */

/* True when a joint rests at the place of a bone, and its parent is at that of the bone's parent.
 */
static bool bone_axes_is_place(const gaiti_bone_map *map, const int32_t *place_of, uint32_t bone,
                               int32_t joint) {
    int32_t parent = map->skeleton->bones[bone].parent;
    const gait_edited_joint *found = &map->edit->joints[joint];
    if (found->parent != (parent < 0 ? -1 : place_of[parent])) {
        return false;
    }
    gait_affine rest = gait_affine_multiply(&map->whole, &found->rest);
    return gaiti_distance(rest.t, map->rest[bone].t) <= BONE_AXES_PLACE;
}

/* Finds joints without a bone that take the place of bones without a joint, such as bones that were
 * renamed: the children of both are compared relative to them. From the last bone to the first one,
 * a bone gets the parent of the joint of its first child; then, from the first one on, it keeps
 * this joint if it is at its place. */
static void bone_axes_find_places(const gaiti_bone_map *map, int32_t *place_of) {
    const gait_bone *bones = map->skeleton->bones;
    uint32_t count = map->skeleton->bone_count;
    memcpy(place_of, map->joint_of, count * sizeof *place_of);
    for (uint32_t b = count; b-- > 0;) {
        int32_t parent = bones[b].parent;
        if (parent >= 0 && map->joint_of[parent] < 0 && place_of[b] >= 0) {
            int32_t joint = map->edit->joints[place_of[b]].parent;
            place_of[parent] = joint >= 0 && map->bone_of[joint] < 0 ? joint : place_of[parent];
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        if (map->joint_of[b] < 0 && place_of[b] >= 0 &&
            !bone_axes_is_place(map, place_of, b, place_of[b])) {
            place_of[b] = -1;
        }
    }
}

/* --- axes ------------------------------------------------------------------------------------- */

/* C of a bone: the transform from the axes of the bone to those of its joint. */
static gait_affine bone_axes_from(const gaiti_bone_map *map, uint32_t bone) {
    gait_affine inverse;
    const gait_edited_joint *joint = &map->edit->joints[map->place_of[bone]];
    gait_affine rest = gait_affine_multiply(&map->whole, &joint->rest);
    gait_affine_invert(&rest, &inverse);
    return gait_affine_multiply(&inverse, &map->rest[bone]);
}

/* True when the parent of the joint is at the place of the bone's parent. */
static bool bone_axes_same_parent(const gaiti_bone_map *map, uint32_t bone) {
    int32_t parent = map->skeleton->bones[bone].parent;
    int32_t joint = map->edit->joints[map->joint_of[bone]].parent;
    return parent < 0 ? joint < 0 : joint >= 0 && map->place_of[parent] == joint;
}

/* The left factor of a joint's local transform: the inverse of the parent's C, or for a root the
 * alignment. */
static gait_affine bone_axes_left(const gaiti_bone_map *map, const gaiti_bone_axes *axes,
                                  uint32_t bone) {
    int32_t parent = map->skeleton->bones[bone].parent;
    gait_affine left = map->whole;
    if (parent >= 0) {
        gait_affine_invert(&axes[parent].from, &left);
    }
    return left;
}

static void bone_axes_set(const gaiti_bone_map *map, gaiti_bone_axes *axes, uint32_t bone) {
    gaiti_bone_axes *result = &axes[bone];
    double square = 0, left_scale, right_scale;
    result->from = bone_axes_from(map, bone);
    if (map->joint_of[bone] < 0) {
        return;
    }
    if (!bone_axes_same_parent(map, bone)) {
        result->is_composed = true;
        return;
    }
    gait_affine left = bone_axes_left(map, axes, bone);
    if (!bone_axes_is_uniform(&left, result->left, &left_scale) ||
        !bone_axes_is_uniform(&result->from, result->right, &right_scale)) {
        result->is_composed = true;
        return;
    }
    result->scale = left_scale * right_scale;
    memcpy(result->linear, left.m, sizeof result->linear);
    memcpy(result->offset, left.t, sizeof result->offset);
    memcpy(result->head, result->from.t, sizeof result->head);
    for (int i = 0; i < 3; i++) {
        square += result->head[i] * result->head[i] * left_scale * left_scale;
    }
    result->has_head_offset = square > BONE_AXES_HEAD * BONE_AXES_HEAD;
}

bool gaiti_map_bones(const gaiti_base_file *base, gaiti_arena *arena, gaiti_bone_map *map) {
    const gait_skeleton *skeleton = base->skeleton;
    int32_t *joint_of = gaiti_alloc(arena, skeleton->bone_count, sizeof *joint_of);
    int32_t *bone_of = gaiti_alloc(arena, map->edit->joint_count, sizeof *bone_of);
    int32_t *place_of = gaiti_alloc(arena, skeleton->bone_count, sizeof *place_of);
    gaiti_bone_axes *axes = gaiti_alloc(arena, skeleton->bone_count, sizeof *axes);
    gait_affine *rest = gaiti_alloc(arena, skeleton->bone_count, sizeof *rest);
    if (!joint_of || !bone_of || !place_of || !axes || !rest) {
        return false;
    }
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        rest[b] =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    }
    if (!gaiti_match_joints(base, map->edit, arena, joint_of, bone_of)) {
        return false;
    }
    map->skeleton = skeleton;
    map->rest = rest;
    map->joint_of = joint_of;
    map->bone_of = bone_of;
    map->place_of = place_of;
    map->axes = axes;
    if (!bone_axes_align(map, arena)) {
        return false;
    }
    bone_axes_find_places(map, place_of);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        if (place_of[b] >= 0) {
            bone_axes_set(map, axes, b);
        }
    }
    return true;
}

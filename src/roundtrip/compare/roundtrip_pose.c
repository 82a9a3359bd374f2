/* Computes poses of the edited file for bones of the base file, in axes of the bone and times of
 * the base clip. */
#include <string.h>

#include "model/affine.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "gait/transform.h"

/* Smaller differences from a scale of 1 are noise from programs. */
#define EDITED_SCALE 1e-3

/* Seconds: keys at smaller distances are one key. */
#define EDITED_SAME_TIME 1e-5

static const gait_edited_track *edited_track(const gaiti_edited_clip *edited_clip, uint32_t joint) {
    return &edited_clip->animation->tracks[joint];
}

/* The local transform of a joint, with a scale of 1 if it differs by noise only. */
static gait_transform edited_joint(const gaiti_edited_clip *edited_clip, uint32_t joint,
                                   double edited) {
    const gait_edited_track *track = edited_track(edited_clip, joint);
    const gait_transform *node = &edited_clip->map->edit->joints[joint].node;
    gait_transform local;
    gaiti_curve_rotation_at(&track->rotation, node, edited, local.q);
    gaiti_curve_vector_at(&track->translation, node->t, edited, local.t);
    gaiti_curve_vector_at(&track->scale, node->s, edited, local.s);
    for (int i = 0; i < 3; i++) {
        local.s[i] = gaiti_abs(local.s[i] - 1) <= EDITED_SCALE ? 1 : local.s[i];
    }
    return local;
}

/* --- bones with another parent ---------------------------------------------------------------- */

/* The pose of a bone without a joint, relative to its parent. */
static gait_affine edited_base(const gaiti_edited_clip *edited_clip, uint32_t bone, double time) {
    gait_transform local = {.s = {1, 1, 1}};
    if (!edited_clip->base) {
        gait_affine rest =
            gait_affine_from_transform(&edited_clip->map->skeleton->bones[bone].rest);
        return gait_affine_change_axes(&rest, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    }
    gaiti_base_rotation(edited_clip->base, bone, time, false, local.q);
    gaiti_base_translation(edited_clip->base, bone, time, local.t);
    return gait_affine_from_transform(&local);
}

/* The pose of a bone in model space, from its joint and the ancestors of that joint. A bone without
 * a joint keeps its pose relative to its parent. */
static gait_affine edited_model(const gaiti_edited_clip *edited_clip, int32_t bone, double time) {
    const gaiti_bone_map *map = edited_clip->map;
    gait_affine pose = gait_affine_identity(), step;
    while (bone >= 0 && map->joint_of[bone] < 0) {
        step = edited_base(edited_clip, (uint32_t)bone, time);
        pose = gait_affine_multiply(&step, &pose);
        bone = map->skeleton->bones[bone].parent;
    }
    if (bone < 0) {
        return pose;
    }
    pose = gait_affine_multiply(&map->axes[bone].from, &pose);
    for (int32_t j = map->joint_of[bone]; j >= 0; j = map->edit->joints[j].parent) {
        gait_transform local = edited_joint(edited_clip, (uint32_t)j,
                                            gaiti_time_to_edited(&edited_clip->time_map, time));
        step = gait_affine_from_transform(&local);
        pose = gait_affine_multiply(&step, &pose);
    }
    return gait_affine_multiply(&map->whole, &pose);
}

static gait_affine edited_composed(const gaiti_edited_clip *edited_clip, uint32_t bone,
                                   double time) {
    int32_t parent = edited_clip->map->skeleton->bones[bone].parent;
    gait_affine pose = edited_model(edited_clip, (int32_t)bone, time);
    if (parent >= 0) {
        gait_affine above = edited_model(edited_clip, parent, time), inverse;
        gait_affine_invert(&above, &inverse);
        pose = gait_affine_multiply(&inverse, &pose);
    }
    return pose;
}

/* --- one channel ------------------------------------------------------------------------------ */

void gaiti_edited_rotation(const gaiti_edited_clip *edited_clip, uint32_t bone, double time,
                           double q[4]) {
    const gaiti_bone_axes *axes = &edited_clip->map->axes[bone];
    uint32_t joint = (uint32_t)edited_clip->map->joint_of[bone];
    if (axes->is_composed) {
        gait_transform local;
        gait_affine pose = edited_composed(edited_clip, bone, time);
        gait_affine_decompose(&pose, &local);
        memcpy(q, local.q, sizeof local.q);
        return;
    }
    gaiti_curve_rotation_at(&edited_track(edited_clip, joint)->rotation,
                            &edited_clip->map->edit->joints[joint].node,
                            gaiti_time_to_edited(&edited_clip->time_map, time), q);
    gaiti_quaternion_multiply(axes->left, q, q);
    gaiti_quaternion_multiply(q, axes->right, q);
}

void gaiti_edited_translation(const gaiti_edited_clip *edited_clip, uint32_t bone, double time,
                              double t[3]) {
    const gaiti_bone_axes *axes = &edited_clip->map->axes[bone];
    uint32_t joint = (uint32_t)edited_clip->map->joint_of[bone];
    if (axes->is_composed) {
        gait_affine pose = edited_composed(edited_clip, bone, time);
        memcpy(t, pose.t, sizeof pose.t);
        return;
    }
    double edited = gaiti_time_to_edited(&edited_clip->time_map, time), local[3];
    gaiti_curve_vector_at(&edited_track(edited_clip, joint)->translation,
                          edited_clip->map->edit->joints[joint].node.t, edited, local);
    if (axes->has_head_offset) {
        gait_transform pose = edited_joint(edited_clip, joint, edited);
        gait_affine transform = gait_affine_from_transform(&pose);
        for (int i = 0; i < 3; i++) {
            local[i] += gaiti_vector_dot(transform.m[i], axes->head);
        }
    }
    for (int i = 0; i < 3; i++) {
        t[i] = gaiti_vector_dot(axes->linear[i], local) + axes->offset[i];
    }
}

bool gaiti_edited_is_scaled(const gaiti_edited_clip *edited_clip, uint32_t bone) {
    const gaiti_bone_axes *axes = &edited_clip->map->axes[bone];
    uint32_t joint = (uint32_t)edited_clip->map->joint_of[bone];
    const gait_edited_curve *curve = &edited_track(edited_clip, joint)->scale;
    double factor = axes->is_composed ? 1 : axes->scale;
    for (uint32_t k = 0; k < curve->count * 3; k++) {
        if (!(gaiti_abs(curve->values[k] * factor - 1) <= EDITED_SCALE)) {
            return true;
        }
    }
    return false;
}

/* --- key times -------------------------------------------------------------------------------- */

/* Merges the key times of a curve into an ascending list. False when there is no memory. */
static bool edited_merge(const gaiti_time_map *time_map, const gait_edited_curve *curve,
                         gaiti_arena *arena, gaiti_time_list *list) {
    double *merged = gaiti_alloc(arena, (uint64_t)list->count + curve->count, sizeof *merged);
    uint32_t a = 0, b = 0, count = 0;
    while (merged && (a < list->count || b < curve->count)) {
        double from_curve = b < curve->count ? gaiti_time_to_base(time_map, curve->times[b]) : 0;
        bool is_from_list = b >= curve->count || (a < list->count && list->at[a] <= from_curve);
        double next = is_from_list ? list->at[a++] : from_curve;
        b += !is_from_list;
        if (count == 0 || next - merged[count - 1] > EDITED_SAME_TIME) {
            merged[count++] = next;
        }
    }
    *list = (gaiti_time_list){merged, count};
    return merged != NULL;
}

/* Merges the key times of all joints that affect the pose of the bone relative to its parent. */
static bool edited_composed_times(const gaiti_edited_clip *edited_clip, uint32_t bone,
                                  gaiti_arena *arena, gaiti_time_list *out) {
    const gaiti_bone_map *map = edited_clip->map;
    int32_t above = map->skeleton->bones[bone].parent;
    while (above >= 0 && map->joint_of[above] < 0) {
        above = map->skeleton->bones[above].parent;
    }
    int32_t a = map->joint_of[bone], b = above >= 0 ? map->joint_of[above] : -1;
    bool done = true;
    /* Parents come first: the joint with the larger index is not an ancestor of the other. */
    while (done && a != b) {
        int32_t *next = a > b ? &a : &b;
        const gait_edited_track *track = edited_track(edited_clip, (uint32_t)*next);
        done = edited_merge(&edited_clip->time_map, &track->rotation, arena, out) &&
               edited_merge(&edited_clip->time_map, &track->translation, arena, out);
        *next = map->edit->joints[*next].parent;
    }
    return done;
}

bool gaiti_edited_key_times(const gaiti_edited_clip *edited_clip, uint32_t bone, bool is_rotation,
                            gaiti_arena *arena, gaiti_time_list *out) {
    static const double start = 0;
    const gaiti_bone_axes *axes = &edited_clip->map->axes[bone];
    const gait_edited_track *track =
        edited_track(edited_clip, (uint32_t)edited_clip->map->joint_of[bone]);
    bool done = true;
    *out = (gaiti_time_list){0};
    if (axes->is_composed) {
        done = edited_composed_times(edited_clip, bone, arena, out);
    } else if (is_rotation) {
        done = edited_merge(&edited_clip->time_map, &track->rotation, arena, out);
    } else {
        done = edited_merge(&edited_clip->time_map, &track->translation, arena, out) &&
               (!axes->has_head_offset ||
                edited_merge(&edited_clip->time_map, &track->rotation, arena, out));
    }
    if (out->count == 0) {
        *out = (gaiti_time_list){&start, 1};
    }
    return done;
}

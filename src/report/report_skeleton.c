/* The report of a skeleton: gait.skeleton/1. */
#include "gait/transform.h"
#include "gait/report.h"
#include "gait/names.h"
#include "gait/bones.h"

#include "model/clip.h"
#include "model/side.h"
#include "report/report_json.h"

/* Writes the rest pose relative to the parent; null when it is unknown. */
static void report_skeleton_rest(gaiti_json *json, const gait_bone *bone) {
    if (bone->rest_origin == GAIT_ORIGIN_UNKNOWN) {
        gaiti_json_member_text(json, "t", NULL);
        gaiti_json_member_text(json, "q", NULL);
        return;
    }
    gait_affine affine = gait_affine_from_transform(&bone->rest);
    gait_transform rest;
    gait_affine_decompose(&affine, &rest);
    gaiti_json_member_vector(json, "t", rest.t, 3);
    gaiti_json_member_vector(json, "q", rest.q, 4);
}

/* Null for a bone that has no parent, and where the skeleton is not from the motion. */
static void report_skeleton_joint(gaiti_json *json, const gait_joint *joint) {
    static const char *const kinds[] = {NULL, "rigid", "held", "proved"};
    bool is_known = joint && joint->kind > GAIT_JOINT_NONE && joint->kind <= GAIT_JOINT_PROVED;
    if (!gaiti_json_member_open_if(json, "joint", '{', is_known) || !joint) {
        return;
    }
    gaiti_json_member_text(json, "kind", kinds[joint->kind]);
    gaiti_json_member_uint(json, "directions", joint->directions);
    gaiti_json_member_f64(json, "gap_m", joint->gap_m);
    gaiti_json_close(json, '}');
}

static void report_skeleton_bone(gaiti_json *json, const gait_skeleton *skeleton,
                                 const gait_joint *joints, uint32_t index, gaiti_side side) {
    const gait_bone *bone = &skeleton->bones[index];
    gaiti_json_open_line(json);
    gaiti_json_member_uint(json, "index", index);
    gaiti_json_member_text(json, "name", bone->name);
    gaiti_json_member_index(json, "parent", bone->parent);
    gaiti_json_member_text(json, "parent_name",
                           bone->parent < 0 ? NULL : skeleton->bones[bone->parent].name);
    gaiti_json_member_text(json, "side", gaiti_side_name(side));
    report_skeleton_rest(json, bone);
    gaiti_json_member_text(json, "parent_origin", gait_origin_name(bone->parent_origin));
    gaiti_json_member_text(json, "rest_origin", gait_origin_name(bone->rest_origin));
    gaiti_json_member_text(json, "outcome", gait_bone_outcome_name(gaiti_bone_outcome(bone)));
    report_skeleton_joint(json, joints ? &joints[index] : NULL);
    gaiti_json_close(json, '}');
}

static void report_skeleton_missing(gaiti_json *json, const gait_skeleton *skeleton,
                                    const char *name) {
    int32_t nearest = gait_skeleton_nearest(skeleton, name);
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "name", name);
    gaiti_json_member_text(json, "nearest", nearest < 0 ? NULL : skeleton->bones[nearest].name);
    gaiti_json_close(json, '}');
}

gait_status gait_report_skeleton(const char *path, const gait_skeleton *skeleton,
                                 const gait_joint *joints, const char *const *names,
                                 uint32_t name_count, gait_buffer *out) {
    if (!skeleton || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_options options = {.allocator = out->allocator};
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options, 0);
    gaiti_side *sides = gaiti_alloc(&scratch, skeleton->bone_count, sizeof *sides);
    if (!sides || !gaiti_find_sides(skeleton, &scratch, sides)) {
        gait_status status = scratch.status;
        gaiti_arena_free(&scratch);
        return status;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.skeleton/1");
    gaiti_json_member_text(&json, "path", path);
    gaiti_json_member_text(&json, "name", skeleton->name);
    gaiti_json_member_open(&json, "bones", '[');
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        report_skeleton_bone(&json, skeleton, joints, i, sides[i]);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_member_open(&json, "missing", '[');
    if (name_count == 0) {
        names = skeleton->left_out;
        name_count = skeleton->left_out_count;
    }
    for (uint32_t i = 0; names && i < name_count; i++) {
        if (gait_skeleton_find(skeleton, names[i]) < 0) {
            report_skeleton_missing(&json, skeleton, names[i]);
        }
    }
    gaiti_arena_free(&scratch);
    return gaiti_json_end(&json);
}

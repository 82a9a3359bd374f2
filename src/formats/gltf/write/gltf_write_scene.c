/* Writing nodes, skin, and the mesh with the shapes of the bones. */
#include <string.h>

#include "base/bytes.h"
#include "base/try.h"
#include "base/json/json.h"
#include "formats/gltf/write/gltf_write_keys.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "model/affine.h"
#include "formats/gltf/write/gltf_writer.h"
#include "gait/transform.h"

/* Half the height of the octahedron drawn at each joint, in metres. */
static const float scene_mark_radius = 0.006f;

/* Rest positions beyond this, in metres, are treated as invalid. */
static const double scene_max_distance = 1e12;

enum { SCENE_MARK_VERTICES = 6, SCENE_MARK_INDICES = 24, SCENE_RESTART_INDEX = 65535 };

/* --- bones ------------------------------------------------------------------------------------ */

/* Converts the rest pose from engine axes to glTF axes by mirroring X, which negates rotations
 * about Y and Z. Negative zeros become positive. */
static void scene_set_rest(gaiti_gltf_bone *bone, const gait_transform *rest,
                           const gaiti_report *report) {
    static const double mirror_t[3] = {-1, 1, 1}, mirror_q[4] = {1, -1, -1, 1};
    double q[4];
    memcpy(q, rest->q, sizeof q);
    bool is_valid = gaiti_quaternion_normalise(q);
    for (int i = 0; i < 3; i++) {
        bool is_near = rest->t[i] <= scene_max_distance && rest->t[i] >= -scene_max_distance;
        bone->t[i] = is_near ? (float)(rest->t[i] * mirror_t[i]) + 0.0f : 0.0f;
        is_valid &= is_near;
    }
    for (int i = 0; i < 4; i++) {
        bone->q[i] = (float)(q[i] * mirror_q[i]) + 0.0f;
    }
    if (!is_valid) {
        gaiti_raise(report, GAITI_GLTF_REST_NOT_FINITE, (gaiti_detail){0});
    }
}

gait_status gaiti_gltf_list_bones(gaiti_gltf_writer *gltf, const gait_skeleton *skeleton) {
    gaiti_report quiet = gaiti_report_to(NULL);
    gaiti_report report = gaiti_report_on_clip(gltf->diagnostics, NULL);
    gltf->bone_count = skeleton->bone_count;
    gltf->bones = gaiti_alloc(&gltf->arena, skeleton->bone_count, sizeof *gltf->bones);
    gaiti_gltf_name_bone(&gltf->bone_names, GAITI_GLTF_ARMATURE, &quiet);
    gaiti_gltf_name_bone(&gltf->bone_names, GAITI_GLTF_MESH, &quiet);
    GAITI_TRY(gltf->arena.status);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const gait_bone *from = &skeleton->bones[i];
        gaiti_gltf_bone *bone = &gltf->bones[i];
        gaiti_report_set_bone(&report, i, from->name);
        bone->parent = from->parent;
        bone->original = gaiti_copy_text(&gltf->arena, from->name);
        bone->name = gaiti_gltf_name_bone(&gltf->bone_names, from->name, &report);
        GAITI_TRY(gltf->arena.status);
        scene_set_rest(bone, &from->rest, &report);
    }
    return GAIT_OK;
}

/* --- nodes ------------------------------------------------------------------------------------ */

/* `child` is the first child, -1 = none. */
static void scene_put_bone(gaiti_json *json, const gaiti_gltf_bone *bone,
                           const int32_t *next_sibling, int32_t child) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", bone->name);
    if (child >= 0) {
        gaiti_json_member_open(json, "children", '[');
        for (; child >= 0; child = next_sibling[child]) {
            gaiti_json_int(json, child + 1);
        }
        gaiti_json_close(json, ']');
    }
    gaiti_json_member_floats(json, "translation", bone->t, 3);
    gaiti_json_member_floats(json, "rotation", bone->q, 4);
    gaiti_json_close(json, '}');
}

static bool scene_put_bones(gaiti_gltf_writer *gltf, gaiti_json *json) {
    int32_t *first_child = gaiti_alloc(&gltf->arena, gltf->bone_count, sizeof *first_child);
    int32_t *next_sibling = gaiti_alloc(&gltf->arena, gltf->bone_count, sizeof *next_sibling);
    if (!first_child || !next_sibling) {
        return false;
    }
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        first_child[i] = next_sibling[i] = -1;
    }
    for (uint32_t i = gltf->bone_count; i-- > 0;) { /* backwards: children in bone order */
        int32_t parent = gltf->bones[i].parent;
        if (parent >= 0) {
            next_sibling[i] = first_child[parent];
            first_child[parent] = (int32_t)i;
        }
    }
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        scene_put_bone(json, &gltf->bones[i], next_sibling, first_child[i]);
    }
    for (uint32_t i = 0; i < gltf->still_count; i++) {
        gaiti_json_open(json, '{');
        gaiti_json_member_text(json, "name", gltf->still_names[i]);
        gaiti_json_close(json, '}');
    }
    return true;
}

static void scene_put_mesh_node(gaiti_gltf_writer *gltf, const char *name, bool is_skinned,
                                gaiti_json *json) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", name);
    gaiti_json_member_uint(json, "mesh", gltf->mesh_node_count++);
    if (is_skinned) {
        gaiti_json_member_uint(json, "skin", 0);
    }
    gaiti_json_close(json, '}');
}

/* False when out of memory. */
static bool scene_put_nodes(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                            gaiti_json *json) {
    const gaiti_report quiet = gaiti_report_to(NULL);
    gltf->mesh_node_count = 0;
    if (gltf->bone_count + gltf->still_count > 0 && !scene_put_bones(gltf, json)) {
        return false;
    }
    if (model ? model->part_counts[1] > 0 : gltf->bone_count > 0) {
        scene_put_mesh_node(gltf, GAITI_GLTF_MESH, true, json);
    }
    if (model && model->part_counts[0] > 0) {
        const char *name = gaiti_gltf_name_bone(&gltf->bone_names, GAITI_GLTF_STATIC_MESH, &quiet);
        if (!name) {
            return false;
        }
        scene_put_mesh_node(gltf, name, false, json);
    }
    return true;
}

/* --- skin ------------------------------------------------------------------------------------- */

static gait_affine scene_local(const gaiti_gltf_bone *bone) {
    gait_transform transform = {.s = {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        transform.t[i] = (double)bone->t[i];
    }
    for (int i = 0; i < 4; i++) {
        transform.q[i] = (double)bone->q[i];
    }
    return gait_affine_from_transform(&transform);
}

/* Column-major; the last row is exactly 0 0 0 1. */
static void scene_store_matrix(const gait_affine *a, uint8_t *out) {
    float columns[16];
    for (int c = 0; c < 4; c++) {
        for (int r = 0; r < 3; r++) {
            columns[c * 4 + r] = (float)(c < 3 ? a->m[r][c] : a->t[r]);
        }
        columns[c * 4 + 3] = c < 3 ? 0 : 1;
    }
    gaiti_gltf_store_floats(columns, 16, out);
}

/* Rest poses in model space, computed from the floats written to the nodes, so that nodes and
 * inverse bind matrices agree. Parents come before children. */
static gait_affine *scene_pose(gaiti_gltf_writer *gltf) {
    gait_affine *pose = gaiti_alloc(&gltf->arena, gltf->bone_count, sizeof *pose);
    for (uint32_t i = 0; pose && i < gltf->bone_count; i++) {
        int32_t parent = gltf->bones[i].parent;
        gait_affine local = scene_local(&gltf->bones[i]);
        pose[i] = parent < 0 ? local : gait_affine_multiply(&pose[parent], &local);
    }
    return pose;
}

static uint32_t scene_add_inverse_binds(gaiti_gltf_writer *gltf, const gait_affine *pose) {
    const gait_transform origin = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const gait_affine still = gait_affine_from_transform(&origin);
    uint32_t count = gltf->bone_count + gltf->still_count;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_INVERSE_BINDS, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        gait_affine inverse;
        gait_affine_invert(&pose[i], &inverse);
        scene_store_matrix(&inverse, out + (size_t)i * 64);
    }
    for (uint32_t i = gltf->bone_count; i < count; i++) {
        scene_store_matrix(&still, out + (size_t)i * 64);
    }
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_INVERSE_BINDS, count);
}

static void scene_put_skin(const gaiti_gltf_writer *gltf, gaiti_json *json,
                           uint32_t inverse_binds) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", GAITI_GLTF_ARMATURE);
    gaiti_json_member_uint(json, "inverseBindMatrices", inverse_binds);
    gaiti_json_member_open(json, "joints", '[');
    for (uint32_t i = 0; i < gltf->bone_count + gltf->still_count; i++) {
        gaiti_json_uint(json, i + 1);
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

/* --- mesh ------------------------------------------------------------------------------------- */

static uint32_t scene_add_positions(gaiti_gltf_writer *gltf, const gait_affine *pose) {
    uint32_t count = gltf->bone_count * SCENE_MARK_VERTICES;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_POSITIONS, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    for (uint32_t i = 0; i < count; i++) { /* -X +X -Y +Y -Z +Z */
        const double *center = pose[i / SCENE_MARK_VERTICES].t;
        float corner[3] = {(float)center[0], (float)center[1], (float)center[2]};
        unsigned vertex = i % SCENE_MARK_VERTICES;
        corner[vertex / 2] += vertex % 2 ? scene_mark_radius : -scene_mark_radius;
        gaiti_gltf_store_floats(corner, 3, out + (size_t)i * sizeof corner);
    }
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_POSITIONS, count);
}

/* Each vertex is bound to one joint. */
static uint32_t scene_add_joints(gaiti_gltf_writer *gltf) {
    uint32_t count = gltf->bone_count * SCENE_MARK_VERTICES;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_JOINTS, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    memset(out, 0, (size_t)count * 8);
    for (uint32_t i = 0; i < count; i++) {
        gaiti_store_u16(out + (size_t)i * 8, (uint16_t)(i / SCENE_MARK_VERTICES));
    }
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_JOINTS, count);
}

static uint32_t scene_add_weights(gaiti_gltf_writer *gltf) {
    uint32_t count = gltf->bone_count * SCENE_MARK_VERTICES;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_WEIGHTS, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_store_u32(out + (size_t)i * 4, 255);
    }
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_WEIGHTS, count);
}

/* Triangles are counter-clockwise seen from outside. */
static uint32_t scene_add_indices(gaiti_gltf_writer *gltf) {
    static const uint8_t corners[SCENE_MARK_INDICES] = {1, 3, 5, 3, 0, 5, 0, 2, 5, 2, 1, 5,
                                                        3, 1, 4, 0, 3, 4, 2, 0, 4, 1, 2, 4};
    uint32_t count = gltf->bone_count * SCENE_MARK_INDICES;
    bool small = gltf->bone_count * SCENE_MARK_VERTICES <= SCENE_RESTART_INDEX;
    gaiti_gltf_kind kind = small ? GAITI_GLTF_INDICES16 : GAITI_GLTF_INDICES32;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, kind, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index =
            i / SCENE_MARK_INDICES * SCENE_MARK_VERTICES + corners[i % SCENE_MARK_INDICES];
        if (small) {
            gaiti_store_u16(out + (size_t)i * 2, (uint16_t)index);
        } else {
            gaiti_store_u32(out + (size_t)i * 4, index);
        }
    }
    return gaiti_gltf_share(&gltf->store, kind, count);
}

static void scene_put_mesh(gaiti_gltf_writer *gltf, gaiti_json *json, const gait_affine *pose) {
    uint32_t positions = scene_add_positions(gltf, pose);
    uint32_t joints = scene_add_joints(gltf);
    uint32_t weights = scene_add_weights(gltf);
    uint32_t indices = scene_add_indices(gltf);
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", GAITI_GLTF_MESH);
    gaiti_json_member_open(json, "primitives", '[');
    gaiti_json_open(json, '{');
    gaiti_json_member_open(json, "attributes", '{');
    gaiti_json_member_uint(json, "JOINTS_0", joints);
    gaiti_json_member_uint(json, "POSITION", positions);
    gaiti_json_member_uint(json, "WEIGHTS_0", weights);
    gaiti_json_close(json, '}');
    gaiti_json_member_uint(json, "indices", indices);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

gait_status gaiti_gltf_write_scene(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model) {
    gaiti_json json = gaiti_gltf_continue(&gltf->scene, 2);
    gait_affine *pose = scene_pose(gltf);
    if (!pose || !scene_put_nodes(gltf, model, &json)) {
        return gltf->arena.status;
    }
    gaiti_json_close(&json, ']');
    if (gltf->bone_count + gltf->still_count > 0) {
        uint32_t inverse_binds = scene_add_inverse_binds(gltf, pose);
        gaiti_json_member_open(&json, "skins", '[');
        scene_put_skin(gltf, &json, inverse_binds);
        gaiti_json_close(&json, ']');
    }
    if (gltf->mesh_node_count > 0) {
        gaiti_json_member_open(&json, "meshes", '[');
        if (model) {
            gaiti_gltf_write_model(gltf, model, &json);
        } else {
            scene_put_mesh(gltf, &json, pose);
        }
        gaiti_json_close(&json, ']');
    }
    if (model && model->material_count > 0) {
        gaiti_json_member_open(&json, "materials", '[');
        gaiti_gltf_write_materials(gltf, model, &json);
        gaiti_json_close(&json, ']');
    }
    return json.failed ? GAIT_NO_MEMORY : gltf->store.status;
}

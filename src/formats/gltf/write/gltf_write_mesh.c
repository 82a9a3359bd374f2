/* Writing the mesh of a model, with its materials. */
#include <string.h>

#include "base/bytes.h"
#include "base/json/json.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "base/try.h"
#include "formats/gltf/write/gltf_write_keys.h"
#include "formats/gltf/write/gltf_write_state.h"
#include "formats/gltf/write/gltf_writer.h"

enum {
    MESH_WEIGHTS = 4,        /* of a vertex */
    MESH_SMALL_JOINTS = 256, /* most joints for 8-bit numbers */
    MESH_MAX_JOINTS = 65535,
    MESH_RESTART_INDEX = 65535
};

/* Shader of X-Ray that tests alpha. */
static const char mesh_alpha_test[] = "models\\model_aref";

static bool mesh_is_empty(const gait_mesh_part *part) {
    return part->vertex_count == 0 || part->triangle_count == 0;
}

/* --- joints ----------------------------------------------------------------------------------- */

/* True when a bone moves a vertex of the part. */
static bool mesh_has_weights(const gait_mesh_part *part) {
    bool is_moved = false;
    for (uint32_t v = 0; part->joints && part->weights && v < part->vertex_count && !is_moved;
         v++) {
        is_moved = part->weights[(size_t)v * MESH_WEIGHTS] > 0;
    }
    return is_moved;
}

bool gaiti_gltf_mesh_is_valid(const gait_mesh *mesh) {
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        size_t corners = (size_t)part->triangle_count * 3;
        size_t weights = part->joints && part->weights ? (size_t)part->vertex_count * 4 : 0;
        bool is_valid = true;
        for (size_t i = 0; i < corners; i++) {
            is_valid &= part->triangles[i] < part->vertex_count;
        }
        for (size_t i = 0; i < weights; i++) {
            is_valid &= !(part->weights[i] > 0) || part->joints[i] < mesh->bone_count;
        }
        if (!is_valid) {
            return false;
        }
    }
    return true;
}

/* Adds a joint that never moves. */
static gait_status mesh_add_still(gaiti_gltf_writer *gltf, const char *name, uint32_t *out_joint) {
    const gaiti_report quiet = gaiti_report_to(NULL);
    *out_joint = gltf->bone_count + gltf->still_count;
    if (*out_joint >= MESH_MAX_JOINTS) {
        return GAIT_LIMIT;
    }
    name = gaiti_gltf_name_bone(&gltf->bone_names, name, &quiet);
    gltf->still_names[gltf->still_count++] = name;
    return gltf->arena.status;
}

/* Finds the bone with this name, ignoring ASCII case; it usually has the same index. UINT32_MAX =
 * none. */
static uint32_t mesh_find_bone(const gaiti_gltf_writer *gltf, const gaiti_names *names,
                               const char *name, uint32_t index) {
    if (index < gltf->bone_count && strcmp(gltf->bones[index].original, name) == 0) {
        return index;
    }
    int32_t found = gaiti_names_find(names, gaiti_span(name, strlen(name)));
    return found < 0 ? UINT32_MAX : (uint32_t)found;
}

/* Adds joints for the bones that have weights but are not in the skeleton. */
static gait_status mesh_add_unknown_bones(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model) {
    const gait_mesh *mesh = model->mesh;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        size_t count = model->is_skinned[p] ? (size_t)part->vertex_count * MESH_WEIGHTS : 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t *joint = &model->joints[part->joints[i]];
            if (part->weights[i] > 0 && *joint == UINT32_MAX) {
                GAITI_TRY(mesh_add_still(gltf, mesh->bones[part->joints[i]], joint));
            }
        }
    }
    return GAIT_OK;
}

static bool mesh_has_unmoved(const gaiti_gltf_model *model) {
    for (uint32_t p = 0; p < model->mesh->part_count; p++) {
        const gait_mesh_part *part = &model->mesh->parts[p];
        for (uint32_t v = 0; model->is_skinned[p] && v < part->vertex_count; v++) {
            if (!(part->weights[(size_t)v * MESH_WEIGHTS] > 0)) {
                return true;
            }
        }
    }
    return false;
}

/* Finds the joint of each bone of the mesh. */
static gait_status mesh_find_joints(gaiti_gltf_writer *gltf, gaiti_gltf_model *model) {
    const gait_mesh *mesh = model->mesh;
    gaiti_names names;
    gait_span *originals = gaiti_alloc(&gltf->arena, gltf->bone_count, sizeof *originals);
    model->joints = gaiti_alloc(&gltf->arena, mesh->bone_count, sizeof *model->joints);
    gltf->still_names =
        gaiti_alloc(&gltf->arena, (uint64_t)mesh->bone_count + 1, sizeof *gltf->still_names);
    gaiti_names_init(&names, &gltf->arena, originals, gltf->bone_count);
    GAITI_TRY(gltf->arena.status);
    for (uint32_t i = 0; i < gltf->bone_count; i++) {
        originals[i] = gaiti_span(gltf->bones[i].original, strlen(gltf->bones[i].original));
        gaiti_names_add(&names, i);
    }
    bool has_all = true;
    for (uint32_t i = 0; i < mesh->bone_count; i++) {
        model->joints[i] = mesh_find_bone(gltf, &names, mesh->bones[i], i);
        has_all &= model->joints[i] != UINT32_MAX;
    }
    GAITI_TRY(has_all ? GAIT_OK : mesh_add_unknown_bones(gltf, model));
    return mesh_has_unmoved(model) ? mesh_add_still(gltf, "unmoved", &model->unmoved) : GAIT_OK;
}

/* --- materials -------------------------------------------------------------------------------- */

/* Parts with the same texture and material share a material; materials are in the order of their
 * first parts. */
static gait_status mesh_find_materials(gaiti_gltf_writer *gltf, gaiti_gltf_model *model) {
    const gait_mesh *mesh = model->mesh;
    gaiti_names names;
    gait_span *keys = gaiti_alloc(&gltf->arena, mesh->part_count, sizeof *keys);
    model->materials = gaiti_alloc(&gltf->arena, mesh->part_count, sizeof *model->materials);
    model->firsts = gaiti_alloc(&gltf->arena, mesh->part_count, sizeof *model->firsts);
    gaiti_names_init(&names, &gltf->arena, keys, mesh->part_count);
    GAITI_TRY(gltf->arena.status);
    names.is_exact = true;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        size_t size = strlen(part->texture), more = strlen(part->material);
        model->materials[p] = UINT32_MAX;
        if (mesh_is_empty(part) || size + more == 0) {
            continue;
        }
        char *key = gaiti_alloc(&gltf->arena, (uint64_t)size + more + 1, 1);
        GAITI_TRY(gltf->arena.status);
        memcpy(key, part->texture, size + 1);
        memcpy(key + size + 1, part->material, more);
        keys[p] = gaiti_span(key, size + more + 1);
        int32_t same = gaiti_names_add(&names, p);
        if (same < 0) {
            model->firsts[model->material_count] = p;
        }
        model->materials[p] = same < 0 ? model->material_count++ : model->materials[same];
    }
    return GAIT_OK;
}

/* Blender crashes with long names that are not ASCII, so these are truncated. */
static const char *mesh_material_name(gaiti_gltf_writer *gltf, gaiti_gltf_names *names,
                                      const char *name) {
    const gaiti_report quiet = gaiti_report_to(NULL);
    bool is_ascii = true;
    for (const char *c = name; *c; c++) {
        is_ascii &= (uint8_t)*c < 0x80;
    }
    if (is_ascii || strlen(name) <= GAITI_GLTF_NAME_MAX) {
        return name;
    }
    gaiti_gltf_names_init(names, &gltf->arena);
    return gaiti_gltf_name_bone(names, name, &quiet);
}

void gaiti_gltf_write_materials(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                                gaiti_json *json) {
    for (uint32_t m = 0; m < model->material_count; m++) {
        const gait_mesh_part *part = &model->mesh->parts[model->firsts[m]];
        gaiti_gltf_names names;
        const char *name = part->texture[0] ? part->texture : part->material;
        name = mesh_material_name(gltf, &names, name);
        json->failed |= !name;
        gaiti_json_open(json, '{');
        gaiti_json_member_text(json, "name", name ? name : "");
        gaiti_json_member_open(json, "pbrMetallicRoughness", '{');
        uint32_t image = gaiti_gltf_use_image(gltf, part->texture);
        if (image != UINT32_MAX) {
            gaiti_json_member_open(json, "baseColorTexture", '{');
            gaiti_json_member_uint(json, "index", image);
            gaiti_json_close(json, '}');
        }
        gaiti_json_member_uint(json, "metallicFactor", 0);
        gaiti_json_close(json, '}');
        if (gaiti_equal_text(part->material, mesh_alpha_test)) {
            gaiti_json_member_text(json, "alphaMode", "MASK");
        }
        gaiti_json_close(json, '}');
    }
}

/* --- vertices --------------------------------------------------------------------------------- */

/* Mirrors X. Negative zeros become positive. */
static uint32_t mesh_add_vectors(gaiti_gltf_writer *gltf, gaiti_gltf_kind kind, const float *from,
                                 uint32_t count) {
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, kind, count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    for (uint32_t i = 0; i < count; i++, from += 3, out += 12) {
        gaiti_store_f32(out, 0.0F - from[0]);
        gaiti_store_f32(out + 4, from[1] + 0.0F);
        gaiti_store_f32(out + 8, from[2] + 0.0F);
    }
    return gaiti_gltf_share(&gltf->store, kind, count);
}

static uint32_t mesh_add_uvs(gaiti_gltf_writer *gltf, const gait_mesh_part *part) {
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_UVS, part->vertex_count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    gaiti_gltf_store_floats(part->uvs, part->vertex_count * 2, out);
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_UVS, part->vertex_count);
}

/* Unused entries are joint 0. A vertex that no bone moves is moved by a joint that stays. */
static uint32_t mesh_add_joints(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                                const gait_mesh_part *part) {
    bool is_small = gltf->bone_count + gltf->still_count <= MESH_SMALL_JOINTS;
    gaiti_gltf_kind kind = is_small ? GAITI_GLTF_JOINTS8 : GAITI_GLTF_JOINTS;
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, kind, part->vertex_count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    size_t count = (size_t)part->vertex_count * MESH_WEIGHTS;
    for (size_t i = 0; i < count; i++) {
        bool is_moved = part->weights[i] > 0;
        uint32_t other = i % MESH_WEIGHTS == 0 ? model->unmoved : 0;
        uint32_t joint = is_moved ? model->joints[part->joints[i]] : other;
        if (is_small) {
            out[i] = (uint8_t)joint;
        } else {
            gaiti_store_u16(out + i * 2, (uint16_t)joint);
        }
    }
    return gaiti_gltf_share(&gltf->store, kind, part->vertex_count);
}

static uint32_t mesh_add_weights(gaiti_gltf_writer *gltf, const gait_mesh_part *part) {
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, GAITI_GLTF_FLOAT_WEIGHTS, part->vertex_count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    gaiti_gltf_store_floats(part->weights, part->vertex_count * MESH_WEIGHTS, out);
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        if (!(part->weights[(size_t)v * MESH_WEIGHTS] > 0)) {
            static const float whole[MESH_WEIGHTS] = {1, 0, 0, 0};
            gaiti_gltf_store_floats(whole, MESH_WEIGHTS, out + (size_t)v * 16);
        }
    }
    return gaiti_gltf_share(&gltf->store, GAITI_GLTF_FLOAT_WEIGHTS, part->vertex_count);
}

/* Reverses the triangles, because the vertices are mirrored. */
static uint32_t mesh_add_indices(gaiti_gltf_writer *gltf, const gait_mesh_part *part) {
    bool is_small = part->vertex_count <= MESH_RESTART_INDEX;
    gaiti_gltf_kind kind = is_small ? GAITI_GLTF_INDICES16 : GAITI_GLTF_INDICES32;
    uint64_t count = (uint64_t)part->triangle_count * 3;
    if (count > UINT32_MAX) {
        gltf->store.status = GAIT_LIMIT;
        return GAITI_GLTF_NO_ACCESSOR;
    }
    uint8_t *out = gaiti_gltf_reserve(&gltf->store, kind, (uint32_t)count);
    if (!out) {
        return GAITI_GLTF_NO_ACCESSOR;
    }
    const uint32_t *from = part->triangles;
    for (uint32_t t = 0; is_small && t < part->triangle_count; t++, from += 3, out += 6) {
        gaiti_store_u16(out, (uint16_t)from[0]);
        gaiti_store_u16(out + 2, (uint16_t)from[2]);
        gaiti_store_u16(out + 4, (uint16_t)from[1]);
    }
    for (uint32_t t = 0; !is_small && t < part->triangle_count; t++, from += 3, out += 12) {
        gaiti_store_u32(out, from[0]);
        gaiti_store_u32(out + 4, from[2]);
        gaiti_store_u32(out + 8, from[1]);
    }
    uint32_t number = gaiti_gltf_share(&gltf->store, kind, (uint32_t)count);
    return gaiti_gltf_pad(&gltf->store, kind) ? number : GAITI_GLTF_NO_ACCESSOR;
}

static void mesh_put_part(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model, uint32_t index,
                          gaiti_json *json) {
    const gait_mesh_part *part = &model->mesh->parts[index];
    bool is_skinned = model->is_skinned[index];
    uint32_t positions =
        mesh_add_vectors(gltf, GAITI_GLTF_POSITIONS, part->positions, part->vertex_count);
    uint32_t normals =
        mesh_add_vectors(gltf, GAITI_GLTF_NORMALS, part->normals, part->vertex_count);
    uint32_t uvs = mesh_add_uvs(gltf, part);
    uint32_t joints = is_skinned ? mesh_add_joints(gltf, model, part) : 0;
    uint32_t weights = is_skinned ? mesh_add_weights(gltf, part) : 0;
    uint32_t indices = mesh_add_indices(gltf, part);
    gaiti_json_open(json, '{');
    gaiti_json_member_open(json, "attributes", '{');
    if (is_skinned) {
        gaiti_json_member_uint(json, "JOINTS_0", joints);
    }
    gaiti_json_member_uint(json, "NORMAL", normals);
    gaiti_json_member_uint(json, "POSITION", positions);
    gaiti_json_member_uint(json, "TEXCOORD_0", uvs);
    if (is_skinned) {
        gaiti_json_member_uint(json, "WEIGHTS_0", weights);
    }
    gaiti_json_close(json, '}');
    gaiti_json_member_uint(json, "indices", indices);
    if (model->materials[index] != UINT32_MAX) {
        gaiti_json_member_uint(json, "material", model->materials[index]);
    }
    gaiti_json_close(json, '}');
}

void gaiti_gltf_write_model(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model,
                            gaiti_json *json) {
    for (int is_skinned = 1; is_skinned >= 0; is_skinned--) {
        if (model->part_counts[is_skinned] == 0) {
            continue;
        }
        gaiti_json_open(json, '{');
        gaiti_json_member_text(json, "name", is_skinned ? GAITI_GLTF_MESH : GAITI_GLTF_STATIC_MESH);
        gaiti_json_member_open(json, "primitives", '[');
        for (uint32_t p = 0; p < model->mesh->part_count && gltf->store.status == GAIT_OK; p++) {
            if (model->is_skinned[p] == is_skinned && !mesh_is_empty(&model->mesh->parts[p])) {
                mesh_put_part(gltf, model, p, json);
            }
        }
        gaiti_json_close(json, ']');
        gaiti_json_close(json, '}');
    }
}

/* --- the mesh --------------------------------------------------------------------------------- */

/* Allocates the memory of all vertices at once, so that no buffer grows. */
static bool mesh_reserve(gaiti_gltf_writer *gltf, const gaiti_gltf_model *model) {
    static const gaiti_gltf_kind kinds[] = {GAITI_GLTF_POSITIONS, GAITI_GLTF_NORMALS,
                                            GAITI_GLTF_UVS, GAITI_GLTF_FLOAT_WEIGHTS};
    uint64_t count = 0;
    for (uint32_t p = 0; p < model->mesh->part_count; p++) {
        count += model->mesh->parts[p].vertex_count;
    }
    if (count > UINT32_MAX) {
        gltf->store.status = GAIT_LIMIT;
        return false;
    }
    size_t used = model->part_counts[1] > 0 ? 4 : 3;
    for (size_t k = 0; k < used; k++) {
        if (!gaiti_gltf_reserve(&gltf->store, kinds[k], (uint32_t)count)) {
            return false;
        }
        gaiti_gltf_unreserve(&gltf->store, kinds[k], (uint32_t)count);
    }
    return true;
}

gait_status gaiti_gltf_begin_model(gaiti_gltf_writer *gltf, const gait_mesh *mesh,
                                   gaiti_gltf_model *model) {
    *model = (gaiti_gltf_model){.mesh = mesh};
    model->is_skinned = gaiti_alloc(&gltf->arena, mesh->part_count, 1);
    GAITI_TRY(gltf->arena.status);
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        model->is_skinned[p] = mesh_has_weights(&mesh->parts[p]);
        model->part_counts[model->is_skinned[p]] += !mesh_is_empty(&mesh->parts[p]);
        gltf->triangle_count += mesh->parts[p].vertex_count > 0 ? mesh->parts[p].triangle_count : 0;
    }
    GAITI_TRY(mesh_find_joints(gltf, model));
    GAITI_TRY(mesh_find_materials(gltf, model));
    gait_allocator allocator = gltf->store.allocator;
    gaiti_gltf_store_free(&gltf->store);
    gaiti_gltf_store_init(&gltf->store, &allocator);
    gltf->scene.size = 0;
    return mesh_reserve(gltf, model) ? GAIT_OK : gltf->store.status;
}

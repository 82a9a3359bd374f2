/* Every real model without clips is converted to a glTF with its mesh: the vertices, triangles,
 * joints and weights that are read from the glTF agree with the mesh. */
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "gait/convert.h"
#include "gait/mesh.h"
#include "gait/search.h"
#include "glb.h"
#include "mesh_facts.h"
#include "test.h"

static struct {
    unsigned models, skinned, fixed;
    unsigned long long vertices;
} seen;

/* --- one part --------------------------------------------------------------------------------- */

static test_accessor accessor_of(const test_glb *glb, const char *object, const char *key) {
    const char *value = test_json_member(object, key);
    assert_non_null(value);
    return test_glb_accessor(glb, (uint32_t)test_json_number(value));
}

static bool is_equal(double value, float expected) {
    return value == (double)expected;
}

static void compare_vertices(const test_glb *glb, const char *attributes,
                             const gait_mesh_part *part) {
    test_accessor at = accessor_of(glb, attributes, "POSITION");
    test_accessor normal = accessor_of(glb, attributes, "NORMAL");
    test_accessor uv = accessor_of(glb, attributes, "TEXCOORD_0");
    assert_int_equal(at.count, part->vertex_count);
    assert_int_equal(normal.count, part->vertex_count);
    assert_int_equal(uv.count, part->vertex_count);
    bool is_same = true;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        for (uint32_t c = 0; c < 3; c++) {
            float sign = c == 0 ? -1.0F : 1.0F;
            size_t index = (size_t)v * 3 + c;
            is_same &= is_equal(test_accessor_get(&at, v, c), sign * part->positions[index]);
            is_same &= is_equal(test_accessor_get(&normal, v, c), sign * part->normals[index]);
        }
        is_same &= is_equal(test_accessor_get(&uv, v, 0), part->uvs[(size_t)v * 2]);
        is_same &= is_equal(test_accessor_get(&uv, v, 1), part->uvs[(size_t)v * 2 + 1]);
    }
    assert_true(is_same);
}

static void compare_triangles(const test_glb *glb, const char *primitive,
                              const gait_mesh_part *part) {
    test_accessor indices = accessor_of(glb, primitive, "indices");
    static const uint32_t order[] = {0, 2, 1};
    assert_int_equal(indices.count, part->triangle_count * 3);
    bool is_same = true;
    for (uint32_t i = 0; i < indices.count; i++) {
        is_same &= test_accessor_get(&indices, i, 0) == part->triangles[i / 3 * 3 + order[i % 3]];
    }
    assert_true(is_same);
}

/* True when the joint is a node with this name. */
static bool is_joint(const test_glb *glb, uint32_t joint, const char *name) {
    const char *list = test_json_member(test_glb_item(glb, "skins", 0), "joints");
    uint32_t node = (uint32_t)test_json_number(test_json_item(list, joint));
    char *text = test_json_text(test_json_member(test_glb_item(glb, "nodes", node), "name"));
    bool is_same = strcmp(text, name) == 0;
    free(text);
    return is_same;
}

/* The joint of each bone is the node with its name, and the same for all its vertices. */
static void compare_joints(const test_glb *glb, const char *attributes, const gait_mesh *mesh,
                           const gait_mesh_part *part) {
    test_accessor joint = accessor_of(glb, attributes, "JOINTS_0");
    test_accessor weight = accessor_of(glb, attributes, "WEIGHTS_0");
    int64_t *joints = malloc(mesh->bone_count * sizeof *joints);
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        joints[b] = -1;
    }
    bool is_same = true;
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        for (uint32_t k = 0; k < 4 && part->weights[(size_t)v * 4] > 0; k++) {
            size_t index = (size_t)v * 4 + k;
            int64_t *found = &joints[part->joints[index]];
            double read = test_accessor_get(&joint, v, k);
            is_same &= is_equal(test_accessor_get(&weight, v, k), part->weights[index]);
            if (!(part->weights[index] > 0)) {
                continue;
            }
            if (*found < 0) {
                *found = (int64_t)read;
                is_same &= is_joint(glb, (uint32_t)read, mesh->bones[part->joints[index]]);
            }
            is_same &= read == (double)*found;
        }
    }
    free(joints);
    assert_true(is_same);
}

/* --- one model -------------------------------------------------------------------------------- */

static bool has_weights(const gait_mesh_part *part) {
    bool is_moved = false;
    for (uint32_t v = 0; part->joints && v < part->vertex_count; v++) {
        is_moved |= part->weights[(size_t)v * 4] > 0;
    }
    return is_moved;
}

/* Skinned parts are in the mesh of the first node with a mesh, the others in that of the next. */
static void compare(const test_glb *glb, const gait_mesh *mesh) {
    uint32_t counts[2] = {0}, skinned_parts = 0;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        skinned_parts += has_weights(&mesh->parts[p]) && mesh->parts[p].triangle_count > 0;
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        bool is_skinned = has_weights(part);
        if (part->triangle_count == 0) {
            continue;
        }
        const char *item = test_glb_item(glb, "meshes", !is_skinned && skinned_parts > 0);
        const char *primitive =
            test_json_item(test_json_member(item, "primitives"), counts[is_skinned]++);
        const char *attributes = test_json_member(primitive, "attributes");
        compare_vertices(glb, attributes, part);
        compare_triangles(glb, primitive, part);
        if (is_skinned) {
            compare_joints(glb, attributes, mesh, part);
        }
        seen.vertices += part->vertex_count;
    }
    seen.skinned += counts[1] > 0;
    seen.fixed += counts[1] == 0;
}

static gait_buffer convert(const gait_file *file) {
    const gait_convert_options options = {.target = GAIT_FORMAT_GLTF};
    gait_buffer bytes = {0};
    gait_conversion *conversion;
    gait_output output;
    assert_int_equal(gait_convert_begin(file, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    for (uint32_t p = 0; p < output.files[0].part_count; p++) {
        gait_span part = output.files[0].parts[p];
        assert_int_equal(gait_buffer_append(&bytes, part.data, part.size), GAIT_OK);
    }
    gait_conversion_free(conversion);
    return bytes;
}

static void examine(const char *path, gait_span content) {
    gait_file *file;
    gait_search_result *found;
    gait_mesh *mesh;
    if (gait_file_open(content, path, NULL, &file) != GAIT_OK) {
        return;
    }
    if (gait_file_clip_count(file) == 0) {
        assert_int_equal(gait_skeleton_search(file, NULL, 0, NULL, &found), GAIT_OK);
        if (gait_file_mesh(file, gait_search_result_skeleton(found), NULL, &mesh) == GAIT_OK) {
            gait_buffer bytes = convert(file);
            test_glb glb = test_glb_open(&bytes);
            compare(&glb, mesh);
            test_glb_close(&glb);
            gait_buffer_free(&bytes);
            gait_mesh_free(mesh);
            seen.models++;
        }
        gait_search_result_free(found);
    }
    gait_file_free(file);
}

static void meshes_in_gltf_files_agree_with_the_models(void **state) {
    static const char *const extensions[] = {".ogf", ".p3d"};
    char models[MESH_FACT_TEXT];
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true(corpus_each(extensions[i], examine));
        if (mesh_models_folder(models)) {
            assert_true(corpus_each_below(models, extensions[i], examine));
        }
    }
    print_message("%u models with %llu vertices, %u with a skin, %u without\n", seen.models,
                  seen.vertices, seen.skinned, seen.fixed);
    assert_true(seen.skinned > 0 && seen.fixed > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_in_gltf_files_agree_with_the_models),
    };
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}

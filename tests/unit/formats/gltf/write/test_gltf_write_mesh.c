/* Meshes of models in a glTF: vertices, triangles, joints, weights, materials, refusals. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/gltf.h"
#include "gait/transform.h"
#include "glb.h"
#include "test.h"
#include "formats/gltf/write/gltf_writer.h"
#include "model/clip.h"

enum { FLOAT = 5126, BYTE = 5121, SHORT = 5123, INT = 5125 };

static const gait_bone bones[] = {
    {.name = "root", .parent = -1, .rest = {{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}}},
    {.name = "hand", .parent = 0, .rest = {{0.5, 0, 0}, {0, 0.6, 0, 0.8}, {1, 1, 1}}},
};

/* --- a small mesh ----------------------------------------------------------------------------- */

static const float positions[] = {1, 2, 3, 0, 5, 6, -7, 8, 9};
static const float normals[] = {1, 0, 0, 0, 1, 0, -0.6F, 0, 0.8F};
static const float uvs[] = {0, 0, 0.25F, 4, 1, -1};
static const uint32_t triangle[] = {0, 1, 2};

/* The mesh has its bones in another order than the skeleton. */
static const char *const names[] = {"HAND", "root", "lid"};
static const uint16_t joints[] = {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
static const float weights[] = {0.75F, 0.25F, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

static gait_mesh_part make_part(const char *texture, const char *material) {
    return (gait_mesh_part){.texture = texture,
                            .material = material,
                            .vertex_count = 3,
                            .triangle_count = 1,
                            .positions = positions,
                            .normals = normals,
                            .uvs = uvs,
                            .joints = joints,
                            .weights = weights,
                            .triangles = triangle};
}

static gait_mesh_part make_still_part(const char *texture, const char *material) {
    gait_mesh_part part = make_part(texture, material);
    part.joints = NULL;
    part.weights = NULL;
    return part;
}

static gait_mesh make_mesh(const gait_mesh_part *parts, uint32_t count) {
    return (gait_mesh){.parts = parts, .part_count = count, .bones = names, .bone_count = 3};
}

static gait_skeleton *make_skeleton(uint32_t bone_count) {
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("man", bones, bone_count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

static gaiti_gltf_writer *start(void) {
    gaiti_gltf_writer *gltf;
    gait_skeleton *skeleton = make_skeleton(2);
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    gait_skeleton_free(skeleton);
    return gltf;
}

static gait_buffer bytes;

/* Writes a glTF with a mesh on a skeleton with so many bones. */
static test_glb write_on(const gait_skeleton *skeleton, const gait_mesh *mesh) {
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, mesh), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &bytes), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    return test_glb_open(&bytes);
}

static test_glb write_mesh(const gait_mesh *mesh) {
    gait_skeleton *skeleton = make_skeleton(2);
    test_glb glb = write_on(skeleton, mesh);
    gait_skeleton_free(skeleton);
    return glb;
}

static void close_glb(test_glb *glb) {
    test_glb_close(glb);
    gait_buffer_free(&bytes);
}

static const char *primitive_of(const test_glb *glb, uint32_t mesh, uint32_t index) {
    return test_json_item(test_json_member(test_glb_item(glb, "meshes", mesh), "primitives"),
                          index);
}

static test_accessor attribute(const test_glb *glb, const char *primitive, const char *name) {
    const char *value = test_json_member(test_json_member(primitive, "attributes"), name);
    assert_non_null(value);
    return test_glb_accessor(glb, (uint32_t)test_json_number(value));
}

static test_accessor indices_of(const test_glb *glb, const char *primitive) {
    return test_glb_accessor(glb,
                             (uint32_t)test_json_number(test_json_member(primitive, "indices")));
}

/* --- geometry --------------------------------------------------------------------------------- */

TEST(test_x_is_mirrored_and_triangles_are_reversed) {
    const gait_mesh_part part = make_part("wall", "");
    const gait_mesh mesh = make_mesh(&part, 1);
    test_glb glb = write_mesh(&mesh);
    const char *primitive = primitive_of(&glb, 0, 0);
    test_accessor at = attribute(&glb, primitive, "POSITION");
    test_accessor normal = attribute(&glb, primitive, "NORMAL");
    test_accessor uv = attribute(&glb, primitive, "TEXCOORD_0");
    for (uint32_t v = 0; v < 3; v++) {
        for (uint32_t c = 0; c < 3; c++) {
            float sign = c == 0 ? -1.0F : 1.0F;
            assert_true(test_accessor_get(&at, v, c) == (double)(sign * positions[v * 3 + c]));
            assert_true(test_accessor_get(&normal, v, c) == (double)(sign * normals[v * 3 + c]));
        }
        assert_true(test_accessor_get(&uv, v, 0) == (double)uvs[v * 2]);
        assert_true(test_accessor_get(&uv, v, 1) == (double)uvs[v * 2 + 1]);
    }
    assert_true(test_json_is(test_json_member(at.json, "min"), "[-1,2,3]"));
    assert_true(test_json_is(test_json_member(at.json, "max"), "[7,8,9]"));
    test_accessor corners = indices_of(&glb, primitive);
    assert_int_equal(corners.component, SHORT);
    assert_true(test_accessor_get(&corners, 0, 0) == 0 && test_accessor_get(&corners, 1, 0) == 2 &&
                test_accessor_get(&corners, 2, 0) == 1);
    close_glb(&glb);
}

TEST(test_mesh_replaces_the_shapes_of_the_bones) {
    const gait_mesh_part part = make_part("wall", "");
    const gait_mesh mesh = make_mesh(&part, 1);
    test_glb glb = write_mesh(&mesh);
    assert_int_equal(test_json_count(test_json_member(glb.json, "meshes")), 1);
    assert_int_equal(test_json_count(test_json_member(glb.json, "nodes")), 4);
    assert_true(test_json_is(test_glb_item(&glb, "nodes", 3),
                             "{\"name\":\"gait_bind\",\"mesh\":0,\"skin\":0}"));
    assert_int_equal(attribute(&glb, primitive_of(&glb, 0, 0), "POSITION").count, 3);
    close_glb(&glb);
}

TEST(test_data_of_several_parts_is_aligned) {
    static const float others[] = {1, 1, 1, 2, 2, 2, 3, 3, 3};
    gait_mesh_part parts[] = {make_part("a", ""), make_part("b", "")};
    parts[1].positions = others;
    const gait_mesh mesh = make_mesh(parts, 2);
    test_glb glb = write_mesh(&mesh);
    const char *views = test_json_member(glb.json, "bufferViews");
    for (uint32_t i = 0; i < test_json_count(views); i++) {
        double offset = test_json_number(test_json_member(test_json_item(views, i), "byteOffset"));
        assert_int_equal((uint32_t)offset % 4, 0);
    }
    test_accessor at = attribute(&glb, primitive_of(&glb, 0, 1), "POSITION");
    assert_true(test_accessor_get(&at, 1, 1) == 2);
    double view = test_json_number(test_json_member(at.json, "bufferView"));
    assert_true(
        test_json_is(test_json_member(test_json_item(views, (uint32_t)view), "byteStride"), "12"));
    close_glb(&glb);
}

TEST(test_indices_have_32_bits_when_they_must) {
    const uint32_t sizes[] = {65535, 65536};
    float *many = calloc((size_t)sizes[1] * 3, sizeof *many);
    for (int i = 0; i < 2; i++) {
        gait_mesh_part part = make_still_part("wall", "");
        const uint32_t last[] = {sizes[i] - 1, 0, 1};
        part.vertex_count = sizes[i];
        part.positions = part.normals = part.uvs = many;
        part.triangles = last;
        const gait_mesh mesh = make_mesh(&part, 1);
        test_glb glb = write_mesh(&mesh);
        test_accessor corners = indices_of(&glb, primitive_of(&glb, 0, 0));
        assert_int_equal(corners.component, i == 0 ? SHORT : INT);
        assert_true(test_accessor_get(&corners, 0, 0) == sizes[i] - 1);
        close_glb(&glb);
    }
    free(many);
}

/* --- joints ----------------------------------------------------------------------------------- */

TEST(test_joints_are_found_by_name) {
    const gait_mesh_part part = make_part("wall", "");
    const gait_mesh mesh = make_mesh(&part, 1);
    test_glb glb = write_mesh(&mesh);
    test_accessor joint = attribute(&glb, primitive_of(&glb, 0, 0), "JOINTS_0");
    test_accessor weight = attribute(&glb, primitive_of(&glb, 0, 0), "WEIGHTS_0");
    assert_int_equal(joint.component, BYTE);
    assert_int_equal(weight.component, FLOAT);
    assert_true(test_accessor_get(&joint, 0, 0) == 1 && test_accessor_get(&joint, 0, 1) == 0);
    assert_true(test_accessor_get(&joint, 0, 2) == 0); /* unused */
    assert_true(test_accessor_get(&joint, 1, 0) == 0 && test_accessor_get(&joint, 2, 0) == 1);
    assert_true(test_accessor_get(&weight, 0, 0) == 0.75);
    assert_int_equal(test_json_count(test_json_member(test_glb_item(&glb, "skins", 0), "joints")),
                     2);
    close_glb(&glb);
}

TEST(test_unknown_bones_and_loose_vertices_get_joints_that_stay) {
    static const uint16_t lids[] = {2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    static const float some[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    gait_mesh_part part = make_part("wall", "");
    part.joints = lids;
    part.weights = some;
    const gait_mesh mesh = make_mesh(&part, 1);
    test_glb glb = write_mesh(&mesh);
    test_accessor joint = attribute(&glb, primitive_of(&glb, 0, 0), "JOINTS_0");
    test_accessor weight = attribute(&glb, primitive_of(&glb, 0, 0), "WEIGHTS_0");
    const char *skin = test_glb_item(&glb, "skins", 0);
    assert_true(test_accessor_get(&joint, 0, 0) == 2 && test_accessor_get(&joint, 1, 0) == 3);
    assert_true(test_accessor_get(&weight, 1, 0) == 1);
    assert_true(test_json_is(test_json_member(skin, "joints"), "[1,2,3,4]"));
    assert_true(test_json_is(test_glb_item(&glb, "nodes", 3), "{\"name\":\"lid\"}"));
    assert_true(test_json_is(test_glb_item(&glb, "nodes", 4), "{\"name\":\"unmoved\"}"));
    assert_true(
        test_json_is(test_json_member(test_glb_item(&glb, "nodes", 0), "children"), "[1,3,4]"));
    test_accessor bind = test_glb_accessor(
        &glb, (uint32_t)test_json_number(test_json_member(skin, "inverseBindMatrices")));
    for (uint32_t i = 0; i < 16; i++) {
        assert_true(test_accessor_get(&bind, 3, i) == (i % 5 == 0));
    }
    close_glb(&glb);
}

TEST(test_more_than_256_joints_have_16_bits) {
    static char texts[257][8];
    static gait_bone many[257];
    const gait_mesh_part part = make_part("wall", "");
    gait_mesh mesh = make_mesh(&part, 1);
    const char *const last[] = {texts[256], texts[0]};
    mesh.bones = last;
    mesh.bone_count = 2;
    for (int i = 0; i < 257; i++) {
        (void)snprintf(texts[i], sizeof texts[i], "b%d", i);
        many[i] = (gait_bone){.name = texts[i], .parent = -1, .rest = bones[0].rest};
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("many", many, 257, NULL, &skeleton), GAIT_OK);
    test_glb glb = write_on(skeleton, &mesh);
    test_accessor joint = attribute(&glb, primitive_of(&glb, 0, 0), "JOINTS_0");
    assert_int_equal(joint.component, SHORT);
    assert_true(test_accessor_get(&joint, 0, 0) == 256 && test_accessor_get(&joint, 0, 1) == 0);
    close_glb(&glb);
    gait_skeleton_free(skeleton);
}

TEST(test_parts_without_joints_are_in_a_mesh_without_skin) {
    const gait_mesh_part parts[] = {make_still_part("a", ""), make_part("b", "")};
    const gait_mesh mesh = make_mesh(parts, 2);
    test_glb glb = write_mesh(&mesh);
    const char *primitive = primitive_of(&glb, 1, 0);
    assert_true(
        test_json_is(test_glb_item(&glb, "nodes", 4), "{\"name\":\"gait_mesh\",\"mesh\":1}"));
    assert_true(
        test_json_is(test_json_member(test_glb_item(&glb, "scenes", 0), "nodes"), "[0,3,4]"));
    assert_null(test_json_member(test_json_member(primitive, "attributes"), "JOINTS_0"));
    assert_null(test_json_member(test_json_member(primitive, "attributes"), "WEIGHTS_0"));
    close_glb(&glb);
}

TEST(test_mesh_without_a_skeleton) {
    const gait_skeleton none = {.name = ""};
    const gait_mesh_part part = make_still_part("a", "");
    const gait_mesh mesh = make_mesh(&part, 1);
    test_glb glb = write_on(&none, &mesh);
    assert_null(test_json_member(glb.json, "skins"));
    assert_int_equal(test_json_count(test_json_member(glb.json, "nodes")), 2);
    close_glb(&glb);
}

/* --- materials -------------------------------------------------------------------------------- */

TEST(test_materials_are_named_after_textures) {
    const gait_mesh_part parts[] = {
        make_part("act\\man", "models\\model"), make_part("act\\leaf", "models\\model_aref"),
        make_part("act\\man", "models\\model"), make_part("", "a\\b.rvmat"), make_part("", "")};
    const gait_mesh mesh = make_mesh(parts, 5);
    const double expected[] = {0, 1, 0, 2};
    test_glb glb = write_mesh(&mesh);
    assert_int_equal(test_json_count(test_json_member(glb.json, "materials")), 3);
    for (uint32_t p = 0; p < 4; p++) {
        const char *material = test_json_member(primitive_of(&glb, 0, p), "material");
        assert_true(test_json_number(material) == expected[p]);
    }
    assert_null(test_json_member(primitive_of(&glb, 0, 4), "material"));
    assert_true(test_json_is(test_glb_item(&glb, "materials", 0),
                             "{\"name\":\"act\\\\man\",\"pbrMetallicRoughness\":"
                             "{\"metallicFactor\":0}}"));
    const char *leaf = test_glb_item(&glb, "materials", 1);
    assert_true(test_json_is(test_json_member(leaf, "alphaMode"), "\"MASK\""));
    assert_null(test_json_member(leaf, "doubleSided"));
    assert_true(test_json_is(test_json_member(test_glb_item(&glb, "materials", 2), "name"),
                             "\"a\\\\b.rvmat\""));
    close_glb(&glb);
}

TEST(test_parts_without_triangles_are_left_out) {
    gait_mesh_part parts[] = {make_part("a", ""), make_part("b", "")};
    parts[0].triangle_count = 0;
    const gait_mesh mesh = make_mesh(parts, 2), empty = make_mesh(parts, 1);
    test_glb glb = write_mesh(&mesh);
    assert_int_equal(
        test_json_count(test_json_member(test_glb_item(&glb, "meshes", 0), "primitives")), 1);
    close_glb(&glb);
    glb = write_mesh(&empty);
    assert_null(test_json_member(glb.json, "meshes"));
    assert_null(test_json_member(glb.json, "materials"));
    close_glb(&glb);
}

/* --- refusals --------------------------------------------------------------------------------- */

TEST(test_invalid_meshes_are_refused_and_change_nothing) {
    static const uint32_t beyond[] = {0, 1, 3};
    static const uint16_t unknown[] = {3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    gait_mesh_part parts[] = {make_part("a", ""), make_part("a", "")};
    gait_buffer before = {0}, after = {0};
    gaiti_gltf_writer *gltf = start();
    parts[0].triangles = beyond;
    parts[1].joints = unknown;
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &before), GAIT_OK);
    for (int i = 0; i < 2; i++) {
        const gait_mesh mesh = make_mesh(&parts[i], 1);
        assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_BAD_ARGUMENT);
    }
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_set_mesh(NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &after), GAIT_OK);
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    gait_buffer_free(&before);
    gait_buffer_free(&after);
    gaiti_gltf_writer_free(gltf);
}

TEST(test_a_mesh_is_set_once_and_before_clips) {
    const gait_mesh_part part = make_part("a", "");
    const gait_mesh mesh = make_mesh(&part, 1);
    gait_skeleton *skeleton = make_skeleton(2);
    gait_track tracks[2] = {0};
    const gait_clip clip = {.name = "walk",
                            .skeleton = skeleton,
                            .space = GAIT_SPACE_LOCAL,
                            .axes = GAIT_AXES_GLTF,
                            .tracks = tracks};
    gaiti_gltf_writer *gltf = start();
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    gltf = start();
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_set_mesh(gltf, &mesh), GAIT_BAD_ARGUMENT);
    gaiti_gltf_writer_free(gltf);
    gait_skeleton_free(skeleton);
}

static gait_status attempt(const gait_options *options, void *user) {
    gaiti_gltf_writer_options writing = {.common = *options};
    gaiti_gltf_writer *gltf;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gaiti_gltf_writer_new(user, &writing, &gltf);
    const gait_mesh_part parts[] = {make_part("a", ""), make_still_part("b", "")};
    const gait_mesh mesh = make_mesh(parts, 2);
    status = status == GAIT_OK ? gaiti_gltf_writer_set_mesh(gltf, &mesh) : status;
    status = status == GAIT_OK ? gaiti_gltf_writer_finish_glb(gltf, &out) : status;
    gaiti_gltf_writer_free(gltf);
    gait_buffer_free(&out);
    return status;
}

TEST(test_failing_allocations_are_errors) {
    gait_skeleton *skeleton = make_skeleton(1); /* `hand` is not in it */
    assert_true(test_every_failing_allocation(attempt, skeleton) > 10);
    gait_skeleton_free(skeleton);
}

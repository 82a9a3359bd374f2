/* Meshes of P3D models: the level, axes, vertices, materials, weights; and the map of geometry. */
#include "gait/map.h"
#include "fixtures.h"
#include "gait/p3d.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/p3d/p3d.h"
#include "model/clip.h"

enum { PELVIS = 0, SPINE, ROOM = 8 };

static const char *const bone_names[ROOM] = {"Pelvis", "Spine",   "Spine1",   "Spine2",
                                             "Spine3", "Unmoved", "unmoved_", "Head"};

static gait_skeleton *skeleton_of(uint32_t count) {
    gait_bone bones[ROOM];
    gait_skeleton *skeleton;
    for (uint32_t b = 0; b < count; b++) {
        bones[b] = (gait_bone){
            .name = bone_names[b], .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    assert_int_equal(gaiti_skeleton_new("", bones, count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

/* The mesh of a fixture on the first bones; 0 = without a skeleton. */
static gait_mesh *mesh_of(const char *path, uint32_t bone_count) {
    test_file one = test_open(path);
    gait_skeleton *skeleton = bone_count > 0 ? skeleton_of(bone_count) : NULL;
    gait_mesh *mesh;
    assert_int_equal(gait_file_mesh(one.file, skeleton, NULL, &mesh), GAIT_OK);
    gait_skeleton_free(skeleton);
    test_close(&one);
    return mesh;
}

/* The vertex at a position; fails the test when there is none. */
static uint32_t vertex_at(const gait_mesh_part *part, float x, float y, float z) {
    for (uint32_t v = 0; v < part->vertex_count; v++) {
        const float *position = part->positions + 3 * (size_t)v;
        if (position[0] == x && position[1] == y && position[2] == z) {
            return v;
        }
    }
    fail_msg("no vertex at %f %f %f", (double)x, (double)y, (double)z);
    return 0;
}

static void assert_floats(const float *found, const float *expected, size_t count) {
    for (size_t i = 0; i < count; i++) {
        test_assert_near(found[i], expected[i], 1e-6);
    }
}

TEST(level_with_the_smallest_resolution_and_faces_is_used) {
    test_file one = test_open("p3d/ok/mesh.p3d"), none = test_open("p3d/bad/no_mesh.p3d");
    assert_int_equal(gait_p3d_mesh_lod(gait_file_p3d(one.file)), 1);
    assert_int_equal(gait_p3d_mesh_lod(gait_file_p3d(none.file)), -1);
    test_close(&none);
    test_close(&one);
}

/* The first part has a square and a triangle that share a point and its texture coordinates, but
 * not always a normal; the material of the second one differs. */
TEST(corners_that_differ_are_vertices) {
    gait_mesh *mesh = mesh_of("p3d/ok/mesh.p3d", 0);
    assert_int_equal(mesh->part_count, 2);
    assert_string_equal(mesh->parts[0].texture, "A.paa");
    assert_string_equal(mesh->parts[0].material, "");
    assert_int_equal(mesh->parts[0].vertex_count, 6);
    assert_int_equal(mesh->parts[0].triangle_count, 3);
    assert_string_equal(mesh->parts[1].texture, "A.paa");
    assert_string_equal(mesh->parts[1].material, "b.rvmat");
    assert_int_equal(mesh->parts[1].vertex_count, 3);
    assert_int_equal(mesh->parts[1].triangle_count, 1);
    gait_mesh_free(mesh);
}

/* X and Z of positions are negated, Y of normals, which are inverted in files; corners a b c d
 * become a c b and a d c. */
TEST(geometry_is_in_engine_axes) {
    static const char *const files[] = {"p3d/ok/mesh.p3d", "p3d/ok/mesh_flashpoint.p3d",
                                        "p3d/ok/mesh_oldest.p3d"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        gait_mesh *mesh = mesh_of(files[i], 0);
        const gait_mesh_part *part = &mesh->parts[0];
        const uint32_t corners[] = {vertex_at(part, 0, 0, 0), vertex_at(part, -1, 0, 0),
                                    vertex_at(part, -1, 1, 0), vertex_at(part, 0, 1, 0)};
        const uint32_t expected[] = {corners[0], corners[2], corners[1],
                                     corners[0], corners[3], corners[2]};
        assert_memory_equal(part->triangles, expected, sizeof expected);
        assert_floats(part->normals + 3 * (size_t)corners[2], (const float[]){0, 0, 1}, 3);
        uint32_t last = vertex_at(part, 0, 0, -1);
        assert_floats(part->normals + 3 * (size_t)last, (const float[]){0, -1, 0}, 3);
        assert_floats(part->uvs + 2 * (size_t)corners[1], (const float[]){1, 1}, 2);
        assert_floats(mesh->box[0], (const float[]){-1, 0, -1}, 3);
        assert_floats(mesh->box[1], (const float[]){0, 1, 0}, 3);
        assert_int_equal(mesh->bone_count, 0);
        assert_null(part->joints);
        gait_mesh_free(mesh);
    }
}

static void assert_weights(const gait_mesh_part *part, uint32_t vertex, const uint16_t joints[4],
                           const float weights[4]) {
    assert_memory_equal(part->joints + 4 * (size_t)vertex, joints, 4 * sizeof *joints);
    assert_floats(part->weights + 4 * (size_t)vertex, weights, 4);
}

/* A byte of 255 is the smallest weight. Names match ignoring case. */
TEST(selections_are_weights_of_bones) {
    gait_mesh *mesh = mesh_of("p3d/ok/mesh.p3d", 2);
    const gait_mesh_part *part = &mesh->parts[0];
    const float small = 1 / 255.0f;
    assert_int_equal(mesh->bone_count, 2);
    assert_string_equal(mesh->bones[PELVIS], "Pelvis");
    assert_string_equal(mesh->bones[SPINE], "Spine");
    assert_weights(part, vertex_at(part, 0, 0, 0), (const uint16_t[]){PELVIS, 0, 0, 0},
                   (const float[]){1, 0, 0, 0});
    assert_weights(part, vertex_at(part, -1, 1, 0), (const uint16_t[]){PELVIS, SPINE, 0, 0},
                   (const float[]){1 - small, small, 0, 0});
    assert_weights(part, vertex_at(part, 0, 1, 0), (const uint16_t[]){SPINE, PELVIS, 0, 0},
                   (const float[]){1 - small, small, 0, 0});
    gait_mesh_free(mesh);
}

TEST(points_in_no_bone_get_an_unmoved_one) {
    gait_mesh *mesh = mesh_of("p3d/bad/unmoved.p3d", 2);
    const gait_mesh_part *part = &mesh->parts[0];
    assert_int_equal(mesh->bone_count, 3);
    assert_string_equal(mesh->bones[2], "unmoved");
    assert_weights(part, vertex_at(part, 0, 0, -1), (const uint16_t[]){2, 0, 0, 0},
                   (const float[]){1, 0, 0, 0});
    gait_mesh_free(mesh);
    mesh = mesh_of("p3d/bad/unmoved.p3d", ROOM);
    assert_int_equal(mesh->bone_count, ROOM + 1);
    assert_string_equal(mesh->bones[ROOM], "unmoved__");
    gait_mesh_free(mesh);
}

TEST(four_largest_weights_are_kept) {
    gait_mesh *mesh = mesh_of("p3d/bad/many_bones.p3d", 5);
    assert_weights(&mesh->parts[0], 0, (const uint16_t[]){0, 1, 2, 3},
                   (const float[]){0.25f, 0.25f, 0.25f, 0.25f});
    gait_mesh_free(mesh);
}

TEST(without_bones_in_the_model_the_mesh_is_static) {
    gait_mesh *mesh = mesh_of("p3d/bad/no_bones.p3d", 2);
    assert_int_equal(mesh->bone_count, 0);
    assert_null(mesh->parts[0].joints);
    assert_null(mesh->parts[0].weights);
    gait_mesh_free(mesh);
}

static uint32_t triangles_of(const char *path) {
    gait_mesh *mesh = mesh_of(path, 2);
    uint32_t count = 0;
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        count += mesh->parts[p].triangle_count;
    }
    gait_mesh_free(mesh);
    return count;
}

TEST(some_faces_are_not_drawn) {
    assert_int_equal(triangles_of("p3d/ok/mesh.p3d"), 4);
    assert_int_equal(triangles_of("p3d/ok/mesh_hidden.p3d"), 3);
    assert_int_equal(triangles_of("p3d/ok/mesh_proxy.p3d"), 3);
    assert_int_equal(triangles_of("p3d/ok/mesh_proxy_texture.p3d"), 4);
    assert_int_equal(triangles_of("p3d/bad/corner_point.p3d"), 4);
    assert_int_equal(triangles_of("p3d/bad/corner_normal.p3d"), 4);
    assert_int_equal(triangles_of("p3d/bad/sides.p3d"), 4);
    assert_int_equal(triangles_of("p3d/bad/two_sides.p3d"), 4);
    assert_int_equal(triangles_of("p3d/bad/face_nan.p3d"), 3);
}

/* Fields that the map must contain, each with its type and size. */
typedef struct expected_field {
    const char *name;
    gait_field_type type;
    uint32_t rows, columns;
    bool found;
} expected_field;

static bool find_field(void *user, const gait_field *field) {
    for (expected_field *expected = user; expected->name; expected++) {
        if (strcmp(expected->name, field->name) == 0) {
            assert_int_equal(field->type, expected->type);
            assert_int_equal(field->rows, expected->rows);
            assert_int_equal(field->columns, expected->columns);
            expected->found = true;
        }
    }
    return true;
}

TEST(map_shows_the_data_of_properties) {
    expected_field fields[] = {{"lods[0].points[5].position", GAIT_FIELD_F32, 1, 3, false},
                               {"lods[0].normals", GAIT_FIELD_F32, 2, 3, false},
                               {"lods[0].faces[2].corners[3].uv", GAIT_FIELD_F32, 1, 2, false},
                               {"lods[0].faces[2].material", GAIT_FIELD_TEXT, 1, 8, false},
                               {"lods[0].tags[0].set", GAIT_FIELD_U32, 1, 1, false},
                               {"lods[0].tags[0].uvs", GAIT_FIELD_F32, 10, 2, false},
                               {"lods[0].tags[1].edges", GAIT_FIELD_U32, 2, 2, false},
                               {"lods[0].tags[2].masses", GAIT_FIELD_F32, 1, 6, false},
                               {"lods[0].tags[3].points", GAIT_FIELD_U8, 1, 6, false},
                               {"lods[0].tags[4].faces", GAIT_FIELD_U8, 1, 3, false},
                               {"lods[0].tags[5].faces", GAIT_FIELD_U8, 1, 3, false},
                               {"lods[0].tags[6].time", GAIT_FIELD_F32, 1, 1, false},
                               {"lods[0].tags[6].positions", GAIT_FIELD_F32, 6, 3, false},
                               {"lods[0].tags[7].values", GAIT_FIELD_U32, 1, 4, false},
                               {"lods[0].tags[8].data", GAIT_FIELD_BYTES, 1, 5, false},
                               {"lods[0].tags[9].property", GAIT_FIELD_CHARS, 1, 64, false},
                               {"lods[0].tags[9].value", GAIT_FIELD_CHARS, 1, 64, false},
                               {NULL, GAIT_FIELD_U8, 0, 0, false}};
    test_file one = test_open("p3d/ok/all_properties.p3d");
    assert_int_equal(gait_file_map(one.file, find_field, fields), GAIT_OK);
    for (const expected_field *field = fields; field->name; field++) {
        if (!field->found) {
            fail_msg("no field %s", field->name);
        }
    }
    test_close(&one);
}

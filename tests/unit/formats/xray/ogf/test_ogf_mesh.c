/* The meshes of models: children, vertices, levels of detail, damaged geometry. */
#include <math.h>

#include "fixtures.h"
#include "gait/map.h"
#include "gait/ogf.h"
#include "meshes.h"
#include "test.h"
#include "formats/xray/ogf/ogf.h"

/* The mesh of a fixture, until close_mesh(). */
typedef struct mesh_case {
    test_file model;
    gait_mesh *mesh;
    gait_status status;
    gait_diagnostic items[8];
    gait_diagnostics found;
} mesh_case;

static void open_mesh(const char *path, mesh_case *self) {
    *self = (mesh_case){.model = test_open(path)};
    self->found = (gait_diagnostics){.items = self->items, .capacity = 8};
    gait_options options = {.diagnostics = &self->found};
    self->status = gait_file_mesh(self->model.file, NULL, &options, &self->mesh);
    assert_int_equal(self->mesh != NULL, self->status == GAIT_OK);
    if (self->mesh) {
        assert_valid_mesh(self->mesh);
    }
}

static void close_mesh(mesh_case *self) {
    gait_mesh_free(self->mesh);
    test_close(&self->model);
}

static void assert_vertex(const gait_mesh_part *part, uint32_t vertex, const uint16_t joints[4],
                          const float weights[4]) {
    for (size_t j = 0; j < 4; j++) {
        assert_int_equal(part->joints[4 * (size_t)vertex + j], joints[j]);
        assert_true(fabsf(part->weights[4 * (size_t)vertex + j] - weights[j]) < 1e-6F);
    }
}

/* A square of two triangles in the plane Z = 0. */
static void assert_square(const gait_mesh_part *part) {
    static const float positions[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    assert_int_equal(part->vertex_count, 4);
    assert_int_equal(part->triangle_count, 2);
    assert_memory_equal(part->positions, positions, sizeof positions);
    assert_memory_equal(part->triangles, triangles, sizeof triangles);
    for (int v = 0; v < 4; v++) {
        assert_true(part->normals[3 * v + 2] == 1);
        assert_true(part->uvs[2 * v] == 0.5F && part->uvs[2 * v + 1] == 0.25F);
    }
}

static void every_number_of_bones_is_read(const char *path) {
    mesh_case self;
    open_mesh(path, &self);
    assert_int_equal(self.mesh->part_count, 4);
    assert_int_equal(self.mesh->bone_count, 3);
    assert_string_equal(self.mesh->bones[2], "head");
    for (int p = 0; p < 4; p++) {
        assert_square(&self.mesh->parts[p]);
        assert_string_equal(self.mesh->parts[p].texture, "act\\act_test");
        assert_string_equal(self.mesh->parts[p].material, "models\\model");
    }
    /* Bones 0, 1, 2, 1; the weights are 0.25 and the rest. */
    assert_vertex(&self.mesh->parts[0], 3, (uint16_t[]){0, 0, 0, 0}, (float[]){1, 0, 0, 0});
    assert_vertex(&self.mesh->parts[1], 3, (uint16_t[]){0, 1, 0, 0}, (float[]){0.75F, 0.25F, 0, 0});
    assert_vertex(&self.mesh->parts[2], 3, (uint16_t[]){2, 0, 1, 0},
                  (float[]){0.5F, 0.25F, 0.25F, 0});
    assert_vertex(&self.mesh->parts[3], 3, (uint16_t[]){1, 0, 2, 0},
                  (float[]){0.5F, 0.25F, 0.25F, 0});
    assert_true(self.mesh->box[0][0] == 0 && self.mesh->box[1][0] == 1 &&
                self.mesh->box[1][2] == 0);
    assert_int_equal(self.found.count, 0);
    close_mesh(&self);
}

TEST(vertices_of_one_to_four_bones_are_read) {
    every_number_of_bones_is_read("ogf/ok/mesh.ogf");
    every_number_of_bones_is_read("ogf/ok/mesh_old_ids.ogf");
}

TEST(repeated_bones_are_one_bone) {
    mesh_case self;
    open_mesh("ogf/ok/mesh_fillers.ogf", &self);
    assert_vertex(&self.mesh->parts[0], 0, (uint16_t[]){1, 0, 0, 0}, (float[]){1, 0, 0, 0});
    assert_vertex(&self.mesh->parts[1], 0, (uint16_t[]){1, 2, 0, 0}, (float[]){0.75F, 0.25F, 0, 0});
    close_mesh(&self);
}

TEST(the_first_window_is_the_mesh) {
    mesh_case self;
    open_mesh("ogf/ok/mesh_windows.ogf", &self);
    assert_int_equal(self.mesh->part_count, 2);
    assert_square(&self.mesh->parts[0]);
    close_mesh(&self);
    open_mesh("ogf/ok/mesh_only_windows.ogf", &self);
    assert_square(&self.mesh->parts[0]);
    close_mesh(&self);
    open_mesh("ogf/bad/mesh_no_windows.ogf", &self);
    assert_square(&self.mesh->parts[0]);
    assert_string_equal(self.items[0].rule->id, "OGF210");
    close_mesh(&self);
}

TEST(models_without_bones_have_meshes_without_joints) {
    static const char *const files[] = {"ogf/ok/mesh_only.ogf", "ogf/ok/mesh_group.ogf"};
    for (int i = 0; i < 2; i++) {
        mesh_case self;
        open_mesh(files[i], &self);
        assert_int_equal(self.mesh->bone_count, 0);
        assert_int_equal(self.mesh->part_count, 1 + i);
        assert_square(&self.mesh->parts[i]);
        assert_null(self.mesh->parts[i].joints);
        assert_null(self.mesh->parts[i].weights);
        close_mesh(&self);
    }
}

TEST(version_3_is_read) {
    mesh_case self;
    open_mesh("ogf/ok/v3_mesh.ogf", &self);
    assert_int_equal(self.mesh->part_count, 3);
    for (int p = 0; p < 3; p++) {
        assert_square(&self.mesh->parts[p]);
    }
    assert_vertex(&self.mesh->parts[2], 0, (uint16_t[]){0, 1, 0, 0}, (float[]){0.75F, 0.25F, 0, 0});
    close_mesh(&self);
}

TEST(compressed_geometry_is_read) {
    static const char *const files[] = {"ogf/ok/mesh_packed.ogf", "ogf/ok/mesh_packed_parts.ogf",
                                        "ogf/ok/mesh_falsely_marked.ogf",
                                        "ogf/ok/mesh_marked_parts.ogf"};
    for (int i = 0; i < 4; i++) {
        mesh_case self;
        open_mesh(files[i], &self);
        for (uint32_t p = 0; p < self.mesh->part_count; p++) {
            assert_square(&self.mesh->parts[p]);
        }
        assert_int_equal(self.found.count, 0);
        close_mesh(&self);
    }
}

TEST(models_without_geometry_have_no_mesh) {
    static const char *const files[] = {"ogf/ok/skeleton.ogf", "ogf/ok/v3_ik_23.ogf",
                                        "ogf/ok/unordered.ogf"};
    for (int i = 0; i < 3; i++) {
        mesh_case self;
        open_mesh(files[i], &self);
        assert_int_equal(self.status, GAIT_NOT_FOUND);
        assert_int_equal(self.found.count, 0);
        close_mesh(&self);
    }
}

TEST(unreadable_geometry_keeps_the_skeleton) {
    static const char *const files[] = {
        "ogf/bad/mesh_in_level.ogf", "ogf/bad/mesh_child_in_level.ogf",
        "ogf/bad/v3_mesh_progressive.ogf", "ogf/bad/mesh_unknown_id.ogf", "ogf/bad/mesh_deep.ogf"};
    for (int i = 0; i < 5; i++) {
        mesh_case self;
        gait_skeleton *skeleton;
        open_mesh(files[i], &self);
        assert_int_equal(self.status, i < 3 ? GAIT_UNSUPPORTED : GAIT_CORRUPT);
        assert_true(self.found.errors > 0);
        assert_int_equal(gait_file_skeleton(self.model.file, NULL, &skeleton), GAIT_OK);
        gait_skeleton_free(skeleton);
        close_mesh(&self);
    }
}

TEST(damaged_parts_are_left_out) {
    mesh_case self;
    open_mesh("ogf/bad/mesh_index.ogf", &self);
    assert_int_equal(self.mesh->parts[0].triangle_count, 40);
    assert_string_equal(self.items[0].rule->id, "OGF206");
    close_mesh(&self);
    open_mesh("ogf/bad/mesh_bone.ogf", &self);
    assert_vertex(&self.mesh->parts[0], 5, (uint16_t[]){0, 0, 0, 0}, (float[]){1, 0, 0, 0});
    assert_vertex(&self.mesh->parts[0], 6, (uint16_t[]){1, 0, 0, 0}, (float[]){1, 0, 0, 0});
    close_mesh(&self);
    open_mesh("ogf/bad/mesh_cut_last_child.ogf", &self);
    assert_int_equal(self.mesh->part_count, 1);
    assert_string_equal(self.items[0].rule->id, "OGF209");
    close_mesh(&self);
    open_mesh("ogf/bad/mesh_weight_negative.ogf", &self);
    assert_vertex(&self.mesh->parts[0], 3, (uint16_t[]){0, 1, 2, 0},
                  (float[]){0.5F / 1.0F, 0.4375F, 0.0625F, 0});
    close_mesh(&self);
}

TEST(counts_are_those_of_the_mesh) {
    static const char *const files[] = {"ogf/ok/mesh.ogf", "ogf/ok/mesh_windows.ogf",
                                        "ogf/ok/mesh_only.ogf", "ogf/ok/mesh_packed.ogf",
                                        "ogf/bad/mesh_cut_last_child.ogf"};
    for (int i = 0; i < 5; i++) {
        mesh_case self;
        gait_mesh_info info;
        uint64_t vertices = 0, triangles = 0;
        open_mesh(files[i], &self);
        for (uint32_t p = 0; p < self.mesh->part_count; p++) {
            vertices += self.mesh->parts[p].vertex_count;
            triangles += self.mesh->parts[p].triangle_count;
        }
        assert_int_equal(gait_file_mesh_info(self.model.file, NULL, &info), GAIT_OK);
        assert_int_equal(info.part_count, self.mesh->part_count);
        assert_int_equal(info.texture_count, 1);
        assert_int_equal(info.vertex_count, vertices);
        assert_int_equal(info.triangle_count, triangles);
        close_mesh(&self);
    }
}

/* The names of all fields of a map, each followed by a line feed. */
static bool add_name(void *user, const gait_field *field) {
    char *names = user;
    strcat(strcat(names, field->name), "\n");
    return true;
}

TEST(the_map_names_the_fields_of_vertices) {
    static const char *const expected[] = {"children[1].texture.shader\n",
                                           "children[1].geometry.format\n",
                                           "children[1].geometry.vertices[3].bones\n",
                                           "children[1].geometry.vertices[3].position\n",
                                           "children[1].geometry.vertices[3].normal\n",
                                           "children[1].geometry.vertices[3].tangent\n",
                                           "children[1].geometry.vertices[3].binormal\n",
                                           "children[1].geometry.vertices[3].weights\n",
                                           "children[1].geometry.vertices[3].uv\n",
                                           "children[0].geometry.vertices[3].bone\n",
                                           "children[1].triangles.indices\n"};
    static char names[1 << 16];
    test_file model = test_open("ogf/ok/mesh.ogf");
    names[0] = 0;
    assert_int_equal(gait_file_map(model.file, add_name, names), GAIT_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        if (!strstr(names, expected[i])) {
            fail_msg("no field %s", expected[i]);
        }
    }
    test_close(&model);
    model = test_open("ogf/ok/mesh_windows.ogf");
    names[0] = 0;
    assert_int_equal(gait_file_map(model.file, add_name, names), GAIT_OK);
    assert_non_null(strstr(names, "children[0].levels.windows[1].vertices\n"));
    test_close(&model);
}

TEST(the_limit_of_memory_is_respected) {
    test_file model = test_open("ogf/ok/mesh.ogf");
    gait_mesh *mesh;
    gait_options few = {.max_bytes = 2048};
    assert_int_equal(gaiti_ogf_mesh(gait_file_ogf(model.file), &few, &mesh), GAIT_LIMIT);
    assert_null(mesh);
    test_close(&model);
}

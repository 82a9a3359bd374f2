/* Making meshes: weights, normals, box, limits. */
#include "model/mesh.h"

#include <math.h>

#include "allocator.h"
#include "meshes.h"
#include "test.h"

/* A mesh with one part of four vertices and two triangles, whose vertices have no normals. */
static gaiti_mesh_part *make_part(const gait_options *options, gaiti_mesh **out_mesh) {
    static const float positions[] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 0, 5};
    static const uint32_t triangles[] = {0, 1, 1, 0, 1, 2};
    gaiti_mesh *mesh;
    if (gaiti_mesh_new(options, 1, 5, &mesh) != GAIT_OK) {
        return NULL;
    }
    for (uint32_t b = 0; b < 5; b++) {
        mesh->bones[b] = "bone";
    }
    gaiti_mesh_part *part = gaiti_mesh_add_part(mesh, 4, 2, true);
    if (!part) {
        gaiti_mesh_free(mesh);
        return NULL;
    }
    memcpy(part->positions, positions, sizeof positions);
    memcpy(part->triangles, triangles, sizeof triangles);
    *out_mesh = mesh;
    return part;
}

static void assert_influences(const gaiti_influence *influences, uint32_t count, uint32_t found,
                              const uint16_t joints[4], const float weights[4]) {
    gaiti_mesh *mesh;
    gaiti_mesh_part *part = make_part(NULL, &mesh);
    assert_int_equal(gaiti_mesh_set_weights(mesh, part, 2, influences, count), found);
    for (int j = 0; j < 4; j++) {
        assert_int_equal(part->joints[8 + j], joints[j]);
        assert_true(fabsf(part->weights[8 + j] - weights[j]) < 1e-7F);
    }
    for (int b = 0; b < 5; b++) {
        assert_true(mesh->sums[b] == 0);
    }
    gaiti_mesh_free(mesh);
}

TEST(weights_are_added_sorted_and_normalised) {
    const gaiti_influence equal[] = {{3, 0.25}, {1, 0.375}, {3, 0.25}, {4, 0.125}};
    assert_influences(equal, 4, 3, (uint16_t[]){3, 1, 4, 0}, (float[]){0.5F, 0.375F, 0.125F, 0});
    const gaiti_influence five[] = {{0, 0.1}, {1, 0.2}, {2, 0.3}, {3, 0.3}, {4, 0.1}};
    assert_influences(five, 5, 5, (uint16_t[]){2, 3, 1, 0},
                      (float[]){0.3F / 0.9F, 0.3F / 0.9F, 0.2F / 0.9F, 0.1F / 0.9F});
    const gaiti_influence odd[] = {
        {0, -1}, {1, (double)NAN}, {2, 3}, {3, 0}, {4, (double)INFINITY}};
    assert_influences(odd, 5, 1, (uint16_t[]){2, 0, 0, 0}, (float[]){1, 0, 0, 0});
    const gaiti_influence cancelled[] = {{1, 0.5}, {1, -0.5}};
    assert_influences(cancelled, 2, 0, (uint16_t[]){0, 0, 0, 0}, (float[]){0, 0, 0, 0});
    assert_influences(NULL, 0, 0, (uint16_t[]){0, 0, 0, 0}, (float[]){0, 0, 0, 0});
}

TEST(missing_normals_come_from_a_triangle_with_an_area) {
    gaiti_mesh *building;
    gait_mesh *mesh;
    gaiti_mesh_part *part = make_part(NULL, &building);
    part->normals[0] = 3;
    part->normals[2] = -4;
    part->normals[3] = NAN;
    assert_int_equal(gaiti_mesh_finish(building, &mesh), GAIT_OK);
    const float *normals = mesh->parts[0].normals;
    const float expected[] = {0.6F, 0, -0.8F, 0, 0, 1, 0, 0, 1, 0, 1, 0};
    for (int i = 0; i < 12; i++) {
        assert_true(fabsf(normals[i] - expected[i]) < 1e-7F);
    }
    gait_mesh_free(mesh);
}

TEST(the_box_contains_only_vertices_of_triangles) {
    gaiti_mesh *building;
    gait_mesh *mesh;
    gaiti_mesh_part *part = make_part(NULL, &building);
    part->positions[7] = INFINITY; /* becomes 0 */
    part->uvs[0] = NAN;
    assert_int_equal(gaiti_mesh_finish(building, &mesh), GAIT_OK);
    assert_valid_mesh(mesh);
    assert_true(mesh->box[0][0] == 0 && mesh->box[1][0] == 2);
    assert_true(mesh->box[1][1] == 0 && mesh->box[1][2] == 0);
    gait_mesh_free(mesh);
    assert_int_equal(gaiti_mesh_new(NULL, 0, 0, &building), GAIT_OK);
    assert_int_equal(gaiti_mesh_finish(building, &mesh), GAIT_OK);
    assert_int_equal(mesh->part_count, 0);
    assert_true(mesh->box[0][0] == 0 && mesh->box[1][2] == 0);
    gait_mesh_free(mesh);
}

TEST(limits_are_respected) {
    gait_options few = {.max_bytes = 4096};
    gaiti_mesh *mesh;
    assert_int_equal(gaiti_mesh_new(NULL, 1, 65537, &mesh), GAIT_LIMIT);
    assert_null(mesh);
    assert_int_equal(gaiti_mesh_new(&few, 1, 1000, &mesh), GAIT_LIMIT);
    assert_null(mesh);
    assert_int_equal(gaiti_mesh_new(&few, 1, 1, &mesh), GAIT_OK);
    assert_null(gaiti_mesh_add_part(mesh, UINT32_MAX, 0, true));
    assert_int_equal(mesh->arena.status, GAIT_LIMIT);
    gaiti_mesh_free(mesh);
}

static gait_status make_mesh(const gait_options *options, void *user) {
    gaiti_mesh *building;
    gait_mesh *mesh = NULL;
    (void)user;
    if (!make_part(options, &building)) {
        return GAIT_NO_MEMORY;
    }
    gait_status status = gaiti_mesh_finish(building, &mesh);
    assert_int_equal(mesh != NULL, status == GAIT_OK);
    gait_mesh_free(mesh);
    return status;
}

TEST(failing_allocations_leave_nothing) {
    test_every_failing_allocation(make_mesh, NULL);
}

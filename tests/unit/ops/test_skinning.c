/* Moving the vertices of meshes by poses. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "gait/mesh.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

enum { VERTICES = 1001, BONES = 40, JOINTS = 4 };

/* A part with random numbers. Vertex v has v % 5 bones. */
typedef struct random_part {
    float positions[VERTICES][3], normals[VERTICES][3], weights[VERTICES][JOINTS];
    uint16_t joints[VERTICES][JOINTS];
    gait_affine deltas[BONES];
    float matrices[BONES][12];
    gait_mesh_part part;
} random_part;

static void make_vertex(random_part *random, size_t v, uint64_t *seed) {
    double square = 0, sum = 0, weights[JOINTS] = {0};
    size_t bones = v % (JOINTS + 1);
    for (size_t i = 0; i < 3; i++) {
        random->positions[v][i] = (float)(2 * test_random(seed));
        random->normals[v][i] = (float)test_random(seed);
        square += (double)(random->normals[v][i] * random->normals[v][i]);
    }
    for (size_t i = 0; i < 3; i++) {
        random->normals[v][i] = (float)(random->normals[v][i] / sqrt(square));
    }
    for (size_t j = 0; j < bones; j++) {
        weights[j] = (double)(bones - j) + 0.4 * test_random(seed);
        sum += weights[j];
        random->joints[v][j] = (uint16_t)((BONES - 1) * (0.5 + 0.5 * test_random(seed)));
    }
    for (size_t j = 0; j < bones; j++) {
        random->weights[v][j] = (float)(weights[j] / sum);
    }
}

static random_part *make_random_part(uint64_t seed) {
    random_part *random = calloc(1, sizeof *random);
    int32_t bones[BONES];
    assert_non_null(random);
    for (size_t v = 0; v < VERTICES; v++) {
        make_vertex(random, v, &seed);
    }
    for (int b = 0; b < BONES; b++) {
        random->deltas[b] = test_random_affine(&seed, b % 3 == 0 ? 0.2 : 0);
        bones[b] = b;
    }
    assert_int_equal(
        gait_skinning_matrices(random->deltas, BONES, bones, BONES, random->matrices[0]), GAIT_OK);
    random->part = (gait_mesh_part){.vertex_count = VERTICES,
                                    .positions = random->positions[0],
                                    .normals = random->normals[0],
                                    .joints = random->joints[0],
                                    .weights = random->weights[0]};
    return random;
}

/* Room for three floats per vertex, allocated with the exact size. */
static float *make_room(size_t vertices) {
    float *room = malloc(3 * vertices * sizeof *room);
    assert_non_null(room);
    return room;
}

/* The weighted sum of the posed vertices, with the deltas as doubles. A normal has no translation.
 */
static void pose_exactly(const random_part *random, size_t v, bool is_normal, double out[3]) {
    const float *in = is_normal ? random->normals[v] : random->positions[v];
    out[0] = out[1] = out[2] = 0;
    for (size_t j = 0; j < JOINTS; j++) {
        const gait_affine *delta = &random->deltas[random->joints[v][j]];
        for (int i = 0; i < 3; i++) {
            double posed = is_normal ? 0 : delta->t[i];
            for (int k = 0; k < 3; k++) {
                posed += delta->m[i][k] * (double)in[k];
            }
            out[i] += (double)random->weights[v][j] * posed;
        }
    }
}

TEST(results_agree_with_doubles) {
    random_part *random = make_random_part(1);
    float *positions = make_room(VERTICES), *normals = make_room(VERTICES);
    double worst = 0, worst_normal = 0;
    assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, normals),
                     GAIT_OK);
    for (size_t v = 0; v < VERTICES; v++) {
        double point[3], normal[3];
        if (random->weights[v][0] == 0) {
            continue;
        }
        pose_exactly(random, v, false, point);
        pose_exactly(random, v, true, normal);
        double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        assert_true(length > 0);
        for (size_t i = 0; i < 3; i++) {
            worst = fmax(worst, fabs((double)positions[3 * v + i] - point[i]));
            worst_normal =
                fmax(worst_normal, fabs((double)normals[3 * v + i] - normal[i] / length));
        }
    }
    assert_true(worst > 0 && worst < 2e-6); /* metres: less than 0.05 mm */
    assert_true(worst_normal > 0 && worst_normal < 1e-5);
    free(positions);
    free(normals);
    free(random);
}

/* One element of the result, by floats in the same order. */
static float pose_in_floats(const random_part *random, size_t v, int row) {
    const float *p = random->positions[v];
    float sums[4];
    for (int c = 0; c < 4; c++) {
        float parts[JOINTS];
        for (size_t j = 0; j < JOINTS; j++) {
            parts[j] = random->weights[v][j] * random->matrices[random->joints[v][j]][4 * row + c];
        }
        float first = parts[0] + parts[1], second = parts[2] + parts[3];
        sums[c] = first + second;
    }
    float x = sums[0] * p[0], y = sums[1] * p[1], z = sums[2] * p[2];
    float sum = x + y;
    sum = sum + z;
    return sum + sums[3];
}

/* So that results do not depend on vector instructions. */
TEST(results_have_the_bits_of_single_floats) {
    random_part *random = make_random_part(2);
    float *positions = make_room(VERTICES), *alone = make_room(VERTICES);
    float *normals = make_room(VERTICES);
    assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, normals),
                     GAIT_OK);
    for (size_t v = 0; v < VERTICES; v++) {
        for (int i = 0; i < 3 && random->weights[v][0] != 0; i++) {
            float expected = pose_in_floats(random, v, i);
            assert_memory_equal(&positions[3 * v + (size_t)i], &expected, sizeof expected);
        }
    }
    assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, alone, NULL),
                     GAIT_OK);
    assert_memory_equal(alone, positions, 3 * VERTICES * sizeof *alone);
    free(normals);
    free(alone);
    free(positions);
    free(random);
}

/* Also the last vertex, after which there is no room. */
TEST(vertices_without_bones_are_copied) {
    random_part *random = make_random_part(3);
    for (uint32_t count = 1; count <= 11; count++) {
        float *positions = make_room(count), *normals = make_room(count);
        random->part.vertex_count = count;
        assert_int_equal(
            gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, normals), GAIT_OK);
        for (size_t v = 0; v < count; v++) {
            bool is_equal = memcmp(&positions[3 * v], random->positions[v], 12) == 0;
            bool has_equal_normal = memcmp(&normals[3 * v], random->normals[v], 12) == 0;
            assert_true(is_equal == (v % 5 == 0));
            assert_true(has_equal_normal == (v % 5 == 0));
        }
        gait_mesh_part still = random->part;
        still.joints = NULL;
        still.weights = NULL;
        assert_int_equal(gait_mesh_skin(&still, NULL, 0, positions, normals), GAIT_OK);
        assert_memory_equal(positions, random->positions, (size_t)count * 12);
        assert_memory_equal(normals, random->normals, (size_t)count * 12);
        free(positions);
        free(normals);
    }
    random->part.vertex_count = 0;
    float none[1];
    assert_int_equal(gait_mesh_skin(&random->part, NULL, 0, none, none), GAIT_OK);
    free(random);
}

TEST(joints_without_a_matrix_are_refused) {
    random_part *random = make_random_part(4);
    static float positions[3 * VERTICES], unchanged[3 * VERTICES];
    for (size_t place = 0; place < JOINTS; place++) {
        uint16_t *joint = &random->joints[VERTICES - 1][place], kept = *joint;
        *joint = BONES;
        assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, NULL),
                         GAIT_BAD_ARGUMENT);
        *joint = UINT16_MAX;
        assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, NULL),
                         GAIT_BAD_ARGUMENT);
        assert_memory_equal(positions, unchanged, sizeof positions);
        *joint = kept;
    }
    assert_int_equal(gait_mesh_skin(&random->part, random->matrices[0], BONES, positions, NULL),
                     GAIT_OK);
    free(random);
}

/* A flat matrix makes the length of some normals 0, and a large one makes it infinite. */
TEST(normals_without_a_length_are_copied) {
    const float position[3] = {1, 2, 3}, normal[3] = {0, 0, 1}, weights[4] = {1};
    const uint16_t joints[4] = {0};
    const float scales[] = {0, 1e-30F, 1e-10F, 1e10F, 1e30F};
    const gait_mesh_part part = {.vertex_count = 1,
                                 .positions = position,
                                 .normals = normal,
                                 .joints = joints,
                                 .weights = weights};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        float matrix[12] = {1, 0, scales[i], 0, 0, 1, 0, 0, 0, 0, 0, 0}, out[3], out_normal[3];
        assert_int_equal(gait_mesh_skin(&part, matrix, 1, out, out_normal), GAIT_OK);
        bool has_length = i == 2 || i == 3; /* then along X */
        assert_true(out_normal[0] == (has_length ? 1.0F : 0.0F));
        assert_true(out_normal[2] == (has_length ? 0.0F : 1.0F));
        assert_true(out[1] == 2);
    }
}

/* --- matrices and bones ----------------------------------------------------------------------- */

static bool is_identity(const float matrix[12]) {
    static const float identity[12] = {[0] = 1, [5] = 1, [10] = 1};
    return memcmp(matrix, identity, sizeof identity) == 0;
}

TEST(matrices_are_three_rows_of_four) {
    const gait_affine deltas[] = {{.m = {{1, 2, 3}, {5, 6, 7}, {9, 10, 11}}, .t = {4, 8, 12}},
                                  {.m = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .t = {0, NAN, 0}},
                                  {.m = {{1, 0, 0}, {0, 1, 1e300}, {0, 0, 1}}, .t = {0, 0, 0}}};
    const int32_t bones[] = {1, -1, 0, 2, 0};
    float matrices[5][12];
    assert_int_equal(gait_skinning_matrices(deltas, 3, bones, 5, matrices[0]), GAIT_OK);
    for (int i = 0; i < 12; i++) {
        assert_true(matrices[2][i] == (float)(i + 1));
    }
    assert_memory_equal(matrices[4], matrices[2], sizeof matrices[4]);
    assert_true(is_identity(matrices[0])); /* not finite */
    assert_true(is_identity(matrices[1])); /* without a bone */
    assert_true(is_identity(matrices[3])); /* not finite as a float */
    assert_int_equal(gait_skinning_matrices(NULL, 0, bones + 1, 1, matrices[3]), GAIT_OK);
    assert_int_equal(gait_skinning_matrices(NULL, 0, NULL, 0, NULL), GAIT_OK);
}

TEST(bones_are_found_ignoring_case) {
    const gait_transform rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const gait_bone bones[] = {{.name = "root", .parent = -1, .rest = rest},
                               {.name = "Arm", .parent = 0, .rest = rest},
                               {.name = "arm", .parent = 0, .rest = rest}};
    const char *const names[] = {"ARM", "tail", "Root", "root"};
    const gait_mesh mesh = {.bones = names, .bone_count = 4};
    gait_skeleton *skeleton;
    int32_t found[4];
    assert_int_equal(gaiti_skeleton_new("s", bones, 3, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_mesh_find_bones(&mesh, skeleton, found), GAIT_OK);
    assert_int_equal(found[0], 1);
    assert_int_equal(found[1], -1);
    assert_int_equal(found[2], 0);
    assert_int_equal(found[3], 0);
    gait_skeleton_free(skeleton);
}

/* The bones of a model in their rest pose move no vertex of its mesh. */
TEST(rest_poses_move_no_vertex) {
    test_file model = test_open("ogf/ok/mesh.ogf");
    gait_mesh *mesh;
    gait_skeleton *skeleton;
    assert_int_equal(gait_file_mesh(model.file, NULL, NULL, &mesh), GAIT_OK);
    assert_int_equal(gait_file_skeleton(model.file, NULL, &skeleton), GAIT_OK);
    assert_true(mesh->bone_count > 0);
    int32_t *bones = calloc(mesh->bone_count, sizeof *bones);
    float *matrices = calloc(mesh->bone_count, 12 * sizeof *matrices);
    gait_affine *deltas = calloc(skeleton->bone_count, sizeof *deltas);
    assert_true(bones && matrices && deltas);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        assert_true(gait_affine_invert(&skeleton->rest_model[b], &deltas[b]));
        deltas[b] = gait_affine_multiply(&skeleton->rest_model[b], &deltas[b]);
    }
    assert_int_equal(gait_mesh_find_bones(mesh, skeleton, bones), GAIT_OK);
    assert_int_equal(
        gait_skinning_matrices(deltas, skeleton->bone_count, bones, mesh->bone_count, matrices),
        GAIT_OK);
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        const gait_mesh_part *part = &mesh->parts[p];
        float *positions = make_room(part->vertex_count);
        assert_int_equal(gait_mesh_skin(part, matrices, mesh->bone_count, positions, NULL),
                         GAIT_OK);
        for (size_t i = 0; i < 3 * (size_t)part->vertex_count; i++) {
            assert_true(fabsf(positions[i] - part->positions[i]) < 1e-5F);
        }
        free(positions);
    }
    free(deltas);
    free(matrices);
    free(bones);
    gait_skeleton_free(skeleton);
    gait_mesh_free(mesh);
    test_close(&model);
}

#include "meshes.h"

#include <math.h>

#include "test.h"

static void assert_finite(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        assert_true(isfinite(numbers[i]));
    }
}

static void assert_weights(const gait_mesh *mesh, const gait_mesh_part *part, size_t vertex) {
    const uint16_t *joints = part->joints + 4 * vertex;
    const float *weights = part->weights + 4 * vertex;
    double sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += weights[j];
        assert_true(joints[j] < mesh->bone_count);
        assert_true(j == 0 || weights[j] <= weights[j - 1]);
        assert_true(weights[j] >= 0 && (weights[j] > 0 || joints[j] == 0));
        for (int k = 0; k < j; k++) {
            assert_true(weights[j] == 0 || joints[j] != joints[k]);
        }
    }
    assert_true(fabs(sum - 1) <= 1e-6 || sum == 0);
}

static void assert_part(const gait_mesh *mesh, const gait_mesh_part *part) {
    size_t count = part->vertex_count;
    assert_non_null(part->texture);
    assert_non_null(part->material);
    assert_finite(part->positions, 3 * count);
    assert_finite(part->uvs, 2 * count);
    assert_int_equal(part->joints != NULL, part->weights != NULL);
    for (size_t v = 0; v < count; v++) {
        const float *n = part->normals + 3 * v;
        double length = sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
        assert_true(fabs(length - 1) <= 1e-6);
        if (part->joints) {
            assert_weights(mesh, part, v);
        }
    }
    for (size_t c = 0; c < 3 * (size_t)part->triangle_count; c++) {
        assert_true(part->triangles[c] < count);
        for (int i = 0; i < 3; i++) {
            float at = part->positions[3 * (size_t)part->triangles[c] + (size_t)i];
            assert_true(at >= mesh->box[0][i] && at <= mesh->box[1][i]);
        }
    }
}

void assert_valid_mesh(const gait_mesh *mesh) {
    for (uint32_t b = 0; b < mesh->bone_count; b++) {
        assert_non_null(mesh->bones[b]);
    }
    for (uint32_t p = 0; p < mesh->part_count; p++) {
        assert_part(mesh, &mesh->parts[p]);
    }
    assert_finite(mesh->box[0], 6);
}

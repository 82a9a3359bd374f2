#include "transforms.h"
#include "gait/transform.h"

#include <stdio.h>

#include "test.h"
#include "model/clip.h"

double test_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)*seed / 9223372036854775808.0;
}

gait_transform test_random_transform(uint64_t *seed) {
    gait_transform transform = {.s = {1, 1, 1}};
    for (int i = 0; i < 4; i++) {
        transform.q[i] = test_random(seed);
    }
    for (int i = 0; i < 3; i++) {
        transform.t[i] = test_random(seed);
    }
    return transform;
}

gait_affine test_random_affine(uint64_t *seed, double distortion) {
    gait_transform transform = test_random_transform(seed);
    gait_affine affine = gait_affine_from_transform(&transform);
    for (int i = 0; i < 9; i++) {
        affine.m[i / 3][i % 3] += distortion * test_random(seed);
    }
    return affine;
}

void test_assert_near(double actual, double expected, double tolerance) {
    double difference = actual - expected;
    if (!(difference <= tolerance && difference >= -tolerance)) {
        fail_msg("%.17g is not %.17g within %g", actual, expected, tolerance);
    }
}

void test_assert_affine_near(const gait_affine *actual, const gait_affine *expected,
                             double tolerance) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            test_assert_near(actual->m[r][c], expected->m[r][c], tolerance);
        }
        test_assert_near(actual->t[r], expected->t[r], tolerance);
    }
}

gait_skeleton *test_random_skeleton(uint64_t *seed, uint32_t bone_count) {
    gait_bone bones[256];
    char names[256][16];
    assert_true(bone_count <= 256);
    for (uint32_t b = 0; b < bone_count; b++) {
        snprintf(names[b], sizeof names[b], "bone%u", b);
        uint32_t above = (uint32_t)((test_random(seed) + 1) / 2 * b);
        bones[b] = (gait_bone){
            .name = names[b],
            .parent = b % 8 == 0 ? -1 : (int32_t)above,
            .rest = test_random_transform(seed),
            .parent_origin = GAIT_ORIGIN_TABLE,
            .rest_origin = GAIT_ORIGIN_TABLE,
        };
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("random", bones, bone_count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

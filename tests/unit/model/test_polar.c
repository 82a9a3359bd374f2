#include <math.h>
#include "gait/transform.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"

static gait_affine rotation_of(const gait_transform *transform) {
    gait_transform rotation = *transform;
    rotation.s[0] = rotation.s[1] = rotation.s[2] = 1;
    return gait_affine_from_transform(&rotation);
}

/* R^T M, which is symmetric in a polar decomposition. */
static gait_affine stretch_of(const gait_affine *a, const gait_transform *transform) {
    gait_affine rotation = rotation_of(transform);
    gait_affine inverse;
    gait_affine_invert(&rotation, &inverse);
    return gait_affine_multiply(&inverse, a);
}

static void assert_polar(const gait_affine *a, double tolerance) {
    gait_transform transform;
    gait_affine_decompose(a, &transform);
    gait_affine stretch = stretch_of(a, &transform);
    for (int r = 0; r < 3; r++) {
        test_assert_near(transform.s[r], stretch.m[r][r], tolerance);
        test_assert_near(transform.t[r], a->t[r], 0);
        for (int c = 0; c < r; c++) {
            test_assert_near(stretch.m[r][c], stretch.m[c][r], tolerance);
        }
    }
    double length = 0;
    for (int i = 0; i < 4; i++) {
        length += transform.q[i] * transform.q[i];
    }
    test_assert_near(length, 1, 1e-15);
    assert_true(transform.q[3] >= 0);
}

TEST(rigid_transforms_survive_decomposition) {
    uint64_t seed = 1;
    for (int round = 0; round < 1000; round++) {
        gait_affine a = test_random_affine(&seed, 0);
        gait_transform transform;
        double difference = gait_affine_decompose(&a, &transform);
        test_assert_near(difference, 0, 1e-15);
        gait_affine again = gait_affine_from_transform(&transform);
        test_assert_affine_near(&again, &a, 2e-15);
    }
}

TEST(scaled_transforms_survive_decomposition) {
    uint64_t seed = 2;
    for (int round = 0; round < 1000; round++) {
        gait_transform given = test_random_transform(&seed);
        for (int i = 0; i < 3; i++) {
            given.s[i] = 2 + 1.9 * test_random(&seed);
        }
        gait_affine a = gait_affine_from_transform(&given);
        gait_transform transform;
        gait_affine_decompose(&a, &transform);
        gait_affine again = gait_affine_from_transform(&transform);
        test_assert_affine_near(&again, &a, 1e-14);
        for (int i = 0; i < 3; i++) {
            test_assert_near(transform.s[i], given.s[i], 1e-14);
        }
    }
}

TEST(sheared_matrices_split_into_rotation_and_stretch) {
    uint64_t seed = 3;
    const double distortions[] = {1e-9, 1e-7, 1e-4, 0.03, 0.063, 0.2};
    for (size_t d = 0; d < sizeof distortions / sizeof distortions[0]; d++) {
        for (int round = 0; round < 200; round++) {
            gait_affine a = test_random_affine(&seed, distortions[d]);
            assert_polar(&a, 1e-14);
        }
    }
}

TEST(stretch_of_a_proper_matrix_is_positive) {
    gait_affine a = {.m = {{2, 1, 0}, {0, 0.01, 3}, {0, -1, 1}}};
    gait_transform transform;
    gait_affine_decompose(&a, &transform);
    assert_polar(&a, 1e-13);
    gait_affine h = stretch_of(&a, &transform);
    double second = h.m[0][0] * h.m[1][1] - h.m[0][1] * h.m[1][0];
    assert_true(h.m[0][0] > 0 && second > 0);
}

TEST(the_difference_is_the_largest_entry) {
    gait_affine a = gait_affine_identity();
    a.m[1][1] = 1.25;
    gait_transform transform;
    test_assert_near(gait_affine_decompose(&a, &transform), 0.25, 1e-15);
    a.m[1][1] = 1;
    a.m[0][1] = a.m[1][0] = -0.125;
    test_assert_near(gait_affine_decompose(&a, &transform), 0.125, 1e-15);
}

TEST(reflections_keep_a_proper_rotation) {
    uint64_t seed = 4;
    for (int round = 0; round < 200; round++) {
        gait_affine a = test_random_affine(&seed, 0.03);
        for (int i = 0; i < 9; i++) {
            a.m[i / 3][i % 3] = -a.m[i / 3][i % 3];
        }
        gait_transform transform;
        gait_affine_decompose(&a, &transform);
        assert_true(transform.s[0] < 0 && transform.s[1] < 0 && transform.s[2] < 0);
        assert_polar(&a, 1e-14);
    }
}

TEST(very_small_and_large_scales_converge) {
    uint64_t seed = 5;
    const double sizes[] = {1e-30, 1e-5, 0.36, 7, 1e6, 1e30};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        gait_affine rigid = test_random_affine(&seed, 0);
        gait_affine a = rigid;
        for (int i = 0; i < 9; i++) {
            a.m[i / 3][i % 3] *= sizes[s];
        }
        gait_transform transform;
        gait_affine_decompose(&a, &transform);
        gait_affine rotation = rotation_of(&transform);
        for (int i = 0; i < 9; i++) {
            test_assert_near(rotation.m[i / 3][i % 3], rigid.m[i / 3][i % 3], 1e-14);
        }
        test_assert_near(transform.s[1] / sizes[s], 1, 1e-14);
    }
}

TEST(flat_matrices_converge) {
    uint64_t seed = 6;
    for (int round = 0; round < 100; round++) {
        gait_transform given = test_random_transform(&seed);
        given.s[round % 3] = 1e-6;
        gait_affine a = gait_affine_from_transform(&given);
        gait_transform transform;
        gait_affine_decompose(&a, &transform);
        gait_affine again = gait_affine_from_transform(&transform);
        test_assert_affine_near(&again, &a, 1e-9);
    }
}

TEST(singular_matrices_give_the_identity_rotation) {
    const gait_affine cases[] = {
        {.m = {{0}}, .t = {1, 2, 3}},
        {.m = {{0, 1, 0}, {0, 1, 0}, {0, 0, 1}}},
        {.m = {{1, 2, 3}, {2, 4, 6}, {3, 6, 9}}},
        {.m = {{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {.m = {{0, INFINITY, 0}, {1, 0, 0}, {0, 0, 1}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_transform transform;
        gait_affine_decompose(&cases[i], &transform);
        assert_true(transform.q[0] == 0 && transform.q[1] == 0 && transform.q[2] == 0);
        assert_true(transform.q[3] == 1);
    }
}

TEST(half_turns_have_a_positive_first_component) {
    for (int axis = 0; axis < 3; axis++) {
        gait_affine a = gait_affine_identity();
        a.m[(axis + 1) % 3][(axis + 1) % 3] = -1;
        a.m[(axis + 2) % 3][(axis + 2) % 3] = -1;
        gait_transform transform;
        gait_affine_decompose(&a, &transform);
        for (int i = 0; i < 4; i++) {
            assert_true(transform.q[i] == (i == axis));
            assert_false(signbit(transform.q[i]));
        }
    }
}

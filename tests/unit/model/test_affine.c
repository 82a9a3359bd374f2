#include <math.h>
#include "gait/transform.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"

static void apply(const gait_affine *a, const double v[3], double out[3]) {
    for (int r = 0; r < 3; r++) {
        out[r] = a->m[r][0] * v[0] + a->m[r][1] * v[1] + a->m[r][2] * v[2] + a->t[r];
    }
}

TEST(a_product_applies_the_right_factor_first) {
    uint64_t seed = 1;
    for (int round = 0; round < 100; round++) {
        gait_affine a = test_random_affine(&seed, 0.5);
        gait_affine b = test_random_affine(&seed, 0.5);
        gait_affine product = gait_affine_multiply(&a, &b);
        double point[3] = {test_random(&seed), test_random(&seed), test_random(&seed)};
        double once[3], twice[3], direct[3];
        apply(&b, point, once);
        apply(&a, once, twice);
        apply(&product, point, direct);
        for (int i = 0; i < 3; i++) {
            test_assert_near(direct[i], twice[i], 1e-14);
        }
    }
}

TEST(a_matrix_times_its_inverse_is_identity) {
    uint64_t seed = 2;
    gait_affine identity = gait_affine_identity();
    for (int round = 0; round < 100; round++) {
        gait_affine a = test_random_affine(&seed, 0.1);
        gait_affine inverse;
        assert_true(gait_affine_invert(&a, &inverse));
        gait_affine left = gait_affine_multiply(&inverse, &a);
        gait_affine right = gait_affine_multiply(&a, &inverse);
        test_assert_affine_near(&left, &identity, 1e-12);
        test_assert_affine_near(&right, &identity, 1e-12);
    }
}

TEST(tiny_but_regular_matrices_have_inverses) {
    uint64_t seed = 3;
    gait_affine a = test_random_affine(&seed, 0);
    for (int i = 0; i < 9; i++) {
        a.m[i / 3][i % 3] *= 1e-30;
    }
    gait_affine inverse;
    assert_true(gait_affine_invert(&a, &inverse));
    gait_affine product = gait_affine_multiply(&a, &inverse);
    gait_affine identity = gait_affine_identity();
    test_assert_affine_near(&product, &identity, 1e-12);
}

TEST(singular_matrices_give_identity) {
    const gait_affine cases[] = {
        {.m = {{0}}, .t = {1, 2, 3}},
        {.m = {{1, 2, 3}, {2, 4, 6}, {0, 0, 1}}},
        {.m = {{0.1, 0.2, 0.3}, {0.7, 0.8, 0.9}, {0.8, 1.0, 1.2}}}, /* row 2 = row 0 + row 1 */
        {.m = {{NAN, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {.m = {{INFINITY, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    };
    gait_affine identity = gait_affine_identity();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_affine inverse = cases[i];
        assert_false(gait_affine_invert(&cases[i], &inverse));
        test_assert_affine_near(&inverse, &identity, 0);
    }
}

TEST(an_inverse_may_replace_its_argument) {
    uint64_t seed = 4;
    gait_affine a = test_random_affine(&seed, 0.1);
    gait_affine apart;
    gait_affine_invert(&a, &apart);
    gait_affine_invert(&a, &a);
    test_assert_affine_near(&a, &apart, 0);
}

TEST(changing_axes_and_back_is_exact) {
    uint64_t seed = 5;
    gait_affine a = test_random_affine(&seed, 0.5);
    for (int from = 0; from < 3; from++) {
        for (int to = 0; to < 3; to++) {
            gait_affine there = gait_affine_change_axes(&a, (gait_axes)from, (gait_axes)to);
            gait_affine back = gait_affine_change_axes(&there, (gait_axes)to, (gait_axes)from);
            test_assert_affine_near(&back, &a, 0);
        }
    }
}

TEST(change_axes_is_a_change_of_basis) {
    uint64_t seed = 6;
    gait_affine a = test_random_affine(&seed, 0.5);
    gait_affine b = test_random_affine(&seed, 0.5);
    gait_affine product = gait_affine_multiply(&a, &b);
    for (int to = 1; to < 3; to++) {
        gait_affine ta = gait_affine_change_axes(&a, GAIT_AXES_ENGINE, (gait_axes)to);
        gait_affine tb = gait_affine_change_axes(&b, GAIT_AXES_ENGINE, (gait_axes)to);
        gait_affine turned = gait_affine_change_axes(&product, GAIT_AXES_ENGINE, (gait_axes)to);
        gait_affine separate = gait_affine_multiply(&ta, &tb);
        test_assert_affine_near(&separate, &turned, 1e-15);
    }
}

TEST(file_axes_negate_x_and_z_and_gltf_axes_x) {
    gait_affine a = gait_affine_identity();
    a.t[0] = 1, a.t[1] = 2, a.t[2] = 3;
    gait_affine file = gait_affine_change_axes(&a, GAIT_AXES_ENGINE, GAIT_AXES_FILE);
    gait_affine gltf = gait_affine_change_axes(&a, GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    gait_affine both = gait_affine_change_axes(&file, GAIT_AXES_FILE, GAIT_AXES_GLTF);
    assert_true(file.t[0] == -1 && file.t[1] == 2 && file.t[2] == -3);
    assert_true(gltf.t[0] == -1 && gltf.t[1] == 2 && gltf.t[2] == 3);
    test_assert_affine_near(&both, &gltf, 0);
}

TEST(xyzi_turns_forward_to_the_right_by_its_heading) {
    const double forward[3] = {0, 0, 1};
    for (float heading = -3; heading <= 3; heading += 0.25f) {
        const float rot[3] = {0, heading, 0};
        const float none[3] = {0, 0, 0};
        gait_affine a = gaiti_from_xyzi(rot, none);
        double out[3];
        apply(&a, forward, out);
        test_assert_near(out[0], sin((double)heading), 1e-14);
        test_assert_near(out[1], 0, 1e-14);
        test_assert_near(out[2], cos((double)heading), 1e-14);
    }
}

/* A right-handed rotation about one axis. */
static gait_affine rotation_about(int axis, double angle) {
    gait_affine a = gait_affine_identity();
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    a.m[u][u] = a.m[v][v] = cos(angle);
    a.m[u][v] = -sin(angle);
    a.m[v][u] = sin(angle);
    return a;
}

TEST(xyzi_is_heading_then_pitch_then_bank) {
    const float rot[3] = {0.3f, -1.1f, 2.4f};
    const float at[3] = {1, 2, 3};
    gait_affine pitch = rotation_about(0, (double)rot[0]);
    gait_affine heading = rotation_about(1, (double)rot[1]);
    gait_affine bank = rotation_about(2, (double)rot[2]);
    gait_affine expected = gait_affine_multiply(&heading, &pitch);
    expected = gait_affine_multiply(&expected, &bank);
    expected.t[0] = 1, expected.t[1] = 2, expected.t[2] = 3;
    gait_affine a = gaiti_from_xyzi(rot, at);
    test_assert_affine_near(&a, &expected, 1e-14);
}

TEST(degenerate_quaternions_count_as_identity) {
    const double cases[][4] = {{0, 0, 0, 0}, {1e-7, 0, 0, 0}, {NAN, 0, 0, 1}, {INFINITY, 0, 0, 0}};
    gait_affine identity = gait_affine_identity();
    for (size_t i = 0; i < 4; i++) {
        gait_transform transform = {.s = {1, 1, 1}};
        for (int c = 0; c < 4; c++) {
            transform.q[c] = cases[i][c];
        }
        gait_affine a = gait_affine_from_transform(&transform);
        test_assert_affine_near(&a, &identity, 0);
    }
}

TEST(quaternion_length_does_not_matter) {
    gait_transform unit = {.q = {0.5, 0.5, 0.5, 0.5}, .s = {1, 2, 3}};
    gait_transform scaled = {.q = {-2e-5, -2e-5, -2e-5, -2e-5}, .s = {1, 2, 3}};
    gait_affine a = gait_affine_from_transform(&unit);
    gait_affine b = gait_affine_from_transform(&scaled);
    test_assert_affine_near(&b, &a, 1e-15);
    test_assert_near(a.m[0][2], 3, 1e-15); /* x -> y -> z -> x, scaled columns */
}

TEST(vectors_and_columns) {
    const double a[3] = {2, 3, 6}, b[3] = {5, -7, 1};
    const double columns[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    double m[3][3];
    test_assert_near(gaiti_vector_dot(a, b), -5, 0);
    test_assert_near(gaiti_vector_length(a), 7, 0);
    gaiti_matrix_from_columns(columns, m);
    for (int i = 0; i < 9; i++) {
        test_assert_near(m[i % 3][i / 3], columns[i], 0);
    }
    gaiti_matrix_scale_columns(m, a);
    for (int i = 0; i < 9; i++) {
        test_assert_near(m[i % 3][i / 3], columns[i] * a[i / 3], 0);
    }
}

TEST(relative_poses_compose_to_absolute_ones) {
    enum { BONES = 6 };
    const int32_t parents[BONES] = {-1, 0, 0, 1, -1, 2};
    gait_affine poses[BONES], absolute[BONES];
    gaiti_parent_inverse last = GAITI_NO_PARENT_INVERSE;
    uint64_t seed = 11;
    for (uint32_t b = 0; b < BONES; b++) {
        poses[b] = absolute[b] = test_random_affine(&seed, 0.5);
    }
    for (uint32_t b = BONES; b-- > 0;) {
        gaiti_pose_make_relative(poses, b, parents[b], &last);
    }
    for (uint32_t b = 0; b < BONES; b++) {
        gait_affine pose = poses[b];
        if (parents[b] >= 0) {
            pose = gait_affine_multiply(&absolute[parents[b]], &poses[b]);
        }
        test_assert_affine_near(&pose, &absolute[b], 1e-12);
    }
}

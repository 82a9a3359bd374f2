#include <math.h>
#include <string.h>

#include "gait/transform.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"

TEST(matrices_and_quaternions_agree) {
    uint64_t seed = 1;
    for (int round = 0; round < 1000; round++) {
        double q[4], again[4], m[3][3];
        for (int i = 0; i < 4; i++) {
            /* in every third round all components have the same magnitude */
            q[i] = round % 3 ? test_random(&seed) : test_random(&seed) > 0 ? 1 : -1;
        }
        gaiti_quaternion_normalise(q);
        gaiti_quaternion_canonical(q);
        gaiti_matrix_from_quaternion(q, m);
        gaiti_quaternion_from_matrix(m, again);
        for (int i = 0; i < 4; i++) {
            test_assert_near(again[i], q[i], 1e-15);
        }
    }
}

TEST(a_quarter_turn_about_y_maps_z_to_x) {
    double m[3][3];
    const double q[4] = {0, sqrt(0.5), 0, sqrt(0.5)};
    gaiti_matrix_from_quaternion(q, m);
    test_assert_near(m[0][2], 1, 1e-15);
    test_assert_near(m[2][0], -1, 1e-15);
}

TEST(canonical_signs) {
    const double cases[][2][4] = {
        {{0, 0, 0, -1}, {0, 0, 0, 1}},      {{0.6, 0, 0, -0.8}, {-0.6, 0, 0, 0.8}},
        {{-1, 0, 0, 0}, {1, 0, 0, 0}},      {{0, -0.6, 0.8, 0}, {0, 0.6, -0.8, 0}},
        {{0, 0, -1, -0.0}, {0, 0, 1, 0}},   {{0.6, -0.8, 0, -0.0}, {0.6, -0.8, 0, 0}},
        {{-0.0, -0.0, 0, 1}, {0, 0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double q[4];
        memcpy(q, cases[i][0], sizeof q);
        gaiti_quaternion_canonical(q);
        assert_memory_equal(q, cases[i][1], sizeof q);
    }
}

/* A rotation by `angle` about one fixed skew axis. */
static void skew(double angle, double q[4]) {
    const double axis[3] = {2.0 / 7, 3.0 / 7, 6.0 / 7};
    for (int i = 0; i < 3; i++) {
        q[i] = axis[i] * sin(angle / 2);
    }
    q[3] = cos(angle / 2);
}

TEST(slerp_rotates_at_constant_speed) {
    const double angles[] = {1e-9, 1e-6, 2.1e-6, 1e-3, 0.06, 0.5, 1.5, 3.0};
    for (size_t a = 0; a < sizeof angles / sizeof angles[0]; a++) {
        double from[4], to[4], expected[4], q[4];
        skew(0.3, from);
        skew(0.3 + angles[a], to);
        for (int step = 0; step <= 8; step++) {
            skew(0.3 + angles[a] * step / 8, expected);
            gaiti_quaternion_slerp(from, to, step / 8.0, q);
            for (int i = 0; i < 4; i++) {
                test_assert_near(q[i], expected[i], 1e-14);
            }
        }
    }
}

TEST(slerp_follows_the_shorter_arc) {
    double from[4], to[4], expected[4], q[4];
    skew(0.2, from);
    skew(1.0, to);
    skew(0.4, expected);
    for (int i = 0; i < 4; i++) {
        to[i] = -to[i];
    }
    gaiti_quaternion_slerp(from, to, 0.25, q);
    for (int i = 0; i < 4; i++) {
        test_assert_near(q[i], expected[i], 1e-15);
    }
}

TEST(slerp_of_a_half_turn_stays_a_rotation) {
    const double from[4] = {0, 0, 0, 1};
    const double to[4] = {0, 1, 0, 0};
    double q[4];
    gaiti_quaternion_slerp(from, to, 0.5, q);
    test_assert_near(q[1], sqrt(0.5), 1e-15);
    test_assert_near(q[3], sqrt(0.5), 1e-15);
}

TEST(quaternion_products_match_matrix_products) {
    uint64_t seed = 2;
    for (int round = 0; round < 100; round++) {
        gait_affine a = gait_affine_identity(), b = a, both = a;
        double p[4], q[4], product[4], relative[4];
        for (int i = 0; i < 4; i++) {
            p[i] = test_random(&seed);
            q[i] = test_random(&seed);
        }
        gaiti_quaternion_normalise(p);
        gaiti_quaternion_normalise(q);
        gaiti_quaternion_multiply(p, q, product);
        gaiti_matrix_from_quaternion(p, a.m);
        gaiti_matrix_from_quaternion(q, b.m);
        gaiti_matrix_from_quaternion(product, both.m);
        gait_affine expected = gait_affine_multiply(&a, &b);
        test_assert_affine_near(&both, &expected, 1e-14);
        gaiti_quaternion_relative(p, product, relative);
        for (int i = 0; i < 4; i++) {
            test_assert_near(relative[i], q[i], 1e-15);
        }
    }
}

TEST(products_may_replace_a_factor) {
    const double a[4] = {1, 2, 3, 4}, b[4] = {5, -6, 7, 8}, conjugate[4] = {-1, -2, -3, 4};
    double product[4], relative[4], out[4];
    gaiti_quaternion_multiply(a, b, product);
    memcpy(out, a, sizeof out);
    gaiti_quaternion_multiply(out, b, out);
    assert_memory_equal(out, product, sizeof out);
    memcpy(out, b, sizeof out);
    gaiti_quaternion_multiply(a, out, out);
    assert_memory_equal(out, product, sizeof out);
    gaiti_quaternion_multiply(conjugate, b, relative);
    memcpy(out, b, sizeof out);
    gaiti_quaternion_relative(a, out, out);
    assert_memory_equal(out, relative, sizeof out);
}

TEST(lengths_and_dot_products) {
    const double a[4] = {1, 2, 4, 10}, b[4] = {3, -5, 7, 2};
    test_assert_near(gaiti_quaternion_length(a), 11, 0);
    test_assert_near(gaiti_quaternion_dot(a, b), 41, 0);
}

TEST(signs_follow_the_previous_key) {
    const double previous[4] = {0.5, -0.5, 0.5, 0.5};
    const double cases[][2][4] = {
        {{0.6, 0, 0, 0.8}, {0.6, 0, 0, 0.8}},
        {{-0.6, 0, 0, -0.8}, {0.6, 0, 0, 0.8}},
        {{0.6, 0.8, 0, 0}, {-0.6, -0.8, 0, 0}},
        {{-0.5, -0.5, -0.5, 0.5}, {-0.5, -0.5, -0.5, 0.5}}, /* the dot product is 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double q[4];
        float keys[8] = {0.5f, -0.5f, 0.5f, 0.5f}, first[4];
        memcpy(q, cases[i][0], sizeof q);
        gaiti_quaternion_store(q, keys, keys + 4);
        gaiti_quaternion_store(q, NULL, first);
        gaiti_quaternion_continue(q, previous);
        for (int c = 0; c < 4; c++) {
            test_assert_near(q[c], cases[i][1][c], 0);
            assert_true(keys[4 + c] == (float)cases[i][1][c]);
            assert_true(first[c] == (float)cases[i][0][c]);
        }
    }
}

TEST(angles_are_accurate_at_every_size) {
    static const double angles[] = {1e-12, 1e-6, 0.01, 1, 2, 3.1, 3.14159};
    const double start[4] = {0.1, -0.5, 0.7, 0.5};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; i++) {
        const double sine = sin(angles[i] / 2),
                     turn[4] = {0.6 * sine, 0, 0.8 * sine, cos(angles[i] / 2)};
        double end[4], opposite[4], longer[4];
        gaiti_quaternion_multiply(turn, start, end);
        for (int k = 0; k < 4; k++) {
            opposite[k] = -end[k];
            longer[k] = 1.001 * turn[k];
        }
        const double tolerance = 1e-15 + 1e-12 * angles[i];
        test_assert_near(gaiti_quaternion_angle(start, end), angles[i], tolerance);
        test_assert_near(gaiti_quaternion_angle(start, opposite), angles[i], tolerance);
        test_assert_near(gaiti_rotation_angle(longer), angles[i], tolerance);
        double chord = gaiti_quaternion_chord(start, end);
        test_assert_near(gaiti_angle_of_chord(chord), angles[i], tolerance);
        test_assert_near(gaiti_chord_of_angle(angles[i]), chord, 1e-14);
    }
    assert_true(gaiti_quaternion_angle(start, start) == 0);
}

/* Four transforms at once give the same bits as one by one. */
#include "model/affine_x4.h"

#include <string.h>

#include "gait/transform.h"
#include "test.h"
#include "transforms.h"

enum { LANES = 4, ROUNDS = 2000 };

/* A transform that is rigid, distorted, mirrored, singular or not finite. */
static gait_affine any_affine(uint64_t *seed, int round) {
    static const double distortions[] = {0, 1e-8, 1e-4, 0.01, 0.5};
    gait_affine a = test_random_affine(seed, distortions[round % 5]);
    int kind = (int)((test_random(seed) + 1) * 20), entry = (int)((test_random(seed) + 1) * 4.5);
    if (kind == 0) {
        memcpy(a.m[1], a.m[0], sizeof a.m[1]);
    } else if (kind == 1) {
        a.m[entry / 3][entry % 3] = NAN;
    } else if (kind == 2) {
        a.m[entry / 3][entry % 3] = INFINITY;
    } else if (kind == 3) {
        a.t[entry % 3] = NAN;
    } else if (kind == 4) {
        gaiti_matrix_scale_columns(a.m, (const double[]){-1, 1, 1});
    } else if (kind == 5) { /* half a turn: w is 0 */
        a = (gait_affine){.m = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    } else if (kind == 6) {
        memset(&a, 0, sizeof a);
    }
    return a;
}

/* The same numbers to the last bit; any NaN equals any other. */
static bool same(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++) {
        if (!(a[i] != a[i] && b[i] != b[i]) && memcmp(&a[i], &b[i], sizeof a[i]) != 0) {
            return false;
        }
    }
    return true;
}

static bool same_affine(const gait_affine *a, const gait_affine *b) {
    return same(a->m[0], b->m[0], 3) && same(a->m[1], b->m[1], 3) && same(a->m[2], b->m[2], 3) &&
           same(a->t, b->t, 3);
}

typedef struct four {
    gait_affine lanes[LANES];
    gaiti_affine_x4 x4;
} four;

static four any_four(uint64_t *seed, int round) {
    four result;
    const gait_affine *from[LANES];
    for (int i = 0; i < LANES; i++) {
        result.lanes[i] = any_affine(seed, round + i);
        from[i] = &result.lanes[i];
    }
    result.x4 = gaiti_x4_load(from);
    return result;
}

static gaiti_mask4 all_lanes(void) {
    return gaiti_double4_equal(gaiti_double4_of(0), gaiti_double4_of(0));
}

static void quaternion_lane(gaiti_quaternion_x4 q, int lane, double out[4]) {
    double parts[4][LANES];
    gaiti_double4_store(parts[0], q.x);
    gaiti_double4_store(parts[1], q.y);
    gaiti_double4_store(parts[2], q.z);
    gaiti_double4_store(parts[3], q.w);
    for (int i = 0; i < 4; i++) {
        out[i] = parts[i][lane];
    }
}

TEST(stores_only_the_first_lanes) {
    uint64_t seed = 1;
    four a = any_four(&seed, 0);
    for (uint32_t count = 1; count <= LANES; count++) {
        gait_affine out[LANES] = {{.t = {0}}}, untouched = {.t = {0}};
        gaiti_x4_store(a.x4, out, count);
        for (uint32_t i = 0; i < LANES; i++) {
            assert_true(same_affine(&out[i], i < count ? &a.lanes[i] : &untouched));
        }
    }
}

TEST(products_and_inverses_have_the_same_bits) {
    uint64_t seed = 2;
    unsigned singular = 0;
    for (int round = 0; round < ROUNDS; round++) {
        four a = any_four(&seed, round), b = any_four(&seed, round);
        gait_affine products[LANES], inverses[LANES];
        gaiti_x4_store(gaiti_x4_multiply(a.x4, b.x4), products, LANES);
        gaiti_x4_store(gaiti_x4_invert(a.x4), inverses, LANES);
        for (int i = 0; i < LANES; i++) {
            gait_affine product = gait_affine_multiply(&a.lanes[i], &b.lanes[i]), inverse;
            singular += !gait_affine_invert(&a.lanes[i], &inverse);
            assert_true(same_affine(&products[i], &product));
            assert_true(same_affine(&inverses[i], &inverse));
            gaiti_affine_multiply_into(&a.lanes[i], &b.lanes[i]);
            assert_true(same_affine(&b.lanes[i], &product));
        }
    }
    assert_true(singular > 100);
}

/* Lanes without a result have a rotation far from the matrix, a mirrored matrix, or w = 0. */
TEST(rotations_have_the_same_bits) {
    uint64_t seed = 3;
    unsigned valid_lanes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        four a = any_four(&seed, round);
        gaiti_mask4 valid = all_lanes();
        gaiti_quaternion_x4 q =
            gaiti_x4_quaternion(gaiti_x4_nearest_rotation(a.x4.m, &valid), &valid);
        gait_affine rotated[LANES];
        gaiti_x4_store((gaiti_affine_x4){gaiti_x4_matrix(q), a.x4.t}, rotated, LANES);
        for (int i = 0; i < LANES; i++) {
            gait_transform expected;
            double rotation[4];
            double error = gait_affine_decompose(&a.lanes[i], &expected);
            bool is_valid = gaiti_mask4_bits(valid) >> i & 1;
            assert_true(is_valid || round % 5 + i > 1 || !(error < 0.01) || expected.q[3] == 0);
            if (is_valid) {
                gait_affine matrix = a.lanes[i];
                valid_lanes++;
                quaternion_lane(q, i, rotation);
                assert_true(same(rotation, expected.q, 4));
                gaiti_matrix_from_quaternion(expected.q, matrix.m);
                assert_true(same_affine(&rotated[i], &matrix));
            }
        }
    }
    assert_true(valid_lanes > ROUNDS * 2);
}

static gaiti_quaternion_x4 four_quaternions(double q[LANES][4]) {
    return (gaiti_quaternion_x4){gaiti_double4_make(q[0][0], q[1][0], q[2][0], q[3][0]),
                                 gaiti_double4_make(q[0][1], q[1][1], q[2][1], q[3][1]),
                                 gaiti_double4_make(q[0][2], q[1][2], q[2][2], q[3][2]),
                                 gaiti_double4_make(q[0][3], q[1][3], q[2][3], q[3][3])};
}

TEST(interpolated_quaternions_have_the_same_bits) {
    uint64_t seed = 4;
    unsigned valid_lanes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double a[LANES][4], b[LANES][4], out[4], expected[4];
        double fraction = (test_random(&seed) + 1) / 2;
        gaiti_mask4 valid = all_lanes();
        for (int i = 0; i < LANES; i++) {
            gait_transform random = test_random_transform(&seed);
            memcpy(a[i], random.q, sizeof a[i]);
            gaiti_quaternion_normalise(a[i]);
            for (int k = 0; k < 4; k++) {
                double sign = round % 2 ? -1 : 1;
                b[i][k] = sign * (a[i][k] + (i == 3 ? 0.4 : 0.02) * test_random(&seed));
            }
            if (round % 16 == i) {
                b[i][round % 4] = i ? NAN : 1e200;
            }
        }
        gaiti_quaternion_x4 end = gaiti_x4_normalise(four_quaternions(b));
        gaiti_quaternion_x4 q = gaiti_x4_slerp(four_quaternions(a), end, fraction, &valid);
        for (int i = 0; i < LANES; i++) {
            gaiti_quaternion_normalise(b[i]);
            quaternion_lane(end, i, out);
            assert_true(same(out, b[i], 4));
            gaiti_quaternion_slerp(a[i], b[i], fraction, expected);
            quaternion_lane(q, i, out);
            bool is_valid = gaiti_mask4_bits(valid) >> i & 1;
            assert_true(!is_valid || same(out, expected, 4));
            assert_true(is_valid || i == 3 || round % 16 == i);
            valid_lanes += is_valid;
        }
    }
    assert_true(valid_lanes > ROUNDS * 2);
}

TEST(equal_bits_are_found_per_lane) {
    uint64_t seed = 5;
    four a = any_four(&seed, 0), b = a;
    const gait_affine *const from[LANES] = {&b.lanes[0], &b.lanes[1], &b.lanes[2], &b.lanes[3]};
    a.lanes[1].m[2][1] = b.lanes[1].m[2][1] = NAN;
    a.lanes[2].t[2] = 0.0, b.lanes[2].t[2] = -0.0;
    b.lanes[3].m[0][0] += 1;
    const gait_affine *const other[LANES] = {&a.lanes[0], &a.lanes[1], &a.lanes[2], &a.lanes[3]};
    assert_int_equal(
        gaiti_mask4_bits(gaiti_x4_same_bits(gaiti_x4_load(from), gaiti_x4_load(other))), 3);
}

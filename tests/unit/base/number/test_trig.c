/* Tests trigonometry: accuracy, quadrants and zeros as in C, and identical bits on all
 * platforms. */
#include <float.h>
#include <math.h>
#include "base/bits.h"
#include "base/number/trig.h"
#include "test.h"

/* The reference is the long double of libm. If that is a double, its error is up to one ulp. */
static const double judge_slack = LDBL_MANT_DIG > 53 ? 0 : 1;

static uint64_t random_bits(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 2685821657736338717u;
}

/* -1..1 */
static double random_unit(uint64_t *state) {
    return (double)(int64_t)random_bits(state) * 0x1p-63;
}

static double error_ulp(double value, long double right) {
    double size = fabs((double)right);
    double ulp = size < DBL_MIN ? 0x1p-1074 : ldexp(1, ilogb(size) - 52);
    return (double)(fabsl((long double)value - right) / (long double)ulp);
}

static void expect_near(const char *what, double value, long double right, double ulps, double y,
                        double x) {
    double error = error_ulp(value, right);
    if (!(error <= ulps + judge_slack)) {
        fail_msg("%s(%a, %a) = %a, off by %.3f ulp", what, y, x, value, error);
    }
}

static void expect_same(double value, double right) {
    if (gaiti_bits_of_f64(value) != gaiti_bits_of_f64(right)) {
        fail_msg("%a is not %a", value, right);
    }
}

static void expect_sine_and_cosine(double angle) {
    double s = gaiti_sin(angle), c = gaiti_cos(angle), both_s, both_c;
    expect_near("sin", s, sinl((long double)angle), 1, angle, 0);
    expect_near("cos", c, cosl((long double)angle), 1, angle, 0);
    gaiti_sincos(angle, &both_s, &both_c);
    expect_same(both_s, s);
    expect_same(both_c, c);
    expect_same(gaiti_sin(-angle), -s);
    expect_same(gaiti_cos(-angle), c);
}

TEST(sine_and_cosine_are_near_the_true_value) {
    static const double ranges[] = {0x1p-30, 0.1, 0.8, 3.2, 100, 1e5, 1e6, 1e7, 1e15, 1e300};
    uint64_t random = 1;
    for (size_t r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
        for (int i = 0; i < 30000; i++) {
            expect_sine_and_cosine(random_unit(&random) * ranges[r]);
        }
    }
    for (int e = -1074; e <= 1023; e++) {
        expect_sine_and_cosine(ldexp(1, e));
        expect_sine_and_cosine(ldexp(1 + 0x1p-52, e));
    }
    expect_sine_and_cosine(DBL_MAX);
    expect_sine_and_cosine(1e6);
    expect_sine_and_cosine(nextafter(1e6, 2e6));
}

/* All leading bits of the angle cancel. The last value is the double nearest to a multiple. */
TEST(sine_keeps_its_precision_near_multiples_of_half_pi) {
    for (int n = 1; n <= 640000; n += n < 1000 ? 1 : 37) {
        expect_sine_and_cosine(n * 0x1.921fb54442d18p+0);
        expect_sine_and_cosine(n * 0x1.921fb54442d18p-1); /* where quadrants change */
    }
    expect_sine_and_cosine(nextafter(0x1.921fb54442d18p+0, 0));
    expect_sine_and_cosine(nextafter(0x1.921fb54442d18p-1, 0));
    expect_sine_and_cosine(nextafter(0x1.921fb54442d18p-1, 1));
    expect_sine_and_cosine(6381956970095103.0 * 0x1p797);
}

static void expect_angle(double y, double x) {
    double angle = gaiti_atan2(y, x);
    expect_near("atan2", angle, atan2l((long double)y, (long double)x), 2, y, x);
    expect_same(gaiti_atan2(-y, x), -angle);
}

TEST(atan2_is_near_the_true_value) {
    uint64_t random = 2;
    for (int i = 0; i < 200000; i++) {
        double y = random_unit(&random), x = random_unit(&random);
        expect_angle(y, x);
        expect_angle(y * y * y * y, x);
        expect_angle(y, y * (1 + x / 64));
        double wide_y = gaiti_f64_of_bits(random_bits(&random));
        double wide_x = gaiti_f64_of_bits(random_bits(&random));
        if (isfinite(wide_y) && isfinite(wide_x)) {
            expect_angle(wide_y, wide_x);
            double tame = fabs(wide_y) > 1e300 ? 0.75 : 1.5;
            expect_angle(wide_y, wide_y * (tame + x / 4));
        }
    }
}

/* Values on both sides of every table entry, in all octants, of all magnitudes. */
TEST(atan2_has_no_seams) {
    static const double sizes[] = {0x1p-1060, 0x1p-1000, 0x1p-899, 1, 3, 0x1p999, 0x1.8p1022};
    for (int half = 1; half <= 32; half++) {
        for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
            for (int side = -1; side <= 1; side++) {
                double large = sizes[s];
                double small = large * (half / 32.0) * (1 + side * 0x1p-52);
                expect_angle(small, large);
                expect_angle(large, small);
                expect_angle(small, -large);
                expect_angle(large, -small);
            }
        }
    }
}

TEST(atan2_has_the_quadrants_and_zeros_of_c) {
    static const double values[] = {0, 1, 0x1p-1074, DBL_MIN, 1e-300, 1e300, DBL_MAX};
    enum { COUNT = sizeof values / sizeof values[0] };
    for (int i = 0; i < 4 * COUNT * COUNT; i++) {
        double y = values[i / 4 % COUNT], x = values[i / 4 / COUNT];
        y = i & 1 ? -y : y;
        x = i & 2 ? -x : x;
        double angle = gaiti_atan2(y, x), right = atan2(y, x);
        assert_int_equal(signbit(angle) != 0, signbit(right) != 0);
        expect_near("atan2", angle, atan2l((long double)y, (long double)x), 1, y, x);
    }
    expect_same(gaiti_atan2(0, 1), 0.0);
    expect_same(gaiti_atan2(-0.0, 1), -0.0);
    expect_same(gaiti_atan2(0, -0.0), 0x1.921fb54442d18p+1);
    expect_same(gaiti_atan2(-0.0, -1), -0x1.921fb54442d18p+1);
    expect_same(gaiti_atan2(-1, 0), -0x1.921fb54442d18p+0);
    expect_same(gaiti_atan2(1, 1), 0x1.921fb54442d18p-1);
}

TEST(what_is_not_finite_gives_one_nan) {
    double nan = gaiti_f64_of_bits(0x7FF8000000000000);
    double bad[] = {(double)INFINITY, -(double)INFINITY, nan, -nan};
    for (int i = 0; i < 4; i++) {
        double s = 0, c = 0;
        gaiti_sincos(bad[i], &s, &c);
        expect_same(s, nan);
        expect_same(c, nan);
        expect_same(gaiti_sin(bad[i]), nan);
        expect_same(gaiti_cos(bad[i]), nan);
        expect_same(gaiti_atan2(bad[i], 1), nan);
        expect_same(gaiti_atan2(1, bad[i]), nan);
    }
}

TEST(angles_survive_sine_and_cosine) {
    uint64_t random = 4;
    for (int i = 0; i < 100000; i++) {
        double angle = random_unit(&random) * 3.14159, s, c;
        gaiti_sincos(angle, &s, &c);
        assert_true(fabs(gaiti_atan2(s, c) - angle) < 1e-15);
        assert_true(fabs(s * s + c * c - 1) < 4e-16);
    }
}

static void hash_double(uint64_t *hash, double value) {
    *hash = (*hash ^ gaiti_bits_of_f64(value)) * 0x100000001B3;
}

/* The hash of the bits of a million results. All compilers, processors and options must give
 * the same. */
TEST(results_have_the_same_bits_everywhere) {
    uint64_t random = 5, hash = 0xCBF29CE484222325;
    for (int i = 0; i < 200000; i++) {
        double x = random_unit(&random), y = random_unit(&random);
        hash_double(&hash, gaiti_sin(x * 4));
        hash_double(&hash, gaiti_cos(x * 1e5));
        hash_double(&hash, gaiti_sin(ldexp(x, i % 1024)));
        hash_double(&hash, gaiti_atan2(y, x));
        hash_double(&hash, gaiti_atan2(y, x * 32));
    }
    if (hash != 0x890210997b276db9) {
        fail_msg("hash 0x%016llx", (unsigned long long)hash);
    }
}

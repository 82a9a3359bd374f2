#include "difference/difference_measure.h"

#include <math.h>

#include "test.h"

enum { ROW = 16, FRAMES = 13 };

/* Random keys of a bone in two clips: ten rows of ROW floats. */
typedef struct keys {
    float rows[2][GAITI_LOCAL_ROWS * ROW];
} keys;

static uint32_t seed = 1;

static double random_number(void) {
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) / 8388608.0 - 1;
}

static void set_key(float *rows, int frame, const double t[3], const double q[4], double scale) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 3; i++) {
        rows[i * ROW + frame] = (float)t[i];
        rows[(7 + i) * ROW + frame] = (float)scale;
    }
    for (int i = 0; i < 4; i++) {
        rows[(3 + i) * ROW + frame] = (float)(q[i] / length);
    }
}

/* Two keys per frame that differ by rotations up to `most` radians and translations up to 0.1. */
static void make_keys(keys *out, double most) {
    for (int f = 0; f < ROW; f++) {
        double t[3], q[4], p[4], v[3], half = most / 2 * fabs(random_number());
        for (int i = 0; i < 4; i++) {
            q[i] = random_number();
        }
        for (int i = 0; i < 3; i++) {
            t[i] = random_number();
            v[i] = random_number();
        }
        set_key(out->rows[0], f, t, q, 1);
        double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), s = sin(half) / length;
        const double r[4] = {s * v[0], s * v[1], s * v[2], cos(half)};
        p[0] = r[3] * q[0] + r[0] * q[3] + r[1] * q[2] - r[2] * q[1];
        p[1] = r[3] * q[1] - r[0] * q[2] + r[1] * q[3] + r[2] * q[0];
        p[2] = r[3] * q[2] + r[0] * q[1] - r[1] * q[0] + r[2] * q[3];
        p[3] = r[3] * q[3] - r[0] * q[0] - r[1] * q[1] - r[2] * q[2];
        for (int i = 0; i < 3; i++) {
            t[i] += 0.1 * random_number();
        }
        set_key(out->rows[1], f, t, p, 1 + 0.01 * f);
    }
}

/* The same keys in both clips. */
static void make_equal_keys(keys *out, double most) {
    make_keys(out, most);
    memcpy(out->rows[1], out->rows[0], sizeof out->rows[0]);
}

static void read_key(const keys *from, int side, int frame, double t[3], double m[3][3]) {
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = (double)from->rows[side][(3 + i) * ROW + frame];
        length += q[i] * q[i];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        t[i] = (double)from->rows[side][i * ROW + frame];
        m[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]) / length;
        m[i][j] = 2 * (q[i] * q[j] - q[3] * q[k]) / length;
        m[j][i] = 2 * (q[i] * q[j] + q[3] * q[k]) / length;
    }
}

/* The movement of the end of the lever, by trying many directions. */
static double try_directions(const keys *from, int frame) {
    double t[2][3], m[2][3][3], most = 0;
    read_key(from, 0, frame, t[0], m[0]);
    read_key(from, 1, frame, t[1], m[1]);
    for (int step = 0; step < 40000; step++) {
        double z = -1 + (step + 0.5) / 20000, angle = step * 2.399963229728653, squares = 0;
        const double u[3] = {sqrt(1 - z * z) * cos(angle), sqrt(1 - z * z) * sin(angle), z};
        for (int i = 0; i < 3; i++) {
            double d = t[1][i] - t[0][i];
            for (int j = 0; j < 3; j++) {
                d += 0.1 * (m[1][i][j] - m[0][i][j]) * u[j];
            }
            squares += d * d;
        }
        most = fmax(most, squares);
    }
    return 1000 * sqrt(most);
}

/* The angle between both keys by the trace of the relative rotation. */
static double trace_angle(const keys *from, int frame) {
    double t[3], m[2][3][3], trace = 0;
    read_key(from, 0, frame, t, m[0]);
    read_key(from, 1, frame, t, m[1]);
    for (int i = 0; i < 9; i++) {
        trace += m[0][i / 3][i % 3] * m[1][i / 3][i % 3];
    }
    return acos(fmin(1, fmax(-1, (trace - 1) / 2))) * 180 / acos(-1);
}

static gaiti_measure_keys measured(const keys *from, uint32_t frames) {
    return (gaiti_measure_keys){{from->rows[0], from->rows[1]}, ROW, frames, 100};
}

TEST(maxima_are_those_of_other_methods) {
    static const double most[] = {0.001, 0.5, 3.1};
    for (size_t round = 0; round < 60; round++) {
        keys both;
        gaiti_measure maxima[GAITI_MEASURES] = {{0}};
        double best[GAITI_MEASURES] = {0};
        uint32_t at[GAITI_MEASURES] = {0};
        make_keys(&both, most[round % 3]);
        for (int f = 0; f < FRAMES; f++) {
            double t[2][3], m[3][3], squares = 0;
            read_key(&both, 0, f, t[0], m);
            read_key(&both, 1, f, t[1], m);
            for (int i = 0; i < 3; i++) {
                squares += (t[1][i] - t[0][i]) * (t[1][i] - t[0][i]);
            }
            const double found[GAITI_MEASURES] = {trace_angle(&both, f), 1000 * sqrt(squares),
                                                  try_directions(&both, f), 0.01 * f};
            for (int i = 0; i < GAITI_MEASURES; i++) {
                at[i] = found[i] > best[i] ? (uint32_t)f : at[i];
                best[i] = fmax(best[i], found[i]);
            }
        }
        gaiti_measure_keys given = measured(&both, FRAMES);
        gaiti_measure_bone(&given, maxima);
        for (int i = 0; i < GAITI_MEASURES; i++) {
            /* The angle of the trace is not accurate for small ones. */
            double limit = i == GAITI_MEASURE_ROTATION ? 0.02 : 1e-5 + 2e-3 * best[i];
            assert_true(fabs(maxima[i].amount - best[i]) < limit);
            if (i != GAITI_MEASURE_ROTATION && i != GAITI_MEASURE_LEVER) {
                assert_int_equal(maxima[i].frame, 100 + at[i]);
            }
        }
    }
}

TEST(equal_keys_have_no_difference) {
    keys both;
    gaiti_measure maxima[GAITI_MEASURES] = {{0}};
    make_equal_keys(&both, 3);
    gaiti_measure_keys given = measured(&both, FRAMES);
    gaiti_measure_bone(&given, maxima);
    for (int i = 0; i < GAITI_MEASURES; i++) {
        assert_true(maxima[i].amount == 0);
    }
}

/* Keys after the last frame that is compared have no effect. */
TEST(only_given_frames_are_compared) {
    keys both;
    gaiti_measure maxima[GAITI_MEASURES] = {{0}};
    make_equal_keys(&both, 3);
    both.rows[1][FRAMES] += 1;
    gaiti_measure_keys given = measured(&both, FRAMES);
    gaiti_measure_bone(&given, maxima);
    assert_true(maxima[GAITI_MEASURE_TRANSLATION].amount == 0);
    given.frame_count++;
    gaiti_measure_bone(&given, maxima);
    assert_true(maxima[GAITI_MEASURE_TRANSLATION].amount > 999);
    assert_int_equal(maxima[GAITI_MEASURE_TRANSLATION].frame, 100 + FRAMES);
}

/* A key that is not a number in both clips is equal; a large one beside it is still found. */
TEST(numbers_beside_others_are_compared) {
    keys both;
    gaiti_measure maxima[GAITI_MEASURES] = {{0}};
    make_equal_keys(&both, 0.1);
    both.rows[0][2] = both.rows[1][2] = NAN;
    both.rows[1][3] += 2;
    gaiti_measure_keys given = measured(&both, FRAMES);
    gaiti_measure_bone(&given, maxima);
    assert_true(fabs(maxima[GAITI_MEASURE_TRANSLATION].amount - 2000) < 0.01);
    assert_int_equal(maxima[GAITI_MEASURE_TRANSLATION].frame, 103);
    both.rows[1][2] = 0;
    gaiti_measure_bone(&given, maxima);
    assert_true(isinf(maxima[GAITI_MEASURE_TRANSLATION].amount));
    assert_true(isinf(maxima[GAITI_MEASURE_LEVER].amount));
    assert_int_equal(maxima[GAITI_MEASURE_LEVER].frame, 102);
    assert_true(maxima[GAITI_MEASURE_ROTATION].amount == 0);
}

/* The square of a large difference is no finite float; smaller ones beside it are still found. */
TEST(large_numbers_are_compared) {
    keys both;
    gaiti_measure maxima[GAITI_MEASURES] = {{0}};
    make_equal_keys(&both, 0.1);
    both.rows[1][1] = both.rows[0][1] + 3;
    both.rows[1][2] = both.rows[1][ROW + 2] = 1.5e19F;
    gaiti_measure_keys given = measured(&both, FRAMES);
    gaiti_measure_bone(&given, maxima);
    assert_true(fabs(maxima[GAITI_MEASURE_TRANSLATION].amount / 2.1213203e22 - 1) < 1e-6);
    assert_int_equal(maxima[GAITI_MEASURE_TRANSLATION].frame, 102);
    assert_true(fabs(maxima[GAITI_MEASURE_LEVER].amount / 2.1213203e22 - 1) < 1e-6);
    both.rows[1][4] = 1e25F;
    gaiti_measure_bone(&given, maxima);
    assert_true(fabs(maxima[GAITI_MEASURE_TRANSLATION].amount / 1e28 - 1) < 1e-6);
    assert_int_equal(maxima[GAITI_MEASURE_TRANSLATION].frame, 104);
}

/* The other components of a key that is not a number in both clips are compared. */
TEST(components_beside_others_are_compared) {
    keys both;
    gaiti_measure maxima[GAITI_MEASURES] = {{0}};
    make_equal_keys(&both, 0.1);
    both.rows[0][2] = both.rows[1][2] = NAN;
    both.rows[1][ROW + 2] += 2;
    both.rows[1][4] += 1;
    gaiti_measure_keys given = measured(&both, FRAMES);
    gaiti_measure_bone(&given, maxima);
    assert_true(fabs(maxima[GAITI_MEASURE_TRANSLATION].amount - 2000) < 0.01);
    assert_int_equal(maxima[GAITI_MEASURE_TRANSLATION].frame, 102);
    both.rows[1][5] += 3;
    gaiti_measure_bone(&given, maxima);
    assert_true(fabs(maxima[GAITI_MEASURE_TRANSLATION].amount - 3000) < 0.01);
}

TEST(poses_in_model_space) {
    keys both;
    static float parent[GAITI_MEASURE_MODEL_ROWS * ROW], child[GAITI_MEASURE_MODEL_ROWS * ROW];
    make_keys(&both, 3);
    gaiti_measure_model(both.rows[0], NULL, ROW, parent);
    gaiti_measure_model(both.rows[1], parent, ROW, child);
    for (int f = 0; f < ROW; f++) {
        double t[2][3], m[2][3][3], s = 1 + 0.01 * f;
        read_key(&both, 0, f, t[0], m[0]);
        read_key(&both, 1, f, t[1], m[1]);
        for (int i = 0; i < 3; i++) {
            double at = t[0][i];
            for (int j = 0; j < 3; j++) {
                double expected = 0;
                at += m[0][i][j] * t[1][j];
                for (int k = 0; k < 3; k++) {
                    expected += m[0][i][k] * m[1][k][j] * s;
                }
                assert_true(fabs((double)child[(3 * i + j) * ROW + f] - expected) < 1e-5);
            }
            assert_true(fabs((double)child[(9 + i) * ROW + f] - at) < 1e-5);
        }
    }
    gaiti_measure maximum = {0};
    gaiti_measure_keys given = {{parent, child}, ROW, FRAMES, 0};
    assert_true(gaiti_measure_distance(&given, &maximum));
    assert_false(gaiti_measure_distance(&given, &maximum));
    assert_true(maximum.amount > 0 && maximum.frame < FRAMES);
}

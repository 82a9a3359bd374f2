/* Conversion of keys to glTF: integers are kept, signs are made continuous, and invalid values are
 * replaced. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_keys.h"
#include "model/affine.h"
#include "test.h"
#include "transforms.h"

enum { KEYS = 301 };

static gait_diagnostic items[16];
static gait_diagnostics diagnostics;
static gaiti_report report;
static uint8_t out[KEYS * 16];

static int reset(void **state) {
    (void)state;
    diagnostics = (gait_diagnostics){.items = items, .capacity = 16};
    report = gaiti_report_to(&diagnostics);
    memset(out, 0xAA, sizeof out);
    return 0;
}

static bool raised(const char *id, uint32_t count, int32_t frame) {
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        if (strcmp(items[i].rule->id, id) == 0) {
            return items[i].count == count && items[i].frame == frame;
        }
    }
    return false;
}

/* --- 16 bits ---------------------------------------------------------------------------------- */

typedef struct key16 {
    int c[4];
} key16;

static key16 out16(uint32_t key) {
    key16 result;
    for (int j = 0; j < 4; j++) {
        result.c[j] = gaiti_load_s16(out + key * 8 + 2 * (size_t)j);
    }
    return result;
}

static void put16(uint8_t *to, int x, int y, int z, int w) {
    const int c[4] = {x, y, z, w};
    for (size_t j = 0; j < 4; j++) {
        gaiti_store_s16(to + 2 * j, (int16_t)c[j]);
    }
}

static int64_t dot16(key16 a, key16 b) {
    int64_t sum = 0;
    for (int j = 0; j < 4; j++) {
        sum += (int64_t)a.c[j] * b.c[j];
    }
    return sum;
}

/* Writes a smooth sequence of unit quaternions; with `restless`, their signs are random. */
static void fill16(uint8_t *to, uint32_t stride, uint64_t *seed, bool restless) {
    gait_transform a = test_random_transform(seed), b = test_random_transform(seed);
    for (uint32_t i = 0; i < KEYS; i++) {
        double q[4], length = 0, sign = restless && test_random(seed) < 0 ? -32767 : 32767;
        for (int j = 0; j < 4; j++) {
            q[j] = a.q[j] + (b.q[j] - a.q[j]) * i / KEYS;
            length += q[j] * q[j];
        }
        length = sqrt(length);
        put16(to + (size_t)i * stride, (int)lround(q[0] / length * sign),
              (int)lround(q[1] / length * sign), (int)lround(q[2] / length * sign),
              (int)lround(q[3] / length * sign));
    }
}

/* Asserts that the integers are kept, that the components in `negate` are negated, and that a key
 * is negated if its dot product with the previous one is negative. */
static void assert_follows_rule(const uint8_t *source, uint32_t stride, uint32_t count,
                                unsigned negate) {
    key16 last = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        key16 key, got = out16(i);
        for (int j = 0; j < 4; j++) {
            key.c[j] = gaiti_load_s16(source + (size_t)i * stride + 2 * (size_t)j);
            key.c[j] = negate >> j & 1 ? -key.c[j] : key.c[j];
        }
        int sign = dot16(last, key) < 0 ? -1 : 1;
        for (int j = 0; j < 4; j++) {
            assert_int_equal(got.c[j], sign * key.c[j]);
        }
        last = got;
    }
}

TEST_WITH(integer_rotations_change_only_in_sign, reset, NULL) {
    static uint8_t source[KEYS * 12 + 1];
    uint64_t seed = 1;
    for (unsigned round = 0; round < 200; round++) {
        uint32_t stride = round % 3 == 0 ? 12 : 8;
        uint8_t *start = source + round % 2; /* the source need not be aligned */
        uint32_t count = round < KEYS ? KEYS - round : 1;
        fill16(start, stride, &seed, round % 4 == 1);
        gait_channel channel = {start, count, stride, (uint16_t)(round % 16), GAIT_SNORM16};
        gaiti_gltf_rotations16(&channel, &report, out);
        assert_follows_rule(start, stride, count, round % 16);
    }
    assert_int_equal(diagnostics.count, 0);
}

TEST_WITH(lowest_integer_is_clamped_before_negation, reset, NULL) {
    uint8_t source[4 * 8];
    put16(source, -32768, 0, 0, 0);
    put16(source + 8, -32767, 0, 0, 0);
    put16(source + 16, 0, -32768, 0, 0);
    put16(source + 24, 0, 32767, 0, 0);
    gait_channel channel = {source, 4, 8, 3, GAIT_SNORM16};
    gaiti_gltf_rotations16(&channel, &report, out);
    assert_int_equal(out16(0).c[0], 32767);
    assert_int_equal(out16(1).c[0], 32767);
    assert_int_equal(out16(2).c[1], 32767);
    assert_int_equal(out16(3).c[1], 32767);
    assert_true(raised("GLT002", 2, 0));
    assert_int_equal(diagnostics.count, 1);
}

TEST_WITH(all_zero_rotation_is_identity, reset, NULL) {
    uint8_t source[3 * 8];
    put16(source, 0, 0, 0, -32767);
    put16(source + 8, 0, 0, 0, 0);
    put16(source + 16, 0, 0, 0, 32767);
    gait_channel channel = {source, 3, 8, 0, GAIT_SNORM16};
    gaiti_gltf_rotations16(&channel, &report, out);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(out16(i).c[3], -32767);
        assert_int_equal(out16(i).c[0], 0);
    }
    assert_true(raised("GLT003", 1, 1));
}

/* The glTF validator requires unit length within 0.00769; real keys are within 0.001. */
TEST_WITH(rotations_off_unit_length_are_scaled, reset, NULL) {
    const int lengths[] = {1, 100, 32500, 32537, 32538, 32800, 32990, 33000, 40000, 56755};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        uint8_t source[8];
        double side = lengths[i] / 2.0;
        int c = (int)side;
        put16(source, c, c, -c, lengths[i] == 1 ? 1 : c);
        double before = sqrt((double)dot16((key16){{c, c, -c, lengths[i] == 1 ? 1 : c}},
                                           (key16){{c, c, -c, lengths[i] == 1 ? 1 : c}}));
        gait_channel channel = {source, 1, 8, 0, GAIT_SNORM16};
        reset(NULL);
        gaiti_gltf_rotations16(&channel, &report, out);
        double length = sqrt((double)dot16(out16(0), out16(0))) / 32767;
        assert_true(fabs(length - 1) <= 0.00701);
        bool off = fabs(before / 32767 - 1) > 0.007;
        assert_int_equal(raised("GLT004", 1, 0), off);
        assert_int_equal(out16(0).c[0] == c, !off || lengths[i] == 1);
    }
}

TEST_WITH(outlying_rotation16_is_reported_at_any_key, reset, NULL) {
    static uint8_t source[KEYS * 8];
    uint64_t seed = 7;
    for (uint32_t bad = 0; bad < KEYS; bad++) {
        reset(NULL);
        fill16(source, 8, &seed, false);
        put16(source + (size_t)bad * 8, 0, 0, bad % 2 ? 0 : -32768, bad % 2 ? 20000 : 5);
        gait_channel channel = {source, KEYS, 8, 0, GAIT_SNORM16};
        gaiti_gltf_rotations16(&channel, &report, out);
        assert_true(raised(bad % 2 ? "GLT004" : "GLT002", 1, (int32_t)bad));
        assert_int_equal(diagnostics.count, 1);
        for (uint32_t i = 1; i < KEYS; i++) {
            assert_true(dot16(out16(i - 1), out16(i)) >= 0);
        }
    }
}

/* --- floats ----------------------------------------------------------------------------------- */

static float out32(uint32_t key, uint32_t width, uint32_t component) {
    return gaiti_load_f32(out + ((size_t)key * width + component) * 4);
}

TEST_WITH(unit_floats_keep_their_bits, reset, NULL) {
    float source[KEYS][4];
    uint64_t seed = 3;
    for (uint32_t i = 0; i < KEYS; i++) {
        gait_transform transform = test_random_transform(&seed);
        gaiti_quaternion_normalise(transform.q);
        for (int j = 0; j < 4; j++) {
            source[i][j] = (float)transform.q[j];
        }
    }
    gait_channel channel = {(const uint8_t *)source, KEYS, 16, 5, GAIT_F32};
    gaiti_gltf_rotations(&channel, &report, out);
    for (uint32_t i = 0; i < KEYS; i++) {
        double along = 0;
        for (uint32_t j = 0; j < 4; j++) {
            assert_true(fabsf(out32(i, 4, j)) == fabsf(source[i][j]));
            along += i > 0 ? (double)out32(i, 4, j) * (double)out32(i - 1, 4, j) : 0;
        }
        float sign = out32(i, 4, 1) == source[i][1] ? 1 : -1;
        assert_true(out32(i, 4, 0) == -sign * source[i][0]);
        assert_true(out32(i, 4, 2) == -sign * source[i][2]);
        assert_true(along >= -1e-6);
    }
    assert_int_equal(diagnostics.count, 0);
}

TEST_WITH(floats_off_unit_length_are_normalised, reset, NULL) {
    const float source[3][4] = {{0, 0, 3, 4}, {1e-30f, 0, 0, 0}, {1e30f, 0, 0, -1e30f}};
    gait_channel channel = {(const uint8_t *)source, 3, 16, 0, GAIT_F32};
    gaiti_gltf_rotations(&channel, &report, out);
    assert_true(out32(0, 4, 2) == 0.6f && out32(0, 4, 3) == 0.8f);
    assert_true(out32(1, 4, 3) == 1 && out32(1, 4, 0) == 0);
    assert_true(out32(2, 4, 3) == (float)sqrt(0.5) && out32(2, 4, 0) == -(float)sqrt(0.5));
    assert_true(raised("GLT003", 1, 1));
    assert_int_equal(diagnostics.count, 1);
}

TEST_WITH(non_finite_rotations_become_identity, reset, NULL) {
    const float bad[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t i = 0; i < 12; i++) {
        float source[70][4] = {{0}};
        for (uint32_t key = 0; key < 70; key++) {
            source[key][2] = 1;
        }
        source[65][i % 4] = bad[i / 4];
        gait_channel channel = {(const uint8_t *)source, 70, 16, 0, GAIT_F32};
        reset(NULL);
        gaiti_gltf_rotations(&channel, &report, out);
        assert_true(raised("GLT005", 1, 65));
        assert_true(out32(65, 4, 3) == 1 && out32(65, 4, 2) == 0);
        assert_true(out32(64, 4, 2) == 1 && out32(66, 4, 2) == 1);
    }
}

TEST_WITH(matrices_become_quaternions, reset, NULL) {
    /* Column-major: a quarter turn about Z with a scale of 2. Bit 4 negates m[1][1]. */
    const float columns[2][9] = {{0, 2, 0, -2, 0, 0, 0, 0, 2}, {1, 0, 0, 0, NAN, 0, 0, 0, 1}};
    uint8_t source[72];
    for (size_t i = 0; i < 18; i++) {
        gaiti_store_f32(source + 4 * i, columns[i / 9][i % 9]);
    }
    gait_channel channel = {source, 2, 36, 1 << 4, GAIT_MAT3_LE};
    gaiti_gltf_rotations(&channel, &report, out);
    assert_true(fabsf(out32(0, 4, 2) - (float)sqrt(0.5)) < 1e-6f);
    assert_true(fabsf(out32(0, 4, 3) - (float)sqrt(0.5)) < 1e-6f);
    assert_true(out32(1, 4, 3) == 1);
    assert_true(raised("GLT005", 1, 1));
}

TEST_WITH(file_floats_are_little_endian, reset, NULL) {
    uint8_t source[12] = {0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0x40, 0x40};
    const float rest[3] = {0};
    gait_channel channel = {source, 1, 0, 1, GAIT_F32_LE};
    gaiti_gltf_translations(&channel, rest, &report, out);
    assert_true(out32(0, 3, 0) == -1 && out32(0, 3, 1) == -2 && out32(0, 3, 2) == 3);
}

TEST_WITH(translations_keep_their_bits, reset, NULL) {
    static uint8_t source[KEYS * 20 + 1];
    const float rest[3] = {0};
    uint64_t seed = 5;
    for (uint32_t i = 0; i < KEYS; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            float value = i == 70 ? 0.0f : (float)(test_random(&seed) * 1e30);
            memcpy(source + 1 + (size_t)i * 20 + 4 * (size_t)j, &value, 4);
        }
    }
    gait_channel channel = {source + 1, KEYS, 20, 4, GAIT_F32};
    gaiti_gltf_translations(&channel, rest, &report, out);
    for (uint32_t i = 0; i < KEYS; i++) {
        for (uint32_t j = 0; j < 3; j++) {
            uint32_t expected;
            memcpy(&expected, source + 1 + (size_t)i * 20 + 4 * (size_t)j, 4);
            expected ^= j == 2 ? 0x80000000u : 0;
            assert_int_equal(gaiti_load_u32(out + ((size_t)i * 3 + j) * 4), expected);
        }
    }
    assert_int_equal(diagnostics.count, 0);
}

TEST_WITH(non_finite_components_take_the_rest_translation, reset, NULL) {
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY}, rest[3] = {7, 8, 9};
    for (uint32_t i = 0; i < 12; i++) {
        float source[70][3] = {{0}};
        source[64][i % 3] = bad[i / 3];
        gait_channel channel = {(const uint8_t *)source, 70, 12, 0, GAIT_F32};
        reset(NULL);
        gaiti_gltf_translations(&channel, rest, &report, out);
        assert_true(raised("GLT005", 1, 64));
        for (uint32_t j = 0; j < 3; j++) {
            assert_true(out32(64, 3, j) == (j == i % 3 ? rest[j] : 0));
        }
    }
}

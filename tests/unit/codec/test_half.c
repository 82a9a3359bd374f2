/* Tests 16-bit floats: values of all halves, rounding of floats, and conversion of records. */
#include <math.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "codec/half.h"
#include "test.h"

enum { MOST = 37, RECORD = 14 };

/* By definition, but with exponent 31 as an ordinary exponent. */
static double half_value(uint16_t half) {
    int exponent = half >> 10 & 31, mantissa = half & 1023;
    double value = exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);
    return half & 0x8000 ? -value : value;
}

TEST(every_half_converts_to_its_exact_value) {
    for (uint32_t half = 0; half <= 0xFFFF; half++) {
        float value = gaiti_half_to_f32((uint16_t)half);
        assert_true((double)value == half_value((uint16_t)half));
        assert_true(!signbit(value) == !(half & 0x8000));
    }
    assert_true(gaiti_half_to_f32(0x7C00) == 65536.0f);
    assert_true(gaiti_half_to_f32(0x7FFF) == 131008.0f);
    assert_true(gaiti_half_to_f32(0xFC01) == -65600.0f);
    assert_true(gaiti_half_to_f32(1) == 0x1p-24f);
}

/* Every normal half, and values between it and the next one. */
TEST(floats_round_toward_zero) {
    for (uint32_t half = 0x0400; half < 0x7BFF; half++) {
        for (int sign = -1; sign <= 1; sign += 2) {
            uint16_t expected = (uint16_t)(half | (sign < 0 ? 0x8000 : 0)), found;
            float here = (float)sign * gaiti_half_to_f32((uint16_t)half);
            float next = (float)sign * gaiti_half_to_f32((uint16_t)(half + 1));
            assert_true(gaiti_half_from_f32(here, &found) && found == expected);
            assert_true(gaiti_half_from_f32((here + next) / 2, &found) && found == expected);
            assert_true(gaiti_half_from_f32(nextafterf(next, 0), &found) && found == expected);
        }
    }
    uint16_t found;
    assert_true(gaiti_half_from_f32(0.72504f, &found));
    assert_true(gaiti_half_to_f32(found) == 0.724609375f);
}

TEST(values_below_the_smallest_normal_half_become_zero) {
    static const float small[] = {0, 1e-30f, 0x1p-24f, 0x1p-149f, 0x1.fffffep-15f};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        uint16_t found = 1;
        assert_true(gaiti_half_from_f32(small[i], &found) && found == 0);
        found = 1;
        assert_true(gaiti_half_from_f32(-small[i], &found) && found == 0);
    }
    uint16_t found;
    assert_true(gaiti_half_from_f32(0x1p-14f, &found) && found == 0x0400);
}

TEST(floats_outside_the_half_range_are_refused) {
    static const float large[] = {65504, 65505, 131008, 1e30f, INFINITY, NAN};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        uint16_t found;
        assert_false(gaiti_half_from_f32(large[i], &found));
        assert_false(gaiti_half_from_f32(-large[i], &found));
    }
    uint16_t found;
    assert_true(gaiti_half_from_f32(nextafterf(65504, 0), &found) && found == 0x7BFE);
}

/* Converts records at an offset: `which` selects one result, both, or none. */
static void check_records(size_t count, size_t offset, int which) {
    uint8_t *block = malloc(offset + RECORD * count + 1), *records = block + offset;
    float shorts[4 * MOST + 1], halves[3 * MOST + 1];
    uint32_t seed = (uint32_t)(count * 7 + offset);
    assert_non_null(block);
    for (size_t i = 0; i < RECORD * count; i++) {
        seed = seed * 1664525 + 1013904223;
        records[i] = (uint8_t)(seed >> 24);
    }
    shorts[4 * count] = halves[3 * count] = 77;
    gaiti_half_records_to_f32(records, count, which & 1 ? shorts : NULL, which & 2 ? halves : NULL);
    for (size_t i = 0; i < count; i++) {
        for (size_t c = 0; c < 4 && which & 1; c++) {
            int16_t value = gaiti_load_s16(records + RECORD * i + 2 * c);
            assert_true(shorts[4 * i + c] == (float)value / 16384);
        }
        for (size_t c = 0; c < 3 && which & 2; c++) {
            float value = gaiti_half_to_f32(gaiti_load_u16(records + RECORD * i + 8 + 2 * c));
            assert_memory_equal(&halves[3 * i + c], &value, sizeof value);
        }
    }
    assert_true(shorts[4 * count] == 77 && halves[3 * count] == 77);
    free(block);
}

TEST(records_become_floats) {
    for (size_t count = 0; count <= MOST; count++) {
        for (int which = 0; which < 4; which++) {
            check_records(count, count % 3, which);
        }
    }
}

/* The F16C instructions treat exponent 31 as infinity or NaN. Tests records without it, and with
 * one such value at every position. */
TEST(records_with_and_without_exponent_31_become_floats) {
    enum { COUNT = 41 };
    for (size_t huge = 0; huge <= COUNT; huge++) {
        uint8_t records[COUNT * RECORD];
        float shorts[COUNT * 4], halves[COUNT * 3];
        for (size_t i = 0; i < sizeof records; i++) {
            records[i] = (uint8_t)(i * 151 + huge) & (i % 2 ? 0xBB : 0xFF); /* bit 10 is 0 */
        }
        if (huge < COUNT) {
            gaiti_store_u16(records + RECORD * huge + 10, 0xFC00);
        }
        gaiti_half_records_to_f32(records, COUNT, shorts, halves);
        for (size_t i = 0; i < COUNT; i++) {
            for (size_t c = 0; c < 4; c++) {
                int16_t value = gaiti_load_s16(records + RECORD * i + 2 * c);
                assert_true(shorts[4 * i + c] == (float)value / 16384);
            }
            for (size_t c = 0; c < 3; c++) {
                float value = gaiti_half_to_f32(gaiti_load_u16(records + RECORD * i + 8 + 2 * c));
                assert_memory_equal(&halves[3 * i + c], &value, sizeof value);
            }
        }
    }
}

/* All halves at each position of a record. */
TEST(records_convert_every_half_value) {
    uint8_t records[2 * RECORD] = {0};
    float halves[6];
    for (uint32_t half = 0; half <= 0xFFFF; half++) {
        for (size_t c = 0; c < 3; c++) {
            gaiti_store_u16(records + 8 + 2 * c, (uint16_t)(half + c));
        }
        gaiti_half_records_to_f32(records, 2, NULL, halves);
        for (size_t c = 0; c < 3; c++) {
            assert_true((double)halves[c] == half_value((uint16_t)(half + c)));
        }
    }
}

/* Tests the conversion of 16-bit fractions and the search for short keys against simple code. */
#include "base/bytes.h"
#include "codec/snorm16.h"
#include "test.h"

enum { MOST = 41 };

static uint8_t keys[1 + 8 * MOST];

/* Random and extreme keys, from `offset` on: alignment must not matter. */
static void fill_keys(size_t offset, uint32_t seed) {
    for (size_t i = 0; i < (size_t)4 * MOST; i++) {
        seed = seed * 1664525 + 1013904223;
        static const int16_t edges[6] = {0, 1, -1, 32767, -32767, -32768};
        int16_t value = seed >> 28 < 6 ? edges[seed >> 28] : (int16_t)(seed >> 8 & 0xFFFF);
        gaiti_store_s16(keys + offset + 2 * i, value);
    }
}

static int64_t square_of(const uint8_t *key) {
    int64_t square = 0;
    for (int c = 0; c < 4; c++) {
        square += (int64_t)gaiti_load_s16(key + 2 * c) * gaiti_load_s16(key + 2 * c);
    }
    return square;
}

TEST(components_are_divided_for_every_key_count) {
    static const float divisors[4] = {-32767, 32767, -32767, 32767};
    for (size_t count = 0; count <= MOST; count++) {
        float out[4 * MOST + 1];
        fill_keys(count & 1, (uint32_t)count);
        out[4 * count] = 7;
        gaiti_snorm16_to_f32(keys + (count & 1), count, divisors, out);
        for (size_t i = 0; i < 4 * count; i++) {
            float expected = (float)gaiti_load_s16(keys + (count & 1) + 2 * i) / divisors[i % 4];
            assert_memory_equal(&out[i], &expected, sizeof expected);
        }
        assert_true(out[4 * count] == 7);
    }
}

TEST(the_first_short_key_is_found) {
    static const uint32_t limits[5] = {1, 1000, 268402689, 1073676289, 2147483647};
    for (uint32_t round = 0; round < 500; round++) {
        size_t offset = round & 1, from = round % 7, count = MOST - round % 37;
        uint32_t limit = limits[round % 5];
        size_t expected = from;
        fill_keys(offset, round);
        while (expected < count && square_of(keys + offset + 8 * expected) >= (int64_t)limit) {
            expected++;
        }
        expected = from < count ? expected : count;
        assert_int_equal(gaiti_snorm16_find_short(keys + offset, from, count, limit), expected);
    }
}

TEST(search_without_a_short_key_returns_the_end) {
    for (size_t i = 0; i < (size_t)4 * MOST; i++) {
        gaiti_store_s16(keys + 2 * i, -32768);
    }
    assert_int_equal(gaiti_snorm16_find_short(keys, 0, MOST, 268402689), MOST);
    gaiti_store_u32(keys + 8 * 40, 0);
    gaiti_store_u32(keys + 8 * 40 + 4, 0);
    assert_int_equal(gaiti_snorm16_find_short(keys, 0, MOST, 268402689), 40);
    assert_int_equal(gaiti_snorm16_find_short(keys, 41, MOST, 268402689), 41);
    assert_int_equal(gaiti_snorm16_find_short(keys, 0, 0, 1), 0);
}

/* Tests CRC-32: compares every implementation with known values and with the definition. */
#include <stdlib.h>
#include <string.h>

#include "codec/crc32/crc32.h"
#include "test.h"

enum { MOST = 1024, STARTS = 64 };

static gaiti_crc32_way ways[] = {GAITI_CRC32_BY_TABLES, GAITI_CRC32_BY_CLMUL,
                                 GAITI_CRC32_BY_WIDE_CLMUL};

static uint32_t add_bits(uint32_t crc, uint8_t byte) {
    crc ^= byte;
    for (int i = 0; i < 8; i++) {
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return crc;
}

static uint32_t by_definition(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size; i++) {
        crc = add_bits(crc, data[i]);
    }
    return ~crc;
}

static gaiti_crc32_way way_of(void **state) {
    gaiti_crc32_way way = *(const gaiti_crc32_way *)*state;
    if (!gaiti_crc32_has(way)) {
        print_message("          this processor does not have it\n");
        skip();
    }
    return way;
}

static void fill(uint8_t *bytes, size_t size) {
    uint32_t seed = 1;
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(seed >> 24);
    }
}

static void known_values(void **state) {
    static const struct {
        const char *text;
        uint32_t crc;
    } known[] = {{"", 0},
                 {"a", 0xE8B7BE43},
                 {"123456789", 0xCBF43926},
                 {"The quick brown fox jumps over the lazy dog", 0x414FA339}};
    static const uint8_t identities[32] = {0,    0,    0, 0,    0,    0, 0xFF, 0x7F, 0,    0,   0,
                                           0,    0,    0, 0xFF, 0x7F, 0, 0,    0,    0,    0,   0,
                                           0xFF, 0x7F, 0, 0,    0,    0, 0,    0,    0xFF, 0x7F};
    gaiti_crc32_way way = way_of(state);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const uint8_t *text = (const uint8_t *)known[i].text;
        assert_int_equal(gaiti_crc32_by(way, text, strlen(known[i].text)), known[i].crc);
    }
    assert_int_equal(gaiti_crc32_by(way, identities, 16), 0x7178019A);
    assert_int_equal(gaiti_crc32_by(way, identities, 32), 0x38BEBB46);
    assert_int_equal(gaiti_crc32_by(way, NULL, 0), 0);
}

/* Covers the loops for 16, 32, 64 and 128 bytes and their remainders. The bytes end with the
 * memory block, so that sanitizers detect reads past the end. */
static void every_length_and_alignment(void **state) {
    gaiti_crc32_way way = way_of(state);
    for (size_t start = 0; start < STARTS; start++) {
        uint8_t *bytes = malloc(start + MOST);
        uint32_t crc = 0xFFFFFFFF;
        assert_non_null(bytes);
        fill(bytes, start + MOST);
        for (size_t size = 0; size <= MOST; size++) {
            assert_int_equal(gaiti_crc32_by(way, bytes + start, size), ~crc);
            crc = size < MOST ? add_bits(crc, bytes[start + size]) : crc;
        }
        free(bytes);
    }
}

static void reads_nothing_around(void **state) {
    gaiti_crc32_way way = way_of(state);
    for (size_t size = 1; size <= 300; size++) {
        uint8_t *bytes = malloc(size);
        assert_non_null(bytes);
        fill(bytes, size);
        assert_int_equal(gaiti_crc32_by(way, bytes, size), by_definition(bytes, size));
        free(bytes);
    }
}

/* One set bit at every position of a long block: detects wrong constants. */
static void single_bits(void **state) {
    gaiti_crc32_way way = way_of(state);
    uint8_t bytes[480] = {0};
    for (size_t bit = 0; bit < sizeof bytes * 8; bit++) {
        bytes[bit / 8] = (uint8_t)(1u << bit % 8);
        assert_int_equal(gaiti_crc32_by(way, bytes, sizeof bytes),
                         by_definition(bytes, sizeof bytes));
        bytes[bit / 8] = 0;
    }
}

static void takes_a_way_that_is_there(void **state) {
    (void)state;
    uint8_t bytes[MOST];
    fill(bytes, sizeof bytes);
    assert_true(gaiti_crc32_has(GAITI_CRC32_BY_TABLES));
    assert_false(gaiti_crc32_has(GAITI_CRC32_WAYS));
    assert_int_equal(gaiti_crc32(bytes, sizeof bytes), by_definition(bytes, sizeof bytes));
    assert_int_equal(gaiti_crc32((const uint8_t *)"123456789", 9), 0xCBF43926);
}

#define ONE_WAY(test, way)                                                                         \
    { #test " by " #way, test, NULL, NULL, &ways[way] }
#define EVERY_WAY(test)                                                                            \
    ONE_WAY(test, GAITI_CRC32_BY_TABLES), ONE_WAY(test, GAITI_CRC32_BY_CLMUL),                     \
        ONE_WAY(test, GAITI_CRC32_BY_WIDE_CLMUL)

int main(void) {
    const struct CMUnitTest tests[] = {
        EVERY_WAY(known_values),
        EVERY_WAY(every_length_and_alignment),
        EVERY_WAY(reads_nothing_around),
        EVERY_WAY(single_bits),
        cmocka_unit_test(takes_a_way_that_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

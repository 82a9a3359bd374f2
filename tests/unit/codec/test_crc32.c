/* CRC-32: the checksum of key blocks, against known values and a bit by bit computation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "codec/crc32.h"

static uint32_t crc_bit_by_bit(const uint8_t *data, size_t size) {
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < size * 8; i++) {
        uint32_t bit = data[i / 8] >> i % 8 & 1;
        crc = crc >> 1 ^ ((crc ^ bit) & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

static void known_values(void **state) {
    (void)state;
    static const uint8_t identities[32] = {0,    0,    0, 0,    0,    0, 0xFF, 0x7F, 0,    0,   0,
                                           0,    0,    0, 0xFF, 0x7F, 0, 0,    0,    0,    0,   0,
                                           0xFF, 0x7F, 0, 0,    0,    0, 0,    0,    0xFF, 0x7F};
    assert_int_equal(gaiti_crc32((const uint8_t *)"123456789", 9), 0xCBF43926);
    assert_int_equal(gaiti_crc32(identities, 16), 0x7178019A);
    assert_int_equal(gaiti_crc32(identities, 32), 0x38BEBB46);
    assert_int_equal(gaiti_crc32(NULL, 0), 0);
}

/* The table driven code takes eight bytes at a time: every length and start. */
static void every_length_and_alignment(void **state) {
    (void)state;
    uint8_t bytes[96];
    uint32_t seed = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        seed = seed * 1664525 + 1013904223;
        bytes[i] = (uint8_t)(seed >> 24);
    }
    for (size_t start = 0; start < 16; start++) {
        for (size_t size = 0; start + size <= sizeof bytes; size++) {
            assert_int_equal(gaiti_crc32(bytes + start, size), crc_bit_by_bit(bytes + start, size));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(every_length_and_alignment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

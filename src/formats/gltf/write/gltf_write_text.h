/* Fast output of JSON text. The caller has reserved the memory. */
#ifndef GAITI_GLTF_WRITE_TEXT_H
#define GAITI_GLTF_WRITE_TEXT_H

#include <stdint.h>
#include <string.h>

#include "base/bytes.h"

/* Copies a string literal without its NUL; evaluates to the new end. */
#define GAITI_GLTF_WRITE(out, literal)                                                             \
    (memcpy((out), (literal), sizeof(literal) - 1), (out) + sizeof(literal) - 1)

/* The eight decimal digits of `value`, with leading zeros and the first digit in the lowest byte.
 * The divisions are done in all lanes of a word at once. `value` is below 10^8. */
static inline uint64_t gaiti_gltf_eight_digits(uint32_t value) {
    uint64_t lanes = value / 10000 | (uint64_t)(value % 10000) << 32;
    uint64_t high = lanes * 10486 >> 20 & UINT64_C(0x0000007F0000007F); /* lanes / 100 */
    lanes = high | (lanes - high * 100) << 16;
    high = lanes * 103 >> 10 & UINT64_C(0x000F000F000F000F); /* lanes / 10 */
    return high | (lanes - high * 10) << 8 | UINT64_C(0x3030303030303030);
}

/* Writes the last `count` (1 to 8) of these digits; writes up to 8 bytes. */
static inline char *gaiti_gltf_write_digits(char *out, uint32_t value, unsigned count) {
    gaiti_store_u64((uint8_t *)out, gaiti_gltf_eight_digits(value) >> (64 - 8 * count));
    return out + count;
}

/* Writes the decimal digits. May write up to 10 bytes, also beyond the end that it returns. */
static inline char *gaiti_gltf_write_u32(char *out, uint32_t value) {
    const uint32_t hundred_million = 100000000;
    if (value >= hundred_million) {
        uint32_t high = value / hundred_million;
        out = gaiti_gltf_write_digits(out, high, high < 10 ? 1 : 2);
        return gaiti_gltf_write_digits(out, value % hundred_million, 8);
    }
    unsigned count = 1U + (value >= 10) + (value >= 100) + (value >= 1000) + (value >= 10000) +
                     (value >= 100000) + (value >= 1000000) + (value >= 10000000);
    return gaiti_gltf_write_digits(out, value, count);
}

#endif

/* Signed normalised 16-bit integers of X-Ray and glTF: value / 32767. */
#ifndef GAITI_CODEC_SNORM16_H
#define GAITI_CODEC_SNORM16_H

#include "base/bytes.h"

/* Converts `count` quadruples of little-endian shorts to floats. Each component is divided by its
 * divisor: 32767, or -32767 to negate it. Identical results on every machine. `keys` needs no
 * alignment. */
void gaiti_snorm16_to_f32(const uint8_t *keys, size_t count, const float divisors[4], float *out);

/* The sum of the squares of a quadruple of little-endian shorts: 2^32 at most. */
static inline uint64_t gaiti_snorm16_square(const uint8_t *key) {
    int32_t x = gaiti_load_s16(key), y = gaiti_load_s16(key + 2);
    int32_t z = gaiti_load_s16(key + 4), w = gaiti_load_s16(key + 6);
    return ((uint64_t)(x * x) + (uint64_t)(y * y)) + ((uint64_t)(z * z) + (uint64_t)(w * w));
}

/* The index of the first quadruple, from index `from`, whose sum of squares as integers is below
 * `limit` (less than 2^31); `count` when there is none. */
size_t gaiti_snorm16_find_short(const uint8_t *keys, size_t from, size_t count, uint32_t limit);

#endif

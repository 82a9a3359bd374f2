/* Signed 16-bit fractions, as X-Ray and glTF have them: value / 32767. */
#ifndef GAITI_CODEC_SNORM16_H
#define GAITI_CODEC_SNORM16_H

#include <stddef.h>
#include <stdint.h>

/* `count` quadruples of little-endian shorts become floats, each divided by its own divisor: 32767,
 * or -32767 to turn the sign. The same bits on every machine. `keys` needs no alignment. */
void gaiti_snorm16_to_f32(const uint8_t *keys, size_t count, const float divisors[4], float *out);

/* Index of the first of `count` quadruples, from `from` on, whose squared length as integers is
 * below `limit` (less than 2^31); `count` when there is none. */
size_t gaiti_snorm16_find_short(const uint8_t *keys, size_t from, size_t count, uint32_t limit);

#endif

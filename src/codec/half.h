/* 16-bit floats as binarised RTM has them: exponent 31 is one like the others, so there is neither
 * infinity nor NaN, and 0x7FFF is 131008. */
#ifndef GAITI_CODEC_HALF_H
#define GAITI_CODEC_HALF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bits.h"

/* Exact. Exponent 0 is denormal; the sign of a zero stays. */
static inline float gaiti_half_to_f32(uint16_t half) {
    uint32_t magnitude = (uint32_t)(half & 0x7FFF) << 13;
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    /* No denormal float is made on the way: processors are slow with them, or set to drop them. */
    float small = gaiti_f32_of_bits(magnitude + (113u << 23)) - 0x1p-14f;
    uint32_t normal = magnitude + (112u << 23);
    return gaiti_f32_of_bits((magnitude < 1u << 23 ? gaiti_bits_of_f32(small) : normal) | sign);
}

/* Rounds toward zero, as the games' own tool does; below 2^-14, the smallest normal half, it gives
 * 0 without a sign. False for 65504 and more, and for what is not finite: readers differ there. */
static inline bool gaiti_half_from_f32(float value, uint16_t *out) {
    uint32_t bits = gaiti_bits_of_f32(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint16_t rounded = (uint16_t)((bits >> 16 & 0x8000) | ((magnitude - (112u << 23)) >> 13));
    *out = magnitude < 113u << 23 ? 0 : rounded;
    return magnitude < 0x477FE000; /* 65504 */
}

/* `count` records of 14 bytes, s16[4] and half[3], become 4 floats each (the shorts / 16384, which
 * is exact) and 3 floats each. Either result may be NULL. `records` needs no alignment. */
void gaiti_half_records_to_f32(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves);

#endif

/* 16-bit floats of binarised RTM. Exponent 31 is an ordinary exponent: there is no infinity and no
 * NaN, and 0x7FFF is 131008. */
#ifndef GAITI_CODEC_HALF_H
#define GAITI_CODEC_HALF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/bits.h"

/* Exact. Exponent 0 is subnormal; the sign of a zero is kept. */
static inline float gaiti_half_to_f32(uint16_t half) {
    uint32_t magnitude = (uint32_t)(half & 0x7FFF) << 13;
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    /* Avoids subnormal floats, which are slow or flushed to zero on some processors. */
    float small = gaiti_f32_of_bits(magnitude + (113u << 23)) - 0x1p-14f;
    uint32_t normal = magnitude + (112u << 23);
    return gaiti_f32_of_bits((magnitude < 1u << 23 ? gaiti_bits_of_f32(small) : normal) | sign);
}

/* Rounds toward zero like the encoder of the games; magnitudes below 2^-14, the smallest normal
 * half, become +0. False for magnitudes from 65504 and for non-finite values, which readers
 * interpret differently. */
static inline bool gaiti_half_from_f32(float value, uint16_t *out) {
    uint32_t bits = gaiti_bits_of_f32(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint16_t rounded = (uint16_t)((bits >> 16 & 0x8000) | ((magnitude - (112u << 23)) >> 13));
    *out = magnitude < 113u << 23 ? 0 : rounded;
    return magnitude < 0x477FE000; /* 65504 */
}

/* The nearest half, ties to even: the inverse of gaiti_half_to_f32(). False for magnitudes above
 * 131008 and for values that are not finite; *out is then unchanged. */
static inline bool gaiti_half_nearest(float value, uint16_t *out) {
    uint32_t bits = gaiti_bits_of_f32(value);
    uint32_t magnitude = bits & 0x7FFFFFFF;
    uint32_t rounded = magnitude - (112u << 23) + 0xFFF + (magnitude >> 13 & 1);
    uint32_t half = rounded >> 13;
    if (magnitude < 113u << 23) { /* subnormal: the lowest bits of a sum are its fraction */
        half = gaiti_bits_of_f32(gaiti_f32_of_bits(magnitude) + 0.5F) - gaiti_bits_of_f32(0.5F);
    }
    if (magnitude > 0x47FFE000) {
        return false;
    }
    *out = (uint16_t)((bits >> 16 & 0x8000) | half);
    return true;
}

/* Converts `count` records of 14 bytes, s16[4] and half[3], to 4 floats each (the shorts divided by
 * 16384, which is exact) and 3 floats each. Either output may be NULL. `records` needs no
 * alignment. */
void gaiti_half_records_to_f32(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves);

#endif

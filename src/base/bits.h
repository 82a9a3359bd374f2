/* The bits of floating-point numbers, and 64-bit arithmetic that needs no 128-bit type. */
#ifndef GAITI_BASE_BITS_H
#define GAITI_BASE_BITS_H

#include <float.h>
#include <stdint.h>
#include <string.h>

/* Same results on every machine: every operation must be rounded to its own type, and the compiler
 * must not reorder operations. */
#ifdef FLT_EVAL_METHOD /* tcc does not define it */
_Static_assert(FLT_EVAL_METHOD == 0,
               "x87 requires -msse2 -mfpmath=sse, s390 -fexcess-precision=fast");
#endif
#ifdef __FAST_MATH__
#error "gait is not to be compiled with -ffast-math"
#endif

static inline uint64_t gaiti_bits_of_f64(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double gaiti_f64_of_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t gaiti_bits_of_f32(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float gaiti_f32_of_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Full product of two 64-bit numbers; returns the high half. */
static inline uint64_t gaiti_multiply(uint64_t a, uint64_t b, uint64_t *low) {
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32;
    uint64_t b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low_product = a0 * b0;
    uint64_t middle = a1 * b0 + (low_product >> 32);
    uint64_t middle2 = a0 * b1 + (middle & 0xFFFFFFFFu);
    *low = middle2 << 32 | (low_product & 0xFFFFFFFFu);
    return a1 * b1 + (middle >> 32) + (middle2 >> 32);
}

/* 192 bits: word[2] is the highest. */
typedef struct gaiti_u192 {
    uint64_t word[3];
} gaiti_u192;

static inline gaiti_u192 gaiti_multiply_128(uint64_t high, uint64_t low, uint64_t factor) {
    gaiti_u192 product;
    uint64_t middle;
    uint64_t carry = gaiti_multiply(low, factor, &product.word[0]);
    product.word[2] = gaiti_multiply(high, factor, &middle);
    product.word[1] = middle + carry;
    product.word[2] += product.word[1] < middle;
    return product;
}

/* The number of zero bits above the highest set bit; `x` must not be 0. */
static inline unsigned gaiti_leading_zeros(uint64_t x) {
    unsigned zeros = 0;
    for (unsigned step = 32; step > 0; step /= 2) {
        if (x >> (64 - step) == 0) {
            x <<= step;
            zeros += step;
        }
    }
    return zeros;
}

/* floor(value / 2^shift), also for negative values; shift 1..62. */
static inline int64_t gaiti_shift_down(int64_t value, unsigned shift) {
    return value >= 0 ? value >> shift : -((-value - 1) >> shift) - 1;
}

/* floor(log2(10^k)) for every k of the table gaiti_powers_of_ten. */
static inline int gaiti_log2_of_power(int k) {
    return (int)gaiti_shift_down((int64_t)k * 14267572527, 32);
}

#endif

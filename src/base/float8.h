/* Arithmetic on eight floats at once, as vectors of the compiler or in plain C, with identical
 * results. Functions that are compiled for a wider instruction set must inline these. */
#ifndef GAITI_BASE_FLOAT8_H
#define GAITI_BASE_FLOAT8_H

#include <stdint.h>
#include <string.h>

#include "base/bits.h"

#if defined(__GNUC__) && !defined(GAIT_NO_VECTORS)
#define GAITI_HAS_VECTORS 1
#else
#define GAITI_HAS_VECTORS 0
#endif

#if GAITI_HAS_VECTORS
#define GAITI_INLINE static inline __attribute__((always_inline))
#pragma GCC diagnostic ignored "-Wpsabi" /* all functions are inlined */

typedef float gaiti_float8 __attribute__((vector_size(32)));
typedef int16_t gaiti_short8 __attribute__((vector_size(16)));

GAITI_INLINE gaiti_float8 gaiti_float8_of(float value) {
    return (gaiti_float8){value, value, value, value, value, value, value, value};
}

/* No alignment is required. */
GAITI_INLINE gaiti_float8 gaiti_float8_load(const float *p) {
    gaiti_float8 result;
    memcpy(&result, p, sizeof result);
    return result;
}

GAITI_INLINE void gaiti_float8_store(float *p, gaiti_float8 a) {
    memcpy(p, &a, sizeof a);
}

/* Eight native 16-bit integers. */
GAITI_INLINE gaiti_float8 gaiti_float8_load_s16(const int16_t *p) {
    gaiti_short8 integers;
    memcpy(&integers, p, sizeof integers);
    return __builtin_convertvector(integers, gaiti_float8);
}

GAITI_INLINE gaiti_float8 gaiti_float8_add(gaiti_float8 a, gaiti_float8 b) {
    return a + b;
}

GAITI_INLINE gaiti_float8 gaiti_float8_subtract(gaiti_float8 a, gaiti_float8 b) {
    return a - b;
}

GAITI_INLINE gaiti_float8 gaiti_float8_multiply(gaiti_float8 a, gaiti_float8 b) {
    return a * b;
}

GAITI_INLINE gaiti_float8 gaiti_float8_divide(gaiti_float8 a, gaiti_float8 b) {
    return a / b;
}

#else
#define GAITI_INLINE static inline

typedef struct gaiti_float8 {
    float lane[8];
} gaiti_float8;

GAITI_INLINE gaiti_float8 gaiti_float8_of(float value) {
    return (gaiti_float8){{value, value, value, value, value, value, value, value}};
}

GAITI_INLINE gaiti_float8 gaiti_float8_load(const float *p) {
    gaiti_float8 result;
    memcpy(result.lane, p, sizeof result.lane);
    return result;
}

GAITI_INLINE void gaiti_float8_store(float *p, gaiti_float8 a) {
    memcpy(p, a.lane, sizeof a.lane);
}

GAITI_INLINE gaiti_float8 gaiti_float8_load_s16(const int16_t *p) {
    gaiti_float8 result;
    for (int i = 0; i < 8; i++) {
        result.lane[i] = p[i];
    }
    return result;
}

GAITI_INLINE gaiti_float8 gaiti_float8_add(gaiti_float8 a, gaiti_float8 b) {
    for (int i = 0; i < 8; i++) {
        a.lane[i] += b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_float8 gaiti_float8_subtract(gaiti_float8 a, gaiti_float8 b) {
    for (int i = 0; i < 8; i++) {
        a.lane[i] -= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_float8 gaiti_float8_multiply(gaiti_float8 a, gaiti_float8 b) {
    for (int i = 0; i < 8; i++) {
        a.lane[i] *= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_float8 gaiti_float8_divide(gaiti_float8 a, gaiti_float8 b) {
    for (int i = 0; i < 8; i++) {
        a.lane[i] /= b.lane[i];
    }
    return a;
}
#endif

#endif

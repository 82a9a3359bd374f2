/* Arithmetic on four doubles at once, as vectors of the compiler or in plain C, with identical
 * results. float8.h describes the design. Functions that are compiled for a wider instruction set
 * must inline these.
 *
 * A comparison gives a mask of four integers, -1 where it is true. Code with branches for single
 * numbers computes both results here and selects by mask, or asks gaiti_mask4_bits() whether a case
 * occurs in any lane. Vectors of four doubles are worth their code with AVX2 only: without it they
 * are two registers each, and functions of many variables no longer fit into the registers. */
#ifndef GAITI_BASE_DOUBLE4_H
#define GAITI_BASE_DOUBLE4_H

#include <math.h>
#include <stdbool.h>

#include "base/bytes.h"
#include "base/float4.h"

#if GAITI_HAS_VECTORS
typedef double gaiti_double4 __attribute__((vector_size(32)));
typedef int64_t gaiti_mask4 __attribute__((vector_size(32))); /* -1 = true, 0 = false */

GAITI_INLINE gaiti_double4 gaiti_double4_make(double a, double b, double c, double d) {
    return (gaiti_double4){a, b, c, d};
}

GAITI_INLINE gaiti_double4 gaiti_double4_add(gaiti_double4 a, gaiti_double4 b) {
    return a + b;
}

GAITI_INLINE gaiti_double4 gaiti_double4_subtract(gaiti_double4 a, gaiti_double4 b) {
    return a - b;
}

GAITI_INLINE gaiti_double4 gaiti_double4_multiply(gaiti_double4 a, gaiti_double4 b) {
    return a * b;
}

GAITI_INLINE gaiti_double4 gaiti_double4_divide(gaiti_double4 a, gaiti_double4 b) {
    return a / b;
}

GAITI_INLINE gaiti_double4 gaiti_double4_negate(gaiti_double4 a) {
    return -a;
}

GAITI_INLINE gaiti_mask4 gaiti_double4_less(gaiti_double4 a, gaiti_double4 b) {
    return (gaiti_mask4)(a < b);
}

GAITI_INLINE gaiti_mask4 gaiti_double4_reaches(gaiti_double4 a, gaiti_double4 b) {
    return (gaiti_mask4)(a >= b);
}

GAITI_INLINE gaiti_mask4 gaiti_double4_equal(gaiti_double4 a, gaiti_double4 b) {
    return (gaiti_mask4)(a == b);
}

/* The bits that differ; 0 in the lanes whose bits are equal. */
GAITI_INLINE gaiti_mask4 gaiti_double4_difference(gaiti_double4 a, gaiti_double4 b) {
    return (gaiti_mask4)a ^ (gaiti_mask4)b;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_is_zero(gaiti_mask4 a) {
    return (gaiti_mask4)(a == 0);
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_and(gaiti_mask4 a, gaiti_mask4 b) {
    return a & b;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_or(gaiti_mask4 a, gaiti_mask4 b) {
    return a | b;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_not(gaiti_mask4 a) {
    return ~a;
}

/* a where the mask is true, else b. */
GAITI_INLINE gaiti_double4 gaiti_double4_select(gaiti_mask4 mask, gaiti_double4 a,
                                                gaiti_double4 b) {
    return (gaiti_double4)((mask & (gaiti_mask4)a) | (~mask & (gaiti_mask4)b));
}

#else
typedef struct gaiti_double4 {
    double lane[4];
} gaiti_double4;

typedef struct gaiti_mask4 {
    int64_t lane[4];
} gaiti_mask4;

GAITI_INLINE gaiti_double4 gaiti_double4_make(double a, double b, double c, double d) {
    return (gaiti_double4){{a, b, c, d}};
}

GAITI_INLINE gaiti_double4 gaiti_double4_add(gaiti_double4 a, gaiti_double4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] += b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_double4 gaiti_double4_subtract(gaiti_double4 a, gaiti_double4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] -= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_double4 gaiti_double4_multiply(gaiti_double4 a, gaiti_double4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] *= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_double4 gaiti_double4_divide(gaiti_double4 a, gaiti_double4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] /= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_double4 gaiti_double4_negate(gaiti_double4 a) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] = -a.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_mask4 gaiti_double4_less(gaiti_double4 a, gaiti_double4 b) {
    gaiti_mask4 mask;
    for (int i = 0; i < 4; i++) {
        mask.lane[i] = -(a.lane[i] < b.lane[i]);
    }
    return mask;
}

GAITI_INLINE gaiti_mask4 gaiti_double4_reaches(gaiti_double4 a, gaiti_double4 b) {
    gaiti_mask4 mask;
    for (int i = 0; i < 4; i++) {
        mask.lane[i] = -(a.lane[i] >= b.lane[i]);
    }
    return mask;
}

GAITI_INLINE gaiti_mask4 gaiti_double4_equal(gaiti_double4 a, gaiti_double4 b) {
    gaiti_mask4 mask;
    for (int i = 0; i < 4; i++) {
        mask.lane[i] = -(a.lane[i] == b.lane[i]);
    }
    return mask;
}

GAITI_INLINE gaiti_mask4 gaiti_double4_difference(gaiti_double4 a, gaiti_double4 b) {
    gaiti_mask4 x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    for (int i = 0; i < 4; i++) {
        x.lane[i] ^= y.lane[i];
    }
    return x;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_is_zero(gaiti_mask4 a) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] = -(a.lane[i] == 0);
    }
    return a;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_and(gaiti_mask4 a, gaiti_mask4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] &= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_or(gaiti_mask4 a, gaiti_mask4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] |= b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_mask4 gaiti_mask4_not(gaiti_mask4 a) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] = ~a.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_double4 gaiti_double4_select(gaiti_mask4 mask, gaiti_double4 a,
                                                gaiti_double4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] = mask.lane[i] ? a.lane[i] : b.lane[i];
    }
    return a;
}
#endif

GAITI_INLINE gaiti_double4 gaiti_double4_of(double value) {
    return gaiti_double4_make(value, value, value, value);
}

/* No alignment is required. */
GAITI_INLINE gaiti_double4 gaiti_double4_load(const double *p) {
    gaiti_double4 result;
    memcpy(&result, p, sizeof result);
    return result;
}

GAITI_INLINE void gaiti_double4_store(double *p, gaiti_double4 a) {
    memcpy(p, &a, sizeof a);
}

#if GAITI_CAN_SHUFFLE && defined(__SSE2__)
#define GAITI_HAS_SHUFFLES 1 /* only for x86, which has little-endian integers */
#endif

/* Four little-endian 16-bit integers. */
GAITI_INLINE gaiti_double4 gaiti_double4_load_s16(const uint8_t *p) {
#ifdef GAITI_HAS_SHUFFLES
    int16_t __attribute__((vector_size(8))) integers;
    memcpy(&integers, p, sizeof integers);
    return __builtin_convertvector(integers, gaiti_double4);
#else
    return gaiti_double4_make(gaiti_load_s16(p), gaiti_load_s16(p + 2), gaiti_load_s16(p + 4),
                              gaiti_load_s16(p + 6));
#endif
}

/* Four floats, native or little-endian. */
GAITI_INLINE gaiti_double4 gaiti_double4_load_f32(const uint8_t *p, bool is_native) {
#ifdef GAITI_HAS_SHUFFLES
    (void)is_native; /* the same */
    float __attribute__((vector_size(16))) floats;
    memcpy(&floats, p, sizeof floats);
    return __builtin_convertvector(floats, gaiti_double4);
#else
    float f[4];
    memcpy(f, p, sizeof f);
    for (int i = 0; i < 4 && !is_native; i++) {
        f[i] = gaiti_load_f32(p + 4 * i);
    }
    return gaiti_double4_make((double)f[0], (double)f[1], (double)f[2], (double)f[3]);
#endif
}

/* Converts four native floats. */
#if GAITI_CAN_SHUFFLE && defined(__SSE2__)
GAITI_INLINE gaiti_double4 gaiti_double4_of_floats(const float *p) {
    double pairs[2];
    memcpy(pairs, p, sizeof pairs);
    __m128d low = _mm_cvtps_pd(_mm_castpd_ps(_mm_set_sd(pairs[0])));
    __m128d high = _mm_cvtps_pd(_mm_castpd_ps(_mm_set_sd(pairs[1])));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
#else
GAITI_INLINE gaiti_double4 gaiti_double4_of_floats(const float *p) {
    return gaiti_double4_make((double)p[0], (double)p[1], (double)p[2], (double)p[3]);
}
#endif

/* Rounds to native floats. */
GAITI_INLINE void gaiti_double4_store_floats(float *p, gaiti_double4 a) {
#if GAITI_HAS_VECTORS
    gaiti_float4 floats = __builtin_convertvector(a, gaiti_float4);
    memcpy(p, &floats, sizeof floats);
#else
    for (int i = 0; i < 4; i++) {
        p[i] = (float)a.lane[i];
    }
#endif
}

/* Transposes four rows of a matrix in place. */
GAITI_INLINE void gaiti_double4_transpose(gaiti_double4 rows[4]) {
#ifdef GAITI_HAS_SHUFFLES
    gaiti_double4 a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6);
    gaiti_double4 b = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7);
    gaiti_double4 c = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6);
    gaiti_double4 d = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
    rows[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    rows[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    rows[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#else
    double from[4][4];
    for (int i = 0; i < 4; i++) {
        gaiti_double4_store(from[i], rows[i]);
    }
    for (int i = 0; i < 4; i++) {
        rows[i] = gaiti_double4_make(from[0][i], from[1][i], from[2][i], from[3][i]);
    }
#endif
}

/* Halves are taken with shuffles, since a load of two recent stores stalls the processor. */
GAITI_INLINE gaiti_double4 gaiti_double4_sqrt(gaiti_double4 a) {
#ifdef GAITI_HAS_SHUFFLES
    __m128d low = _mm_sqrt_pd(__builtin_shufflevector(a, a, 0, 1));
    __m128d high = _mm_sqrt_pd(__builtin_shufflevector(a, a, 2, 3));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
#else
    double lane[4];
    gaiti_double4_store(lane, a);
    return gaiti_double4_make(sqrt(lane[0]), sqrt(lane[1]), sqrt(lane[2]), sqrt(lane[3]));
#endif
}

/* Bit i is set when lane i is true. */
GAITI_INLINE unsigned gaiti_mask4_bits(gaiti_mask4 mask) {
#ifdef GAITI_HAS_SHUFFLES
    __m128d low = (__m128d)__builtin_shufflevector(mask, mask, 0, 1);
    __m128d high = (__m128d)__builtin_shufflevector(mask, mask, 2, 3);
    return (unsigned)_mm_movemask_pd(low) | (unsigned)_mm_movemask_pd(high) << 2;
#else
    int64_t lane[4];
    memcpy(lane, &mask, sizeof lane);
    return (unsigned)((lane[0] & 1) | (lane[1] & 2) | (lane[2] & 4) | (lane[3] & 8));
#endif
}

#endif

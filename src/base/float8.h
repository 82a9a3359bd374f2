/* Arithmetic on eight floats at once, as vectors of the compiler or in plain C, with identical
 * results.
 *
 * The vectors are those of gcc and clang (vector_size), not intrinsics: one source serves SSE2,
 * AVX2, NEON and WebAssembly. A compiler without AVX2 splits a vector of 32 bytes into two. Other
 * compilers, and builds with GAIT_NO_VECTORS, use a struct and loops; tests compare both.
 *
 * There are only operations whose results IEEE 754 defines: sums, differences, products, quotients,
 * square roots, comparisons. Approximations of reciprocals are not used, and -ffp-contract=off
 * excludes fused operations. So the results have the same bits everywhere.
 *
 * Functions that are compiled for a wider instruction set must inline these: a vector of 32 bytes
 * is passed differently with and without AVX. Some are macros, because gcc translates a function
 * for its own instruction set before it inlines it. */
#ifndef GAITI_BASE_FLOAT8_H
#define GAITI_BASE_FLOAT8_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__GNUC__) && !defined(GAIT_NO_VECTORS)
#define GAITI_HAS_VECTORS 1
#else
#define GAITI_HAS_VECTORS 0
#endif

/* 1 if functions for AVX2 can be compiled beside others. Call them if
 * __builtin_cpu_supports("avx2"), which is explained at gaiti_crc32_has(). Not with gcc for
 * Windows, which spills 256-bit registers to unaligned addresses. */
#if defined(__x86_64__) && GAITI_HAS_VECTORS && (defined(__clang__) || !defined(_WIN32))
#define GAITI_HAS_AVX2 1
#else
#define GAITI_HAS_AVX2 0
#endif

#if GAITI_HAS_VECTORS && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define GAITI_CAN_SHUFFLE 1
#endif
#endif
#ifndef GAITI_CAN_SHUFFLE
#define GAITI_CAN_SHUFFLE 0
#endif

/* Precedes a loop of at most nine rounds over vectors. gcc keeps an array of vectors in registers
 * only if it unrolls all loops over it. */
#if defined(__GNUC__) && !defined(__clang__)
#define GAITI_UNROLL _Pragma("GCC unroll 9")
#else
#define GAITI_UNROLL
#endif

#if GAITI_HAS_VECTORS
#ifdef __wasm__ /* has one instruction set, and code that is transferred */
#define GAITI_INLINE static inline
#else
#define GAITI_INLINE static inline __attribute__((always_inline))
#endif
#pragma GCC diagnostic ignored "-Wpsabi" /* all functions that take vectors are inlined */

typedef float gaiti_float8 __attribute__((vector_size(32)));
typedef int16_t gaiti_short8 __attribute__((vector_size(16)));

/* Macros, because gcc translates the operations of a function for the instruction set of that
 * function before it inlines it. */
#define GAITI_VECTOR_LOAD(type, p)                                                                 \
    __extension__({                                                                                \
        type gaiti_loaded;                                                                         \
        memcpy(&gaiti_loaded, p, sizeof gaiti_loaded);                                             \
        gaiti_loaded;                                                                              \
    })
#define GAITI_VECTOR_STORE(type, p, a)                                                             \
    do {                                                                                           \
        type gaiti_stored = (a);                                                                   \
        memcpy(p, &gaiti_stored, sizeof gaiti_stored);                                             \
    } while (0)

/* Eight times a number. */
#define gaiti_float8_of(value) ((value) - (gaiti_float8){0})
/* Eight native floats, without alignment. */
#define gaiti_float8_load(p) GAITI_VECTOR_LOAD(gaiti_float8, p)
#define gaiti_float8_store(p, a) GAITI_VECTOR_STORE(gaiti_float8, p, a)
#define gaiti_float8_add(a, b) ((a) + (b))
#define gaiti_float8_subtract(a, b) ((a) - (b))
#define gaiti_float8_multiply(a, b) ((a) * (b))
#define gaiti_float8_divide(a, b) ((a) / (b))

/* Per lane: x if a > b, else y. */
GAITI_INLINE gaiti_float8 gaiti_float8_select(gaiti_float8 a, gaiti_float8 b, gaiti_float8 x,
                                              gaiti_float8 y) {
    typedef int32_t int8 __attribute__((vector_size(32)));
    int8 mask = a > b;
    return (gaiti_float8)(((int8)x & mask) | ((int8)y & ~mask));
}
#else
#define GAITI_INLINE static inline

typedef struct gaiti_float8 {
    float lane[8];
} gaiti_float8;

GAITI_INLINE gaiti_float8 gaiti_float8_of(float value) {
    return (gaiti_float8){{value, value, value, value, value, value, value, value}};
}

GAITI_INLINE void gaiti_float8_store(float *p, gaiti_float8 a) {
    memcpy(p, a.lane, sizeof a.lane);
}

GAITI_INLINE gaiti_float8 gaiti_float8_load(const void *p) {
    gaiti_float8 result;
    memcpy(result.lane, p, sizeof result.lane);
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

GAITI_INLINE gaiti_float8 gaiti_float8_select(gaiti_float8 a, gaiti_float8 b, gaiti_float8 x,
                                              gaiti_float8 y) {
    for (int i = 0; i < 8; i++) {
        x.lane[i] = a.lane[i] > b.lane[i] ? x.lane[i] : y.lane[i];
    }
    return x;
}
#endif

#if GAITI_CAN_SHUFFLE && defined(__SSE2__)
GAITI_INLINE gaiti_float8 gaiti_float8_sqrt(gaiti_float8 a) {
    __m128 low = __builtin_shufflevector(a, a, 0, 1, 2, 3);
    __m128 high = __builtin_shufflevector(a, a, 4, 5, 6, 7);
    low = _mm_sqrt_ps(low);
    high = _mm_sqrt_ps(high);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}

/* True when all lanes are below a finite limit; false for NaN. */
GAITI_INLINE bool gaiti_float8_below(gaiti_float8 a, float limit) {
    __m128 halves[2];
    memcpy(halves, &a, sizeof halves);
    __m128 limits = _mm_set1_ps(limit);
    return _mm_movemask_ps(_mm_cmplt_ps(halves[0], limits)) == 15 &&
           _mm_movemask_ps(_mm_cmplt_ps(halves[1], limits)) == 15;
}
#else
GAITI_INLINE gaiti_float8 gaiti_float8_sqrt(gaiti_float8 a) {
    float lanes[8];
    memcpy(lanes, &a, sizeof lanes);
    for (int i = 0; i < 8; i++) {
        /* The sum keeps compilers from calling sqrtf(), which has the same result. */
        lanes[i] = (float)(sqrt((double)lanes[i]) + 0.0);
    }
    memcpy(&a, lanes, sizeof lanes);
    return a;
}

GAITI_INLINE bool gaiti_float8_below(gaiti_float8 a, float limit) {
    float lanes[8];
    memcpy(lanes, &a, sizeof lanes);
    unsigned below = 0;
    for (int i = 0; i < 8; i++) {
        below += lanes[i] < limit;
    }
    return below == 8;
}
#endif

/* a x + b y for eight native 16-bit integers each and two weights, x in the low and y in the high
 * 16 bits; exact before it is rounded to floats. */
GAITI_INLINE gaiti_float8 gaiti_float8_weigh_s16(const void *a, const void *b, uint32_t weights) {
#if GAITI_CAN_SHUFFLE && defined(__SSE2__)
    __m128i first, second, both = _mm_set1_epi32((int32_t)weights);
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    __m128 low = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpacklo_epi16(first, second), both));
    __m128 high = _mm_cvtepi32_ps(_mm_madd_epi16(_mm_unpackhi_epi16(first, second), both));
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#elif GAITI_HAS_VECTORS
    typedef int32_t int8 __attribute__((vector_size(32)));
    gaiti_short8 first, second;
    memcpy(&first, a, sizeof first);
    memcpy(&second, b, sizeof second);
    int8 sum = __builtin_convertvector(first, int8) * (int16_t)weights +
               __builtin_convertvector(second, int8) * (int16_t)(weights >> 16);
    return __builtin_convertvector(sum, gaiti_float8);
#else
    gaiti_float8 result;
    int16_t first[8], second[8];
    memcpy(first, a, sizeof first);
    memcpy(second, b, sizeof second);
    for (int i = 0; i < 8; i++) {
        result.lane[i] =
            (float)(first[i] * (int16_t)weights + second[i] * (int16_t)(weights >> 16));
    }
    return result;
#endif
}

/* Two results of gaiti_float8_weigh_s16(), from parts of four integers: 0 to 3 of the first, 0 to 3
 * of the second, 4 to 7 of the first, 4 to 7 of the second. */
GAITI_INLINE void gaiti_float8_weigh_two_s16(const uint8_t *a, const uint8_t *b, uint32_t weights,
                                             gaiti_float8 out[2]) {
    const gaiti_float8 low = gaiti_float8_weigh_s16(a, b, weights);
    const gaiti_float8 high = gaiti_float8_weigh_s16(a + 16, b + 16, weights);
#if GAITI_CAN_SHUFFLE
    out[0] = __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
    out[1] = __builtin_shufflevector(low, high, 4, 5, 6, 7, 12, 13, 14, 15);
#else
    float halves[2][2][4]; /* of low, of high */
    memcpy(halves[0], &low, sizeof low);
    memcpy(halves[1], &high, sizeof high);
    for (int i = 0; i < 2; i++) {
        float lanes[2][4];
        memcpy(lanes[0], halves[0][i], sizeof lanes[0]);
        memcpy(lanes[1], halves[1][i], sizeof lanes[1]);
        memcpy(&out[i], lanes, sizeof lanes);
    }
#endif
}

#endif

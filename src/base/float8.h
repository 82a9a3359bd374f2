/* Arithmetic on eight or four floats at once, as vectors of the compiler or in plain C, with
 * identical results. Functions that are compiled for a wider instruction set must inline these. */
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
#pragma GCC diagnostic ignored "-Wpsabi" /* all functions that take vectors are inlined */

typedef float gaiti_float8 __attribute__((vector_size(32)));
typedef int16_t gaiti_short8 __attribute__((vector_size(16)));
typedef float gaiti_float4 __attribute__((vector_size(16)));
typedef int32_t gaiti_int4 __attribute__((vector_size(16)));

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
/* Eight native floats, or 16-bit integers, without alignment. */
#define gaiti_float8_load(p) GAITI_VECTOR_LOAD(gaiti_float8, p)
#define gaiti_float8_load_s16(p)                                                                   \
    __builtin_convertvector(GAITI_VECTOR_LOAD(gaiti_short8, p), gaiti_float8)
#define gaiti_float8_store(p, a) GAITI_VECTOR_STORE(gaiti_float8, p, a)
#define gaiti_float8_add(a, b) ((a) + (b))
#define gaiti_float8_subtract(a, b) ((a) - (b))
#define gaiti_float8_multiply(a, b) ((a) * (b))

/* The elements of a and b with these indices; those of b begin at 4. */
#ifdef __clang__
#define GAITI_FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define GAITI_FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (gaiti_int4){i, j, k, l})
#endif

#define gaiti_float4_of(value) ((value) - (gaiti_float4){0})
#define gaiti_float4_load(p) GAITI_VECTOR_LOAD(gaiti_float4, p)
#define gaiti_float4_store(p, a) GAITI_VECTOR_STORE(gaiti_float4, p, a)
#define gaiti_float4_add(a, b) ((a) + (b))
#define gaiti_float4_multiply(a, b) ((a) * (b))
/* 0, 0, 0 and the last element. */
#define gaiti_float4_last(a) ((gaiti_float4)((gaiti_int4)(a) & (gaiti_int4){0, 0, 0, -1}))
/* Transposes a matrix of four rows in place. */
#define gaiti_float4_transpose(a, b, c, d)                                                         \
    do {                                                                                           \
        gaiti_float4 gaiti_ab = GAITI_FLOAT4_SHUFFLE(a, b, 0, 4, 1, 5);                            \
        gaiti_float4 gaiti_cd = GAITI_FLOAT4_SHUFFLE(c, d, 0, 4, 1, 5);                            \
        gaiti_float4 gaiti_ba = GAITI_FLOAT4_SHUFFLE(a, b, 2, 6, 3, 7);                            \
        gaiti_float4 gaiti_dc = GAITI_FLOAT4_SHUFFLE(c, d, 2, 6, 3, 7);                            \
        (a) = GAITI_FLOAT4_SHUFFLE(gaiti_ab, gaiti_cd, 0, 1, 4, 5);                                \
        (b) = GAITI_FLOAT4_SHUFFLE(gaiti_ab, gaiti_cd, 2, 3, 6, 7);                                \
        (c) = GAITI_FLOAT4_SHUFFLE(gaiti_ba, gaiti_dc, 0, 1, 4, 5);                                \
        (d) = GAITI_FLOAT4_SHUFFLE(gaiti_ba, gaiti_dc, 2, 3, 6, 7);                                \
    } while (0)
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

GAITI_INLINE gaiti_float8 gaiti_float8_load_s16(const void *p) {
    gaiti_float8 result;
    int16_t integers[8];
    memcpy(integers, p, sizeof integers);
    for (int i = 0; i < 8; i++) {
        result.lane[i] = integers[i];
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

typedef struct gaiti_float4 {
    float lane[4];
} gaiti_float4;

GAITI_INLINE gaiti_float4 gaiti_float4_of(float value) {
    return (gaiti_float4){{value, value, value, value}};
}

GAITI_INLINE gaiti_float4 gaiti_float4_load(const float *p) {
    return (gaiti_float4){{p[0], p[1], p[2], p[3]}};
}

GAITI_INLINE void gaiti_float4_store(float *p, gaiti_float4 a) {
    memcpy(p, a.lane, sizeof a.lane);
}

GAITI_INLINE gaiti_float4 gaiti_float4_add(gaiti_float4 a, gaiti_float4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] += b.lane[i];
    }
    return a;
}

GAITI_INLINE gaiti_float4 gaiti_float4_multiply(gaiti_float4 a, gaiti_float4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] *= b.lane[i];
    }
    return a;
}

/* 0, 0, 0 and the last element. */
GAITI_INLINE gaiti_float4 gaiti_float4_last(gaiti_float4 a) {
    return (gaiti_float4){{0, 0, 0, a.lane[3]}};
}

/* Transposes a matrix of four rows in place. */
#define gaiti_float4_transpose(a, b, c, d)                                                         \
    do {                                                                                           \
        gaiti_float4 gaiti_rows[4] = {a, b, c, d};                                                 \
        for (int gaiti_i = 0; gaiti_i < 4; gaiti_i++) {                                            \
            (a).lane[gaiti_i] = gaiti_rows[gaiti_i].lane[0];                                       \
            (b).lane[gaiti_i] = gaiti_rows[gaiti_i].lane[1];                                       \
            (c).lane[gaiti_i] = gaiti_rows[gaiti_i].lane[2];                                       \
            (d).lane[gaiti_i] = gaiti_rows[gaiti_i].lane[3];                                       \
        }                                                                                          \
    } while (0)
#endif

#endif

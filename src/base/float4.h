/* Arithmetic on four floats at once, as vectors of the compiler or in plain C, with identical
 * results. float8.h describes the design.
 *
 * Four floats fill one register of every processor with vectors, so these functions are fast
 * without AVX2. They are used where numbers come in fours: rows of matrices, and transpositions. */
#ifndef GAITI_BASE_FLOAT4_H
#define GAITI_BASE_FLOAT4_H

#include <stdbool.h>

#include "base/float8.h"

#if GAITI_HAS_VECTORS
typedef float gaiti_float4 __attribute__((vector_size(16)));
typedef uint64_t gaiti_long2 __attribute__((vector_size(16)));
typedef int32_t gaiti_int4 __attribute__((vector_size(16)));

/* True when all bits are set. */
GAITI_INLINE bool gaiti_int4_is_all(gaiti_int4 a) {
    gaiti_long2 halves = (gaiti_long2)a;
    return (halves[0] & halves[1]) == UINT64_MAX;
}

/* The elements of a and b with these indices; those of b begin at 4. */
#ifdef __clang__
#define GAITI_FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define GAITI_FLOAT4_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (gaiti_int4){i, j, k, l})
#endif

/* The low or high halves of a and b, element by element in turn, as 16-bit or 32-bit
 * integers. */
#ifdef __clang__
#define GAITI_INTERLEAVE_16(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define GAITI_INTERLEAVE_16_HIGH(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#else
#define GAITI_INTERLEAVE_16(a, b) __builtin_shuffle(a, b, (gaiti_short8){0, 8, 1, 9, 2, 10, 3, 11})
#define GAITI_INTERLEAVE_16_HIGH(a, b)                                                             \
    __builtin_shuffle(a, b, (gaiti_short8){4, 12, 5, 13, 6, 14, 7, 15})
#endif
#define GAITI_INTERLEAVE_32(a, b) GAITI_FLOAT4_SHUFFLE((gaiti_int4)(a), (gaiti_int4)(b), 0, 4, 1, 5)
#define GAITI_INTERLEAVE_32_HIGH(a, b)                                                             \
    GAITI_FLOAT4_SHUFFLE((gaiti_int4)(a), (gaiti_int4)(b), 2, 6, 3, 7)

#define gaiti_float4_of(value) ((value) - (gaiti_float4){0})
#define gaiti_float4_load(p) GAITI_VECTOR_LOAD(gaiti_float4, p)
#define gaiti_float4_store(p, a) GAITI_VECTOR_STORE(gaiti_float4, p, a)
#define gaiti_float4_add(a, b) ((a) + (b))
#define gaiti_float4_subtract(a, b) ((a) - (b))
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
typedef struct gaiti_float4 {
    float lane[4];
} gaiti_float4;

GAITI_INLINE gaiti_float4 gaiti_float4_of(float value) {
    return (gaiti_float4){{value, value, value, value}};
}

GAITI_INLINE gaiti_float4 gaiti_float4_load(const void *p) {
    gaiti_float4 result;
    memcpy(result.lane, p, sizeof result.lane);
    return result;
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

GAITI_INLINE gaiti_float4 gaiti_float4_subtract(gaiti_float4 a, gaiti_float4 b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] -= b.lane[i];
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

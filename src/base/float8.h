/* Arithmetic on eight floats at once, as vectors of the compiler or in plain C, with
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
#endif

#endif

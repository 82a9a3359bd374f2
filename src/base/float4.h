/* Arithmetic on four floats at once, as vectors of the compiler or in plain C, with identical
 * results. */
#ifndef GAITI_BASE_FLOAT4_H
#define GAITI_BASE_FLOAT4_H

#include "base/float8.h"

#if GAITI_HAS_VECTORS
typedef float gaiti_float4 __attribute__((vector_size(16)));

GAITI_INLINE gaiti_float4 gaiti_float4_of(float value) {
    return (gaiti_float4){value, value, value, value};
}

/* No alignment is required. */
GAITI_INLINE gaiti_float4 gaiti_float4_load(const float *p) {
    gaiti_float4 result;
    memcpy(&result, p, sizeof result);
    return result;
}

GAITI_INLINE void gaiti_float4_store(float *p, gaiti_float4 a) {
    memcpy(p, &a, sizeof a);
}

GAITI_INLINE gaiti_float4 gaiti_float4_add(gaiti_float4 a, gaiti_float4 b) {
    return a + b;
}

GAITI_INLINE gaiti_float4 gaiti_float4_subtract(gaiti_float4 a, gaiti_float4 b) {
    return a - b;
}

GAITI_INLINE gaiti_float4 gaiti_float4_multiply(gaiti_float4 a, gaiti_float4 b) {
    return a * b;
}

#else
typedef struct gaiti_float4 {
    float lane[4];
} gaiti_float4;

GAITI_INLINE gaiti_float4 gaiti_float4_of(float value) {
    return (gaiti_float4){{value, value, value, value}};
}

GAITI_INLINE gaiti_float4 gaiti_float4_load(const float *p) {
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
#endif

#endif

/* Arithmetic on two doubles at once (SSE2 or plain C) with identical results, and conversions
 * between them and four floats.
 *
 * Every x86-64 processor has SSE2, so code with two lanes needs no selection at run time. It is for
 * conversions of keys that are stored as floats but must be computed in double precision: two keys
 * or two bones per step, a lane for each. gaiti_lanes_spread() converts four floats of each to four
 * vectors, and gaiti_lanes_gather() back. Each operation is one IEEE operation per lane, so plain C
 * has the same bits. */
#ifndef GAITI_BASE_LANES_H
#define GAITI_BASE_LANES_H

#include <math.h>
#include <stddef.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/float4.h"

enum { GAITI_LANES = 2 };

#if GAITI_HAS_VECTORS && defined(__SSE2__)
#include <emmintrin.h>

typedef __m128d gaiti_lanes;

static inline gaiti_lanes gaiti_lanes_of(double value) {
    return _mm_set1_pd(value);
}

static inline gaiti_lanes gaiti_lanes_add(gaiti_lanes a, gaiti_lanes b) {
    return _mm_add_pd(a, b);
}

static inline gaiti_lanes gaiti_lanes_subtract(gaiti_lanes a, gaiti_lanes b) {
    return _mm_sub_pd(a, b);
}

static inline gaiti_lanes gaiti_lanes_multiply(gaiti_lanes a, gaiti_lanes b) {
    return _mm_mul_pd(a, b);
}

static inline gaiti_lanes gaiti_lanes_divide(gaiti_lanes a, gaiti_lanes b) {
    return _mm_div_pd(a, b);
}

static inline gaiti_lanes gaiti_lanes_sqrt(gaiti_lanes a) {
    return _mm_sqrt_pd(a);
}

/* The minimum per lane; b if either operand is NaN. */
static inline gaiti_lanes gaiti_lanes_min(gaiti_lanes a, gaiti_lanes b) {
    return _mm_min_pd(a, b);
}

/* True when both lanes are at least `low`. */
static inline bool gaiti_lanes_reach(gaiti_lanes a, double low) {
    return _mm_movemask_pd(_mm_cmpge_pd(a, _mm_set1_pd(low))) == 3;
}

/* Loads three native floats and a 0; no alignment required. */
static inline gaiti_float4 gaiti_float4_load_3(const uint8_t *p) {
    uint32_t last;
    memcpy(&last, p + 8, sizeof last);
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_castsi128_ps(_mm_unpacklo_epi64(first, _mm_cvtsi32_si128((int)last)));
}

/* Stores four little-endian floats; no alignment required. */
static inline void gaiti_float4_store_le(uint8_t *p, gaiti_float4 four) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm_castps_si128(four));
}

/* Divides by the square root of a number, which is rounded to a float first. */
static inline gaiti_float4 gaiti_float4_divide_by_root(gaiti_float4 a, float square) {
    return _mm_div_ps(a, _mm_sqrt_ps(_mm_set1_ps(square)));
}

static inline bool gaiti_float4_is_finite(gaiti_float4 a) {
    return _mm_movemask_ps(_mm_cmpeq_ps(_mm_sub_ps(a, a), _mm_setzero_ps())) == 15;
}

/* out[i] = {first[i], second[i]}, converted to doubles. */
static inline void gaiti_lanes_spread(gaiti_float4 first, gaiti_float4 second, gaiti_lanes out[4]) {
    __m128 low = _mm_unpacklo_ps(first, second), high = _mm_unpackhi_ps(first, second);
    out[0] = _mm_cvtps_pd(low);
    out[1] = _mm_cvtps_pd(_mm_movehl_ps(low, low));
    out[2] = _mm_cvtps_pd(high);
    out[3] = _mm_cvtps_pd(_mm_movehl_ps(high, high));
}

/* The inverse of gaiti_lanes_spread(), rounded to floats. */
static inline void gaiti_lanes_gather(const gaiti_lanes in[4], gaiti_float4 out[GAITI_LANES]) {
    __m128 low = _mm_unpacklo_ps(_mm_cvtpd_ps(in[0]), _mm_cvtpd_ps(in[1]));
    __m128 high = _mm_unpacklo_ps(_mm_cvtpd_ps(in[2]), _mm_cvtpd_ps(in[3]));
    out[0] = _mm_movelh_ps(low, high);
    out[1] = _mm_movehl_ps(high, low);
}
#else
typedef struct gaiti_lanes {
    double lane[GAITI_LANES];
} gaiti_lanes;

static inline gaiti_lanes gaiti_lanes_of(double value) {
    return (gaiti_lanes){{value, value}};
}

static inline gaiti_lanes gaiti_lanes_add(gaiti_lanes a, gaiti_lanes b) {
    return (gaiti_lanes){{a.lane[0] + b.lane[0], a.lane[1] + b.lane[1]}};
}

static inline gaiti_lanes gaiti_lanes_subtract(gaiti_lanes a, gaiti_lanes b) {
    return (gaiti_lanes){{a.lane[0] - b.lane[0], a.lane[1] - b.lane[1]}};
}

static inline gaiti_lanes gaiti_lanes_multiply(gaiti_lanes a, gaiti_lanes b) {
    return (gaiti_lanes){{a.lane[0] * b.lane[0], a.lane[1] * b.lane[1]}};
}

static inline gaiti_lanes gaiti_lanes_divide(gaiti_lanes a, gaiti_lanes b) {
    return (gaiti_lanes){{a.lane[0] / b.lane[0], a.lane[1] / b.lane[1]}};
}

static inline gaiti_lanes gaiti_lanes_sqrt(gaiti_lanes a) {
    return (gaiti_lanes){{sqrt(a.lane[0]), sqrt(a.lane[1])}};
}

static inline gaiti_lanes gaiti_lanes_min(gaiti_lanes a, gaiti_lanes b) {
    return (gaiti_lanes){{a.lane[0] < b.lane[0] ? a.lane[0] : b.lane[0],
                          a.lane[1] < b.lane[1] ? a.lane[1] : b.lane[1]}};
}

static inline bool gaiti_lanes_reach(gaiti_lanes a, double low) {
    return a.lane[0] >= low && a.lane[1] >= low;
}

static inline gaiti_float4 gaiti_float4_load_3(const uint8_t *p) {
    float numbers[4] = {0};
    memcpy(numbers, p, 3 * sizeof *numbers);
    return gaiti_float4_load(numbers);
}

static inline void gaiti_float4_store_le(uint8_t *p, gaiti_float4 four) {
    float numbers[4];
    gaiti_float4_store(numbers, four);
    for (size_t i = 0; i < 4; i++) {
        gaiti_store_f32(p + 4 * i, numbers[i]);
    }
}

static inline gaiti_float4 gaiti_float4_divide_by_root(gaiti_float4 a, float square) {
    /* The sum keeps compilers from calling sqrtf(), which has the same result. */
    float numbers[4], root = (float)(sqrt((double)square) + 0.0);
    gaiti_float4_store(numbers, a);
    for (int i = 0; i < 4; i++) {
        numbers[i] /= root;
    }
    return gaiti_float4_load(numbers);
}

static inline bool gaiti_float4_is_finite(gaiti_float4 a) {
    float numbers[4], sum = 0;
    gaiti_float4_store(numbers, a);
    for (int i = 0; i < 4; i++) {
        sum += numbers[i] - numbers[i];
    }
    return sum == 0;
}

static inline void gaiti_lanes_spread(gaiti_float4 first, gaiti_float4 second, gaiti_lanes out[4]) {
    float a[4], b[4];
    gaiti_float4_store(a, first);
    gaiti_float4_store(b, second);
    for (int i = 0; i < 4; i++) {
        out[i] = (gaiti_lanes){{(double)a[i], (double)b[i]}};
    }
}

static inline void gaiti_lanes_gather(const gaiti_lanes in[4], gaiti_float4 out[GAITI_LANES]) {
    float a[4], b[4];
    for (int i = 0; i < 4; i++) {
        a[i] = (float)in[i].lane[0];
        b[i] = (float)in[i].lane[1];
    }
    out[0] = gaiti_float4_load(a);
    out[1] = gaiti_float4_load(b);
}
#endif

#endif

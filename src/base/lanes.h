/* Arithmetic on two doubles at once (SSE2 or plain C) with identical results. */
#ifndef GAITI_BASE_LANES_H
#define GAITI_BASE_LANES_H

#include <math.h>
#include <stddef.h>

#include "base/bits.h"
#include "base/bytes.h"

enum { GAITI_LANES = 2 };

#ifdef __SSE2__
#include <emmintrin.h>

typedef __m128d gaiti_lanes;
typedef __m128 gaiti_quad; /* four floats */

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

/* Loads four native floats, or three floats and a 0; no alignment required. */
static inline gaiti_quad gaiti_quad_load(const uint8_t *p) {
    return _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)p));
}

static inline gaiti_quad gaiti_quad_load_3(const uint8_t *p) {
    uint32_t last;
    memcpy(&last, p + 8, sizeof last);
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_castsi128_ps(_mm_unpacklo_epi64(first, _mm_cvtsi32_si128((int)last)));
}

/* The same for native floats. */
static inline gaiti_quad gaiti_quad_load_f32(const float *p) {
    return _mm_loadu_ps(p);
}

static inline void gaiti_quad_store_f32(float *p, gaiti_quad quad) {
    _mm_storeu_ps(p, quad);
}

/* Stores four little-endian floats; no alignment required. */
static inline void gaiti_quad_store(uint8_t *p, gaiti_quad quad) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm_castps_si128(quad));
}

static inline gaiti_quad gaiti_quad_of(float value) {
    return _mm_set1_ps(value);
}

static inline gaiti_quad gaiti_quad_add(gaiti_quad a, gaiti_quad b) {
    return _mm_add_ps(a, b);
}

static inline gaiti_quad gaiti_quad_multiply(gaiti_quad a, gaiti_quad b) {
    return _mm_mul_ps(a, b);
}

/* Divides by the square root of a number, which is rounded to a float first. */
static inline gaiti_quad gaiti_quad_divide_by_root(gaiti_quad a, float square) {
    return _mm_div_ps(a, _mm_sqrt_ps(_mm_set1_ps(square)));
}

/* Transposes four rows of a matrix in place. */
static inline void gaiti_quad_transpose(gaiti_quad rows[4]) {
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
}

static inline bool gaiti_quad_is_finite(gaiti_quad a) {
    return _mm_movemask_ps(_mm_cmpeq_ps(_mm_sub_ps(a, a), _mm_setzero_ps())) == 15;
}

/* out[i] = {first[i], second[i]}, converted to doubles. */
static inline void gaiti_lanes_spread(gaiti_quad first, gaiti_quad second, gaiti_lanes out[4]) {
    __m128 low = _mm_unpacklo_ps(first, second), high = _mm_unpackhi_ps(first, second);
    out[0] = _mm_cvtps_pd(low);
    out[1] = _mm_cvtps_pd(_mm_movehl_ps(low, low));
    out[2] = _mm_cvtps_pd(high);
    out[3] = _mm_cvtps_pd(_mm_movehl_ps(high, high));
}

/* The inverse of gaiti_lanes_spread(), rounded to floats. */
static inline void gaiti_lanes_gather(const gaiti_lanes in[4], gaiti_quad out[GAITI_LANES]) {
    __m128 low = _mm_unpacklo_ps(_mm_cvtpd_ps(in[0]), _mm_cvtpd_ps(in[1]));
    __m128 high = _mm_unpacklo_ps(_mm_cvtpd_ps(in[2]), _mm_cvtpd_ps(in[3]));
    out[0] = _mm_movelh_ps(low, high);
    out[1] = _mm_movehl_ps(high, low);
}
#else
typedef struct gaiti_lanes {
    double lane[GAITI_LANES];
} gaiti_lanes;

typedef struct gaiti_quad {
    float c[4];
} gaiti_quad;

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

static inline gaiti_quad gaiti_quad_load(const uint8_t *p) {
    gaiti_quad quad;
    memcpy(quad.c, p, sizeof quad.c);
    return quad;
}

static inline gaiti_quad gaiti_quad_load_3(const uint8_t *p) {
    gaiti_quad quad = {{0}};
    memcpy(quad.c, p, 3 * sizeof(float));
    return quad;
}

static inline gaiti_quad gaiti_quad_load_f32(const float *p) {
    return (gaiti_quad){{p[0], p[1], p[2], p[3]}};
}

static inline void gaiti_quad_store_f32(float *p, gaiti_quad quad) {
    memcpy(p, quad.c, sizeof quad.c);
}

static inline void gaiti_quad_store(uint8_t *p, gaiti_quad quad) {
    for (size_t i = 0; i < 4; i++) {
        gaiti_store_f32(p + 4 * i, quad.c[i]);
    }
}

static inline gaiti_quad gaiti_quad_of(float value) {
    return (gaiti_quad){{value, value, value, value}};
}

static inline gaiti_quad gaiti_quad_add(gaiti_quad a, gaiti_quad b) {
    for (int i = 0; i < 4; i++) {
        a.c[i] += b.c[i];
    }
    return a;
}

static inline gaiti_quad gaiti_quad_multiply(gaiti_quad a, gaiti_quad b) {
    for (int i = 0; i < 4; i++) {
        a.c[i] *= b.c[i];
    }
    return a;
}

static inline gaiti_quad gaiti_quad_divide_by_root(gaiti_quad a, float square) {
    /* The sum keeps compilers from calling sqrtf(), which has the same result. */
    float root = (float)(sqrt((double)square) + 0.0);
    for (int i = 0; i < 4; i++) {
        a.c[i] /= root;
    }
    return a;
}

static inline void gaiti_quad_transpose(gaiti_quad rows[4]) {
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
            float swapped = rows[i].c[j];
            rows[i].c[j] = rows[j].c[i];
            rows[j].c[i] = swapped;
        }
    }
}

static inline bool gaiti_quad_is_finite(gaiti_quad a) {
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += a.c[i] - a.c[i];
    }
    return sum == 0;
}

static inline void gaiti_lanes_spread(gaiti_quad first, gaiti_quad second, gaiti_lanes out[4]) {
    for (int i = 0; i < 4; i++) {
        out[i] = (gaiti_lanes){{(double)first.c[i], (double)second.c[i]}};
    }
}

static inline void gaiti_lanes_gather(const gaiti_lanes in[4], gaiti_quad out[GAITI_LANES]) {
    for (int i = 0; i < 4; i++) {
        out[0].c[i] = (float)in[i].lane[0];
        out[1].c[i] = (float)in[i].lane[1];
    }
}
#endif

#endif

/* Four floats at once, the same results with and without instructions for it. */
#ifndef GAITI_BASE_LANES_H
#define GAITI_BASE_LANES_H

#include <stddef.h>

#include "base/bits.h"
#include "base/bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>

typedef __m128 gaiti_lanes;

static inline gaiti_lanes gaiti_lanes_of(float value) {
    return _mm_set1_ps(value);
}

static inline gaiti_lanes gaiti_lanes_add(gaiti_lanes a, gaiti_lanes b) {
    return _mm_add_ps(a, b);
}

static inline gaiti_lanes gaiti_lanes_subtract(gaiti_lanes a, gaiti_lanes b) {
    return _mm_sub_ps(a, b);
}

static inline gaiti_lanes gaiti_lanes_multiply(gaiti_lanes a, gaiti_lanes b) {
    return _mm_mul_ps(a, b);
}

static inline gaiti_lanes gaiti_lanes_divide(gaiti_lanes a, gaiti_lanes b) {
    return _mm_div_ps(a, b);
}

/* Four floats of the machine's, at any place. */
static inline gaiti_lanes gaiti_lanes_load(const uint8_t *p) {
    return _mm_castsi128_ps(_mm_loadu_si128((const __m128i *)(const void *)p));
}

/* Three of them, and 0. */
static inline gaiti_lanes gaiti_lanes_load_3(const uint8_t *p) {
    uint32_t last;
    memcpy(&last, p + 8, sizeof last);
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)p);
    return _mm_castsi128_ps(_mm_unpacklo_epi64(first, _mm_cvtsi32_si128((int)last)));
}

/* Four little-endian floats. */
static inline void gaiti_lanes_store(uint8_t *p, gaiti_lanes lanes) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm_castps_si128(lanes));
}

static inline void gaiti_lanes_transpose(gaiti_lanes rows[4]) {
    _MM_TRANSPOSE4_PS(rows[0], rows[1], rows[2], rows[3]);
}

/* Whether a < b in every lane. */
static inline bool gaiti_lanes_all_less(gaiti_lanes a, gaiti_lanes b) {
    return _mm_movemask_ps(_mm_cmplt_ps(a, b)) == 15;
}
#else
typedef struct gaiti_lanes {
    float lane[4];
} gaiti_lanes;

static inline gaiti_lanes gaiti_lanes_of(float value) {
    return (gaiti_lanes){{value, value, value, value}};
}

static inline gaiti_lanes gaiti_lanes_add(gaiti_lanes a, gaiti_lanes b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] += b.lane[i];
    }
    return a;
}

static inline gaiti_lanes gaiti_lanes_subtract(gaiti_lanes a, gaiti_lanes b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] -= b.lane[i];
    }
    return a;
}

static inline gaiti_lanes gaiti_lanes_multiply(gaiti_lanes a, gaiti_lanes b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] *= b.lane[i];
    }
    return a;
}

static inline gaiti_lanes gaiti_lanes_divide(gaiti_lanes a, gaiti_lanes b) {
    for (int i = 0; i < 4; i++) {
        a.lane[i] /= b.lane[i];
    }
    return a;
}

static inline gaiti_lanes gaiti_lanes_load(const uint8_t *p) {
    gaiti_lanes lanes;
    memcpy(lanes.lane, p, sizeof lanes.lane);
    return lanes;
}

static inline gaiti_lanes gaiti_lanes_load_3(const uint8_t *p) {
    gaiti_lanes lanes = {{0}};
    memcpy(lanes.lane, p, 3 * sizeof(float));
    return lanes;
}

static inline void gaiti_lanes_store(uint8_t *p, gaiti_lanes lanes) {
    for (size_t i = 0; i < 4; i++) {
        gaiti_store_f32(p + 4 * i, lanes.lane[i]);
    }
}

static inline void gaiti_lanes_transpose(gaiti_lanes rows[4]) {
    gaiti_lanes from[4];
    memcpy(from, rows, sizeof from);
    for (int i = 0; i < 16; i++) {
        rows[i / 4].lane[i % 4] = from[i % 4].lane[i / 4];
    }
}

static inline bool gaiti_lanes_all_less(gaiti_lanes a, gaiti_lanes b) {
    bool all = true;
    for (int i = 0; i < 4; i++) {
        all = all && a.lane[i] < b.lane[i];
    }
    return all;
}
#endif

#endif

/* Rounding of numbers from -1 to 1 to the 16-bit integers of samplers. */
#ifndef GAITI_OPS_SAMPLER_ROUND_H
#define GAITI_OPS_SAMPLER_ROUND_H

#include "base/double4.h"
#include "ops/sampler_memory.h"

enum {
    GAITI_SAMPLER_BLOCK = 8 /* frames that are prepared at once */
};

/* Halves are rounded away from 0, other numbers are clamped. NaN becomes -32767. */
static inline int16_t gaiti_sampler_round(double value) {
    const double unit = GAITI_SAMPLER_UNIT;
    double scaled = value * unit;
    scaled = scaled > -unit ? scaled < unit ? scaled : unit : -unit;
    return (int16_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

/* Eight floats as doubles. */
GAITI_INLINE void gaiti_sampler_widen(const float *from, double out[GAITI_SAMPLER_BLOCK]) {
    gaiti_double4_store(out, gaiti_double4_of_floats(from));
    gaiti_double4_store(out + 4, gaiti_double4_of_floats(from + 4));
}

#if GAITI_HAS_VECTORS && defined(__SSE2__)
/* Two numbers: the low two of the four integers. */
GAITI_INLINE __m128i gaiti_sampler_round_2(__m128d value) {
    const __m128d unit = _mm_set1_pd(GAITI_SAMPLER_UNIT), sign = _mm_set1_pd(-0.0);
    __m128d scaled = _mm_mul_pd(value, unit);
    scaled = _mm_min_pd(_mm_max_pd(scaled, _mm_or_pd(unit, sign)), unit);
    __m128d half = _mm_or_pd(_mm_and_pd(scaled, sign), _mm_set1_pd(0.5));
    return _mm_cvttpd_epi32(_mm_add_pd(scaled, half));
}

/* gaiti_sampler_round() of (in - middle) * scale, eight times. */
GAITI_INLINE void gaiti_sampler_round_8(const double in[GAITI_SAMPLER_BLOCK], double middle,
                                        double scale, int16_t out[GAITI_SAMPLER_BLOCK]) {
    __m128i integers[4];
    GAITI_UNROLL
    for (int i = 0; i < 4; i++) {
        __m128d value = _mm_sub_pd(_mm_loadu_pd(in + 2 * i), _mm_set1_pd(middle));
        integers[i] = gaiti_sampler_round_2(_mm_mul_pd(value, _mm_set1_pd(scale)));
    }
    __m128i low = _mm_unpacklo_epi64(integers[0], integers[1]);
    __m128i high = _mm_unpacklo_epi64(integers[2], integers[3]);
    low = _mm_packs_epi32(low, high);
    memcpy(out, &low, sizeof low);
}
#else
/* gaiti_sampler_round() of (in - middle) * scale, eight times. */
GAITI_INLINE void gaiti_sampler_round_8(const double in[GAITI_SAMPLER_BLOCK], double middle,
                                        double scale, int16_t out[GAITI_SAMPLER_BLOCK]) {
    for (int i = 0; i < GAITI_SAMPLER_BLOCK; i++) {
        out[i] = gaiti_sampler_round((in[i] - middle) * scale);
    }
}
#endif

#endif

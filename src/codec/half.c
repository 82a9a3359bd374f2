#include "codec/half.h"

#include "base/bytes.h"

enum { HALF_RECORD = 14, HALF_SHORTS = 4, HALF_HALVES = 3 };

#ifdef __SSE2__
#include <emmintrin.h>

/* gaiti_half_to_f32() of the low shorts of four lanes. */
static __m128 half_quad(__m128i halves) {
    const __m128i least = _mm_set1_epi32(1 << 23);
    __m128i magnitude = _mm_slli_epi32(_mm_and_si128(halves, _mm_set1_epi32(0x7FFF)), 13);
    __m128i sign = _mm_slli_epi32(_mm_and_si128(halves, _mm_set1_epi32(0x8000)), 16);
    __m128i normal = _mm_add_epi32(magnitude, _mm_set1_epi32(112 << 23));
    __m128 small = _mm_sub_ps(_mm_castsi128_ps(_mm_add_epi32(magnitude, _mm_set1_epi32(113 << 23))),
                              _mm_set1_ps(0x1p-14f));
    __m128i is_small = _mm_cmplt_epi32(magnitude, least);
    __m128i value = _mm_or_si128(_mm_and_si128(is_small, _mm_castps_si128(small)),
                                 _mm_andnot_si128(is_small, normal));
    return _mm_castsi128_ps(_mm_or_si128(value, sign));
}

/* All records but the last: both loads and stores are of 16 bytes, which reach into the next. */
static size_t half_records_wide(const uint8_t *records, size_t count, float *out_shorts,
                                float *out_halves) {
    const __m128 unit = _mm_set1_ps(0x1p-14f);
    size_t i = 0;
    for (; i + 1 < count; i++) {
        __m128i record =
            _mm_loadu_si128((const __m128i *)(const void *)(records + HALF_RECORD * i));
        if (out_shorts) {
            __m128i wide = _mm_srai_epi32(_mm_unpacklo_epi16(record, record), 16);
            _mm_storeu_ps(out_shorts + HALF_SHORTS * i, _mm_mul_ps(_mm_cvtepi32_ps(wide), unit));
        }
        if (out_halves) {
            __m128i wide = _mm_unpackhi_epi16(record, _mm_setzero_si128());
            _mm_storeu_ps(out_halves + HALF_HALVES * i, half_quad(wide));
        }
    }
    return i;
}
#else
static size_t half_records_wide(const uint8_t *records, size_t count, float *out_shorts,
                                float *out_halves) {
    (void)records, (void)count, (void)out_shorts, (void)out_halves;
    return 0;
}
#endif

void gaiti_half_records_to_f32(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves) {
    for (size_t i = half_records_wide(records, count, out_shorts, out_halves); i < count; i++) {
        const uint8_t *record = records + HALF_RECORD * i;
        for (size_t c = 0; out_shorts && c < HALF_SHORTS; c++) {
            out_shorts[HALF_SHORTS * i + c] = (float)gaiti_load_s16(record + 2 * c) * 0x1p-14f;
        }
        for (size_t c = 0; out_halves && c < HALF_HALVES; c++) {
            uint16_t half = gaiti_load_u16(record + 2 * (HALF_SHORTS + c));
            out_halves[HALF_HALVES * i + c] = gaiti_half_to_f32(half);
        }
    }
}

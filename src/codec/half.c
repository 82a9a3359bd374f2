/* Converts the shorts and the 16-bit floats of whole records to floats, one record per load.
 *
 * A record of a binarised RTM has 14 bytes: four shorts, then three 16-bit floats. One load of 16
 * bytes contains all seven numbers and two bytes of the next record, so the last record is
 * converted number by number. The shorts are placed in the upper halves of 32-bit integers, and the
 * multiplication by their unit also divides by 65536; both are exact.
 *
 * The games' 16-bit floats have no infinity and no NaN, so their bits are shifted into those of
 * floats and the exponent is corrected. half_f16c.c uses the instructions of the processor, which
 * do have them, and stops at the first such number. The limit is the stores: 28 bytes per record.
 */
#include "codec/half.h"

#include "base/bytes.h"
#include "codec/half_variants.h"

enum { HALF_RECORD = 14, HALF_SHORTS = 4, HALF_HALVES = 3 };

#ifdef __SSE2__
#include <emmintrin.h>

static __m128i half_record(const uint8_t *record) {
    return _mm_loadu_si128((const __m128i *)(const void *)record);
}

static void half_store_shorts(__m128i record, float *out) {
    const __m128 unit = _mm_set1_ps(0x1p-30f); /* for shorts in the upper halves of 32-bit words */
    __m128i wide = _mm_unpacklo_epi16(_mm_setzero_si128(), record);
    _mm_storeu_ps(out, _mm_mul_ps(_mm_cvtepi32_ps(wide), unit));
}

/* gaiti_half_to_f32() for four lanes. For subnormal halves the exponent is increased by one and
 * 2^-14 is subtracted from the result. */
static void half_store_halves(__m128i record, float *out) {
    /* In the upper halves of 32-bit words. */
    __m128i halves = _mm_unpackhi_epi16(_mm_setzero_si128(), record);
    __m128i sign = _mm_and_si128(halves, _mm_set1_epi32(INT32_MIN));
    __m128i magnitude = _mm_srli_epi32(_mm_xor_si128(halves, sign), 3);
    __m128i is_small = _mm_cmplt_epi32(magnitude, _mm_set1_epi32(1 << 23));
    __m128i normal = _mm_add_epi32(magnitude, _mm_set1_epi32(112 << 23));
    __m128i more = _mm_sub_epi32(normal, _mm_slli_epi32(is_small, 23));
    __m128 less = _mm_and_ps(_mm_castsi128_ps(is_small), _mm_set1_ps(0x1p-14f));
    __m128 value = _mm_sub_ps(_mm_castsi128_ps(more), less);
    _mm_storeu_ps(out, _mm_or_ps(value, _mm_castsi128_ps(sign)));
}

/* Converts all records but the last, because loads and stores of 16 bytes extend into the next
 * record. Returns the number of converted records. */
static size_t half_records_wide(const uint8_t *records, size_t count, float *out_shorts,
                                float *out_halves) {
    size_t last = count ? count - 1 : 0;
    if (out_shorts && out_halves) {
        for (size_t i = 0; i < last; i++) {
            __m128i record = half_record(records + HALF_RECORD * i);
            half_store_shorts(record, out_shorts + HALF_SHORTS * i);
            half_store_halves(record, out_halves + HALF_HALVES * i);
        }
        return last;
    }
    for (size_t i = 0; out_shorts && i < last; i++) {
        half_store_shorts(half_record(records + HALF_RECORD * i), out_shorts + HALF_SHORTS * i);
    }
    for (size_t i = 0; out_halves && i < last; i++) {
        half_store_halves(half_record(records + HALF_RECORD * i), out_halves + HALF_HALVES * i);
    }
    return last;
}
#else
static size_t half_records_wide(const uint8_t *records, size_t count, float *out_shorts,
                                float *out_halves) {
    (void)records, (void)count, (void)out_shorts, (void)out_halves;
    return 0;
}
#endif

static size_t half_records_fast(const uint8_t *records, size_t count, float *out_shorts,
                                float *out_halves) {
#if GAITI_HALF_F16C
    if (out_shorts && out_halves && __builtin_cpu_supports("f16c") &&
        __builtin_cpu_supports("avx2")) {
        return gaiti_half_records_f16c(records, count, out_shorts, out_halves);
    }
#endif
    (void)records, (void)count, (void)out_shorts, (void)out_halves;
    return 0;
}

void gaiti_half_records_to_f32(const uint8_t *records, size_t count, float *out_shorts,
                               float *out_halves) {
    size_t i = half_records_fast(records, count, out_shorts, out_halves);
    i += half_records_wide(records + HALF_RECORD * i, count - i,
                           out_shorts ? out_shorts + HALF_SHORTS * i : NULL,
                           out_halves ? out_halves + HALF_HALVES * i : NULL);
    for (; i < count; i++) {
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

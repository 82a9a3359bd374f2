/* Converts two records at a time with the F16C instructions.
 *
 * The same part of two records is loaded into the halves of one register, converted by one
 * instruction, and stored in two pieces. Each store writes one float too many, which the next store
 * replaces; therefore the loop ends before the last record. half.c describes the records. */
#include "codec/half_variants.h"

#if GAITI_HALF_F16C
#include <immintrin.h>

#define HALF_FOR_F16C __attribute__((target("avx2,f16c")))
#define HALF_INLINE static inline __attribute__((always_inline))

/* Loads eight bytes at `p` and the eight at the same place in the next record, 14 bytes later. */
HALF_INLINE HALF_FOR_F16C __m128i half_two(const uint8_t *p) {
    __m128i first = _mm_loadl_epi64((const __m128i *)(const void *)p);
    __m128i second = _mm_loadl_epi64((const __m128i *)(const void *)(p + 14));
    return _mm_unpacklo_epi64(first, second);
}

/* F16C treats exponent 31 as infinity or NaN, the games as a number: stops at a pair of records
 * with such an exponent and leaves the rest to the caller. */
HALF_FOR_F16C size_t gaiti_half_records_f16c(const uint8_t *records, size_t count,
                                             float *out_shorts, float *out_halves) {
    const __m256 unit = _mm256_set1_ps(0x1p-14f);
    size_t i = 0;
    for (; i + 3 <= count; i += 2, records += 28, out_shorts += 8, out_halves += 6) {
        /* The fourth element belongs to the next record. */
        __m256 halves = _mm256_cvtph_ps(half_two(records + 8));
        __m256 bad = _mm256_cmp_ps(_mm256_sub_ps(halves, halves), _mm256_setzero_ps(), _CMP_NEQ_UQ);
        if (_mm256_movemask_ps(bad) & 0x77) {
            break;
        }
        __m256 shorts = _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(half_two(records)));
        _mm256_storeu_ps(out_shorts, _mm256_mul_ps(shorts, unit));
        _mm_storeu_ps(out_halves, _mm256_castps256_ps128(halves));
        _mm_storeu_ps(out_halves + 3, _mm256_extractf128_ps(halves, 1));
    }
    return i;
}
#endif

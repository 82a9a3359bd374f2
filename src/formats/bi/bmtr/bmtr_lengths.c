/* Tests many records for unit quaternions at once; most files have no others. */
#include "formats/bi/bmtr/bmtr.h"

#ifdef __SSE2__
#include <emmintrin.h>

static __m128i bmtr_two_quaternions(const uint8_t *first) {
    __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)first);
    __m128i high = _mm_loadl_epi64((const __m128i *)(const void *)(first + GAITI_BMTR_RECORD));
    __m128i both = _mm_unpacklo_epi64(low, high);
    return _mm_madd_epi16(both, both); /* each as two sums of two squares */
}

/* Tests complete groups of four; returns the number of records tested. Squared lengths fit in 32
 * bits, except the largest possible one, which becomes 0 and so is not a unit length either. */
static size_t bmtr_count_unit(const uint8_t *records, size_t count, bool *all) {
    const __m128i sign = _mm_set1_epi32(INT32_MIN), low = _mm_set1_epi32(GAITI_BMTR_UNIT_LOW);
    const __m128i max =
        _mm_xor_si128(_mm_set1_epi32((int)(GAITI_BMTR_UNIT_HIGH - GAITI_BMTR_UNIT_LOW)), sign);
    __m128i odd = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 4 <= count; i += 4, records += 4 * (size_t)GAITI_BMTR_RECORD) {
        __m128 a = _mm_castsi128_ps(bmtr_two_quaternions(records));
        __m128 b = _mm_castsi128_ps(bmtr_two_quaternions(records + 2 * GAITI_BMTR_RECORD));
        __m128i even = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(2, 0, 2, 0)));
        __m128i rest = _mm_castps_si128(_mm_shuffle_ps(a, b, _MM_SHUFFLE(3, 1, 3, 1)));
        __m128i above = _mm_sub_epi32(_mm_add_epi32(even, rest), low);
        odd = _mm_or_si128(odd, _mm_cmpgt_epi32(_mm_xor_si128(above, sign), max));
    }
    *all = _mm_movemask_epi8(odd) == 0;
    return i;
}
#else
static size_t bmtr_count_unit(const uint8_t *records, size_t count, bool *all) {
    (void)records, (void)count;
    *all = true;
    return 0;
}
#endif

bool gaiti_bmtr_all_unit(const uint8_t *records, size_t count) {
    bool all;
    size_t i = bmtr_count_unit(records, count, &all);
    for (; i < count; i++) {
        all = all && gaiti_bmtr_is_unit(gaiti_bmtr_square(records + i * GAITI_BMTR_RECORD));
    }
    return all;
}

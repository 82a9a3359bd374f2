#include "codec/snorm16.h"

#include "base/bytes.h"

#ifdef __SSE2__
#include <emmintrin.h>

/* Converts two quadruples per step; an arithmetic shift extends the shorts to 32 bits. */
static size_t snorm16_pairs(const uint8_t *keys, size_t count, const float divisors[4],
                            float *out) {
    const __m128 by = _mm_loadu_ps(divisors);
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        __m128i shorts = _mm_loadu_si128((const __m128i *)(const void *)(keys + 8 * i));
        __m128i low = _mm_srai_epi32(_mm_unpacklo_epi16(shorts, shorts), 16);
        __m128i high = _mm_srai_epi32(_mm_unpackhi_epi16(shorts, shorts), 16);
        _mm_storeu_ps(out + 4 * i, _mm_div_ps(_mm_cvtepi32_ps(low), by));
        _mm_storeu_ps(out + 4 * i + 4, _mm_div_ps(_mm_cvtepi32_ps(high), by));
    }
    return i;
}

/* For each of two quadruples, the sum of the first two squares and that of the last two. */
static __m128 snorm16_half_squares(const uint8_t *keys) {
    __m128i shorts = _mm_loadu_si128((const __m128i *)(const void *)keys);
    return _mm_castsi128_ps(_mm_madd_epi16(shorts, shorts));
}

/* Skips groups of four quadruples if none is shorter than the limit. Returns the first index that
 * was not skipped. Sums from 2^31 appear negative, so such groups are not skipped; the caller
 * checks them exactly. */
static size_t snorm16_skip_long(const uint8_t *keys, size_t from, size_t count, uint32_t limit) {
    const __m128i min = _mm_set1_epi32((int32_t)limit);
    for (; from + 4 <= count; from += 4) {
        __m128 a = snorm16_half_squares(keys + 8 * from);
        __m128 b = snorm16_half_squares(keys + 8 * from + 16);
        __m128i sums = _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(a, b, 0x88)),
                                     _mm_castps_si128(_mm_shuffle_ps(a, b, 0xDD)));
        if (_mm_movemask_epi8(_mm_cmplt_epi32(sums, min)) != 0) {
            break;
        }
    }
    return from;
}
#else
static size_t snorm16_skip_long(const uint8_t *keys, size_t from, size_t count, uint32_t limit) {
    (void)keys, (void)count, (void)limit;
    return from;
}

static size_t snorm16_pairs(const uint8_t *keys, size_t count, const float divisors[4],
                            float *out) {
    (void)keys, (void)count, (void)divisors, (void)out;
    return 0;
}
#endif

void gaiti_snorm16_to_f32(const uint8_t *keys, size_t count, const float divisors[4], float *out) {
    for (size_t i = snorm16_pairs(keys, count, divisors, out); i < count; i++) {
        for (size_t c = 0; c < 4; c++) {
            out[4 * i + c] = (float)gaiti_load_s16(keys + 8 * i + 2 * c) / divisors[c];
        }
    }
}

static uint64_t snorm16_square(const uint8_t *key) {
    uint64_t square = 0;
    for (int c = 0; c < 4; c++) {
        int64_t value = gaiti_load_s16(key + 2 * c);
        square += (uint64_t)(value * value);
    }
    return square;
}

size_t gaiti_snorm16_find_short(const uint8_t *keys, size_t from, size_t count, uint32_t limit) {
    while (from < count) {
        from = snorm16_skip_long(keys, from, count, limit);
        for (size_t end = from + 4; from < end && from < count; from++) {
            if (snorm16_square(keys + 8 * from) < limit) {
                return from;
            }
        }
    }
    return count;
}

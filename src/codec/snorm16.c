/* Converts 16-bit fractions to floats, and finds quaternions that are too short, in vectors.
 *
 * Conversion divides by 32767. A multiplication by the reciprocal would be faster, but rounds
 * differently from the readers of glTF and banks, which divide. Dividing by -32767 negates, so that
 * a change of axes costs nothing. The divisions of four floats are the limit.
 *
 * The search for short quaternions is a filter. Sums of two squares are computed by one
 * instruction, four quaternions at a time, in 32 bits that may overflow. An overflow appears as a
 * negative number, and thus as a candidate. Candidates are checked one by one with 64 bits; files
 * hardly ever have one. */
#include "codec/snorm16.h"

#include <stdbool.h>

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

/* True when one of four quadruples may be shorter than the limit. Sums from 2^31 appear negative
 * and therefore short; the caller checks them exactly. */
static bool snorm16_may_be_short(const uint8_t *keys, uint32_t limit) {
    __m128 a = snorm16_half_squares(keys), b = snorm16_half_squares(keys + 16);
    __m128i sums = _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(a, b, 0x88)),
                                 _mm_castps_si128(_mm_shuffle_ps(a, b, 0xDD)));
    return _mm_movemask_epi8(_mm_cmplt_epi32(sums, _mm_set1_epi32((int32_t)limit))) != 0;
}

/* Skips groups of four quadruples if none is shorter than the limit. The last group may overlap the
 * one before it. Returns the first index that was not skipped. */
static size_t snorm16_skip_long(const uint8_t *keys, size_t from, size_t count, uint32_t limit) {
    for (; from + 4 <= count; from += 4) {
        if (snorm16_may_be_short(keys + 8 * from, limit)) {
            return from;
        }
    }
    bool has_group = from < count && count >= 4;
    return has_group && !snorm16_may_be_short(keys + 8 * (count - 4), limit) ? count : from;
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

size_t gaiti_snorm16_find_short(const uint8_t *keys, size_t from, size_t count, uint32_t limit) {
    while (from < count) {
        from = snorm16_skip_long(keys, from, count, limit);
        for (size_t end = from + 4; from < end && from < count; from++) {
            if (gaiti_snorm16_square(keys + 8 * from) < limit) {
                return from;
            }
        }
    }
    return count;
}

/* Rotations stored as 16-bit integers: copied in blocks, and key by key only when a block has an
 * invalid key. */
#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/bytes.h"
#include "formats/gltf/write/gltf_write_keys.h"

enum {
    ROTATION16_BLOCK = 64,
    ROTATION16_ONE = 32767,
    ROTATION16_SIGN = 15,
    ROTATION16_AHEAD = 2048 /* bytes to prefetch ahead, in the tracks copied next */
};

/* Bounds of the squared length of unit rotations: 0.7 % off, slightly stricter than validators. */
static const uint32_t rotation16_shortest = 1058697476, rotation16_longest = 1088760425;

typedef struct rotation16_key {
    int16_t c[4];
} rotation16_key;

/* Converts between file and native byte order. */
static rotation16_key rotation16_swap(rotation16_key key) {
    uint8_t bytes[sizeof key];
    memcpy(bytes, &key, sizeof bytes);
    for (unsigned j = 0; j < 4 && !gaiti_gltf_machine_is_little(); j++) {
        key.c[j] = gaiti_load_s16(bytes + 2 * j);
    }
    return key;
}

static rotation16_key rotation16_load(const uint8_t *from) {
    rotation16_key key;
    memcpy(&key, from, sizeof key);
    return rotation16_swap(key);
}

static void rotation16_store(rotation16_key key, uint8_t *out) {
    key = rotation16_swap(key);
    memcpy(out, &key, sizeof key);
}

static uint32_t rotation16_multiply(int16_t a, int16_t b) {
    return (uint32_t)((int32_t)a * b);
}

/* Dot product modulo 2^32; exact as a signed number for lengths up to 1.3. */
static uint32_t rotation16_dot(rotation16_key a, rotation16_key b) {
    return rotation16_multiply(a.c[0], b.c[0]) + rotation16_multiply(a.c[1], b.c[1]) +
           rotation16_multiply(a.c[2], b.c[2]) + rotation16_multiply(a.c[3], b.c[3]);
}

static bool rotation16_is_lowest(rotation16_key key) {
    return key.c[0] == INT16_MIN || key.c[1] == INT16_MIN || key.c[2] == INT16_MIN ||
           key.c[3] == INT16_MIN;
}

/* Negates components whose bit is set in `flip`, except INT16_MIN. */
static rotation16_key rotation16_negate(rotation16_key key, unsigned flip) {
    for (unsigned j = 0; j < 4; j++) {
        int mask = -(int)(flip >> j & 1); /* -x is (x ^ -1) - -1, and x is (x ^ 0) - 0 */
        key.c[j] = (int16_t)((key.c[j] ^ mask) - mask);
    }
    return key;
}

/* The components of `key` to negate, so that its dot product with `last`, as written, is not
 * negative. */
static unsigned rotation16_signs(rotation16_key last, rotation16_key key, unsigned negate) {
    bool is_opposite = rotation16_dot(last, rotation16_negate(key, negate)) >> 31;
    return is_opposite ? negate ^ ROTATION16_SIGN : negate;
}

/* --- blocks of valid keys --------------------------------------------------------------------- */

#ifdef __SSE2__
static __m128i rotation16_load_pair(const uint8_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

/* Accumulated results of checking keys. */
typedef struct rotation16_findings {
    __m128i min;      /* of all components */
    __m128i off;      /* all ones where a length is not 1 */
    __m128i opposite; /* sign bit set where the dot product of neighbouring keys is negative */
} rotation16_findings;

/* Adds pairs of lanes: four dot products from eight partial sums. */
static __m128i rotation16_sums(__m128i first, __m128i second) {
    __m128 low = _mm_castsi128_ps(first), high = _mm_castsi128_ps(second);
    __m128i even = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
    __m128i odd = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
    return _mm_add_epi32(even, odd);
}

/* `b_next` is the pair that starts one key after `b`, or the last key of `b` twice. */
static void rotation16_copy_four(const uint8_t *keys, __m128i b_next, __m128i masks, uint8_t *out,
                                 rotation16_findings *found) {
    __m128i a = rotation16_load_pair(keys), b = rotation16_load_pair(keys + 16);
    __m128i a_next = rotation16_load_pair(keys + 8);
    __m128i squares = rotation16_sums(_mm_madd_epi16(a, a), _mm_madd_epi16(b, b));
    __m128i dots = rotation16_sums(_mm_madd_epi16(a, a_next), _mm_madd_epi16(b, b_next));
    __m128i is_short = _mm_cmplt_epi32(squares, _mm_set1_epi32((int)rotation16_shortest));
    __m128i is_long = _mm_cmpgt_epi32(squares, _mm_set1_epi32((int)rotation16_longest));
    found->min = _mm_min_epi16(found->min, _mm_min_epi16(a, b));
    found->off = _mm_or_si128(found->off, _mm_or_si128(is_short, is_long));
    found->opposite = _mm_or_si128(found->opposite, dots);
    a = _mm_sub_epi16(_mm_xor_si128(a, masks), masks);
    b = _mm_sub_epi16(_mm_xor_si128(b, masks), masks);
    _mm_storeu_si128((__m128i *)(void *)out, a);
    _mm_storeu_si128((__m128i *)(void *)(out + 16), b);
}

/* `count` is at least 4; some of the last four keys may be copied twice. */
static bool rotation16_copy_fours(const uint8_t *keys, uint32_t count, unsigned flip,
                                  uint8_t *out) {
    rotation16_findings found = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};
    int16_t mask[8];
    for (unsigned j = 0; j < 8; j++) {
        mask[j] = flip >> (j & 3) & 1 ? -1 : 0;
    }
    const __m128i masks = _mm_loadu_si128((const __m128i *)(const void *)mask);
    for (uint32_t i = 0; i + 4 < count; i += 4) {
        const uint8_t *four = keys + (size_t)i * 8;
        gaiti_prefetch((const void *)((uintptr_t)four + ROTATION16_AHEAD));
        rotation16_copy_four(four, rotation16_load_pair(four + 24), masks, out + (size_t)i * 8,
                             &found);
    }
    const uint8_t *last = keys + (size_t)(count - 4) * 8;
    __m128i pair = rotation16_load_pair(last + 16);
    rotation16_copy_four(last, _mm_unpackhi_epi64(pair, pair), masks, out + (last - keys), &found);
    __m128i lowest = _mm_cmpeq_epi16(found.min, _mm_set1_epi16(INT16_MIN));
    __m128i unfit =
        _mm_or_si128(lowest, _mm_or_si128(found.off, _mm_srai_epi32(found.opposite, 31)));
    return _mm_movemask_epi8(unfit) == 0;
}
#endif

/* Copies a block with signs applied. False when it must be written key by key: a key does not have
 * unit length, contains INT16_MIN, or has a negative dot product with the next one. */
static bool rotation16_copy(const uint8_t *keys, uint32_t count, unsigned flip, uint8_t *out) {
    uint32_t opposite = 0;
    bool fit = true;
#ifdef __SSE2__
    if (count >= 4) {
        return rotation16_copy_fours(keys, count, flip, out);
    }
#endif
    for (uint32_t i = 0; i < count; i++) {
        rotation16_key key = rotation16_load(keys + (size_t)i * 8);
        uint32_t square = rotation16_dot(key, key);
        fit &= square - rotation16_shortest <= rotation16_longest - rotation16_shortest;
        fit &= !rotation16_is_lowest(key);
        if (i + 1 < count) {
            opposite |= rotation16_dot(key, rotation16_load(keys + (size_t)i * 8 + 8));
        }
        rotation16_store(rotation16_negate(key, flip), out + (size_t)i * 8);
    }
    return fit && opposite >> 31 == 0;
}

/* --- invalid keys ----------------------------------------------------------------------------- */

/* Replaces INT16_MIN and normalises the key; identity when all components are zero. */
static void rotation16_make_unit(rotation16_key *key, const gaiti_report *report) {
    int64_t square = 0;
    if (rotation16_is_lowest(*key)) {
        gaiti_raise(report, GAITI_GLTF_LOWEST, (gaiti_detail){0});
        for (unsigned j = 0; j < 4; j++) {
            key->c[j] = key->c[j] == INT16_MIN ? INT16_MIN + 1 : key->c[j];
        }
    }
    for (unsigned j = 0; j < 4; j++) {
        square += (int32_t)key->c[j] * key->c[j];
    }
    if (square == 0) {
        gaiti_raise(report, GAITI_GLTF_NO_DIRECTION, (gaiti_detail){0});
        key->c[3] = ROTATION16_ONE;
    } else if (square < rotation16_shortest || square > rotation16_longest) {
        double length = sqrt((double)square);
        gaiti_raise(report, GAITI_GLTF_NOT_UNIT, (gaiti_detail){.number = length / ROTATION16_ONE});
        for (unsigned j = 0; j < 4; j++) {
            double x = key->c[j] * (ROTATION16_ONE / length);
            key->c[j] = (int16_t)(x < 0 ? x - 0.5 : x + 0.5);
        }
    }
}

/* --- channels ----------------------------------------------------------------------------- */

/* Writes a block of keys. `last` is the key written before it; it receives the last key of the
 * block. */
static void rotation16_write(const gait_channel *channel, uint32_t first, uint32_t count,
                             gaiti_report *report, rotation16_key *last, uint8_t *out) {
    uint8_t gathered[ROTATION16_BLOCK * 8];
    const uint8_t *keys = channel->data + (size_t)first * channel->stride;
    unsigned negate = channel->negate & ROTATION16_SIGN;
    if (channel->stride != 8) {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(gathered + i * 8, keys + (size_t)i * channel->stride, 8);
        }
        keys = gathered;
    }
    if (rotation16_copy(keys, count, rotation16_signs(*last, rotation16_load(keys), negate), out)) {
        *last = rotation16_load(out + (size_t)(count - 1) * 8);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        rotation16_key key = rotation16_load(keys + (size_t)i * 8);
        report->frame = (int32_t)(first + i);
        rotation16_make_unit(&key, report);
        *last = rotation16_negate(key, rotation16_signs(*last, key, negate));
        rotation16_store(*last, out + (size_t)i * 8);
    }
}

void gaiti_gltf_rotations16(const gait_channel *channel, gaiti_report *report, uint8_t *out) {
    rotation16_key last = {{0}};
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        count = channel->count - first;
        count = count < ROTATION16_BLOCK ? count : ROTATION16_BLOCK;
        rotation16_write(channel, first, count, report, &last, out + (size_t)first * 8);
    }
}

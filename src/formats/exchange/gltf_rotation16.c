/* Rotations of 16-bit integers: copied in blocks, looked at key by key only where one is unfit. */
#include <math.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/bytes.h"
#include "formats/exchange/gltf_keys.h"

enum { ROTATION16_BLOCK = 64, ROTATION16_ONE = 32767, ROTATION16_SIGN = 15 };

/* Squared lengths that pass as unit ones: 0.7 % off, a little stricter than validators are. */
static const uint32_t rotation16_shortest = 1058697476, rotation16_longest = 1088760425;

typedef struct rotation16_key {
    int16_t c[4];
} rotation16_key;

/* File order to the machine's, or back. */
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

/* Modulo 2^32: exact as a signed number for lengths up to 1.3. */
static uint32_t rotation16_dot(rotation16_key a, rotation16_key b) {
    return rotation16_multiply(a.c[0], b.c[0]) + rotation16_multiply(a.c[1], b.c[1]) +
           rotation16_multiply(a.c[2], b.c[2]) + rotation16_multiply(a.c[3], b.c[3]);
}

static bool rotation16_is_lowest(rotation16_key key) {
    return key.c[0] == INT16_MIN || key.c[1] == INT16_MIN || key.c[2] == INT16_MIN ||
           key.c[3] == INT16_MIN;
}

/* Components whose bit is set in `flip` change sign, all but the lowest integer. */
static rotation16_key rotation16_turn(rotation16_key key, unsigned flip) {
    for (unsigned j = 0; j < 4; j++) {
        int mask = -(int)(flip >> j & 1); /* -x is (x ^ -1) - -1, and x is (x ^ 0) - 0 */
        key.c[j] = (int16_t)((key.c[j] ^ mask) - mask);
    }
    return key;
}

/* The signs that `key` needs to follow `last`, which has its signs already. */
static unsigned rotation16_flip(rotation16_key last, rotation16_key key, unsigned negate) {
    bool away = rotation16_dot(last, rotation16_turn(key, negate)) >> 31;
    return away ? negate ^ ROTATION16_SIGN : negate;
}

/* --- blocks that are fine ----------------------------------------------------------------- */

#ifdef __SSE2__
static __m128i rotation16_load_pair(const uint8_t *from) {
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

/* All bits of what makes a pair unfit, itself or with `next`, which begins one key later. */
static __m128i rotation16_pair_faults(__m128i pair, __m128i next) {
    __m128i square = _mm_madd_epi16(pair, pair), dot = _mm_madd_epi16(pair, next);
    square = _mm_add_epi32(square, _mm_shuffle_epi32(square, 0xB1));
    dot = _mm_add_epi32(dot, _mm_shuffle_epi32(dot, 0xB1));
    __m128i faults = _mm_cmpeq_epi16(pair, _mm_set1_epi16(INT16_MIN));
    faults =
        _mm_or_si128(faults, _mm_cmplt_epi32(square, _mm_set1_epi32((int)rotation16_shortest)));
    faults = _mm_or_si128(faults, _mm_cmpgt_epi32(square, _mm_set1_epi32((int)rotation16_longest)));
    return _mm_or_si128(faults, _mm_srai_epi32(dot, 31));
}

/* Pairs of keys that another key follows; *done says how many keys that were. */
static bool rotation16_copy_pairs(const uint8_t *keys, uint32_t count, unsigned flip, uint8_t *out,
                                  uint32_t *done) {
    int16_t mask[8];
    for (unsigned j = 0; j < 8; j++) {
        mask[j] = flip >> (j & 3) & 1 ? -1 : 0;
    }
    const __m128i masks = _mm_loadu_si128((const __m128i *)(const void *)mask);
    __m128i faults = _mm_setzero_si128();
    uint32_t i = 0;
    for (; i + 2 < count; i += 2) {
        __m128i pair = rotation16_load_pair(keys + (size_t)i * 8);
        __m128i next = rotation16_load_pair(keys + (size_t)i * 8 + 8);
        faults = _mm_or_si128(faults, rotation16_pair_faults(pair, next));
        pair = _mm_sub_epi16(_mm_xor_si128(pair, masks), masks);
        _mm_storeu_si128((__m128i *)(void *)(out + (size_t)i * 8), pair);
    }
    *done = i;
    return _mm_movemask_epi8(faults) == 0;
}
#endif

/* Copies a block but for signs; false when it has to be made key by key: some key is not unit, or
 * is the lowest integer, or turns more than half way. */
static bool rotation16_copy(const uint8_t *keys, uint32_t count, unsigned flip, uint8_t *out) {
    uint32_t i = 0, turned = 0;
    bool fit = true;
#ifdef __SSE2__
    fit = rotation16_copy_pairs(keys, count, flip, out, &i);
#endif
    for (; i < count; i++) {
        rotation16_key key = rotation16_load(keys + (size_t)i * 8);
        uint32_t square = rotation16_dot(key, key);
        fit &= square - rotation16_shortest <= rotation16_longest - rotation16_shortest;
        fit &= !rotation16_is_lowest(key);
        if (i + 1 < count) {
            turned |= rotation16_dot(key, rotation16_load(keys + (size_t)i * 8 + 8));
        }
        rotation16_store(rotation16_turn(key, flip), out + (size_t)i * 8);
    }
    return fit && turned >> 31 == 0;
}

/* --- keys that are not -------------------------------------------------------------------- */

/* The nearest key of unit length; identity when there is no direction. */
static void rotation16_make_unit(rotation16_key *key, const gaiti_report *report) {
    int64_t square = 0;
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

static void rotation16_mend(rotation16_key *key, const gaiti_report *report) {
    if (rotation16_is_lowest(*key)) {
        gaiti_raise(report, GAITI_GLTF_LOWEST, (gaiti_detail){0});
        for (unsigned j = 0; j < 4; j++) {
            key->c[j] = key->c[j] == INT16_MIN ? INT16_MIN + 1 : key->c[j];
        }
    }
    rotation16_make_unit(key, report);
}

/* --- channels ----------------------------------------------------------------------------- */

/* A block one way or the other; `last` is the key before it, and then its last one. */
static void rotation16_write(const uint8_t *keys, uint32_t count, unsigned negate,
                             gaiti_report *report, uint32_t first, rotation16_key *last,
                             uint8_t *out) {
    if (rotation16_copy(keys, count, rotation16_flip(*last, rotation16_load(keys), negate), out)) {
        *last = rotation16_load(out + (size_t)(count - 1) * 8);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        rotation16_key key = rotation16_load(keys + (size_t)i * 8);
        report->frame = (int32_t)(first + i);
        rotation16_mend(&key, report);
        *last = rotation16_turn(key, rotation16_flip(*last, key, negate));
        rotation16_store(*last, out + (size_t)i * 8);
    }
}

void gaiti_gltf_rotations16(const gait_channel *channel, gaiti_report *report, uint8_t *out) {
    uint8_t gathered[ROTATION16_BLOCK * 8];
    rotation16_key last = {{0}};
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        const uint8_t *keys = channel->data + (size_t)first * channel->stride;
        count = channel->count - first;
        count = count < ROTATION16_BLOCK ? count : ROTATION16_BLOCK;
        if (channel->stride != 8) {
            for (uint32_t i = 0; i < count; i++) {
                memcpy(gathered + i * 8, keys + (size_t)i * channel->stride, 8);
            }
            keys = gathered;
        }
        rotation16_write(keys, count, channel->negate & ROTATION16_SIGN, report, first, &last,
                         out + (size_t)first * 8);
    }
}

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
static void rotation16_swap(rotation16_key *keys, uint32_t count) {
    for (uint32_t i = 0; i < count && !gaiti_gltf_machine_is_little(); i++) {
        uint8_t bytes[sizeof *keys];
        memcpy(bytes, &keys[i], sizeof bytes);
        for (unsigned j = 0; j < 4; j++) {
            keys[i].c[j] = gaiti_load_s16(bytes + 2 * j);
        }
    }
}

static void rotation16_load(const gait_channel *channel, uint32_t first, uint32_t count,
                            rotation16_key *out) {
    const uint8_t *from = channel->data + (size_t)first * channel->stride;
    if (channel->stride == sizeof *out) {
        memcpy(out, from, count * sizeof *out);
    } else {
        for (uint32_t i = 0; i < count; i++) {
            memcpy(&out[i], from + (size_t)i * channel->stride, sizeof *out);
        }
    }
    rotation16_swap(out, count);
}

static uint32_t rotation16_multiply(int16_t a, int16_t b) {
    return (uint32_t)((int32_t)a * b);
}

/* Modulo 2^32: exact for lengths up to 1.3. */
static uint32_t rotation16_dot(rotation16_key a, rotation16_key b) {
    return rotation16_multiply(a.c[0], b.c[0]) + rotation16_multiply(a.c[1], b.c[1]) +
           rotation16_multiply(a.c[2], b.c[2]) + rotation16_multiply(a.c[3], b.c[3]);
}

static bool rotation16_is_lowest(rotation16_key key) {
    return key.c[0] == INT16_MIN || key.c[1] == INT16_MIN || key.c[2] == INT16_MIN ||
           key.c[3] == INT16_MIN;
}

#ifdef __SSE2__
/* The same as below for pairs of keys while a key follows them; *done says how many were. */
static uint32_t rotation16_scan_pairs(const rotation16_key *keys, uint32_t count, uint32_t *done) {
    const __m128i lowest = _mm_set1_epi16(INT16_MIN);
    const __m128i shortest = _mm_set1_epi32((int32_t)rotation16_shortest);
    const __m128i longest = _mm_set1_epi32((int32_t)rotation16_longest);
    __m128i unfit = _mm_setzero_si128();
    uint32_t i = 0;
    for (; i + 2 < count; i += 2) {
        __m128i pair = _mm_loadu_si128((const __m128i *)(const void *)&keys[i]);
        __m128i next = _mm_loadu_si128((const __m128i *)(const void *)&keys[i + 1]);
        __m128i square = _mm_madd_epi16(pair, pair);
        __m128i dot = _mm_madd_epi16(pair, next);
        square = _mm_add_epi32(square, _mm_shuffle_epi32(square, 0xB1));
        dot = _mm_add_epi32(dot, _mm_shuffle_epi32(dot, 0xB1));
        unfit = _mm_or_si128(unfit, _mm_cmpeq_epi16(pair, lowest));
        unfit = _mm_or_si128(unfit, _mm_cmplt_epi32(square, shortest));
        unfit = _mm_or_si128(unfit, _mm_cmpgt_epi32(square, longest));
        unfit = _mm_or_si128(unfit, _mm_srai_epi32(dot, 31));
    }
    *done = i;
    return (uint32_t)_mm_movemask_epi8(unfit);
}
#endif

/* True when a block can be copied but for signs: unit keys, none turning more than half way. */
static bool rotation16_is_plain(const rotation16_key *keys, uint32_t count) {
    uint32_t turned = 0, unfit = 0;
    uint32_t i = 0;
#ifdef __SSE2__
    unfit = rotation16_scan_pairs(keys, count, &i);
#endif
    for (; i < count; i++) {
        uint32_t square = rotation16_dot(keys[i], keys[i]);
        unfit |= (uint32_t)(square - rotation16_shortest >
                            rotation16_longest - rotation16_shortest);
        unfit |= rotation16_is_lowest(keys[i]);
        turned |= rotation16_dot(keys[i], keys[i + 1 < count ? i + 1 : i]);
    }
    return !unfit && turned >> 31 == 0;
}

/* Components whose bit is set in `flip` change sign. None is the lowest integer. */
static void rotation16_copy(const rotation16_key *keys, uint32_t count, unsigned flip,
                            rotation16_key *out) {
    int16_t mask[4]; /* -x is (x ^ -1) - -1, and x is (x ^ 0) - 0 */
    uint32_t i = 0;
    for (unsigned j = 0; j < 4; j++) {
        mask[j] = flip >> j & 1 ? -1 : 0;
    }
#ifdef __SSE2__
    __m128i masks = _mm_set_epi16(mask[3], mask[2], mask[1], mask[0], mask[3], mask[2], mask[1],
                                  mask[0]);
    for (; i + 1 < count; i += 2) {
        __m128i pair = _mm_loadu_si128((const __m128i *)(const void *)&keys[i]);
        pair = _mm_sub_epi16(_mm_xor_si128(pair, masks), masks);
        _mm_storeu_si128((__m128i *)(void *)&out[i], pair);
    }
#endif
    for (; i < count; i++) {
        for (unsigned j = 0; j < 4; j++) {
            out[i].c[j] = (int16_t)((keys[i].c[j] ^ mask[j]) - mask[j]);
        }
    }
}

static int32_t rotation16_round(double x) {
    return (int32_t)(x < 0 ? x - 0.5 : x + 0.5);
}

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
        gaiti_raise(report, GAITI_GLTF_NOT_UNIT,
                    (gaiti_detail){.number = length / ROTATION16_ONE});
        for (unsigned j = 0; j < 4; j++) {
            key->c[j] = (int16_t)rotation16_round(key->c[j] * (ROTATION16_ONE / length));
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

/* The signs that `key` needs to follow `last`, which has its signs already. */
static unsigned rotation16_flip(rotation16_key last, rotation16_key key, unsigned negate) {
    rotation16_key turned;
    rotation16_copy(&key, 1, negate, &turned);
    return rotation16_dot(last, turned) >> 31 ? negate ^ ROTATION16_SIGN : negate;
}

void gaiti_gltf_rotations16(const gait_channel *channel, gaiti_report *report, uint8_t *out) {
    rotation16_key raw[ROTATION16_BLOCK], turned[ROTATION16_BLOCK], last = {{0}};
    unsigned negate = channel->negate & ROTATION16_SIGN;
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        count = channel->count - first;
        count = count < ROTATION16_BLOCK ? count : ROTATION16_BLOCK;
        rotation16_load(channel, first, count, raw);
        if (rotation16_is_plain(raw, count)) {
            rotation16_copy(raw, count, rotation16_flip(last, raw[0], negate), turned);
        } else {
            for (uint32_t i = 0; i < count; i++) {
                report->frame = (int32_t)(first + i);
                rotation16_mend(&raw[i], report);
                unsigned flip = rotation16_flip(i > 0 ? turned[i - 1] : last, raw[i], negate);
                rotation16_copy(&raw[i], 1, flip, &turned[i]);
            }
        }
        last = turned[count - 1];
        rotation16_swap(turned, count);
        memcpy(out + (size_t)first * sizeof *turned, turned, count * sizeof *turned);
    }
}

/* Rotations stored as floats or matrices, written as unit float quaternions. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "formats/gltf/write/gltf_write_keys.h"
#include "model/affine.h"
#include "gait/transform.h"

typedef struct rotation_key {
    float c[4];
} rotation_key;

/* Quaternions are copied unchanged when their squared length is this close to 1, the error of
 * normalisation in floats. */
static const float rotation_tolerance = 1e-6f;

static float rotation_dot(rotation_key a, rotation_key b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2] + a.c[3] * b.c[3];
}

/* Converts a matrix to a quaternion; values that are not finite yield NaN. */
static rotation_key rotation_of_matrix(const float columns[9], unsigned negate) {
    gait_affine affine = gait_affine_identity();
    gait_transform transform;
    float sum = 0;
    for (unsigned i = 0; i < 9; i++) {
        float value = negate >> i & 1 ? -columns[i] : columns[i];
        affine.m[i % 3][i / 3] = (double)value;
        sum += value - value;
    }
    gait_affine_decompose(&affine, &transform);
    rotation_key key;
    for (unsigned j = 0; j < 4; j++) {
        key.c[j] = (float)transform.q[j] + sum;
    }
    return key;
}

static void rotation_load(const gait_channel *channel, uint32_t first, uint32_t count,
                          rotation_key *out) {
    if (channel->element == GAIT_MAT3_LE) {
        float columns[9];
        for (uint32_t i = 0; i < count; i++) {
            gaiti_gltf_load_floats(channel, first + i, 1, 9, columns);
            out[i] = rotation_of_matrix(columns, channel->negate);
        }
        return;
    }
    gaiti_gltf_load_floats(channel, first, count, 4, out);
    for (unsigned j = 0; j < 4; j++) {
        for (uint32_t i = 0; i < count && channel->negate >> j & 1; i++) {
            out[i].c[j] = -out[i].c[j];
        }
    }
}

/* Normalises a key; identity replaces keys that are not finite or too short. */
static void rotation_replace_degenerate(rotation_key *key, const gaiti_report *report) {
    double q[4];
    float sum = 0, excess = rotation_dot(*key, *key) - 1;
    if (excess <= rotation_tolerance && excess >= -rotation_tolerance) {
        return;
    }
    for (unsigned j = 0; j < 4; j++) {
        q[j] = (double)key->c[j];
        sum += key->c[j] - key->c[j];
    }
    if (!gaiti_quaternion_normalise(q)) {
        gaiti_raise(report, sum == 0 ? GAITI_GLTF_NO_DIRECTION : GAITI_GLTF_NOT_FINITE,
                    (gaiti_detail){0});
    }
    for (unsigned j = 0; j < 4; j++) {
        key->c[j] = (float)q[j];
    }
}

/* --- blocks of valid keys --------------------------------------------------------------------- */

static rotation_key rotation_at(const uint8_t *keys, uint32_t index) {
    rotation_key key;
    memcpy(&key, keys + (size_t)index * sizeof key, sizeof key);
    return key;
}

#ifdef __SSE2__
/* Dot products of four pairs of keys, component by component; adds in the order of
 * rotation_dot(). */
static __m128 rotation_dots(const __m128 a[4], const __m128 b[4]) {
    __m128 sum = _mm_add_ps(_mm_mul_ps(a[0], b[0]), _mm_mul_ps(a[1], b[1]));
    sum = _mm_add_ps(sum, _mm_mul_ps(a[2], b[2]));
    return _mm_add_ps(sum, _mm_mul_ps(a[3], b[3]));
}

static void rotation_load_four(const uint8_t *keys, __m128 components[4]) {
    for (int i = 0; i < 4; i++) {
        __m128i bits = _mm_loadu_si128((const __m128i *)(const void *)(keys + i * 16));
        components[i] = _mm_castsi128_ps(bits);
    }
    _MM_TRANSPOSE4_PS(components[0], components[1], components[2], components[3]);
}

/* Checks groups of four keys while another key follows; sets *done to the number of keys
 * checked. */
static bool rotation_fours_are_plain(const uint8_t *keys, uint32_t count, uint32_t *done) {
    const __m128 one = _mm_set1_ps(1), max = _mm_set1_ps(rotation_tolerance);
    const __m128 min = _mm_set1_ps(-rotation_tolerance);
    __m128 unfit = _mm_setzero_ps();
    uint32_t i = 0;
    for (; i + 4 < count; i += 4) {
        __m128 four[4], next[4];
        rotation_load_four(keys + (size_t)i * 16, four);
        rotation_load_four(keys + (size_t)i * 16 + 16, next);
        __m128 excess = _mm_sub_ps(rotation_dots(four, four), one);
        unfit = _mm_or_ps(unfit, _mm_cmpnle_ps(excess, max));
        unfit = _mm_or_ps(unfit, _mm_cmpnge_ps(excess, min));
        unfit = _mm_or_ps(unfit, _mm_cmpnge_ps(rotation_dots(four, next), _mm_setzero_ps()));
    }
    *done = i;
    return _mm_movemask_ps(unfit) == 0;
}
#endif

/* True when keys can be copied except for signs: all have unit length, and no dot product of
 * neighbours is negative. */
static bool rotation_is_plain(const uint8_t *keys, uint32_t count) {
    uint32_t i = 0;
    bool fit = true;
#ifdef __SSE2__
    fit = rotation_fours_are_plain(keys, count, &i);
#endif
    for (; i < count; i++) {
        rotation_key key = rotation_at(keys, i);
        float excess = rotation_dot(key, key) - 1;
        fit &= excess <= rotation_tolerance && excess >= -rotation_tolerance;
        fit &= i + 1 == count || rotation_dot(key, rotation_at(keys, i + 1)) >= 0;
    }
    return fit;
}

/* Copies keys, negating the components whose bit is set in `flip`. */
static void rotation_copy(const uint8_t *keys, uint32_t count, unsigned flip, uint8_t *out) {
    rotation_key signs;
    uint64_t mask[2], words[2];
    for (unsigned j = 0; j < 4; j++) {
        signs.c[j] = flip >> j & 1 ? -0.0f : 0.0f;
    }
    memcpy(mask, &signs, sizeof mask);
    for (uint32_t i = 0; i < count; i++) {
        memcpy(words, keys + (size_t)i * sizeof words, sizeof words);
        words[0] ^= mask[0];
        words[1] ^= mask[1];
        memcpy(out + (size_t)i * sizeof words, words, sizeof words);
    }
}

/* The components to negate, so that the dot product of `last`, as written, and the first key is not
 * negative. */
static unsigned rotation_signs(rotation_key last, const uint8_t *keys, unsigned negate) {
    rotation_key negated;
    rotation_copy(keys, 1, negate, (uint8_t *)&negated);
    return rotation_dot(last, negated) < 0 ? negate ^ 15 : negate;
}

/* --- channels -------------------------------------------------------------------------------- */

/* Writes any block of keys. `last` is the key written before it; it receives the last key of the
 * block. */
static void rotation_write(const gait_channel *channel, uint32_t first, uint32_t count,
                           gaiti_report *report, rotation_key *last, uint8_t *out) {
    rotation_key keys[GAITI_GLTF_FLOAT_BLOCK];
    rotation_load(channel, first, count, keys);
    for (uint32_t i = 0; i < count; i++) {
        report->frame = (int32_t)(first + i);
        rotation_replace_degenerate(&keys[i], report);
        bool is_opposite = rotation_dot(*last, keys[i]) < 0;
        for (unsigned j = 0; j < 4 && is_opposite; j++) {
            keys[i].c[j] = -keys[i].c[j];
        }
        *last = keys[i];
    }
    gaiti_gltf_store_floats(keys, count * 4, out);
}

void gaiti_gltf_rotations(const gait_channel *channel, gaiti_report *report, uint8_t *out) {
    rotation_key last = {{0}};
    bool direct = gaiti_gltf_is_ready(channel, 4);
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        const uint8_t *keys = channel->data + (size_t)first * channel->stride;
        uint8_t *to = out + (size_t)first * sizeof last;
        count = channel->count - first;
        count = count < GAITI_GLTF_FLOAT_BLOCK ? count : GAITI_GLTF_FLOAT_BLOCK;
        if (direct && rotation_is_plain(keys, count)) {
            rotation_copy(keys, count, rotation_signs(last, keys, channel->negate), to);
            last = rotation_at(to, count - 1);
        } else {
            rotation_write(channel, first, count, report, &last, to);
        }
    }
}

/* Rotations of floats, or of matrices, as unit float quaternions. */
#include <string.h>

#include "formats/exchange/gltf_keys.h"
#include "model/affine.h"

typedef struct rotation_key {
    float c[4];
} rotation_key;

/* Squared lengths this near to 1 stay as they are: what normalising in floats leaves. */
static const float rotation_tolerance = 1e-6f;

static float rotation_dot(rotation_key a, rotation_key b) {
    return a.c[0] * b.c[0] + a.c[1] * b.c[1] + a.c[2] * b.c[2] + a.c[3] * b.c[3];
}

static void rotation_negate(rotation_key *key) {
    for (unsigned j = 0; j < 4; j++) {
        key->c[j] = -key->c[j];
    }
}

/* The linear part as a quaternion; what is not finite stays so. */
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

/* True when the keys can be written as they are: unit, none turning more than half way. */
static bool rotation_is_plain(const rotation_key *keys, uint32_t count) {
    bool fit = true;
    for (uint32_t i = 0; i < count; i++) {
        float excess = rotation_dot(keys[i], keys[i]) - 1;
        fit &= excess <= rotation_tolerance && excess >= -rotation_tolerance;
        fit &= rotation_dot(keys[i], keys[i + 1 < count ? i + 1 : i]) >= 0;
    }
    return fit;
}

/* Unit length; identity for what is not finite or has no direction. */
static void rotation_mend(rotation_key *key, const gaiti_report *report) {
    double q[4];
    float sum = 0;
    for (unsigned j = 0; j < 4; j++) {
        q[j] = (double)key->c[j];
        sum += key->c[j] - key->c[j];
    }
    if (!gaiti_quaternion_normalize(q)) {
        gaiti_raise(report, sum == 0 ? GAITI_GLTF_NO_DIRECTION : GAITI_GLTF_NOT_FINITE,
                    (gaiti_detail){0});
    }
    for (unsigned j = 0; j < 4; j++) {
        key->c[j] = (float)q[j];
    }
}

static void rotation_mend_block(rotation_key *keys, uint32_t count, uint32_t first,
                                gaiti_report *report) {
    for (uint32_t i = 0; i < count; i++) {
        float excess = rotation_dot(keys[i], keys[i]) - 1;
        if (!(excess <= rotation_tolerance && excess >= -rotation_tolerance)) {
            report->frame = (int32_t)(first + i);
            rotation_mend(&keys[i], report);
        }
        if (i > 0 && rotation_dot(keys[i - 1], keys[i]) < 0) {
            rotation_negate(&keys[i]);
        }
    }
}

void gaiti_gltf_rotations(const gait_channel *channel, gaiti_report *report, uint8_t *out) {
    rotation_key keys[GAITI_GLTF_FLOAT_BLOCK], last = {{0}};
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        count = channel->count - first;
        count = count < GAITI_GLTF_FLOAT_BLOCK ? count : GAITI_GLTF_FLOAT_BLOCK;
        rotation_load(channel, first, count, keys);
        if (!rotation_is_plain(keys, count)) {
            rotation_mend_block(keys, count, first, report);
        }
        if (rotation_dot(last, keys[0]) < 0) {
            for (uint32_t i = 0; i < count; i++) {
                rotation_negate(&keys[i]);
            }
        }
        last = keys[count - 1];
        gaiti_gltf_store_floats(keys, count * 4, out + (size_t)first * sizeof *keys);
    }
}

/* Translations: floats, copied except for signs and values that are not finite. */
#include "base/bits.h"
#include "formats/gltf/write/gltf_write_keys.h"

typedef struct translation_key {
    float c[3];
} translation_key;

static void translation_load(const gait_channel *channel, uint32_t first, uint32_t count,
                             translation_key *out) {
    gaiti_gltf_load_floats(channel, first, count, 3, out);
    for (unsigned j = 0; j < 3; j++) {
        for (uint32_t i = 0; i < count && channel->negate >> j & 1; i++) {
            out[i].c[j] = -out[i].c[j];
        }
    }
}

/* Bit 31 of the result is set for infinity and NaN: their exponent, all ones, carries into it. */
static uint32_t translation_carry(uint32_t bits) {
    return (bits & 0x7FFFFFFFu) + 0x00800000u;
}

static bool translation_is_finite(const translation_key *key) {
    uint32_t carried = 0;
    for (unsigned j = 0; j < 3; j++) {
        carried |= translation_carry(gaiti_bits_of_f32(key->c[j]));
    }
    return carried >> 31 == 0;
}

static void translation_replace_non_finite(translation_key *keys, uint32_t count, uint32_t first,
                                           const float rest[3], gaiti_report *report) {
    for (uint32_t i = 0; i < count; i++) {
        if (translation_is_finite(&keys[i])) {
            continue;
        }
        report->frame = (int32_t)(first + i);
        gaiti_raise(report, GAITI_GLTF_NOT_FINITE, (gaiti_detail){0});
        for (unsigned j = 0; j < 3; j++) {
            float c = keys[i].c[j];
            keys[i].c[j] = c - c == 0 ? c : rest[j];
        }
    }
}

/* Copies one component with its sign bit flipped by `sign`; combines the result of
 * translation_carry() into *carried. */
static void translation_copy_one(const uint8_t *from, uint32_t sign, uint32_t *carried,
                                 uint8_t *out) {
    uint32_t bits;
    memcpy(&bits, from, sizeof bits);
    *carried |= translation_carry(bits);
    bits ^= sign;
    memcpy(out, &bits, sizeof bits);
}

/* Copies keys in native byte order with signs applied; false when one is not finite. */
static bool translation_copy(const uint8_t *keys, uint32_t count, unsigned negate, uint8_t *out) {
    const uint32_t x = (uint32_t)(negate & 1) << 31, y = (uint32_t)(negate >> 1 & 1) << 31;
    const uint32_t z = (uint32_t)(negate >> 2 & 1) << 31;
    uint32_t carried = 0;
    for (size_t at = 0; at < (size_t)count * 12; at += 12) {
        translation_copy_one(keys + at, x, &carried, out + at);
        translation_copy_one(keys + at + 4, y, &carried, out + at + 4);
        translation_copy_one(keys + at + 8, z, &carried, out + at + 8);
    }
    return carried >> 31 == 0;
}

void gaiti_gltf_translations(const gait_channel *channel, const float rest[3], gaiti_report *report,
                             uint8_t *out) {
    translation_key keys[GAITI_GLTF_FLOAT_BLOCK];
    if (gaiti_gltf_is_ready(channel, 3) &&
        translation_copy(channel->data, channel->count, channel->negate, out)) {
        return;
    }
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        count = channel->count - first;
        count = count < GAITI_GLTF_FLOAT_BLOCK ? count : GAITI_GLTF_FLOAT_BLOCK;
        translation_load(channel, first, count, keys);
        translation_replace_non_finite(keys, count, first, rest, report);
        gaiti_gltf_store_floats(keys, count * 3, out + (size_t)first * sizeof *keys);
    }
}

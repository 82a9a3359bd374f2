/* Translations: floats as they are, but for signs and what is no number. */
#include "base/bits.h"
#include "formats/exchange/gltf_keys.h"

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

/* By the bits: all ones in the exponent carry into the sign's place. */
static bool translation_is_finite(const translation_key *keys, uint32_t count) {
    uint32_t carried = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (unsigned j = 0; j < 3; j++) {
            carried |= (gaiti_bits_of_f32(keys[i].c[j]) & 0x7FFFFFFFu) + 0x00800000u;
        }
    }
    return carried >> 31 == 0;
}

static void translation_mend(translation_key *keys, uint32_t count, uint32_t first,
                             const float rest[3], gaiti_report *report) {
    for (uint32_t i = 0; i < count; i++) {
        if (translation_is_finite(&keys[i], 1)) {
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

void gaiti_gltf_translations(const gait_channel *channel, const float rest[3], gaiti_report *report,
                             uint8_t *out) {
    translation_key keys[GAITI_GLTF_FLOAT_BLOCK];
    for (uint32_t first = 0, count; first < channel->count; first += count) {
        count = channel->count - first;
        count = count < GAITI_GLTF_FLOAT_BLOCK ? count : GAITI_GLTF_FLOAT_BLOCK;
        translation_load(channel, first, count, keys);
        if (!translation_is_finite(keys, count)) {
            translation_mend(keys, count, first, rest, report);
        }
        gaiti_gltf_store_floats(keys, count * 3, out + (size_t)first * sizeof *keys);
    }
}

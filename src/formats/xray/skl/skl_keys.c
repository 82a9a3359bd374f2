/* Keys of envelopes, as stored and as numbers. */
#include "formats/xray/skl/skl.h"

/* Number of stepped keys at the start; files written by tools usually have no others. The caller
 * has checked that `count` stepped keys fit into the data, so several are compared at once. */
static uint32_t skl_count_stepped(const uint8_t *p, uint32_t count) {
    enum { AT_ONCE = 8 };
    uint32_t k = 0;
    for (; count - k >= AT_ONCE; k += AT_ONCE, p += AT_ONCE * GAITI_SKL_STEPPED_KEY) {
        unsigned other = 0;
        for (unsigned i = 0; i < AT_ONCE; i++) {
            other |= p[i * GAITI_SKL_STEPPED_KEY + 8] ^ (unsigned)GAIT_SKL_STEPPED;
        }
        if (other) {
            break;
        }
    }
    for (; k < count && p[8] == GAIT_SKL_STEPPED; k++) {
        p += GAITI_SKL_STEPPED_KEY;
    }
    return k;
}

/* In versions 6 and 7, stepped keys are shorter, so the size does not follow from the number of
 * keys. */
static bool skl_read_packed_keys(gaiti_reader *in, uint32_t count, gait_span *out_keys) {
    const uint8_t *start = in->data + in->at;
    uint64_t left = gaiti_bytes_left(in);
    if (left / GAITI_SKL_STEPPED_KEY < count) {
        return false;
    }
    uint32_t k = skl_count_stepped(start, count);
    uint64_t size = (uint64_t)k * GAITI_SKL_STEPPED_KEY;
    for (; k < count; k++) {
        if (left - size < GAITI_SKL_STEPPED_KEY) {
            return false;
        }
        size += start[size + 8] == GAIT_SKL_STEPPED ? GAITI_SKL_STEPPED_KEY : GAITI_SKL_KEY;
        if (size > left) {
            return false;
        }
    }
    *out_keys = gaiti_read_span(in, size);
    return true;
}

bool gaiti_skl_read_keys(gaiti_reader *in, bool wide, uint32_t count, gait_span *out_keys) {
    if (in->failed) {
        return false;
    }
    if (!wide) {
        return skl_read_packed_keys(in, count, out_keys);
    }
    bool fits = gaiti_bytes_left(in) / GAITI_SKL_WIDE_KEY >= count;
    if (fits) {
        *out_keys = gaiti_read_span(in, (uint64_t)count * GAITI_SKL_WIDE_KEY);
    }
    return fits;
}

float gaiti_skl_unpack(uint16_t packed) {
    return (float)(packed * (64.0 / 65535) - 32);
}

uint16_t gaiti_skl_pack(float value) {
    return (uint16_t)(((double)value + 32) * (65535 / 64.0) + 0.5);
}

static const uint8_t *skl_load_wide_key(const uint8_t *p, gait_skl_key *out) {
    out->value = gaiti_load_f32(p);
    out->time_s = gaiti_load_f32(p + 4);
    out->shape = gaiti_load_u32(p + 8);
    out->tension = gaiti_load_f32(p + 12);
    out->continuity = gaiti_load_f32(p + 16);
    out->bias = gaiti_load_f32(p + 20);
    gaiti_load_f32s(p + 24, 4, out->param);
    return p + GAITI_SKL_WIDE_KEY;
}

static const uint8_t *skl_load_packed_key(const uint8_t *p, gait_skl_key *out) {
    *out =
        (gait_skl_key){.value = gaiti_load_f32(p), .time_s = gaiti_load_f32(p + 4), .shape = p[8]};
    if (out->shape == GAIT_SKL_STEPPED) {
        return p + GAITI_SKL_STEPPED_KEY;
    }
    out->tension = gaiti_skl_unpack(gaiti_load_u16(p + 9));
    out->continuity = gaiti_skl_unpack(gaiti_load_u16(p + 11));
    out->bias = gaiti_skl_unpack(gaiti_load_u16(p + 13));
    for (int i = 0; i < 4; i++) {
        out->param[i] = gaiti_skl_unpack(gaiti_load_u16(p + 15 + 2 * i));
    }
    return p + GAITI_SKL_KEY;
}

void gaiti_skl_load_keys(const gait_skl_envelope *envelope, bool wide, gait_skl_key *out) {
    const uint8_t *p = envelope->keys.data;
    for (uint32_t k = 0; k < envelope->key_count; k++) {
        p = wide ? skl_load_wide_key(p, &out[k]) : skl_load_packed_key(p, &out[k]);
    }
}

gait_skl_curve gaiti_skl_load_curve(const gait_skl_envelope *envelope, bool wide,
                                    gait_skl_key *keys) {
    gaiti_skl_load_keys(envelope, wide, keys);
    return (gait_skl_curve){.behaviour = {envelope->behaviour[0], envelope->behaviour[1]},
                            .key_count = envelope->key_count,
                            .keys = keys};
}

void gait_skl_read_keys(const gait_skl *skl, uint32_t motion, uint32_t bone, uint32_t channel,
                        gait_skl_key *out) {
    const gaiti_skl_motion *from = &skl->motions[motion];
    gaiti_skl_load_keys(&from->bones[bone].envelopes[channel],
                        gaiti_skl_is_wide(skl->kind, from->values.version), out);
}

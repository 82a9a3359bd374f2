/* A bank out of nothing, as large as the largest of the games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

/* What one motion's tracks need, reused for every motion. */
typedef struct bank_scratch {
    gait_omf_track tracks[BENCH_BONES];
    uint8_t *keys; /* 8 + 6 bytes per bone and frame */
} bank_scratch;

static void bank_store(uint8_t *p, int16_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)((uint16_t)value >> 8);
}

void bench_rotation(uint32_t motion, uint32_t bone, uint32_t frame, int16_t out[4]) {
    double angle = 0.3 + 0.01 * frame + 0.1 * bone + 0.001 * motion;
    const double axis[3] = {0.48, 0.6, 0.64};
    for (int i = 0; i < 3; i++) {
        out[i] = (int16_t)lrint(32767 * axis[i] * sin(angle / 2));
    }
    out[3] = (int16_t)lrint(32767 * cos(angle / 2));
}

static gait_omf_track bank_track(uint32_t motion, uint32_t bone, uint32_t frames, uint8_t *keys) {
    gait_omf_track track = {.init = {0.1F, 0.2F, 0.3F}};
    for (uint32_t f = 0; f < frames; f++) {
        int16_t rotation[4];
        bench_rotation(motion, bone, f, rotation);
        for (int i = 0; i < 4; i++) {
            bank_store(keys + 8 * (size_t)f + 2 * i, rotation[i]);
        }
    }
    track.rotation_keys = (gait_span){keys, 8 * (size_t)frames};
    track.rotation_crc = gait_omf_crc(track.rotation_keys);
    if (bone < 4) {
        size_t size = (bone == 0 ? 6 : 3) * (size_t)frames;
        uint8_t *translation = keys + 8 * (size_t)frames;
        for (size_t i = 0; i < size; i++) {
            translation[i] = (uint8_t)(i * 7 + bone + motion);
        }
        track.flags = bone == 0 ? GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16
                                : GAIT_OMF_TRANSLATION_KEYS;
        track.translation_keys = (gait_span){translation, size};
        track.translation_crc = gait_omf_crc(track.translation_keys);
        track.size[0] = track.size[1] = track.size[2] = 0.001F;
    }
    return track;
}

static void bank_add(gait_omf *omf, uint32_t motion, uint32_t frames, bank_scratch *scratch) {
    char name[32];
    int size = snprintf(name, sizeof name, "motion_%u", motion);
    gait_span text = {(const uint8_t *)name, (size_t)size};
    gait_omf_motion values = {.name = text,
                              .label = text,
                              .frame_count = frames,
                              .bone_or_part = 0xFFFF,
                              .speed = 1,
                              .power = 1,
                              .accrue = 2,
                              .falloff = 2};
    for (uint32_t b = 0; b < BENCH_BONES; b++) {
        scratch->tracks[b] = bank_track(motion, b, frames, scratch->keys + (size_t)b * frames * 14);
    }
    if (gait_omf_add_motion(omf, &values, scratch->tracks) != GAIT_OK) {
        bench_fail("a motion could not be added");
    }
}

gait_buffer bench_bank(uint32_t motions, uint32_t frames) {
    static bank_scratch scratch;
    gait_omf *omf;
    gait_buffer bytes = {0};
    scratch.keys = malloc((size_t)BENCH_BONES * frames * 14);
    if (!scratch.keys || gait_omf_new(4, NULL, &omf) != GAIT_OK ||
        gait_omf_add_part(omf, (gait_span){(const uint8_t *)"default", 7}) != GAIT_OK) {
        bench_fail("no memory");
    }
    for (uint32_t b = 0; b < BENCH_BONES; b++) {
        char name[32];
        int size = snprintf(name, sizeof name, "bone_%02u", b);
        gait_span text = {(const uint8_t *)name, (size_t)size};
        if (gait_omf_add_bone(omf, text, b) != GAIT_OK) {
            bench_fail("a bone could not be added");
        }
    }
    for (uint32_t m = 0; m < motions; m++) {
        bank_add(omf, m, frames, &scratch);
    }
    if (gait_omf_write(omf, &bytes) != GAIT_OK) {
        bench_fail("the bank could not be written");
    }
    gait_omf_free(omf);
    free(scratch.keys);
    return bytes;
}

/* Generates a bank as large as the largest ones in games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"

enum { BANK_NAME = 32 };

/* Memory for the tracks of one motion, reused for every motion. */
typedef struct bank_scratch {
    gait_omf_track tracks[BENCH_BONES];
    uint8_t *keys; /* 8 + 6 bytes per bone and frame */
} bank_scratch;

/* Metres per unit of a translation key, and the offset in metres. */
static const float bank_unit = 0.001F, bank_centre[3] = {0.1F, 0.2F, 0.3F};

static void bank_store(uint8_t *p, int16_t value) {
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)((uint16_t)value >> 8);
}

/* All tracks differ, so that a writer cannot share equal ones. */
void bench_rotation(uint32_t motion, uint32_t bone, uint32_t frame, int16_t out[4]) {
    double angle = 0.3 + 0.01 * frame + 0.001 * motion;
    const double axis[3] = {0.8 * cos(bone), 0.8 * sin(bone), 0.6};
    for (int i = 0; i < 3; i++) {
        out[i] = (int16_t)lrint(32767 * axis[i] * sin(angle / 2));
    }
    out[3] = (int16_t)lrint(32767 * cos(angle / 2));
}

static uint8_t bank_byte(uint32_t motion, uint32_t bone, size_t index) {
    return (uint8_t)(index * 7 + bone + motion);
}

int16_t bench_translation(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis) {
    size_t index = (size_t)frame * 3 + axis;
    if (bone > 0) {
        return (int8_t)bank_byte(motion, bone, index);
    }
    return (int16_t)(bank_byte(motion, bone, 2 * index) | bank_byte(motion, bone, 2 * index + 1)
                                                              << 8);
}

float bench_metres(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis) {
    int16_t key = bench_translation(motion, bone, frame, axis);
    return (float)(key * (double)bank_unit + (double)bank_centre[axis]);
}

static gait_omf_track bank_track(uint32_t motion, uint32_t bone, uint32_t frames, uint8_t *keys) {
    gait_omf_track track = {.init = {bank_centre[0], bank_centre[1], bank_centre[2]}};
    for (uint32_t f = 0; f < frames; f++) {
        int16_t rotation[4];
        bench_rotation(motion, bone, f, rotation);
        for (int i = 0; i < 4; i++) {
            bank_store(keys + 8 * (size_t)f + 2 * i, rotation[i]);
        }
    }
    track.rotation_keys = (gait_span){keys, 8 * (size_t)frames};
    track.rotation_crc = gaiti_omf_crc(track.rotation_keys);
    if (bone < BENCH_MOVED) {
        size_t size = (bone == 0 ? 6 : 3) * (size_t)frames;
        uint8_t *translation = keys + 8 * (size_t)frames;
        for (size_t i = 0; i < size; i++) {
            translation[i] = bank_byte(motion, bone, i);
        }
        track.flags = bone == 0 ? GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_TRANSLATION_16
                                : GAIT_OMF_TRANSLATION_KEYS;
        track.translation_keys = (gait_span){translation, size};
        track.translation_crc = gaiti_omf_crc(track.translation_keys);
        track.size[0] = track.size[1] = track.size[2] = bank_unit;
    }
    return track;
}

/* Returns the size of the name. */
static size_t bank_name(char name[BANK_NAME], uint32_t bone) {
    return (size_t)snprintf(name, BANK_NAME, "bone_%02u", bone);
}

static void bank_add(gait_omf *omf, uint32_t motion, uint32_t frames, bank_scratch *scratch) {
    char name[BANK_NAME];
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
    if (gaiti_omf_add_motion(omf, &values, scratch->tracks) != GAIT_OK) {
        bench_fail("a motion could not be added");
    }
}

gait_buffer bench_bank(uint32_t motions, uint32_t frames) {
    static bank_scratch scratch;
    gait_omf *omf;
    gait_buffer bytes = {0};
    scratch.keys = bench_allocate((size_t)BENCH_BONES * frames, 14);
    if (gaiti_omf_new(4, NULL, &omf) != GAIT_OK ||
        gaiti_omf_add_part(omf, (gait_span){(const uint8_t *)"default", 7}) != GAIT_OK) {
        bench_fail("no memory");
    }
    for (uint32_t b = 0; b < BENCH_BONES; b++) {
        char name[BANK_NAME];
        gait_span text = {(const uint8_t *)name, bank_name(name, b)};
        if (gaiti_omf_add_bone(omf, text, b) != GAIT_OK) {
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

/* --- the model -------------------------------------------------------------------------------- */

static uint8_t *bank_append(uint8_t *to, const void *bytes, size_t size) {
    memcpy(to, bytes, size);
    return to + size;
}

static uint8_t *bank_append_u32(uint8_t *to, size_t value) {
    const uint8_t bytes[4] = {(uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16),
                              (uint8_t)(value >> 24)};
    return bank_append(to, bytes, sizeof bytes);
}

/* Every bone is the child of the previous one. There is no bind pose: the first frame of a clip is
 * used. */
gait_buffer bench_model(void) {
    enum {
        HEADER = 44,
        BOX = 60,
        CAPACITY = 8 + HEADER + 12 + BENCH_BONES * (2 * BANK_NAME + BOX)
    };
    static const uint8_t zeros[BOX] = {0};
    uint8_t *start = bench_allocate(CAPACITY, 1), *to = bank_append_u32(start, 1);
    to = bank_append_u32(to, HEADER);
    to = bank_append(to, "\4\3", 2);
    to = bank_append(to, zeros, HEADER - 2);
    to = bank_append_u32(to, 13);
    uint8_t *size_at = to;
    to = bank_append_u32(bank_append_u32(to, 0), BENCH_BONES);
    for (uint32_t b = 0; b < BENCH_BONES; b++) {
        char name[BANK_NAME], parent[BANK_NAME] = "";
        to = bank_append(to, name, bank_name(name, b) + 1);
        to = bank_append(to, parent, (b > 0 ? bank_name(parent, b - 1) : 0) + 1);
        to = bank_append(to, zeros, BOX);
    }
    bank_append_u32(size_at, (size_t)(to - size_at) - 4);
    return (gait_buffer){.data = start, .size = (size_t)(to - start), .capacity = CAPACITY};
}

enum {
    BANK_VERTICES = 7500, /* of a child; each has two bones */
    BANK_TRIANGLES = 5000,
    BANK_VERTEX = 64,
    BANK_CHILD = 8 + 44 + 8 + 4 + 16 + BANK_VERTICES * BANK_VERTEX + 12 + 6 * BANK_TRIANGLES
};

static uint8_t *bank_append_f32s(uint8_t *to, const float *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        to = bank_append_u32(to, bits);
    }
    return to;
}

static uint8_t *bank_append_child(uint8_t *to, uint32_t number) {
    static const uint8_t zeros[42] = {0};
    to = bank_append_u32(bank_append_u32(to, 1), 44);
    to = bank_append(bank_append(to, "\4\5", 2), zeros, 42);
    to = bank_append(bank_append_u32(bank_append_u32(to, 2), 4), "a\0b", 4);
    to = bank_append_u32(bank_append_u32(to, 3), 8 + BANK_VERTICES * BANK_VERTEX);
    to = bank_append_u32(bank_append_u32(to, 2), BANK_VERTICES);
    for (uint32_t v = 0; v < BANK_VERTICES; v++) {
        static const float rest[] = {1, 0, 0, 0, 1, 0, 0.25F};
        float x = (float)(v % 100), y = (float)(v / 100), z = (float)number;
        to = bank_append_u32(to, v % BENCH_BONES << 16);
        to = bank_append_f32s(to, (const float[]){x, y, z, 1, x, z}, 6);
        to = bank_append_f32s(to, rest, 7);
        to = bank_append_f32s(to, (const float[]){x, z}, 2);
    }
    to = bank_append_u32(bank_append_u32(to, 4), 4 + 6 * BANK_TRIANGLES);
    to = bank_append_u32(to, 3 * BANK_TRIANGLES);
    for (uint32_t c = 0; c < 3 * BANK_TRIANGLES; c++) {
        uint32_t vertex = (c * 7 + number) % BANK_VERTICES;
        to = bank_append(to, (uint8_t[]){(uint8_t)vertex, (uint8_t)(vertex >> 8)}, 2);
    }
    return to;
}

gait_buffer bench_geometry(void) {
    gait_buffer model = bench_model();
    size_t size = model.size + 8 + BENCH_CHILDREN * (8 + (size_t)BANK_CHILD);
    uint8_t *start = bench_allocate(size, 1), *to = bank_append(start, model.data, model.size);
    to = bank_append_u32(bank_append_u32(to, 9), BENCH_CHILDREN * (8 + (size_t)BANK_CHILD));
    for (uint32_t c = 0; c < BENCH_CHILDREN; c++) {
        to = bank_append_child(bank_append_u32(bank_append_u32(to, c), BANK_CHILD), c);
    }
    free(model.data);
    if (to != start + size) {
        bench_fail("the children have another size");
    }
    return (gait_buffer){.data = start, .size = size, .capacity = size};
}

gait_skeleton *bench_skeleton(const gait_omf *omf) {
    gait_skeleton *tree, *skeleton;
    gait_ogf *ogf;
    gait_buffer model = bench_model();
    if (gaiti_ogf_open((gait_span){model.data, model.size}, NULL, &ogf) != GAIT_OK ||
        gaiti_ogf_skeleton(ogf, "bench", NULL, &tree) != GAIT_OK ||
        gaiti_omf_bind_skeleton(omf, tree, NULL, &skeleton) != GAIT_OK) {
        bench_fail("there is no skeleton");
    }
    gait_skeleton_free(tree);
    gaiti_ogf_free(ogf);
    free(model.data);
    return skeleton;
}

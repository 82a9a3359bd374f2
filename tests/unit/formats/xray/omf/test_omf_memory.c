/* A bank of 24 MB is opened and checked with few allocations and little memory in addition to the
 * file. */
#include <stdlib.h>

#include "base/bytes.h"
#include "gait/file.h"
#include "gait/omf.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

enum { BONES = 47, MOTIONS = 1000, FRAMES = 60, MOST_ALLOCATIONS = 4, MOST_BYTES = 4 << 20 };

/* Counts allocations, current memory and peak memory. */
typedef struct meter {
    uint32_t allocations;
    size_t held, peak;
} meter;

static void *metered_resize(void *user, void *block, size_t old_size, size_t new_size) {
    meter *count = user;
    count->held += new_size - (block ? old_size : 0);
    count->peak = count->held > count->peak ? count->held : count->peak;
    count->allocations += new_size > 0;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static gait_span numbered(char *name, uint32_t number) {
    name[0] = 'n';
    for (int digit = 4; digit > 0; digit--, number /= 10) {
        name[digit] = (char)('0' + number % 10);
    }
    return (gait_span){(const uint8_t *)name, 5};
}

/* The caller frees the bytes. */
static gait_buffer make_bank(void) {
    static uint8_t keys[FRAMES * 8];
    static gait_omf_track tracks[BONES];
    char name[5];
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(omf, (gait_span){(const uint8_t *)"default", 7}), GAIT_OK);
    for (uint32_t f = 0; f < FRAMES; f++) {
        gaiti_store_s16(keys + 8 * f, (int16_t)f);
        gaiti_store_s16(keys + 8 * f + 6, 32767);
    }
    for (uint32_t b = 0; b < BONES; b++) {
        assert_int_equal(gaiti_omf_add_bone(omf, numbered(name, b), b), GAIT_OK);
        tracks[b].rotation_keys = (gait_span){keys, sizeof keys};
        tracks[b].rotation_crc = gaiti_omf_crc(tracks[b].rotation_keys);
    }
    for (uint32_t m = 0; m < MOTIONS; m++) {
        gait_omf_motion motion = {
            .bone_or_part = 0xFFFF, .speed = 1, .power = 1, .frame_count = FRAMES};
        motion.name = motion.label = numbered(name, m);
        assert_int_equal(gaiti_omf_add_motion(omf, &motion, tracks), GAIT_OK);
    }
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    gait_omf_free(omf);
    return out;
}

TEST(opening_and_checking_use_little_memory) {
    gait_buffer bank = make_bank();
    assert_in_range(bank.size, 22 << 20, 25 << 20);
    meter count = {0};
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    gait_options options = {.allocator = {metered_resize, &count}, .diagnostics = &diagnostics};
    gait_file *file;
    assert_int_equal(gait_file_open((gait_span){bank.data, bank.size}, "bank.omf", &options, &file),
                     GAIT_OK);
    assert_int_equal(gait_file_clip_count(file), MOTIONS);
    assert_int_equal(gait_file_check(file, &diagnostics), GAIT_OK);
    assert_int_equal(diagnostics.count, 0);
    assert_in_range(count.allocations, 1, MOST_ALLOCATIONS);
    assert_in_range(count.peak, 1, MOST_BYTES);
    gait_file_free(file);
    assert_int_equal(count.held, 0);
    gait_buffer_free(&bank);
}

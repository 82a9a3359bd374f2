/* Smaller motions of banks. They are played without the library: random tracks, and tracks that can
 * or cannot be stored with fewer bytes. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/expert.h"
#include "played_tracks.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/omf/omf.h"

enum { MAX_FRAMES = 70, TRACKS = 6 };

static const double mm = 1000, degree = 57.29577951308232;
static uint64_t seed = 11;

/* A track with memory for its keys. */
typedef struct track {
    gait_omf_track values;
    uint8_t rotation[16 * MAX_FRAMES], translation[12 * MAX_FRAMES];
} track;

static void put_number(uint8_t *at, int value, size_t size) {
    at[0] = (uint8_t)value;
    if (size == 2) {
        at[1] = (uint8_t)((unsigned)value >> 8);
    }
}

static void put_float(uint8_t *at, float value) {
    memcpy(at, &value, sizeof value);
}

/* Sets the spans and checksums of a track whose keys are filled. */
static void finish(track *self, uint32_t frames) {
    uint8_t flags = self->values.flags;
    bool floats = flags & GAIT_OMF_FLOAT_KEYS;
    size_t rotations = flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : frames;
    size_t key = floats ? 12 : flags & GAIT_OMF_TRANSLATION_16 ? 6 : 3;
    size_t translations = flags & GAIT_OMF_TRANSLATION_KEYS ? frames : 0;
    self->values.rotation_keys = (gait_span){self->rotation, rotations * (floats ? 16 : 8)};
    self->values.translation_keys = (gait_span){self->translation, translations * key};
    self->values.rotation_crc = gaiti_omf_crc(self->values.rotation_keys);
    self->values.translation_crc = gaiti_omf_crc(self->values.translation_keys);
}

/* A track that stays: no rotation, integers 0 for translation keys, and a unit of 1 mm. */
static void still(track *self, uint8_t flags, uint32_t frames) {
    *self = (track){
        .values = {.flags = flags, .size = {0.001F, 0.001F, 0.001F}, .init = {0.5F, -0.25F, 1}}};
    for (uint32_t f = 0; f < frames; f++) {
        if (flags & GAIT_OMF_FLOAT_KEYS) {
            put_float(self->rotation + 16 * f + 12, 1);
        } else {
            put_number(self->rotation + 8 * f + 6, 32767, 2);
        }
    }
    finish(self, frames);
}

static void set_key(track *self, uint32_t frame, uint32_t axis, int key) {
    size_t size = self->values.flags & GAIT_OMF_TRANSLATION_16 ? 2 : 1;
    put_number(self->translation + (3 * frame + axis) * size, key, size);
}

/* --- banks ------------------------------------------------------------------------------------ */

/* A bank of one motion with these tracks, open. */
typedef struct bank {
    gait_buffer bytes;
    gait_file *file;
} bank;

static bank open_bank(const track *tracks, uint32_t count, uint32_t frames) {
    static const char letters[] = "abcdefghij";
    gait_omf_track values[TRACKS];
    bank self = {0};
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(omf, test_span("all")), GAIT_OK);
    for (uint32_t t = 0; t < count; t++) {
        gait_span name = {(const uint8_t *)letters + t, 1};
        assert_int_equal(gaiti_omf_add_bone(omf, name, t), GAIT_OK);
        values[t] = tracks[t].values;
    }
    const gait_omf_motion motion = {
        .name = test_span("walk"), .label = test_span("label"), .frame_count = frames};
    assert_int_equal(gaiti_omf_add_motion(omf, &motion, values), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &self.bytes), GAIT_OK);
    gait_omf_free(omf);
    gait_span bytes = {self.bytes.data, self.bytes.size};
    assert_int_equal(gait_file_open(bytes, "a.omf", NULL, &self.file), GAIT_OK);
    return self;
}

static void close_bank(bank *self) {
    gait_file_free(self->file);
    gait_buffer_free(&self->bytes);
}

/* Optimises a bank and the result, which must stay the same. The caller closes the result. */
static bank optimise(const bank *self, double tolerance_mm, double tolerance_deg,
                     gait_optimised_clip *out_clip) {
    const gait_optimise_options options = {.tolerance_mm = tolerance_mm,
                                           .tolerance_deg = tolerance_deg};
    bank smaller = {0};
    gait_buffer again = {0};
    gait_optimised *result;
    assert_int_equal(gait_optimise(self->file, &options, &smaller.bytes, &result), GAIT_OK);
    assert_true(smaller.bytes.size <= self->bytes.size);
    *out_clip = gait_optimised_clip_at(result, 0);
    assert_int_equal(out_clip->bytes_before - out_clip->bytes_after,
                     self->bytes.size - smaller.bytes.size);
    assert_true(out_clip->error_mm <= tolerance_mm && out_clip->error_deg <= tolerance_deg);
    out_clip->name = NULL;
    gait_optimised_free(result);
    gait_span bytes = {smaller.bytes.data, smaller.bytes.size};
    assert_int_equal(gait_file_open(bytes, "a.omf", NULL, &smaller.file), GAIT_OK);
    assert_int_equal(gait_optimise(smaller.file, &options, &again, NULL), GAIT_OK);
    assert_int_equal(again.size, smaller.bytes.size);
    assert_memory_equal(again.data, smaller.bytes.data, again.size);
    gait_buffer_free(&again);
    return smaller;
}

/* True when all bits are the same, at keys and between them. */
static bool plays_same(const played_track *a, const played_track *b) {
    bool is_same = true;
    for (uint32_t f = 0; f < a->frame_count && is_same; f++) {
        for (int sum = 0; sum < PLAYED_SUMS && is_same; sum++) {
            played_pose p = played_at_key(a, f, (played_sum)sum);
            played_pose q = played_at_key(b, f, (played_sum)sum);
            is_same = played_equal(&p, &q);
        }
        played_pose p = played_between(a, f, 0.3), q = played_between(b, f, 0.3);
        is_same = is_same && played_equal(&p, &q);
    }
    return is_same;
}

static void assert_near(const played_track *a, const played_track *b,
                        const gait_optimised_clip *clip) {
    for (uint32_t f = 0; f < a->frame_count; f++) {
        for (int i = 0; i < 4; i++) {
            played_pose p = played_between(a, f, i / 4.0), q = played_between(b, f, i / 4.0);
            if (!played_equal(&p, &q)) {
                assert_true(played_distance(&p, &q) * mm <= clip->error_mm + 2e-3);
                assert_true(played_angle(&p, &q) * degree <= clip->error_deg * (1 + 1e-6) + 1e-5);
            }
        }
    }
}

/* Optimises tracks, and compares how they are played. */
static gait_optimised_clip assert_optimised(const track *tracks, uint32_t count, uint32_t frames,
                                            double tolerance_mm, double tolerance_deg) {
    bank before = open_bank(tracks, count, frames);
    gait_optimised_clip clip;
    bank after = optimise(&before, tolerance_mm, tolerance_deg, &clip);
    played_bank old, young;
    assert_true(played_bank_read((gait_span){before.bytes.data, before.bytes.size}, count, &old));
    assert_true(played_bank_read((gait_span){after.bytes.data, after.bytes.size}, count, &young));
    for (uint32_t t = 0; t < count; t++) {
        if (tolerance_mm == 0 && tolerance_deg == 0) {
            assert_true(plays_same(&old.tracks[t], &young.tracks[t]));
        } else {
            assert_near(&old.tracks[t], &young.tracks[t], &clip);
        }
    }
    gait_diagnostics found = {0};
    gait_file_check(after.file, &found);
    uint64_t bad = found.errors + found.warnings;
    found = (gait_diagnostics){0};
    gait_file_check(before.file, &found);
    assert_true(bad <= found.errors + found.warnings);
    played_bank_free(&old);
    played_bank_free(&young);
    close_bank(&after);
    close_bank(&before);
    return clip;
}

/* --- single steps ----------------------------------------------------------------------------- */

TEST(equal_keys_become_constants) {
    static const uint8_t kinds[] = {1, 5, 8 | 1};
    static const uint64_t saved[] = {19 * 8 + 4 + 4 + 60 + 24 - 12, 19 * 8 + 4 + 4 + 120 + 24 - 12,
                                     19 * 16 + 4 + 4 + 240 - 12};
    for (size_t i = 0; i < sizeof kinds; i++) {
        track one;
        still(&one, kinds[i], 20);
        gait_optimised_clip clip = assert_optimised(&one, 1, 20, 0, 0);
        assert_int_equal(clip.constant_rotations, 1);
        assert_int_equal(clip.constant_translations, 1);
        assert_int_equal(clip.bytes_before - clip.bytes_after, saved[i]);
        still(&one, kinds[i], 1); /* a single key, too */
        assert_int_equal(assert_optimised(&one, 1, 1, 0, 0).constant_rotations, 1);
        still(&one, kinds[i], 0);
        clip = assert_optimised(&one, 1, 0, 0, 0);
        assert_int_equal(clip.bytes_before, clip.bytes_after);
    }
}

TEST(keys_with_other_signs_stay) {
    track one;
    still(&one, 0, 5);
    put_number(one.rotation + 16 + 6, -32767, 2);
    finish(&one, 5);
    assert_int_equal(assert_optimised(&one, 1, 5, 0, 0).constant_rotations, 0);
    assert_int_equal(assert_optimised(&one, 1, 5, 0, 0.001).constant_rotations, 1);
}

/* Values that do not move although their keys do: a unit that is zero, or lost in rounding. */
TEST(values_decide_and_not_keys) {
    static const float sizes[] = {0, 1e-12F, -1e-12F, 1e-3F};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        track one;
        still(&one, GAIT_OMF_TRANSLATION_KEYS | GAIT_OMF_ROTATION_CONSTANT, 9);
        for (uint32_t f = 0; f < 9; f++) {
            set_key(&one, f, f % 3, (int)f - 4);
        }
        one.values.size[0] = one.values.size[1] = one.values.size[2] = sizes[i];
        finish(&one, 9);
        assert_int_equal(assert_optimised(&one, 1, 9, 0, 0).constant_translations, i < 3);
    }
}

/* Sizes that games may treat differently: not numbers, infinite, too small, zeros with a sign. */
TEST(unusual_sizes_stay_or_play_the_same) {
    const float values[] = {NAN, INFINITY, -INFINITY, FLT_MAX, FLT_MIN / 4, -0.0F, 0};
    enum { VALUES = sizeof values / sizeof *values };
    for (size_t i = 0; i < VALUES * VALUES * 2; i++) {
        track one;
        still(&one, i % 2 ? 7 : 3, 4);
        for (uint32_t f = 0; f < 4; f++) {
            set_key(&one, f, 0, i % 2 ? 32000 : -1);
        }
        one.values.size[0] = values[i / 2 % VALUES];
        one.values.init[0] = values[i / 2 / VALUES];
        finish(&one, 4);
        assert_optimised(&one, 1, 4, 0, 0);
        bank before = open_bank(&one, 1, 4);
        gait_optimised_clip clip;
        bank after = optimise(&before, 1, 1, &clip);
        close_bank(&after);
        close_bank(&before);
    }
}

TEST(keys_on_a_coarse_grid_get_8_bits) {
    static const int steps[] = {1, 2, 3, 256};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        track one;
        still(&one, 7, 40);
        for (uint32_t f = 0; f < 40; f++) {
            for (uint32_t axis = 0; axis < 3; axis++) {
                set_key(&one, f, axis, steps[i] * ((int)(f * (axis + 2)) - 60));
            }
        }
        /* A unit with few digits: a multiple of it is a float, too. */
        one.values.size[0] = one.values.size[1] = one.values.size[2] = 0.0009765625F;
        finish(&one, 40);
        gait_optimised_clip clip = assert_optimised(&one, 1, 40, 0, 0);
        assert_int_equal(clip.narrowed_translations, 1);
        assert_int_equal(clip.bytes_before - clip.bytes_after, 120);
    }
    track one;
    still(&one, 7, 40);
    for (uint32_t f = 0; f < 40; f++) {
        set_key(&one, f, 0, 700 + (int)f); /* far from the centre, which can move */
        set_key(&one, f, 1, 20000);        /* does not move */
        set_key(&one, f, 2, 3 * (int)f);
    }
    one.values.size[0] = one.values.size[1] = one.values.size[2] = 0.0009765625F;
    finish(&one, 40);
    assert_int_equal(assert_optimised(&one, 1, 40, 0, 0).narrowed_translations, 1);
    set_key(&one, 3, 0, -32768);
    finish(&one, 40);
    assert_int_equal(assert_optimised(&one, 1, 40, 0, 0).narrowed_translations, 0);
}

TEST(floats_become_integers_within_the_tolerance) {
    track one;
    still(&one, GAIT_OMF_FLOAT_KEYS | GAIT_OMF_TRANSLATION_KEYS, 30);
    for (uint32_t f = 0; f < 30; f++) {
        double angle = 0.05 * f;
        put_float(one.rotation + 16 * f, (float)sin(angle / 2));
        put_float(one.rotation + 16 * f + 12, (float)cos(angle / 2));
        put_float(one.translation + 12 * f, (float)(0.01 * f));
    }
    finish(&one, 30);
    assert_int_equal(assert_optimised(&one, 1, 30, 0, 0).quantised_tracks, 0);
    assert_int_equal(assert_optimised(&one, 1, 30, 0.1, 0).quantised_tracks, 0);
    gait_optimised_clip clip = assert_optimised(&one, 1, 30, 0.1, 0.02);
    assert_int_equal(clip.quantised_tracks, 1);
    assert_true(clip.error_deg > 0 && clip.error_deg < 0.01);
    assert_true(clip.bytes_after < clip.bytes_before * 6 / 10);
}

/* --- random banks ----------------------------------------------------------------------------- */

static uint32_t random_below(uint32_t count) {
    return (uint32_t)(fabs(test_random(&seed)) * count) % count;
}

static void fill_rotation(track *self, uint32_t frames) {
    double axis[3], length = 0, angle = 3 * test_random(&seed);
    double speed = pow(10, -1 - 4 * fabs(test_random(&seed)));
    bool floats = self->values.flags & GAIT_OMF_FLOAT_KEYS, flips = random_below(6) == 0;
    for (int i = 0; i < 3; i++) {
        axis[i] = test_random(&seed) + (i == 0) * 0.01;
        length += axis[i] * axis[i];
    }
    for (uint32_t f = 0; f < frames; f++) {
        double sign = flips && random_below(2) ? -1 : 1, q[4];
        for (int i = 0; i < 4; i++) {
            q[i] = sign * (i < 3 ? sin(angle / 2) * axis[i] / sqrt(length) : cos(angle / 2));
            if (floats) {
                put_float(self->rotation + 16 * f + 4 * i, (float)q[i]);
            } else {
                put_number(self->rotation + 8 * f + 2 * i, (int)floor(q[i] * 32767 + 0.5), 2);
            }
        }
        angle += random_below(4) ? speed * test_random(&seed) : 0;
    }
}

static void fill_translation(track *self, uint32_t frames) {
    uint8_t flags = self->values.flags;
    int range = 1 << random_below(flags & GAIT_OMF_TRANSLATION_16 ? 16 : 8);
    int step = random_below(3) ? 1 : 1 << random_below(4);
    for (int i = 0; i < 3; i++) {
        self->values.size[i] = (float)(test_random(&seed) * pow(10, -1 - (int)random_below(9)));
        self->values.size[i] = random_below(5) ? self->values.size[i] : 0.00390625F;
        self->values.init[i] = (float)test_random(&seed);
    }
    for (uint32_t f = 0; f < frames; f++) {
        for (uint32_t i = 0; i < 3; i++) {
            int key = (int)random_below((uint32_t)range) - range / 2;
            if (flags & GAIT_OMF_FLOAT_KEYS) {
                put_float(self->translation + 12 * f + 4 * i,
                          (float)(self->values.init[i] + key * 1e-5F));
            } else {
                set_key(self, f, i, key / step * step);
            }
        }
    }
}

TEST(random_banks_play_the_same) {
    unsigned constants = 0, narrow = 0, floats = 0;
    for (int round = 0; round < 400; round++) {
        static track tracks[TRACKS];
        uint32_t frames = 1 + random_below(MAX_FRAMES);
        for (uint32_t t = 0; t < TRACKS; t++) {
            uint8_t flags = (uint8_t)random_below(8);
            flags |= random_below(8) == 0 ? GAIT_OMF_FLOAT_KEYS : 0;
            still(&tracks[t], flags, frames);
            if (random_below(8)) {
                fill_rotation(&tracks[t], frames);
            }
            if (random_below(8)) {
                fill_translation(&tracks[t], frames);
            }
            finish(&tracks[t], frames);
        }
        gait_optimised_clip exact = assert_optimised(tracks, TRACKS, frames, 0, 0);
        gait_optimised_clip near = assert_optimised(
            tracks, TRACKS, frames, pow(10, 2 * test_random(&seed)), pow(10, test_random(&seed)));
        constants += exact.constant_rotations + exact.constant_translations;
        narrow += exact.narrowed_translations;
        floats += near.quantised_tracks;
        assert_optimised(tracks, TRACKS, frames, 0.5, 0);
        assert_optimised(tracks, TRACKS, frames, 0, 0.5);
    }
    assert_true(constants > 400 && narrow > 100 && floats > 30);
}

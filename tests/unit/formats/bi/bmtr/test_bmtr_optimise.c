/* Smaller binarised RTM: keys that the others give, and better compression. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/expert.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/bmtr/bmtr.h"

enum { BONES = 80 }; /* frames of 1120 bytes, which are compressed in all versions */

static const double degree = 57.29577951308232;

/* A file and its bytes. */
typedef struct clip {
    gait_buffer bytes;
    gait_file *file;
} clip;

static gait_bmtr *new_clip(int32_t version, uint32_t frames) {
    gait_bmtr *bmtr;
    assert_int_equal(gaiti_bmtr_new(version, BONES, frames, NULL, &bmtr), GAIT_OK);
    for (uint32_t b = 0; b < BONES; b++) {
        const uint8_t name[2] = {(uint8_t)('a' + b / 26), (uint8_t)('a' + b % 26)};
        assert_int_equal(gaiti_bmtr_set_bone_name(bmtr, b, (gait_span){name, 2}), GAIT_OK);
    }
    return bmtr;
}

/* A rotation about X in radians, and a translation of whole 1/64 metres. */
static void set_record(gait_bmtr *bmtr, uint32_t frame, uint32_t bone, double angle, int steps) {
    static const uint16_t halves[] = {0,      0x2400, 0x2800, 0x2A00, 0x2C00,
                                      0x2D00, 0x2E00, 0x2F00, 0x3000};
    const gait_bmtr_record record = {.rotation = {(int16_t)floor(sin(angle / 2) * 16384 + 0.5), 0,
                                                  0, (int16_t)floor(cos(angle / 2) * 16384 + 0.5)},
                                     .translation = {halves[steps], 0, 0}};
    assert_int_equal(gaiti_bmtr_set_record(bmtr, frame, bone, &record), GAIT_OK);
}

/* Writes and frees a document, and opens its bytes. */
static clip open_clip(gait_bmtr *bmtr) {
    clip self = {0};
    assert_int_equal(gait_bmtr_write(bmtr, &self.bytes), GAIT_OK);
    gait_bmtr_free(bmtr);
    gait_span bytes = {self.bytes.data, self.bytes.size};
    assert_int_equal(gait_file_open(bytes, "a.rtm", NULL, &self.file), GAIT_OK);
    return self;
}

static void close_clip(clip *self) {
    gait_file_free(self->file);
    gait_buffer_free(&self->bytes);
}

static clip optimise(const clip *self, double tolerance_mm, double tolerance_deg,
                     gait_optimised_clip *out) {
    const gait_optimise_options options = {.tolerance_mm = tolerance_mm,
                                           .tolerance_deg = tolerance_deg};
    clip smaller = {0};
    gait_buffer again = {0};
    gait_optimised *result;
    assert_int_equal(gait_optimise(self->file, &options, &smaller.bytes, &result), GAIT_OK);
    assert_true(smaller.bytes.size <= self->bytes.size);
    *out = gait_optimised_clip_at(result, 0);
    assert_int_equal(out->bytes_before, self->bytes.size);
    assert_int_equal(out->bytes_after, smaller.bytes.size);
    assert_true(out->error_mm <= tolerance_mm && out->error_deg <= tolerance_deg);
    out->name = NULL;
    gait_optimised_free(result);
    gait_span bytes = {smaller.bytes.data, smaller.bytes.size};
    assert_int_equal(gait_file_open(bytes, "a.rtm", NULL, &smaller.file), GAIT_OK);
    assert_int_equal(gait_optimise(smaller.file, &options, &again, NULL), GAIT_OK);
    assert_int_equal(again.size, smaller.bytes.size);
    assert_memory_equal(again.data, smaller.bytes.data, again.size);
    gait_buffer_free(&again);
    return smaller;
}

/* --- comparison ------------------------------------------------------------------------------- */

/* The values of a bone at a phase: quaternion and translation. */
static void value_at(const gait_bmtr *bmtr, uint32_t bone, double phase, double q[4], double t[3]) {
    uint32_t last = gait_bmtr_frame_count(bmtr) - 1, from = 0;
    while (from + 1 < last && (double)gait_bmtr_phase(bmtr, from + 1) <= phase) {
        from++;
    }
    uint32_t to = from < last ? from + 1 : from;
    double start = (double)gait_bmtr_phase(bmtr, from), end = (double)gait_bmtr_phase(bmtr, to);
    double part = to > from ? (phase - start) / (end - start) : 0, dot = 0, lengths[2] = {0, 0};
    gait_bmtr_record a = gait_bmtr_record_at(bmtr, from, bone);
    gait_bmtr_record b = gait_bmtr_record_at(bmtr, to, bone);
    for (int i = 0; i < 4; i++) {
        lengths[0] += (double)a.rotation[i] * a.rotation[i];
        lengths[1] += (double)b.rotation[i] * b.rotation[i];
        dot += (double)a.rotation[i] * b.rotation[i];
    }
    dot /= sqrt(lengths[0] * lengths[1]);
    double sign = dot < 0 ? -1 : 1, angle = acos(fmin(1, dot * sign));
    double weights[2] = {1 - part, part};
    if (angle > 1e-4) {
        weights[0] = sin((1 - part) * angle) / sin(angle);
        weights[1] = sin(part * angle) / sin(angle);
    }
    for (int i = 0; i < 4; i++) {
        q[i] = weights[0] * a.rotation[i] / sqrt(lengths[0]) +
               sign * weights[1] * b.rotation[i] / sqrt(lengths[1]);
    }
    for (int i = 0; i < 3; i++) {
        /* Only powers of two and their quarters are used. */
        double p = a.translation[i] ? ldexp(1 + (a.translation[i] & 1023) / 1024.0,
                                            (a.translation[i] >> 10) - 15)
                                    : 0;
        double r = b.translation[i] ? ldexp(1 + (b.translation[i] & 1023) / 1024.0,
                                            (b.translation[i] >> 10) - 15)
                                    : 0;
        t[i] = p + (r - p) * part;
    }
}

static void assert_near(const clip *before, const clip *after, const gait_optimised_clip *about) {
    const gait_bmtr *a = gait_file_bmtr(before->file), *b = gait_file_bmtr(after->file);
    for (uint32_t bone = 0; bone < gait_bmtr_bone_count(a); bone += 7) {
        for (int i = 0; i <= 150; i++) {
            double p[4], q[4], s[3], t[3], plus = 0, minus = 0, square = 0;
            value_at(a, bone, i / 150.0, p, s);
            value_at(b, bone, i / 150.0, q, t);
            for (int k = 0; k < 4; k++) {
                plus += (p[k] - q[k]) * (p[k] - q[k]);
                minus += (p[k] + q[k]) * (p[k] + q[k]);
            }
            for (int k = 0; k < 3; k++) {
                square += (s[k] - t[k]) * (s[k] - t[k]);
            }
            double angle = 4 * asin(sqrt(fmin(plus, minus)) / 2) * degree;
            assert_true(sqrt(square) * 1000 <= about->error_mm + 1e-6);
            assert_true(angle <= about->error_deg * 1.02 + 1e-5);
        }
    }
}

/* --- tests ------------------------------------------------------------------------------------ */

TEST(keys_between_equal_ones_go) {
    for (int32_t version = 2; version <= 5; version++) {
        gait_bmtr *bmtr = new_clip(version, 40);
        for (uint32_t f = 20; f < 40; f++) {
            set_record(bmtr, f, 3, 1, 0);
        }
        clip before = open_clip(bmtr);
        gait_optimised_clip about;
        clip after = optimise(&before, 0, 0, &about);
        const gait_bmtr *result = gait_file_bmtr(after.file);
        /* Loops do not play the last key: the one before it ends the second run. */
        assert_int_equal(about.removed_keys, 35);
        assert_int_equal(gait_bmtr_frame_count(result), 5);
        static const uint32_t kept[] = {0, 19, 20, 38, 39};
        for (uint32_t i = 0; i < 5; i++) {
            assert_true(gait_bmtr_phase(result, i) ==
                        gait_bmtr_phase(gait_file_bmtr(before.file), kept[i]));
        }
        assert_near(&before, &after, &about);
        assert_int_equal(gait_bmtr_preload(result), 0);
        close_clip(&after);
        close_clip(&before);
    }
}

TEST(files_keep_the_keys_that_preloading_requires) {
    for (uint32_t preload = 0; preload < 2; preload++) {
        gait_bmtr *bmtr = new_clip(5, 20);
        assert_int_equal(gait_bmtr_set_preload(bmtr, preload), GAIT_OK);
        clip before = open_clip(bmtr);
        gait_optimised_clip about;
        clip after = optimise(&before, 0, 0, &about);
        assert_int_equal(gait_bmtr_frame_count(gait_file_bmtr(after.file)), preload ? 3 : 4);
        close_clip(&after);
        close_clip(&before);
    }
}

TEST(keys_with_unusual_phases_stay) {
    const float phases[] = {NAN, INFINITY, 0.25F, -1};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        gait_bmtr *bmtr = new_clip(5, 20);
        assert_int_equal(gaiti_bmtr_set_phase(bmtr, 10, phases[i]), GAIT_OK);
        clip before = open_clip(bmtr);
        gait_optimised_clip about;
        clip after = optimise(&before, 1, 1, &about);
        assert_int_equal(about.removed_keys, 0);
        close_clip(&after);
        close_clip(&before);
    }
}

/* A bone that turns evenly, and another one with a corner. */
TEST(keys_within_the_tolerance_go) {
    gait_bmtr *bmtr = new_clip(5, 101);
    const gait_bmtr_key stone = {0, test_span("StepSound"), 0.37F, {0}};
    assert_int_equal(gait_bmtr_set_key(bmtr, 0, &stone), GAIT_OK);
    for (uint32_t f = 0; f < 101; f++) {
        set_record(bmtr, f, 7, 0.02 * f, 0);
        set_record(bmtr, f, 14, 0, f < 50 ? 0 : 4);
    }
    clip before = open_clip(bmtr);
    gait_optimised_clip about;
    clip after = optimise(&before, 0, 0, &about);
    assert_int_equal(about.removed_keys, 0);
    close_clip(&after);
    after = optimise(&before, 0.1, 0.02, &about);
    const gait_bmtr *result = gait_file_bmtr(after.file);
    assert_true(about.removed_keys > 85 && about.error_deg > 0 && about.error_mm == 0);
    assert_near(&before, &after, &about);
    gait_bmtr_key kept = gait_bmtr_key_at(result, 0);
    assert_int_equal(gait_bmtr_key_count(result), 1);
    assert_true(kept.time == 0.37F && kept.name.size == 9);
    close_clip(&after);
    after = optimise(&before, 0.1, 0, &about); /* every key turns */
    assert_int_equal(about.removed_keys, 0);
    close_clip(&after);
    close_clip(&before);
}

/* Large turns, other lengths and signs are not interpolated anew. */
TEST(unusual_rotations_stay) {
    for (int kind = 0; kind < 3; kind++) {
        gait_bmtr *bmtr = new_clip(5, 30);
        for (uint32_t f = 0; f < 30; f++) {
            set_record(bmtr, f, 1, kind == 0 ? 0.6 * f : 0.001 * f, 0);
            gait_bmtr_record record = gait_bmtr_record_at(bmtr, f, 1);
            for (int i = 0; i < 4; i++) {
                record.rotation[i] = (int16_t)(kind == 1   ? record.rotation[i] / 2
                                               : kind == 2 ? record.rotation[i] * (f % 2 ? 1 : -1)
                                                           : record.rotation[i]);
            }
            assert_int_equal(gaiti_bmtr_set_record(bmtr, f, 1, &record), GAIT_OK);
        }
        clip before = open_clip(bmtr);
        gait_optimised_clip about;
        clip after = optimise(&before, 5, 5, &about);
        assert_int_equal(about.removed_keys, 0);
        close_clip(&after);
        close_clip(&before);
    }
}

TEST(random_clips_play_the_same) {
    uint64_t seed = 5;
    unsigned removed = 0, compressed = 0;
    for (int round = 0; round < 40; round++) {
        int32_t version = 2 + round % 4;
        uint32_t frames = 3 + (uint32_t)round * 2;
        gait_bmtr *bmtr = new_clip(version, frames);
        double angle = 0, step = 0;
        int place = 0;
        for (uint32_t f = 0; f < frames; f++) {
            double draw = test_random(&seed);
            step = draw > 0.5 ? 0.05 * test_random(&seed) : draw < -0.6 ? 0 : step;
            angle += step;
            place = draw > 0.8 ? (int)(f % 9) : place;
            for (uint32_t b = 0; b < BONES; b += 7) {
                set_record(bmtr, f, b, angle * (b + 1) / BONES, place);
            }
        }
        clip before = open_clip(bmtr);
        gait_optimised_clip about;
        clip after = optimise(&before, 0, 0, &about);
        assert_near(&before, &after, &about);
        close_clip(&after);
        after = optimise(&before, 1 + round, 0.05 * round, &about);
        assert_near(&before, &after, &about);
        removed += about.removed_keys;
        compressed += about.compressed_arrays;
        close_clip(&after);
        close_clip(&before);
    }
    assert_true(removed > 300 && compressed > 60);
}

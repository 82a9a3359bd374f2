/* Optimises every real bank. Both banks are played without the library: every bone of every motion,
 * at keys and between them. By default all bits are the same; with tolerances no error exceeds the
 * stated one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "played_tracks.h"
#include "test.h"

enum { PLACES = 3 }; /* between two keys */

static const double mm = 1000, degree = 57.29577951308232;
static struct {
    unsigned banks, models, motions, tracks, smaller[2];
    unsigned long long keys, before, after[2];
    double error_mm, error_deg;
} seen;

/* A bank and its smaller form. */
typedef struct pair {
    const char *path;
    gait_span bytes;
    played_bank before, after;
    bool is_exact;
} pair;

static void compare_exactly(const pair *self, const played_track *a, const played_track *b) {
    for (uint32_t f = 0; f < a->frame_count; f++) {
        for (int sum = 0; sum < PLAYED_SUMS; sum++) {
            played_pose p = played_at_key(a, f, (played_sum)sum);
            played_pose q = played_at_key(b, f, (played_sum)sum);
            if (!played_equal(&p, &q)) {
                fail_msg("%s: frame %u is another one", self->path, (unsigned)f);
            }
        }
        for (int i = 1; i <= PLACES; i++) {
            played_pose p = played_between(a, f, i / (PLACES + 1.0));
            played_pose q = played_between(b, f, i / (PLACES + 1.0));
            if (!played_equal(&p, &q)) {
                fail_msg("%s: after frame %u", self->path, (unsigned)f);
            }
        }
    }
}

/* The stated errors, plus the rounding of floats in the games. */
static void compare_nearly(const pair *self, const played_track *a, const played_track *b,
                           const gait_optimised_clip *clip) {
    for (uint32_t f = 0; f < a->frame_count; f++) {
        for (int i = 0; i <= PLACES; i++) {
            played_pose p = played_between(a, f, i / (PLACES + 1.0));
            played_pose q = played_between(b, f, i / (PLACES + 1.0));
            if (played_equal(&p, &q)) {
                continue;
            }
            double size = fabs(p.translation[0]) + fabs(p.translation[1]) + fabs(p.translation[2]);
            double distance = played_distance(&p, &q) * mm;
            double angle = played_angle(&p, &q) * degree;
            if (!(distance <= clip->error_mm + 1e-3 * size + 1e-6) ||
                !(angle <= clip->error_deg * (1 + 1e-6) + 1e-5)) {
                fail_msg("%s: %s: frame %u: %g mm, %g degrees, not %g and %g", self->path,
                         clip->name, (unsigned)f, distance, angle, clip->error_mm, clip->error_deg);
            }
            seen.error_mm = distance > seen.error_mm ? distance : seen.error_mm;
            seen.error_deg = angle > seen.error_deg ? angle : seen.error_deg;
        }
    }
}

static void compare_motion(const pair *self, uint32_t motion, const gait_optimised *result) {
    gait_optimised_clip clip = gait_optimised_clip_at(result, motion);
    for (uint32_t b = 0; b < self->before.bone_count; b++) {
        size_t at = (size_t)motion * self->before.bone_count + b;
        const played_track *before = &self->before.tracks[at], *after = &self->after.tracks[at];
        assert_int_equal(before->frame_count, after->frame_count);
        if (self->is_exact) {
            compare_exactly(self, before, after);
        } else {
            compare_nearly(self, before, after, &clip);
        }
        seen.tracks++;
        seen.keys += before->frame_count;
    }
    seen.motions++;
}

/* No new findings, and the same result of the result. */
static void check_result(const pair *self, const gait_file *file, gait_span bytes,
                         const gait_optimise_options *options) {
    enum { MAX_FINDINGS = 200 };
    static gait_diagnostic stored[2][MAX_FINDINGS];
    gait_diagnostics before = {.items = stored[0], .capacity = MAX_FINDINGS};
    gait_diagnostics after = {.items = stored[1], .capacity = MAX_FINDINGS};
    gait_buffer again = {0};
    gait_file *smaller;
    assert_int_equal(gait_file_open(bytes, self->path, NULL, &smaller), GAIT_OK);
    gait_file_check(file, &before);
    gait_file_check(smaller, &after);
    assert_int_equal(before.count, after.count);
    assert_int_equal(before.errors, after.errors);
    assert_true(before.warnings >= after.warnings);
    for (uint32_t i = 0; i < before.count; i++) {
        assert_string_equal(stored[0][i].rule->id, stored[1][i].rule->id);
    }
    assert_int_equal(gait_optimise(smaller, options, &again, NULL), GAIT_OK);
    assert_int_equal(again.size, bytes.size);
    assert_memory_equal(again.data, bytes.data, bytes.size);
    gait_buffer_free(&again);
    gait_file_free(smaller);
}

static void optimise(pair *self, const gait_file *file, const gait_optimise_options *options) {
    gait_buffer out = {0};
    gait_optimised *result;
    uint32_t bones = gait_file_omf(file)
                         ? gait_omf_bone_count(gait_file_omf(file))
                         : gait_omf_bone_count(gait_ogf_motions(gait_file_ogf(file)));
    self->is_exact = options->tolerance_mm == 0;
    gait_status status = gait_optimise(file, options, &out, &result);
    if (status == GAIT_UNSUPPORTED && gait_file_ogf(file)) {
        return; /* an old model */
    }
    assert_int_equal(status, GAIT_OK);
    assert_true(out.size <= self->bytes.size);
    assert_true(played_bank_read(self->bytes, bones, &self->before));
    assert_true(played_bank_read((gait_span){out.data, out.size}, bones, &self->after));
    assert_int_equal(self->before.motion_count, self->after.motion_count);
    for (uint32_t m = 0; m < gait_file_clip_count(file); m++) {
        compare_motion(self, m, result);
    }
    check_result(self, file, (gait_span){out.data, out.size}, options);
    gait_optimise_summary total = gait_optimised_summary(result);
    assert_true(total.error_mm <= options->tolerance_mm);
    assert_true(total.error_deg <= options->tolerance_deg);
    assert_int_equal(total.bytes_after, out.size);
    seen.after[!self->is_exact] += out.size;
    seen.smaller[!self->is_exact] += out.size < self->bytes.size;
    played_bank_free(&self->before);
    played_bank_free(&self->after);
    gait_optimised_free(result);
    gait_buffer_free(&out);
}

static void visit(const char *path, gait_span bytes) {
    static const gait_optimise_options all[] = {{.tolerance_mm = 0},
                                                {.tolerance_mm = 0.1, .tolerance_deg = 0.02},
                                                {.tolerance_mm = 5, .tolerance_deg = 1}};
    gait_file *file;
    if (gait_file_open(bytes, path, NULL, &file) != GAIT_OK) {
        return;
    }
    const gait_ogf *model = gait_file_ogf(file);
    if (gait_file_omf(file) || (model && gait_ogf_motions(model))) {
        seen.banks += !model;
        seen.models += model != NULL;
        seen.before += bytes.size;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            pair self = {.path = path, .bytes = bytes};
            optimise(&self, file, &all[i]);
        }
    }
    gait_file_free(file);
}

static void real_banks_play_the_same(void **state) {
    (void)state;
    assert_true(corpus_each(".omf", visit));
    assert_true(corpus_each(".ogf", visit));
    printf("%u banks, %u models, %u motions, %u tracks, %llu keys; largest error %.4f mm, %.4f "
           "degrees\n",
           seen.banks, seen.models, seen.motions, seen.tracks, seen.keys, seen.error_mm,
           seen.error_deg);
    printf("%u and %u smaller\n", seen.smaller[0], seen.smaller[1]);
    assert_true(seen.banks > 0 && seen.models > 0 && seen.smaller[1] > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(real_banks_play_the_same)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}

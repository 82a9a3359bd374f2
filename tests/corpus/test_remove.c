/* Removes the first, a middle and the last motion of every real bank. The result must open, have
 * no additional findings, and keep all other motions byte for byte. Appending a motion and
 * removing it must restore the file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus_files.h"
#include "gait/expert.h"
#include "test.h"
#include "formats/xray/omf/omf.h"

enum { MAX_DIAGNOSTICS = 20000 };

static struct { unsigned banks, removed, motions, tracks, worse; } seen;

/* --- findings --------------------------------------------------------------------------------- */

/* Opens a bank and counts the findings of each rule. */
static gait_omf *open_and_check(gait_span bytes, uint64_t *broken) {
    static gait_diagnostic items[MAX_DIAGNOSTICS];
    gait_diagnostics diagnostics = {.items = items, .capacity = MAX_DIAGNOSTICS};
    gait_options options = {.diagnostics = &diagnostics};
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, &options, &omf), GAIT_OK);
    gaiti_omf_check(omf, &diagnostics);
    memset(broken, 0, gait_rule_count() * sizeof *broken);
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        broken[items[i].rule - gait_rule_at(0)] += items[i].count;
    }
    assert_int_equal(diagnostics.dropped, 0);
    return omf;
}

static void compare_findings(const char *path, const uint64_t *before, const uint64_t *after) {
    for (uint32_t r = 0; r < gait_rule_count(); r++) {
        if (after[r] > before[r]) {
            printf("%s: %s %u times, %u before\n", path, gait_rule_at(r)->id, (unsigned)after[r],
                   (unsigned)before[r]);
            seen.worse++;
        }
    }
}

/* --- remaining motions ------------------------------------------------------------------------ */

static void assert_span(gait_span a, gait_span b) {
    assert_int_equal(a.size, b.size);
    assert_true(a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static void compare_track(const gait_omf *a, uint32_t m, const gait_omf *b, uint32_t n,
                          uint32_t track) {
    gait_omf_track x = gait_omf_track_at(a, m, track), y = gait_omf_track_at(b, n, track);
    assert_int_equal(x.flags, y.flags);
    assert_int_equal(x.rotation_crc, y.rotation_crc);
    assert_int_equal(x.translation_crc, y.translation_crc);
    assert_span(x.rotation_keys, y.rotation_keys);
    assert_span(x.translation_keys, y.translation_keys);
    assert_memory_equal(x.init, y.init, sizeof x.init);
    assert_memory_equal(x.size, y.size, sizeof x.size);
    seen.tracks++;
}

static void compare_marks(const gait_omf *a, uint32_t m, const gait_omf *b, uint32_t n) {
    assert_int_equal(gait_omf_mark_count(a, m), gait_omf_mark_count(b, n));
    for (uint32_t k = 0; k < gait_omf_mark_count(a, m); k++) {
        gait_omf_mark x = gait_omf_mark_at(a, m, k), y = gait_omf_mark_at(b, n, k);
        assert_span(x.name, y.name);
        assert_span(x.terminator, y.terminator);
        assert_span(x.intervals, y.intervals);
    }
}

static void compare_motion(const gait_omf *a, uint32_t m, const gait_omf *b, uint32_t n) {
    gait_omf_motion x = gait_omf_motion_at(a, m), y = gait_omf_motion_at(b, n);
    assert_span(x.name, y.name);
    assert_span(x.label, y.label);
    assert_int_equal(y.motion, x.motion == m ? n : x.motion);
    assert_int_equal(x.flags, y.flags);
    assert_int_equal(x.bone_or_part, y.bone_or_part);
    assert_int_equal(x.frame_count, y.frame_count);
    assert_memory_equal(&x.speed, &y.speed, sizeof x.speed);
    assert_memory_equal(&x.falloff, &y.falloff, sizeof x.falloff);
    compare_marks(a, m, b, n);
    for (uint32_t t = 0; t < gait_omf_bone_count(a); t++) {
        compare_track(a, m, b, n, t);
    }
    seen.motions++;
}

static gait_buffer without(gait_span bytes, uint32_t motion) {
    gait_omf *omf;
    gait_buffer out = {0};
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motion(omf, motion), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    gait_omf_free(omf);
    return out;
}

static void remove_one(const char *path, gait_span bytes, const gait_omf *omf,
                       const uint64_t *before, uint32_t motion) {
    uint64_t *after = calloc(gait_rule_count(), sizeof *after);
    gait_buffer out = without(bytes, motion);
    gait_omf *left = open_and_check((gait_span){out.data, out.size}, after);
    uint32_t count = gait_omf_motion_count(omf);
    assert_int_equal(gait_omf_motion_count(left), count - 1);
    assert_true(out.size < bytes.size);
    compare_findings(path, before, after);
    for (uint32_t m = 0; m < count - 1; m++) {
        compare_motion(omf, m < motion ? m : m + 1, left, m);
    }
    seen.removed++;
    gait_omf_free(left);
    gait_buffer_free(&out);
    free(after);
}

/* --- appended motions ------------------------------------------------------------------------- */

static void append_and_remove(gait_span bytes) {
    gait_omf *omf;
    gait_buffer out = {0};
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    uint32_t bones = gait_omf_bone_count(omf), count = gait_omf_motion_count(omf);
    gait_omf_motion values = gait_omf_motion_at(omf, 0);
    gait_omf_track *tracks = calloc(bones + 1, sizeof *tracks);
    for (uint32_t t = 0; t < bones; t++) {
        tracks[t] = gait_omf_track_at(omf, 0, t);
    }
    assert_int_equal(gaiti_omf_add_motion(omf, &values, tracks), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motion(omf, count), GAIT_OK);
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    assert_span((gait_span){out.data, out.size}, bytes);
    gait_buffer_free(&out);
    gait_omf_free(omf);
    free(tracks);
}

static void compare_with_reference(const char *path, gait_span bytes) {
    uint64_t *before = calloc(gait_rule_count(), sizeof *before);
    gait_omf *omf = open_and_check(bytes, before);
    uint32_t count = gait_omf_motion_count(omf);
    const uint32_t places[3] = {0, count / 2, count ? count - 1 : 0};
    for (int i = 0; i < 3 && count > 0; i++) {
        if (i == 0 || places[i] > places[i - 1]) {
            remove_one(path, bytes, omf, before, places[i]);
        }
    }
    if (count > 0) {
        append_and_remove(bytes);
    }
    seen.banks++;
    gait_omf_free(omf);
    free(before);
}

static void visit(const char *path, gait_span bytes) {
    gait_omf *omf;
    if (gait_omf_open(bytes, NULL, &omf) == GAIT_OK) {
        gait_omf_free(omf);
        compare_with_reference(path, bytes);
    }
}

static void motions_are_removed_from_real_banks(void **state) {
    (void)state;
    assert_true(corpus_each(".omf", visit));
    print_message("%u banks, %u motions taken out; %u motions with %u tracks the same; %u findings "
                  "more\n",
                  seen.banks, seen.removed, seen.motions, seen.tracks, seen.worse);
    assert_true(seen.banks > 0);
    assert_int_equal(seen.worse, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(motions_are_removed_from_real_banks)};
    return corpus_folder() ? cmocka_run_group_tests(tests, NULL, NULL) : CORPUS_SKIPPED;
}

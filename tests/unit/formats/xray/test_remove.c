/* Removing motions from banks and SDK motions changes only their bytes and the counts, sizes and
 * numbers that depend on them. */
#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "edits.h"
#include "fixtures.h"
#include "gait/omf.h"
#include "gait/skl.h"
#include "test.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

static gait_omf *open_omf(gait_span bytes) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    return omf;
}

static void close_omf(gait_omf *omf, gait_span bytes) {
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
}

static uint64_t place_of(const gait_omf *omf, const char *path) {
    return edit_find(&gaiti_omf_row, omf, path).offset;
}

static uint64_t place(const gait_omf *omf, const char *list, uint32_t index, const char *field) {
    char path[80];
    snprintf(path, sizeof path, "%s[%u].%s", list, index, field);
    return place_of(omf, path);
}

static void assert_bytes(const gait_omf *omf, edit_expected *expected) {
    gait_buffer out = {0};
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    edit_assert(expected, &out);
}

/* --- banks ------------------------------------------------------------------------------------ */

static void lower_u16(edit_expected *file, uint64_t offset) {
    uint16_t number = gaiti_load_u16(file->data + offset);
    gaiti_store_u16(file->data + offset, (uint16_t)(number - 1));
}

/* Decrements the numbers of the following motions, and those in their definitions that match. */
static void expect_renumbered(edit_expected *file, const gait_omf *omf, uint32_t removed) {
    for (uint32_t m = removed + 1; m < gait_omf_motion_count(omf); m++) {
        edit_add_u32(file, place(omf, "motions", m, "id"), -1);
        if (gait_omf_motion_at(omf, m).motion == m) {
            lower_u16(file, place(omf, "params.definitions", m, "motion"));
        }
    }
}

/* The expected file without a motion, built with the offsets from the map. */
static edit_expected without(const gait_omf *omf, gait_span bytes, uint32_t m) {
    edit_expected file = edit_copy(bytes);
    uint32_t count = gait_omf_motion_count(omf);
    bool last = m + 1 == count;
    uint64_t keys = place(omf, "motions", m, "id");
    uint64_t keys_end = keys + 8 + gaiti_load_u32(bytes.data + keys + 4);
    uint64_t definition = place(omf, "params.definitions", m, "name");
    uint64_t params = place_of(omf, "params.size");
    uint64_t end = last ? params + 4 + gaiti_load_u32(bytes.data + params)
                        : place(omf, "params.definitions", m + 1, "name");
    expect_renumbered(&file, omf, m);
    edit_add_u32(&file, place_of(omf, "keys.size"), -(int64_t)(keys_end - keys));
    edit_add_u32(&file, place_of(omf, "head.count"), -1);
    edit_add_u32(&file, params, -(int64_t)(end - definition));
    lower_u16(&file, place_of(omf, "params.motionCount"));
    edit_replace(&file, definition, end - definition, (gait_span){0});
    edit_replace(&file, keys, keys_end - keys, (gait_span){0});
    return file;
}

TEST(removing_a_motion_removes_its_bytes) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    for (uint32_t m = 0; m < 5; m++) {
        gait_omf *omf = open_omf(bytes);
        edit_expected expected = without(omf, bytes, m);
        assert_int_equal(gait_omf_motion_count(omf), 5);
        assert_int_equal(gaiti_omf_remove_motion(omf, m), GAIT_OK);
        assert_int_equal(gait_omf_motion_count(omf), 4);
        assert_int_equal(gaiti_omf_remove_motion(omf, 4), GAIT_BAD_ARGUMENT);
        assert_bytes(omf, &expected);
        gait_omf_free(omf);
    }
    free((void *)(uintptr_t)bytes.data);
}

static uint32_t findings_of(gait_span bytes) {
    gait_diagnostics found = {0};
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bytes, &(gait_options){.diagnostics = &found}, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_check(omf, &found), GAIT_OK);
    gait_omf_free(omf);
    return (uint32_t)found.dropped; /* errors, warnings and notes, as the capacity is 0 */
}

TEST(bank_stays_valid_after_removals) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_omf *omf = open_omf(bytes);
    while (gait_omf_motion_count(omf) > 1) {
        gait_buffer out = {0};
        assert_int_equal(gaiti_omf_remove_motion(omf, gait_omf_motion_count(omf) / 2), GAIT_OK);
        assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
        assert_int_equal(findings_of((gait_span){out.data, out.size}), 0);
        gait_buffer_free(&out);
    }
    close_omf(omf, bytes);
}

static void append_again(gait_omf *omf, uint32_t motion) {
    gait_omf_track tracks[256];
    gait_omf_motion values = gait_omf_motion_at(omf, motion);
    assert_in_range(gait_omf_bone_count(omf), 0, 256);
    for (uint32_t t = 0; t < gait_omf_bone_count(omf); t++) {
        tracks[t] = gait_omf_track_at(omf, motion, t);
    }
    assert_int_equal(gaiti_omf_add_motion(omf, &values, tracks), GAIT_OK);
}

TEST(removing_appended_motions_restores_the_bytes) {
    const char *const files[] = {"samples/stalker.omf",          "omf/ok/scrambled_labels.omf",
                                 "omf/ok/version_3.omf",         "omf/ok/unknown_chunks.omf",
                                 "omf/ok/motions_unordered.omf", "omf/ok/parameters_first.omf"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        gait_span bytes = test_fixture_bytes(files[f]);
        gait_omf *omf = open_omf(bytes);
        edit_expected expected = edit_copy(bytes);
        uint32_t count = gait_omf_motion_count(omf);
        append_again(omf, 0);
        append_again(omf, 0);
        assert_int_equal(gaiti_omf_remove_motion(omf, count + 1), GAIT_OK);
        assert_int_equal(gaiti_omf_remove_motion(omf, count), GAIT_OK);
        assert_bytes(omf, &expected);
        append_again(omf, 0);
        assert_int_equal(gait_omf_motion_count(omf), count + 1);
        close_omf(omf, bytes);
    }
}

/* Motion numbers in definitions that do not match the order of the file are kept. */
TEST(meaningless_motion_numbers_are_kept) {
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_omf *omf = open_omf(bytes);
    gait_omf_motion values = gait_omf_motion_at(omf, 3);
    values.motion = 50992;
    assert_int_equal(gaiti_omf_set_motion(omf, 3, &values), GAIT_OK);
    values = gait_omf_motion_at(omf, 4);
    values.motion = 3;
    assert_int_equal(gaiti_omf_set_motion(omf, 4, &values), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motion(omf, 1), GAIT_OK);
    const uint16_t wanted[4] = {0, 1, 50992, 3};
    for (uint32_t m = 0; m < 4; m++) {
        assert_int_equal(gait_omf_motion_at(omf, m).motion, wanted[m]);
    }
    close_omf(omf, bytes);
}

/* Renumbering must not turn a foreign sub-chunk into a motion. */
TEST(removal_next_to_a_foreign_chunk_is_refused) {
    gait_span bytes = test_fixture_bytes("omf/ok/motions_unordered.omf");
    gait_omf *omf = open_omf(bytes);
    uint32_t count = gait_omf_motion_count(omf);
    uint64_t size = place_of(omf, "keys.size"), end = size + 4 + gaiti_load_u32(bytes.data + size);
    edit_expected file = edit_copy(bytes);
    static const uint8_t foreign[9] = {1, 0, 0, 0, 1, 0, 0, 0, 0x55};
    assert_int_equal(gaiti_load_u32(bytes.data + size - 4), 0xE);
    assert_true(count > 1);
    edit_add_u32(&file, size, sizeof foreign);
    edit_replace(&file, end, 0, (gait_span){foreign, sizeof foreign});
    close_omf(omf, bytes);
    omf = open_omf((gait_span){file.data, file.size});
    assert_int_equal(gait_omf_motion_count(omf), count);
    assert_int_equal(gaiti_omf_remove_motion(omf, 0), GAIT_WOULD_LOSE);
    assert_int_equal(gait_omf_motion_count(omf), count);
    assert_bytes(omf, &(edit_expected){file.data, file.size});
    gait_omf_free(omf);
}

/* In banks whose counts differ, entries without a counterpart are kept. */
TEST(banks_with_mismatched_counts_can_be_edited) {
    const char *const files[] = {"omf/bad/definition_missing.omf", "omf/bad/keys_missing.omf",
                                 "omf/bad/hole_in_motions.omf", "omf/ok/unknown_sub.omf"};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        gait_span bytes = test_fixture_bytes(files[f]);
        gait_omf *omf = open_omf(bytes);
        uint32_t count = gait_omf_motion_count(omf), before = findings_of(bytes);
        gait_buffer out = {0};
        assert_true(count > 0);
        assert_int_equal(gaiti_omf_remove_motion(omf, 0), GAIT_OK);
        assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
        assert_in_range(findings_of((gait_span){out.data, out.size}), 0, before);
        gait_omf *again = open_omf((gait_span){out.data, out.size});
        assert_int_equal(gait_omf_motion_count(again), count - 1);
        gait_omf_free(again);
        gait_buffer_free(&out);
        close_omf(omf, bytes);
    }
}

/* --- SDK motions ------------------------------------------------------------------------------ */

static uint64_t place_of_name(const gait_skl *skl, uint32_t motion) {
    char path[40];
    snprintf(path, sizeof path, "motions[%u].name", motion);
    return edit_find(&gaiti_skl_row, skl, path).offset;
}

TEST(removing_an_sdk_motion_removes_its_bytes) {
    gait_span bytes = test_fixture_bytes("skl/ok/two.skls");
    for (uint32_t m = 0; m < 2; m++) {
        gait_skl *skl;
        gait_buffer out = {0};
        edit_expected expected = edit_copy(bytes);
        assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
        assert_int_equal(gait_skl_motion_count(skl), 2);
        uint64_t at = place_of_name(skl, m), end = m ? bytes.size : place_of_name(skl, 1);
        edit_add_u32(&expected, 0, -1);
        edit_replace(&expected, at, end - at, (gait_span){0});
        assert_int_equal(gaiti_skl_remove_motion(skl, m), GAIT_OK);
        assert_int_equal(gaiti_skl_remove_motion(skl, 1), GAIT_BAD_ARGUMENT);
        assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
        edit_assert(&expected, &out);
        gait_skl_free(skl);
    }
    free((void *)(uintptr_t)bytes.data);
}

TEST(removing_an_appended_sdk_motion_restores_the_bytes) {
    gait_span bytes = test_fixture_bytes("skl/ok/two.skls");
    edit_expected expected = edit_copy(bytes);
    gait_skl *skl;
    gait_buffer out = {0};
    gait_skl_motion values = {.version = 7, .fps = 30, .name = {(const uint8_t *)"one", 3}};
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gait_skl_add_motion(skl, &values, NULL, NULL), GAIT_OK);
    assert_int_equal(gaiti_skl_remove_motion(skl, 2), GAIT_OK);
    assert_int_equal(gait_skl_write(skl, &out), GAIT_OK);
    edit_assert(&expected, &out);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

TEST(the_only_motion_cannot_be_removed) {
    const char *const files[] = {"skl/ok/still.skl", "anm/ok/version_5.anm"};
    for (size_t f = 0; f < 2; f++) {
        gait_span bytes = test_fixture_bytes(files[f]);
        gait_skl *skl;
        assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
        assert_int_equal(gaiti_skl_remove_motion(skl, 0), GAIT_BAD_ARGUMENT);
        assert_int_equal(gait_skl_motion_count(skl), 1);
        gait_skl_free(skl);
        free((void *)(uintptr_t)bytes.data);
    }
}

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/bmtr.h"
#include "gait/compare.h"
#include "gait/omf.h"
#include "gait/rtm.h"
#include "test.h"
#include "tiny_rtm.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "formats/xray/omf/omf.h"

/* A file whose bytes were written by an edited document. */
static test_file write_omf(const gait_omf *omf) {
    gait_buffer out = {0};
    test_file file;
    assert_int_equal(gait_omf_write(omf, &out), GAIT_OK);
    file.bytes = (gait_span){out.data, out.size};
    assert_int_equal(gait_file_open(file.bytes, "new.omf", NULL, &file.file), GAIT_OK);
    return file;
}

static gait_omf *open_omf(test_file *file) {
    gait_omf *omf;
    assert_int_equal(gait_omf_open(file->bytes, NULL, &omf), GAIT_OK);
    return omf;
}

static gait_file_comparison *compare(const test_file *a, const test_file *b, double deg,
                                     double mm) {
    gait_file_comparison *comparison;
    const gait_file_compare_options options = {.tolerance_deg = deg, .tolerance_mm = mm};
    assert_int_equal(gait_file_compare(a->file, b->file, &options, &comparison), GAIT_OK);
    return comparison;
}

TEST(equal_files_are_equal) {
    test_file a = test_open("samples/stalker.omf"), b = test_open("samples/stalker.omf");
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_int_equal(summary.outcome, GAIT_FILES_EQUAL);
    assert_int_equal(summary.size, a.bytes.size);
    assert_int_equal(summary.differing_bytes, 0);
    assert_int_equal(summary.clip_count, 0); /* nothing was read */
    gait_file_comparison_free(comparison);
    test_close(&a);
    test_close(&b);
}

TEST(bytes_that_are_not_compared_are_counted) {
    test_file a = test_open("samples/stalker.omf"), b = test_open("samples/stalker.omf");
    gait_omf *omf = open_omf(&a);
    gait_omf_track track = gait_omf_track_at(omf, 0, 2);
    track.rotation_crc ^= 0xFFFFFF;
    assert_int_equal(gait_omf_set_track(omf, 0, 2, &track), GAIT_OK);
    test_file changed = write_omf(omf);
    gait_file_comparison *comparison = compare(&b, &changed, 0, 0);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_int_equal(summary.outcome, GAIT_FILES_SAME_CONTENT);
    assert_int_equal(summary.differing_bytes, 3);
    assert_int_equal(summary.clip_count, 5);
    assert_int_equal(gait_file_comparison_clip(comparison, 0).keys, GAIT_KEYS_EQUAL);
    gait_file_comparison_free(comparison);
    test_close(&changed);
    gait_omf_free(omf);
    test_close(&a);
    test_close(&b);
}

/* Clips 0 and 1 exchange places, clip 2 gets another name, clip 3 is removed. */
TEST(clips_are_matched) {
    static const uint32_t order[] = {1, 0, 2, 3, 4};
    test_file a = test_open("samples/stalker.omf");
    gait_omf *omf = open_omf(&a);
    assert_int_equal(gaiti_omf_reorder_motions(omf, order, 5), GAIT_OK);
    assert_int_equal(gaiti_omf_rename_motion(omf, 2, "WAVE", NULL), GAIT_OK);
    assert_int_equal(gaiti_omf_remove_motion(omf, 3), GAIT_OK);
    assert_int_equal(gaiti_omf_duplicate_motion(omf, 0, "copy", NULL), GAIT_OK);
    test_file b = write_omf(omf);
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_int_equal(summary.outcome, GAIT_FILES_DIFFERENT);
    assert_int_equal(summary.clip_count, 6);
    assert_int_equal(summary.moved, 1);
    assert_int_equal(summary.renamed, 1);
    assert_int_equal(summary.removed, 1);
    assert_int_equal(summary.added, 1);
    assert_int_equal(summary.changed, 0);
    gait_clip_difference renamed = gait_file_comparison_clip(comparison, 2);
    assert_string_equal(renamed.name, "salute");
    assert_string_equal(renamed.other_name, "WAVE");
    assert_int_equal(renamed.keys, GAIT_KEYS_EQUAL);
    assert_true(renamed.is_renamed && !renamed.is_moved && renamed.is_different);
    gait_clip_difference removed = gait_file_comparison_clip(comparison, 3);
    assert_int_equal(removed.other, -1);
    assert_string_equal(removed.other_name, "");
    assert_int_equal(removed.keys, GAIT_KEYS_NOT_COMPARED);
    assert_int_equal(removed.status, GAIT_OK);
    gait_clip_difference added = gait_file_comparison_clip(comparison, 5);
    assert_int_equal(added.clip, -1);
    assert_string_equal(added.other_name, "copy");
    gait_file_comparison_free(comparison);
    gait_omf_free(omf);
    test_close(&a);
    test_close(&b);
}

/* --- keys ------------------------------------------------------------------------------------- */

/* The sample with one rotation key of a track replaced. */
static test_file change_rotation(test_file *from, uint32_t bone, uint32_t frame,
                                 const int16_t q[4]) {
    gait_omf *omf = open_omf(from);
    gait_omf_track track = gait_omf_track_at(omf, 1, bone);
    uint8_t *keys = malloc(track.rotation_keys.size);
    memcpy(keys, track.rotation_keys.data, track.rotation_keys.size);
    for (size_t i = 0; i < 4; i++) {
        keys[8 * frame + 2 * i] = (uint8_t)((uint16_t)q[i]);
        keys[8 * frame + 2 * i + 1] = (uint8_t)((uint16_t)q[i] >> 8);
    }
    track.rotation_keys.data = keys;
    assert_int_equal(gait_omf_set_track(omf, 1, bone, &track), GAIT_OK);
    test_file file = write_omf(omf);
    gait_omf_free(omf);
    free(keys);
    return file;
}

TEST(one_key_of_one_bone) {
    const int16_t half_turn[4] = {32767, 0, 0, 0};
    test_file a = test_open("samples/stalker.omf");
    test_file b = change_rotation(&a, 4, 7, half_turn);
    gait_omf *omf = open_omf(&a);
    gait_omf_track track = gait_omf_track_at(omf, 1, 4);
    assert_true(track.rotation_keys.size > 64 && !(track.flags & GAIT_OMF_FLOAT_KEYS));
    double old[4], length = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *at = track.rotation_keys.data + 56 + 2 * i;
        old[i] = (int16_t)(uint16_t)(at[0] | at[1] << 8);
        length += old[i] * old[i];
    }
    double degrees = 2 * acos(fabs(old[0]) / sqrt(length)) * 180 / acos(-1);
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    gait_clip_difference clip = gait_file_comparison_clip(comparison, 1);
    assert_int_equal(gait_file_comparison_summary(comparison).changed, 1);
    assert_int_equal(clip.keys, GAIT_KEYS_DIFFERENT);
    assert_int_equal(clip.bone_count, 1);
    gait_key_difference bone = gait_file_comparison_bone(comparison, 1, 0);
    gait_span name = gait_omf_bone_name(omf, 4);
    assert_memory_equal(bone.lever.bone_name, name.data, name.size);
    assert_int_equal(bone.rotation.frame, 7);
    assert_true(fabs(bone.rotation.amount - degrees) < 1e-3);
    assert_true(bone.translation.amount == 0 && !bone.translation.bone_name);
    assert_true(fabs(bone.lever.amount - 200 * sin(degrees * acos(-1) / 360)) < 1e-2);
    assert_null(clip.displacement.bone_name); /* the parents are unknown */
    gait_file_comparison_free(comparison);
    gait_omf_free(omf);
    test_close(&a);
    test_close(&b);
}

/* A quaternion with the opposite signs is the same rotation, but other stored keys. */
TEST(the_same_pose_in_other_bytes) {
    test_file a = test_open("samples/stalker.omf");
    gait_omf *omf = open_omf(&a);
    gait_omf_track track = gait_omf_track_at(omf, 1, 4);
    int16_t q[4];
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *at = track.rotation_keys.data + 2 * i;
        q[i] = (int16_t) - (int16_t)(uint16_t)(at[0] | at[1] << 8);
    }
    test_file b = change_rotation(&a, 4, 0, q);
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    assert_int_equal(gait_file_comparison_clip(comparison, 1).keys, GAIT_KEYS_DIFFERENT);
    gait_key_difference bone = gait_file_comparison_bone(comparison, 1, 0);
    assert_non_null(bone.lever.bone_name);
    assert_true(bone.lever.amount < 1e-4 && bone.rotation.amount < 1e-4);
    gait_file_comparison_free(comparison);
    comparison = compare(&a, &b, 0.001, 0.001);
    assert_int_equal(gait_file_comparison_summary(comparison).outcome, GAIT_FILES_SAME_CONTENT);
    assert_int_equal(gait_file_comparison_clip(comparison, 1).keys, GAIT_KEYS_SAME);
    gait_file_comparison_free(comparison);
    gait_omf_free(omf);
    test_close(&a);
    test_close(&b);
}

/* --- plain RTM -------------------------------------------------------------------------------- */

typedef void (*rtm_edit)(gait_rtm *rtm);

static test_file edit_rtm(gait_span bytes, rtm_edit edit) {
    gait_rtm *rtm;
    gait_buffer out = {0};
    test_file file;
    assert_int_equal(gaiti_rtm_open(bytes, NULL, &rtm), GAIT_OK);
    edit(rtm);
    assert_int_equal(gaiti_rtm_write(rtm, &out), GAIT_OK);
    gaiti_rtm_free(rtm);
    file.bytes = (gait_span){out.data, out.size};
    assert_int_equal(gait_file_open(file.bytes, "other.rtm", NULL, &file.file), GAIT_OK);
    return file;
}

static void set_not_a_number(gait_rtm *rtm) {
    float matrix[12];
    gait_rtm_matrix(rtm, 1, 1, matrix);
    matrix[10] = NAN;
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 1, 1, matrix), GAIT_OK);
}

static void set_infinity(gait_rtm *rtm) {
    float matrix[12];
    set_not_a_number(rtm);
    gait_rtm_matrix(rtm, 1, 1, matrix);
    matrix[10] = INFINITY;
    matrix[0] = NAN;
    assert_int_equal(gaiti_rtm_set_matrix(rtm, 1, 1, matrix), GAIT_OK);
}

TEST(keys_that_are_not_numbers) {
    test_file a = {tiny_rtm(), tiny_rtm_open()};
    test_file b = edit_rtm(tiny_rtm(), set_not_a_number);
    test_file c = edit_rtm(tiny_rtm(), set_infinity);
    const test_file *const pairs[][2] = {{&a, &b}, {&b, &a}, {&b, &c}, {&c, &b}, {&a, &c}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        gait_file_comparison *comparison = compare(pairs[i][0], pairs[i][1], 0, 0);
        gait_clip_difference clip = gait_file_comparison_clip(comparison, 0);
        assert_int_equal(clip.keys, GAIT_KEYS_DIFFERENT);
        assert_int_equal(clip.bone_count, 1);
        gait_key_difference bone = gait_file_comparison_bone(comparison, 0, 0);
        assert_int_equal(bone.translation.frame, 1);
        assert_true(isinf(bone.translation.amount) && isinf(bone.lever.amount));
        gait_file_comparison_free(comparison);
    }
    gait_file_comparison *comparison = compare(&b, &b, 0, 0);
    assert_int_equal(gait_file_comparison_summary(comparison).outcome, GAIT_FILES_EQUAL);
    gait_file_comparison_free(comparison);
    gait_file_free(a.file);
    test_close(&b);
    test_close(&c);
}

static void set_values(gait_rtm *rtm) {
    const float step[3] = {0, 0.5F, -2};
    assert_int_equal(gaiti_rtm_set_root_motion(rtm, step), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_phase(rtm, 1, 0.75F), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_bone_name(rtm, 0, test_span("Hips")), GAIT_OK);
}

TEST(values_of_an_rtm) {
    test_file a = {tiny_rtm(), tiny_rtm_open()}, b = edit_rtm(tiny_rtm(), set_values);
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    assert_int_equal(gait_file_comparison_summary(comparison).difference_count, 2);
    gait_difference removed = gait_file_comparison_difference(comparison, 0);
    assert_int_equal(removed.subject, GAIT_DIFFERENCE_BONE);
    assert_int_equal(removed.kind, GAIT_DIFFERENCE_REMOVED);
    assert_string_equal(removed.name, "Pelvis");
    gait_difference added = gait_file_comparison_difference(comparison, 1);
    assert_int_equal(added.kind, GAIT_DIFFERENCE_ADDED);
    assert_string_equal(added.name, "Hips");
    gait_clip_difference clip = gait_file_comparison_clip(comparison, 0);
    assert_false(clip.is_renamed); /* the names are those of the files */
    assert_int_equal(clip.difference_count, 2);
    gait_difference step = gait_file_comparison_clip_difference(comparison, 0, 0);
    assert_int_equal(step.subject, GAIT_DIFFERENCE_ROOT_MOTION);
    assert_string_equal(step.before, "0 0 -1.5");
    assert_string_equal(step.after, "0 0.5 -2");
    gait_difference times = gait_file_comparison_clip_difference(comparison, 0, 1);
    assert_int_equal(times.subject, GAIT_DIFFERENCE_TIMES);
    assert_string_equal(times.name, "frame 1");
    assert_string_equal(times.before, "1");
    assert_string_equal(times.after, "0.75");
    assert_true(times.is_number && clip.keys == GAIT_KEYS_EQUAL);
    gait_file_comparison_free(comparison);
    gait_file_free(a.file);
    test_close(&b);
}

/* --- binarised RTM ---------------------------------------------------------------------------- */

static void rename_bones(gait_rtm *rtm) {
    assert_int_equal(gaiti_rtm_set_bone_name(rtm, 0, test_span("Wheel")), GAIT_OK);
    assert_int_equal(gaiti_rtm_set_bone_name(rtm, 1, test_span("Axle")), GAIT_OK);
}

static void rename_one_bone(gait_rtm *rtm) {
    assert_int_equal(gaiti_rtm_set_bone_name(rtm, 0, test_span("Wheel")), GAIT_OK);
}

TEST(keys_need_a_common_bone) {
    test_file a = {tiny_rtm(), tiny_rtm_open()};
    test_file b = edit_rtm(tiny_rtm(), rename_bones), c = edit_rtm(tiny_rtm(), rename_one_bone);
    gait_file_comparison *comparison = compare(&a, &b, 0, 0);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_int_equal(summary.outcome, GAIT_FILES_DIFFERENT);
    assert_int_equal(summary.not_compared, 1);
    assert_int_equal(gait_file_comparison_clip(comparison, 0).keys, GAIT_KEYS_NOT_COMPARED);
    assert_int_equal(gait_file_comparison_clip(comparison, 0).status, GAIT_NOT_FOUND);
    gait_file_comparison_free(comparison);
    comparison = compare(&a, &c, 0, 0);
    assert_int_equal(gait_file_comparison_summary(comparison).not_compared, 0);
    gait_file_comparison_free(comparison);
    gait_file_free(a.file); /* its bytes are static */
    test_close(&b);
    test_close(&c);
}

TEST(a_record_of_a_binarised_rtm) {
    test_file a = test_open("samples/walk_binarised.rtm"), b;
    gait_bmtr *bmtr;
    gait_buffer out = {0};
    gait_skeleton *man;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    assert_int_equal(gait_bmtr_open(a.bytes, NULL, &bmtr), GAIT_OK);
    gait_bmtr_record record = gait_bmtr_record_at(bmtr, 3, 8);
    record.translation[1] ^= 0x10;
    assert_int_equal(gaiti_bmtr_set_record(bmtr, 3, 8, &record), GAIT_OK);
    assert_int_equal(gait_bmtr_set_preload(bmtr, 1 - gait_bmtr_preload(bmtr)), GAIT_OK);
    assert_int_equal(gait_bmtr_write(bmtr, &out), GAIT_OK);
    b.bytes = (gait_span){out.data, out.size};
    assert_int_equal(gait_file_open(b.bytes, "b.rtm", NULL, &b.file), GAIT_OK);
    for (int with = 0; with < 2; with++) {
        const gait_file_compare_options options = {.skeleton = with ? man : NULL};
        gait_file_comparison *comparison;
        assert_int_equal(gait_file_compare(a.file, b.file, &options, &comparison), GAIT_OK);
        gait_files_summary summary = gait_file_comparison_summary(comparison);
        gait_clip_difference clip = gait_file_comparison_clip(comparison, 0);
        assert_int_equal(summary.is_posed, with);
        assert_int_equal(summary.difference_count, 1);
        assert_string_equal(gait_file_comparison_difference(comparison, 0).name, "preload");
        assert_int_equal(clip.bone_count, 1);
        gait_key_difference bone = gait_file_comparison_bone(comparison, 0, 0);
        gait_span name = gait_file_bone_name(a.file, 8);
        assert_memory_equal(bone.lever.bone_name, name.data, name.size);
        assert_int_equal(bone.translation.frame, 3);
        assert_true(bone.translation.amount > 0 && bone.rotation.amount == 0);
        assert_int_equal(clip.displacement.bone_name != NULL, with);
        gait_file_comparison_free(comparison);
    }
    gait_skeleton_free(man);
    gait_bmtr_free(bmtr);
    test_close(&a);
    test_close(&b);
}

/* --- two formats ------------------------------------------------------------------------------ */

TEST(files_of_two_formats) {
    test_file a = test_open("samples/walk.rtm"), b = test_open("samples/walk_binarised.rtm");
    gait_skeleton *man;
    gait_file_comparison *comparison;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    gait_file_compare_options options = {.skeleton = man};
    assert_int_equal(gait_file_compare(a.file, b.file, &options, &comparison), GAIT_OK);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_int_equal(summary.difference_count, 1);
    assert_int_equal(gait_file_comparison_difference(comparison, 0).subject,
                     GAIT_DIFFERENCE_FORMAT);
    assert_int_equal(summary.changed, 0);
    assert_true(summary.is_posed && summary.tolerance_mm == 1 && summary.tolerance_deg == 0.02);
    assert_int_equal(gait_file_comparison_clip(comparison, 0).keys, GAIT_KEYS_SAME);
    gait_file_comparison_free(comparison);
    options.skeleton = NULL; /* model space and relative to unknown parents */
    assert_int_equal(gait_file_compare(a.file, b.file, &options, &comparison), GAIT_OK);
    gait_clip_difference clip = gait_file_comparison_clip(comparison, 0);
    assert_int_equal(clip.keys, GAIT_KEYS_NOT_COMPARED);
    assert_int_equal(clip.status, GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_comparison_summary(comparison).not_compared, 1);
    gait_file_comparison_free(comparison);
    gait_skeleton_free(man);
    test_close(&a);
    test_close(&b);
}

/* Every pair of neighbours among the fixtures, which include damaged files that open. */
TEST(no_fixture_stops_a_comparison) {
    test_fixtures all = test_fixtures_load("");
    gait_file *before = NULL;
    size_t compared = 0;
    for (size_t i = 0; i < all.count; i++) {
        gait_file *file = NULL;
        if (gait_file_open(all.items[i].bytes, all.items[i].file, NULL, &file) != GAIT_OK) {
            continue;
        }
        for (int turn = 0; before && turn < 2; turn++) {
            gait_file_comparison *comparison;
            assert_int_equal(
                gait_file_compare(turn ? file : before, turn ? before : file, NULL, &comparison),
                GAIT_OK);
            gait_file_comparison_free(comparison);
            compared++;
        }
        gait_file_free(before);
        before = file;
    }
    gait_file_free(before);
    test_fixtures_free(&all);
    assert_true(compared > 300);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status attempt(const gait_options *options, void *user) {
    const test_file *files = user;
    gait_file_comparison *comparison = NULL;
    gait_file_compare_options with = {.common = *options};
    gait_status status = gait_file_compare(files[0].file, files[1].file, &with, &comparison);
    assert_int_equal(comparison != NULL, status == GAIT_OK);
    gait_file_comparison_free(comparison);
    return status;
}

TEST(every_allocation_may_fail) {
    const int16_t half_turn[4] = {32767, 0, 0, 0};
    test_file files[2] = {test_open("samples/stalker.omf")};
    files[1] = change_rotation(&files[0], 4, 7, half_turn);
    gait_omf *omf = open_omf(&files[1]);
    assert_int_equal(gaiti_omf_rename_motion(omf, 2, "WAVE", NULL), GAIT_OK);
    test_file renamed = write_omf(omf);
    test_file both[2] = {files[0], renamed};
    assert_true(test_every_failing_allocation(attempt, both) > 5);
    test_file walks[2] = {test_open("samples/walk.rtm"), test_open("samples/walk_binarised.rtm")};
    assert_true(test_every_failing_allocation(attempt, walks) > 5);
    test_file models[2] = {test_open("ogf/ok/motions_inside.ogf"),
                           test_open("ogf/ok/packed_motions.ogf")};
    assert_true(test_every_failing_allocation(attempt, models) > 5);
    gait_omf_free(omf);
    test_close(&renamed);
    for (int i = 0; i < 2; i++) {
        test_close(&files[i]);
        test_close(&walks[i]);
        test_close(&models[i]);
    }
}

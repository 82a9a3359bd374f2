/* Calls of omf.h with invalid arguments. */
#include <math.h>
#include <stdlib.h>

#include "fixtures.h"
#include "gait/omf.h"
#include "test.h"
#include "wrong.h"
#include "formats/xray/omf/omf.h"
#include "model/clip_change.h"

static const gait_span good_name = {(const uint8_t *)"a", 1};

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_omf *omf;
    gait_salvaged salvaged = {.kept = 3};
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    assert_bad(gait_omf_open(bytes, NULL, NULL));
    assert_bad_out(omf, gait_omf_open(wrong_span, NULL, &omf));
    assert_bad(gaiti_omf_new(4, NULL, NULL));
    assert_bad_out(omf, gaiti_omf_new(2, NULL, &omf));
    assert_bad_out(omf, gaiti_omf_new(UINT16_MAX, NULL, &omf));
    assert_bad_out(omf, gaiti_omf_salvage(wrong_span, NULL, 0, NULL, &omf, &salvaged));
    assert_int_equal(salvaged.kept, 0);
    assert_bad_out(omf, gaiti_omf_salvage(bytes, NULL, 1, NULL, &omf, &salvaged));
    assert_bad_out(omf, gaiti_omf_salvage(bytes, &wrong_span, 1, NULL, &omf, &salvaged));
    assert_bad_out(omf, gaiti_omf_salvage(bytes, NULL, 0, NULL, &omf, NULL));
    assert_bad(gaiti_omf_salvage(bytes, NULL, 0, NULL, NULL, &salvaged));
    gait_omf_free(NULL);
    assert_bad(gait_omf_detach(NULL));
    assert_null(gait_file_omf(NULL));
    assert_int_equal(gaiti_omf_crc(wrong_span), 0);
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_omf *omf, uint32_t more) {
    uint32_t motion = gait_omf_motion_count(omf) | more, bone = gait_omf_bone_count(omf) | more;
    assert_empty(gait_omf_part_at(omf, gait_omf_part_count(omf) | more).name);
    assert_empty(gait_omf_listed_bone(omf, bone).name);
    assert_empty(gait_omf_bone_name(omf, bone));
    assert_empty(gait_omf_motion_at(omf, motion).name);
    assert_empty(gait_omf_track_at(omf, motion, 0).rotation_keys);
    assert_empty(gait_omf_track_at(omf, 0, bone).rotation_keys);
    assert_int_equal(gait_omf_mark_count(omf, motion), 0);
    assert_empty(gait_omf_mark_at(omf, motion, 0).name);
    assert_empty(gait_omf_mark_at(omf, 0, gait_omf_mark_count(omf, 0) | more).name);
    assert_bad(gaiti_omf_decode(omf, motion, NULL, NULL));
    gait_trs pose[128];
    assert_bad(gait_omf_pose(omf, motion, 0, GAIT_AXES_ENGINE, pose, 128));
}

static void assert_bad_poses(const gait_omf *omf) {
    gait_trs pose[128];
    uint32_t count = gait_omf_bone_count(omf);
    assert_in_range(count, 1, 128);
    assert_bad(gait_omf_pose(omf, 0, NAN, GAIT_AXES_ENGINE, pose, 128));
    assert_bad(gait_omf_pose(omf, 0, 0, (gait_axes)3, pose, 128));
    assert_bad(gait_omf_pose(omf, 0, 0, GAIT_AXES_ENGINE, NULL, 128));
    pose[0].t[0] = -77;
    assert_bad(gait_omf_pose(omf, 0, 0, GAIT_AXES_ENGINE, pose, count - 1));
    assert_true(pose[0].t[0] == -77);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf"), none = test_open("omf/ok/no_motions.omf");
    test_file no_bones = test_open("omf/bad/no_bones.omf");
    gait_omf *empty;
    assert_int_equal(gaiti_omf_new(4, NULL, &empty), GAIT_OK);
    assert_bad_poses(gait_file_omf(bank.file));
    const gait_omf *all[] = {NULL, gait_file_omf(bank.file), gait_file_omf(none.file),
                             gait_file_omf(no_bones.file), empty};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_int_equal(gaiti_omf_version(NULL), -1);
    gait_omf_free(empty);
    test_close(&no_bones);
    test_close(&none);
    test_close(&bank);
}

static void wrong_arguments_of_mark_interval(void **state) {
    (void)state;
    const gait_omf_mark lost = {.interval_count = 2}, none = {.name = {NULL, 0}};
    float times[2] = {1, 1};
    gait_omf_mark_interval(&lost, 0, times);
    assert_true(times[0] == 0 && times[1] == 0);
    gait_omf_mark_interval(&none, UINT32_MAX, times);
    gait_omf_mark_interval(NULL, 0, times);
    gait_omf_mark_interval(&none, 0, NULL);
}

static void wrong_arguments_of_builder_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_skeleton no_bones = {.name = ""};
    const gait_omf_bone bone = {.name = {NULL, 5}};
    const gait_omf_motion lost = {.label = {NULL, 5}}, motion = {.frame_count = 1};
    const gait_omf_track no_keys = {.flags = GAIT_OMF_ROTATION_CONSTANT,
                                    .rotation_keys = {NULL, 8}};
    gait_omf *omf;
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_bad(gaiti_omf_add_part(NULL, good_name));
    assert_bad(gaiti_omf_add_part(omf, wrong_span));
    assert_bad(gaiti_omf_add_bone(NULL, good_name, 0));
    assert_bad(gaiti_omf_add_bone(omf, good_name, 0));
    assert_int_equal(gaiti_omf_add_part(omf, good_name), GAIT_OK);
    assert_bad(gaiti_omf_add_bone(omf, wrong_span, 0));
    assert_int_equal(gaiti_omf_add_bone(omf, good_name, 0), GAIT_OK);
    assert_bad(gaiti_omf_add_parts(NULL, walk.file, &no_bones));
    assert_bad(gaiti_omf_add_parts(omf, NULL, &no_bones));
    assert_bad(gaiti_omf_add_parts(omf, walk.file, NULL));
    assert_bad(gait_omf_rename_part(NULL, 0, good_name));
    assert_bad(gait_omf_rename_part(omf, 1, good_name));
    assert_bad(gait_omf_rename_part(omf, 0, wrong_span));
    assert_bad(gait_omf_set_listed_bone(NULL, 0, &bone));
    assert_bad(gait_omf_set_listed_bone(omf, 0, NULL));
    assert_bad(gait_omf_set_listed_bone(omf, 0, &bone));
    assert_bad(gait_omf_set_listed_bone(omf, UINT32_MAX, &bone));
    assert_bad(gaiti_omf_add_motion(NULL, &motion, &no_keys));
    assert_bad(gaiti_omf_add_motion(omf, NULL, &no_keys));
    assert_bad(gaiti_omf_add_motion(omf, &motion, NULL));
    assert_bad(gaiti_omf_add_motion(omf, &lost, &no_keys));
    assert_bad(gaiti_omf_add_motion(omf, &motion, &no_keys));
    assert_bad(gait_omf_set_version(NULL, 4, false, NULL));
    assert_bad(gait_omf_set_version(omf, 2, false, NULL));
    gait_omf_free(omf);
    test_close(&walk);
}

static void wrong_arguments_of_motion_functions(void **state) {
    (void)state;
    test_file bank = test_open("omf/ok/marks.omf");
    gait_omf *omf;
    assert_int_equal(gait_omf_open(bank.bytes, NULL, &omf), GAIT_OK);
    uint32_t count = gait_omf_motion_count(omf);
    gait_omf_motion values = gait_omf_motion_at(omf, 0), lost = values;
    gait_omf_track track = gait_omf_track_at(omf, 0, 0), no_keys = track;
    gait_omf_mark mark = gait_omf_mark_at(omf, 0, 0), no_times = mark;
    lost.name = wrong_span;
    no_keys.rotation_keys.data = NULL;
    no_times.intervals = (gait_span){NULL, no_times.intervals.size};
    for (uint32_t beyond = count; beyond; beyond = beyond == count ? UINT32_MAX : 0) {
        assert_bad(gaiti_omf_set_motion(omf, beyond, &values));
        assert_bad(gait_omf_set_track(omf, beyond, 0, &track));
        assert_bad(gait_omf_set_track(omf, 0, gait_omf_bone_count(omf) | beyond, &track));
        assert_bad(gaiti_omf_remove_motion(omf, beyond));
        assert_bad(gait_omf_set_mark(omf, beyond, 0, &mark));
        assert_bad(gait_omf_set_mark(omf, 0, UINT32_MAX, &mark));
        assert_bad(gaiti_omf_insert_mark(omf, beyond, 0, &mark));
        assert_bad(gaiti_omf_insert_mark(omf, 0, UINT32_MAX, &mark));
        assert_bad(gaiti_omf_remove_mark(omf, beyond, 0));
        assert_bad(gaiti_omf_remove_mark(omf, 0, gait_omf_mark_count(omf, 0) | beyond));
    }
    assert_bad(gaiti_omf_set_motion(NULL, 0, &values));
    assert_bad(gaiti_omf_set_motion(omf, 0, NULL));
    assert_bad(gaiti_omf_set_motion(omf, 0, &lost));
    assert_bad(gait_omf_set_track(NULL, 0, 0, &track));
    assert_bad(gait_omf_set_track(omf, 0, 0, NULL));
    assert_bad(gait_omf_set_track(omf, 0, 0, &no_keys));
    assert_bad(gaiti_omf_remove_motion(NULL, 0));
    assert_bad(gait_omf_set_mark(NULL, 0, 0, &mark));
    assert_bad(gait_omf_set_mark(omf, 0, 0, NULL));
    assert_bad(gaiti_omf_insert_mark(NULL, 0, 0, &mark));
    assert_bad(gaiti_omf_insert_mark(omf, 0, 0, NULL));
    assert_bad(gaiti_omf_remove_mark(NULL, 0, 0));
    mark.name = wrong_span;
    assert_bad(gait_omf_set_mark(omf, 0, 0, &mark));
    assert_bad(gaiti_omf_insert_mark(omf, 0, 0, &mark));
    if (no_times.intervals.size > 0) {
        assert_bad(gait_omf_set_mark(omf, 0, 0, &no_times));
    }
    assert_bad(gaiti_omf_decode(NULL, 0, NULL, NULL));
    assert_int_equal(gaiti_omf_decode(omf, 0, NULL, NULL), GAIT_OK);
    gait_omf_free(omf);
    test_close(&bank);
}

static void wrong_arguments_of_bank_functions(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    const uint32_t order[5] = {0, 1, 2, 3, 4};
    gait_omf *omf, *part, *empty;
    gait_merged merged = {.appended = 3};
    assert_int_equal(gait_omf_open(bank.bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_new(4, NULL, &empty), GAIT_OK);
    for (uint32_t beyond = 5; beyond; beyond = beyond == 5 ? UINT32_MAX : 0) {
        assert_bad(gaiti_omf_rename_motion(omf, beyond, "a", NULL));
        assert_bad(gaiti_omf_duplicate_motion(omf, beyond, "a", NULL));
        assert_bad(gaiti_omf_remove_motions(omf, &beyond, 1, NULL));
        assert_bad_out(part, gaiti_omf_extract(omf, &beyond, 1, NULL, &part));
    }
    assert_bad(gaiti_omf_rename_motion(NULL, 0, "a", NULL));
    assert_bad(gaiti_omf_rename_motion(omf, 0, NULL, NULL));
    assert_bad(gaiti_omf_rename_motion(empty, 0, "a", NULL));
    assert_bad(gaiti_omf_duplicate_motion(NULL, 0, "a", NULL));
    assert_bad(gaiti_omf_duplicate_motion(omf, 0, NULL, NULL));
    assert_bad(gaiti_omf_reorder_motions(NULL, order, 0));
    assert_bad(gaiti_omf_reorder_motions(omf, NULL, 5));
    assert_bad(gaiti_omf_reorder_motions(omf, order, 0));
    assert_int_equal(gaiti_omf_reorder_motions(empty, NULL, 0), GAIT_OK);
    assert_bad(gaiti_omf_remove_motions(NULL, order, 1, NULL));
    assert_bad(gaiti_omf_remove_motions(omf, NULL, 1, NULL));
    assert_int_equal(gaiti_omf_remove_motions(omf, NULL, 0, NULL), GAIT_OK);
    assert_bad_out(part, gaiti_omf_extract(NULL, order, 1, NULL, &part));
    assert_bad_out(part, gaiti_omf_extract(omf, NULL, 1, NULL, &part));
    assert_bad(gaiti_omf_extract(omf, order, 1, NULL, NULL));
    assert_bad(gaiti_omf_merge(NULL, omf, NULL, NULL, &merged));
    assert_int_equal(merged.appended, 0);
    assert_bad(gaiti_omf_merge(omf, NULL, NULL, NULL, NULL));
    assert_bad(gaiti_omf_merge(omf, omf, NULL, NULL, NULL));
    gait_omf_free(empty);
    gait_omf_free(omf);
    test_close(&bank);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    gait_omf *omf;
    gait_buffer out = {0};
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_bad(gaiti_omf_check(NULL, NULL));
    assert_bad(gaiti_omf_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_omf_map(omf, NULL, NULL));
    assert_bad(gait_omf_write(NULL, &out));
    assert_bad(gait_omf_write(omf, NULL));
    (void)gaiti_omf_check(omf, NULL);
    assert_int_equal(gaiti_omf_map(omf, wrong_visit, NULL), GAIT_OK);
    gait_omf_free(omf);
}

static void wrong_arguments_of_clip_functions(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    const gait_omf *document = gait_file_omf(bank.file);
    gait_omf *omf, *empty;
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(bank.file, &skeleton), *out_clip, wrong[WRONG_CLIPS];
    gaiti_clip_change changes[WRONG_CHANGES];
    uint32_t losses = 7, beyond = gait_omf_motion_count(document);
    assert_int_equal(gait_omf_open(bank.bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_new(4, NULL, &empty), GAIT_OK);
    assert_bad_out(out, gaiti_omf_bind_skeleton(NULL, NULL, NULL, &out));
    assert_bad(gaiti_omf_bind_skeleton(document, NULL, NULL, NULL));
    assert_bad_out(out_clip, gaiti_omf_clip(NULL, 0, skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_omf_clip(document, 0, NULL, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_omf_clip(document, beyond, skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_omf_clip(empty, 0, skeleton, NULL, &out_clip));
    assert_bad(gaiti_omf_clip(document, 0, skeleton, NULL, NULL));
    assert_bad(gaiti_omf_add_clip(NULL, clip, NULL, 0, &losses));
    assert_int_equal(losses, 0);
    assert_bad(gaiti_omf_add_clip(omf, NULL, NULL, 0, &losses));
    assert_bad(gaiti_omf_apply_metadata(NULL, 0, clip, GAIT_META_EVENTS));
    assert_bad(gaiti_omf_apply_metadata(omf, 0, NULL, GAIT_META_EVENTS));
    assert_bad(gaiti_omf_apply_metadata(omf, beyond, clip, GAIT_META_EVENTS));
    assert_bad(gaiti_omf_apply_changes(omf, 0, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gaiti_omf_add_clip(omf, &wrong[i], NULL, 0, NULL));
        assert_bad(gaiti_omf_apply_metadata(omf, 0, &wrong[i], GAIT_META_EVENTS));
    }
    wrong_changes(clip, wrong, changes);
    for (int i = 0; i < WRONG_CHANGES; i++) {
        assert_bad(gaiti_omf_apply_changes(omf, 0, &changes[i]));
    }
    assert_bad(gaiti_omf_apply_changes(NULL, 0, &changes[0]));
    gait_omf_free(empty);
    gait_omf_free(omf);
    wrong_free_clip(clip, skeleton);
    test_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_mark_interval),
        cmocka_unit_test(wrong_arguments_of_builder_functions),
        cmocka_unit_test(wrong_arguments_of_motion_functions),
        cmocka_unit_test(wrong_arguments_of_bank_functions),
        cmocka_unit_test(wrong_arguments_of_document_functions),
        cmocka_unit_test(wrong_arguments_of_clip_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

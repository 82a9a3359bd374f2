/* Calls of metadata.h with invalid arguments. */
#include "gait/metadata.h"
#include "test.h"
#include "wrong.h"
#include "formats/file_state.h"
#include "metadata/metadata_state.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    const gait_span text = {(const uint8_t *)"{}", 2};
    gait_metadata *extras;
    assert_bad(gait_metadata_open(text, NULL, NULL));
    assert_bad_out(extras, gait_metadata_open(wrong_span, NULL, &extras));
    extras = (void *)&wrong_place;
    assert_int_equal(gait_metadata_open((gait_span){0}, NULL, &extras), GAIT_CORRUPT);
    assert_null(extras);
    gait_metadata_free(NULL);
}

static void assert_out_of_range(const gait_metadata *extras, uint32_t more) {
    uint32_t part = gait_metadata_part_count(extras) | more;
    assert_null(gait_metadata_clip_at(extras, gait_metadata_clip_count(extras) | more));
    uint32_t conflict = gaiti_metadata_conflict_count(extras) | more;
    assert_int_equal(gaiti_metadata_conflict_at(extras, conflict).fields, 0);
    assert_null(gaiti_metadata_find(extras, NULL));
    assert_null(gaiti_metadata_find(extras, "no such animation"));
    assert_null(gait_metadata_part_name(extras, part));
    assert_int_equal(gait_metadata_part_bone_count(extras, part), 0);
    assert_null(gait_metadata_part_bone(extras, part, 0));
    assert_null(
        gait_metadata_part_bone(extras, 0, gait_metadata_part_bone_count(extras, 0) | more));
    assert_null(gaiti_metadata_bone(extras, gaiti_metadata_bone_count(extras) | more));
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    static const char empty_text[] = "{\"schema\":\"gait.extras/1\"}";
    const gait_span text = {(const uint8_t *)empty_text, sizeof empty_text - 1};
    test_file file = test_open("gltf/ok/extras.glb");
    const gait_metadata *full = gaiti_file_metadata(file.file);
    gait_metadata *empty;
    gait_skeleton *skeleton;
    assert_non_null(full);
    assert_int_equal(gait_metadata_open(text, NULL, &empty), GAIT_OK);
    const gait_metadata *all[3] = {NULL, full, empty};
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_bad_out(skeleton, gaiti_metadata_skeleton(NULL, "a", NULL, &skeleton));
    assert_bad_out(skeleton, gaiti_metadata_skeleton(full, NULL, NULL, &skeleton));
    assert_bad(gaiti_metadata_skeleton(full, "a", NULL, NULL));
    assert_int_equal(gaiti_metadata_skeleton(empty, "a", NULL, &skeleton), GAIT_NOT_FOUND);
    assert_null(skeleton);
    gait_metadata_free(empty);
    test_close(&file);
}

static void wrong_arguments_of_apply_and_compare(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(bank.file, &skeleton), *out, wrong[WRONG_CLIPS];
    gait_metadata_clip diagnostics = {.name = NULL};
    gaiti_metadata_base base = {.clip = clip}, no_clip = {.clip = NULL};
    uint32_t changes = 9;
    assert_bad(gaiti_metadata_apply(NULL, NULL, clip));
    assert_bad(gaiti_metadata_apply(NULL, &diagnostics, NULL));
    assert_int_equal(gaiti_metadata_apply(NULL, &diagnostics, clip), GAIT_OK);
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        gaiti_metadata_base incomplete = {.clip = &wrong[i]};
        assert_bad(gaiti_metadata_apply(NULL, &diagnostics, &wrong[i]));
        assert_bad_out(out,
                       gaiti_metadata_compare(&diagnostics, &incomplete, NULL, &changes, &out));
    }
    assert_int_equal(changes, 0);
    assert_bad_out(out, gaiti_metadata_compare(NULL, &base, NULL, &changes, &out));
    assert_bad_out(out, gaiti_metadata_compare(&diagnostics, NULL, NULL, &changes, &out));
    assert_bad_out(out, gaiti_metadata_compare(&diagnostics, &no_clip, NULL, &changes, &out));
    assert_bad_out(out, gaiti_metadata_compare(&diagnostics, &base, NULL, NULL, &out));
    assert_bad(gaiti_metadata_compare(&diagnostics, &base, NULL, &changes, NULL));
    clip->time_unit = GAIT_TIME_PHASE; /* phases without seconds */
    assert_bad_out(out, gaiti_metadata_compare(&diagnostics, &base, NULL, &changes, &out));
    wrong_free_clip(clip, skeleton);
    test_close(&bank);
}

static void wrong_arguments_of_file_metadata(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm"), glb = test_open("gltf/ok/extras.glb");
    assert_null(gaiti_file_metadata(NULL));
    assert_null(gaiti_file_metadata(walk.file));
    assert_null(gaiti_file_metadata_clip(NULL, 0));
    assert_null(gaiti_file_metadata_clip(walk.file, 0));
    assert_null(gaiti_file_metadata_clip(glb.file, gait_file_clip_count(glb.file)));
    assert_null(gaiti_file_metadata_clip(glb.file, UINT32_MAX));
    test_close(&glb);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_apply_and_compare),
        cmocka_unit_test(wrong_arguments_of_file_metadata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

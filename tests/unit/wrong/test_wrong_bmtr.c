/* Calls of bmtr.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/bmtr.h"
#include "test.h"
#include "wrong.h"
#include "formats/bi/bmtr/bmtr.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_bmtr *bmtr;
    gait_span bytes = test_fixture_bytes("samples/walk_binarised.rtm");
    assert_bad(gait_bmtr_open(bytes, NULL, NULL));
    assert_bad_out(bmtr, gait_bmtr_open(wrong_span, NULL, &bmtr));
    assert_bad(gaiti_bmtr_new(5, 1, 1, NULL, NULL));
    assert_bad_out(bmtr, gaiti_bmtr_new(1, 1, 1, NULL, &bmtr));
    assert_bad_out(bmtr, gaiti_bmtr_new(6, 1, 1, NULL, &bmtr));
    bmtr = (void *)&wrong_place;
    assert_int_equal(gaiti_bmtr_new(5, UINT32_MAX, UINT32_MAX, NULL, &bmtr), GAIT_LIMIT);
    assert_null(bmtr);
    gait_bmtr_free(NULL);
    assert_bad(gait_bmtr_detach(NULL));
    assert_null(gait_file_bmtr(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_bmtr *bmtr, uint32_t more) {
    assert_empty(gait_bmtr_bone_name(bmtr, gait_bmtr_bone_count(bmtr) | more));
    assert_true(gait_bmtr_phase(bmtr, gait_bmtr_frame_count(bmtr) | more) == 0);
    assert_empty(gait_bmtr_key_at(bmtr, gait_bmtr_key_count(bmtr) | more).name);
    assert_empty(gait_bmtr_meta_at(bmtr, gait_bmtr_meta_count(bmtr) | more));
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    float step[3] = {1, 1, 1};
    gait_bmtr *empty;
    test_file walk = test_open("samples/walk_binarised.rtm");
    const gait_bmtr *full = gait_file_bmtr(walk.file);
    assert_int_equal(gaiti_bmtr_new(2, 0, 0, NULL, &empty), GAIT_OK);
    const gait_bmtr *all[3] = {NULL, full, empty};
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_int_equal(gaiti_bmtr_version(NULL), -1);
    assert_int_equal(gait_bmtr_reversed(NULL), 0);
    assert_int_equal(gait_bmtr_preload(NULL), 0);
    assert_int_equal(gait_bmtr_animated_bone_count(NULL), 0);
    gaiti_bmtr_root_motion(NULL, step);
    assert_true(step[0] == 0 && step[2] == 0);
    gaiti_bmtr_root_motion(full, NULL);
    (void)gait_bmtr_record_at(full, gait_bmtr_frame_count(full) - 1,
                              gait_bmtr_bone_count(full) - 1);
    gait_bmtr_free(empty);
    test_close(&walk);
}

static void wrong_arguments_of_setters(void **state) {
    (void)state;
    const float step[3] = {0};
    const gait_span name = {(const uint8_t *)"a", 1};
    const gait_bmtr_record record = {{0}, {0}};
    const gait_bmtr_key key = {.id = -1}, no_name = {.name = {NULL, 5}},
                        no_value = {.value = {NULL, 5}};
    gait_bmtr *bmtr;
    assert_int_equal(gaiti_bmtr_new(5, 2, 2, NULL, &bmtr), GAIT_OK);
    assert_bad(gait_bmtr_set_root_motion(NULL, step));
    assert_bad(gait_bmtr_set_root_motion(bmtr, NULL));
    assert_bad(gait_bmtr_set_preload(NULL, 1));
    assert_bad(gaiti_bmtr_set_bone_name(NULL, 0, name));
    assert_bad(gaiti_bmtr_set_bone_name(bmtr, 0, wrong_span));
    assert_bad(gaiti_bmtr_set_phase(NULL, 0, 0));
    assert_bad(gaiti_bmtr_set_record(NULL, 0, 0, &record));
    assert_bad(gaiti_bmtr_set_record(bmtr, 0, 0, NULL));
    assert_bad(gait_bmtr_set_key(NULL, 0, &key));
    assert_bad(gait_bmtr_set_key(bmtr, 0, NULL));
    assert_bad(gait_bmtr_set_key(bmtr, 0, &no_name));
    assert_bad(gait_bmtr_set_key(bmtr, 0, &no_value));
    assert_bad(gaiti_bmtr_insert_key(NULL, 0, &key));
    assert_bad(gaiti_bmtr_insert_key(bmtr, 0, NULL));
    assert_bad(gaiti_bmtr_insert_key(bmtr, 0, &no_name));
    assert_bad(gaiti_bmtr_insert_key(bmtr, 0, &no_value));
    assert_bad(gaiti_bmtr_remove_key(NULL, 0));
    assert_bad(gaiti_bmtr_remove_key(bmtr, 0)); /* there is none */
    for (uint32_t beyond = 2; beyond; beyond = beyond == 2 ? UINT32_MAX : 0) {
        assert_bad(gaiti_bmtr_insert_key(bmtr, beyond, &key));
        assert_bad(gaiti_bmtr_remove_key(bmtr, beyond));
        assert_bad(gaiti_bmtr_set_bone_name(bmtr, beyond, name));
        assert_bad(gaiti_bmtr_set_phase(bmtr, beyond, 0));
        assert_bad(gaiti_bmtr_set_record(bmtr, beyond, 0, &record));
        assert_bad(gaiti_bmtr_set_record(bmtr, 0, beyond, &record));
        assert_bad(gait_bmtr_set_key(bmtr, beyond, &key));
    }
    gait_bmtr_free(bmtr);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    uint32_t changed = 7;
    gait_bmtr *bmtr;
    gait_buffer out = {0};
    assert_int_equal(gaiti_bmtr_new(5, 0, 0, NULL, &bmtr), GAIT_OK);
    assert_bad(gaiti_bmtr_check(NULL, NULL));
    assert_bad(gaiti_bmtr_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_bmtr_map(bmtr, NULL, NULL));
    assert_bad(gait_bmtr_write(NULL, &out));
    assert_bad(gait_bmtr_write(bmtr, NULL));
    assert_bad(gaiti_bmtr_patch(NULL, bmtr, NULL, &changed));
    assert_bad(gaiti_bmtr_patch(bmtr, NULL, NULL, &changed));
    assert_int_equal(changed, 0);
    assert_int_equal(gaiti_bmtr_patch(bmtr, bmtr, NULL, NULL), GAIT_OK);
    assert_int_equal(gaiti_bmtr_check(bmtr, NULL), GAIT_OK);
    gait_bmtr_free(bmtr);
}

static void wrong_arguments_of_clip_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk_binarised.rtm");
    const gait_bmtr *document = gait_file_bmtr(walk.file);
    const gait_span name = {(const uint8_t *)"a", 1};
    gait_bmtr *bmtr, *made;
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *out_clip, wrong[WRONG_CLIPS];
    assert_int_equal(gait_bmtr_open(walk.bytes, NULL, &bmtr), GAIT_OK);
    assert_bad_out(out, gaiti_bmtr_bind_skeleton(NULL, NULL, NULL, &out));
    assert_bad(gaiti_bmtr_bind_skeleton(document, NULL, NULL, NULL));
    assert_bad_out(out, gaiti_bmtr_bind_records(NULL, 1, NULL, NULL, &out));
    assert_bad_out(out, gaiti_bmtr_bind_records(&wrong_span, 1, NULL, NULL, &out));
    assert_bad(gaiti_bmtr_bind_records(&name, 1, NULL, NULL, NULL));
    assert_bad_out(out_clip, gaiti_bmtr_clip(NULL, "", skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_bmtr_clip(document, "", NULL, NULL, &out_clip));
    assert_bad(gaiti_bmtr_clip(document, "", skeleton, NULL, NULL));
    assert_bad_out(made, gaiti_bmtr_from_clip(NULL, 5, 0, NULL, NULL, &made));
    assert_bad_out(made, gaiti_bmtr_from_clip(clip, 6, 0, NULL, NULL, &made));
    assert_bad(gaiti_bmtr_from_clip(clip, 5, 0, NULL, NULL, NULL));
    assert_bad(gaiti_bmtr_apply_metadata(NULL, clip, GAIT_META_EVENTS, NULL));
    assert_bad(gaiti_bmtr_apply_metadata(bmtr, NULL, GAIT_META_EVENTS, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad_out(made, gaiti_bmtr_from_clip(&wrong[i], 5, 0, NULL, NULL, &made));
        assert_bad(gaiti_bmtr_apply_metadata(bmtr, &wrong[i], GAIT_META_EVENTS, NULL));
    }
    gait_bmtr_free(bmtr);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_setters),
        cmocka_unit_test(wrong_arguments_of_document_functions),
        cmocka_unit_test(wrong_arguments_of_clip_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Calls of rtm.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/rtm.h"
#include "test.h"
#include "wrong.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip_change.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_rtm *rtm;
    gait_span bytes = test_fixture_bytes("samples/walk.rtm");
    assert_bad(gaiti_rtm_open(bytes, NULL, NULL));
    assert_bad_out(rtm, gaiti_rtm_open(wrong_span, NULL, &rtm));
    assert_bad(gaiti_rtm_new(1, 1, NULL, NULL));
    rtm = (void *)&wrong_place;
    assert_int_equal(gaiti_rtm_new(UINT32_MAX, UINT32_MAX, NULL, &rtm), GAIT_LIMIT);
    assert_null(rtm);
    gaiti_rtm_free(NULL);
    assert_bad(gaiti_rtm_detach(NULL));
    assert_null(gait_file_rtm(NULL));
    free((void *)(uintptr_t)bytes.data);
}

/* Asserts that getters return empty values for indices that are out of range. */
static void assert_out_of_range(const gait_rtm *rtm, uint32_t more) {
    uint32_t bone = gait_rtm_bone_count(rtm) | more, frame = gait_rtm_frame_count(rtm) | more;
    assert_empty(gait_rtm_bone_name(rtm, bone));
    assert_true(gait_rtm_phase(rtm, frame) == 0);
    assert_empty(gaiti_rtm_frame_bone_name(rtm, frame, 0));
    assert_empty(gaiti_rtm_frame_bone_name(rtm, 0, bone));
    assert_empty(gait_rtm_property_at(rtm, gait_rtm_property_count(rtm) | more).name);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    float step[3] = {1, 1, 1};
    gait_rtm *empty;
    test_file walk = test_open("samples/walk.rtm");
    const gait_rtm *full = gait_file_rtm(walk.file);
    assert_int_equal(gaiti_rtm_new(0, 0, NULL, &empty), GAIT_OK);
    const gait_rtm *all[3] = {NULL, full, empty};
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_int_equal(gaiti_rtm_version(NULL), -1);
    gait_rtm_root_motion(NULL, step);
    assert_true(step[0] == 0 && step[2] == 0);
    gait_rtm_root_motion(full, NULL);
    float one[12], *frame = malloc(gait_rtm_bone_count(full) * sizeof one);
    assert_non_null(frame);
    uint32_t last = gait_rtm_frame_count(full) - 1, last_bone = gait_rtm_bone_count(full) - 1;
    gait_rtm_matrix(full, last, last_bone, one);
    gaiti_rtm_matrices(full, last, frame);
    assert_memory_equal(one, frame + (size_t)last_bone * 12, sizeof one);
    free(frame);
    gaiti_rtm_free(empty);
    test_close(&walk);
}

static void wrong_arguments_of_setters(void **state) {
    (void)state;
    const float step[3] = {0}, matrix[12] = {0};
    const gait_span name = {(const uint8_t *)"a", 1};
    const gait_rtm_property good = {0}, no_name = {.name = {NULL, 5}},
                            no_value = {.value = {NULL, 5}};
    gait_rtm *rtm;
    assert_int_equal(gaiti_rtm_new(2, 2, NULL, &rtm), GAIT_OK);
    assert_bad(gaiti_rtm_set_root_motion(NULL, step));
    assert_bad(gaiti_rtm_set_root_motion(rtm, NULL));
    assert_bad(gaiti_rtm_set_property(NULL, 0, &good));
    assert_bad(gaiti_rtm_set_property(rtm, 0, NULL));
    assert_bad(gaiti_rtm_set_property(rtm, 0, &no_name));
    assert_bad(gaiti_rtm_set_property(rtm, 0, &no_value));
    assert_bad(gaiti_rtm_set_property(rtm, 1, &good));
    assert_bad(gaiti_rtm_insert_property(NULL, 0, &good));
    assert_bad(gaiti_rtm_insert_property(rtm, 0, NULL));
    assert_bad(gaiti_rtm_insert_property(rtm, 0, &no_name));
    assert_bad(gaiti_rtm_insert_property(rtm, 0, &no_value));
    assert_bad(gaiti_rtm_insert_property(rtm, 1, &good));
    assert_bad(gaiti_rtm_insert_property(rtm, UINT32_MAX, &good));
    assert_bad(gaiti_rtm_remove_property(NULL, 0));
    assert_bad(gaiti_rtm_remove_property(rtm, 0)); /* there is none */
    assert_bad(gaiti_rtm_remove_property(rtm, UINT32_MAX));
    uint32_t count;
    assert_bad(gaiti_rtm_order_frames(NULL, &count));
    assert_bad(gaiti_rtm_order_frames(rtm, NULL));
    assert_bad(gaiti_rtm_remove_unread_properties(NULL));
    assert_bad(gaiti_rtm_set_bone_name(NULL, 0, name));
    assert_bad(gaiti_rtm_set_bone_name(rtm, 0, wrong_span));
    assert_bad(gaiti_rtm_set_phase(NULL, 0, 0));
    assert_bad(gaiti_rtm_set_matrix(NULL, 0, 0, matrix));
    assert_bad(gaiti_rtm_set_matrix(rtm, 0, 0, NULL));
    for (uint32_t beyond = 2; beyond; beyond = beyond == 2 ? UINT32_MAX : 0) {
        assert_bad(gaiti_rtm_set_bone_name(rtm, beyond, name));
        assert_bad(gaiti_rtm_set_phase(rtm, beyond, 0));
        assert_bad(gaiti_rtm_set_matrix(rtm, beyond, 0, matrix));
        assert_bad(gaiti_rtm_set_matrix(rtm, 0, beyond, matrix));
    }
    gaiti_rtm_free(rtm);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    gait_rtm *rtm;
    gait_buffer out = {0};
    assert_int_equal(gaiti_rtm_new(0, 0, NULL, &rtm), GAIT_OK);
    assert_bad(gaiti_rtm_check(NULL, NULL));
    assert_bad(gaiti_rtm_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_rtm_map(rtm, NULL, NULL));
    assert_bad(gaiti_rtm_write(NULL, &out));
    assert_bad(gaiti_rtm_write(rtm, NULL));
    assert_int_equal(gaiti_rtm_check(rtm, NULL), GAIT_OK);
    assert_int_equal(gaiti_rtm_map(rtm, wrong_visit, NULL), GAIT_OK);
    assert_int_equal(gaiti_rtm_detach(rtm), GAIT_OK);
    gaiti_rtm_free(rtm);
}

static void wrong_arguments_of_clip_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    const gait_rtm *document = gait_file_rtm(walk.file);
    gait_rtm *rtm, *made;
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *out_clip, wrong[WRONG_CLIPS];
    gaiti_clip_change changes[WRONG_CHANGES];
    gait_buffer bytes = {0};
    assert_int_equal(gaiti_rtm_open(walk.bytes, NULL, &rtm), GAIT_OK);
    assert_bad_out(out, gaiti_rtm_bind_skeleton(NULL, NULL, NULL, &out));
    assert_bad(gaiti_rtm_bind_skeleton(document, NULL, NULL, NULL));
    assert_bad_out(out_clip, gaiti_rtm_clip(NULL, "", skeleton, NULL, &out_clip));
    assert_bad_out(out_clip, gaiti_rtm_clip(document, "", NULL, NULL, &out_clip));
    assert_bad(gaiti_rtm_clip(document, "", skeleton, NULL, NULL));
    assert_bad_out(made, gaiti_rtm_from_clip(NULL, NULL, &made));
    assert_bad(gaiti_rtm_from_clip(clip, NULL, NULL));
    assert_bad(gaiti_rtm_write_clip(NULL, NULL, &bytes));
    assert_bad(gaiti_rtm_write_clip(clip, NULL, NULL));
    assert_bad(gaiti_rtm_apply_metadata(NULL, clip, GAIT_META_EVENTS, NULL));
    assert_bad(gaiti_rtm_apply_metadata(rtm, NULL, GAIT_META_EVENTS, NULL));
    assert_bad(gaiti_rtm_apply_changes(rtm, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad_out(made, gaiti_rtm_from_clip(&wrong[i], NULL, &made));
        assert_bad(gaiti_rtm_write_clip(&wrong[i], NULL, &bytes));
        assert_bad(gaiti_rtm_apply_metadata(rtm, &wrong[i], GAIT_META_EVENTS, NULL));
    }
    wrong_changes(clip, wrong, changes);
    for (int i = 0; i < WRONG_CHANGES; i++) {
        assert_bad(gaiti_rtm_apply_changes(rtm, &changes[i]));
    }
    assert_bad(gaiti_rtm_apply_changes(NULL, &changes[0]));
    assert_int_equal(bytes.size, 0);
    gaiti_rtm_free(rtm);
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

/* Calls of bvh.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/bvh.h"
#include "test.h"
#include "wrong.h"
#include "formats/bvh/bvh.h"

static void wrong_arguments_of_writers(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    const gaiti_bvh_options rate = {.rate = -1};
    gait_buffer out = {0};
    assert_bad(gaiti_bvh_write_file(NULL, NULL, &out));
    assert_bad(gaiti_bvh_write_file(clip, NULL, &out)); /* delta space */
    assert_bad(gaiti_bvh_write_file_clip(NULL, NULL, &out));
    assert_bad(gaiti_bvh_write_file_clip(clip, NULL, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gaiti_bvh_write_file_clip(&wrong[i], NULL, &out));
        wrong[i].space = i == 5 ? wrong[i].space : GAIT_SPACE_LOCAL;
        wrong[i].axes = i == 6 ? wrong[i].axes : GAIT_AXES_GLTF;
        assert_bad(gaiti_bvh_write_file(&wrong[i], NULL, &out));
    }
    clip->space = GAIT_SPACE_LOCAL;
    clip->axes = GAIT_AXES_GLTF;
    assert_bad(gaiti_bvh_write_file(clip, &rate, &out));
    assert_bad(gaiti_bvh_write_file(clip, NULL, NULL));
    assert_int_equal(out.size, 0);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_bvh *bvh;
    gait_span bytes = test_fixture_bytes("bvh/ok/tiny.bvh");
    assert_bad(gaiti_bvh_open(bytes, NULL, NULL));
    assert_bad_out(bvh, gaiti_bvh_open(wrong_span, NULL, &bvh));
    gaiti_bvh_free(NULL);
    assert_null(gait_file_bvh(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file tiny = test_open("bvh/ok/tiny.bvh"), none = test_open("bvh/ok/no_channels.bvh");
    const gait_bvh *all[] = {NULL, gait_file_bvh(tiny.file), gait_file_bvh(none.file)};
    for (int i = 0; i < 3; i++) {
        assert_null(gait_bvh_joint_at(all[i], gait_bvh_joint_count(all[i])).name);
        assert_null(gait_bvh_joint_at(all[i], UINT32_MAX).name);
    }
    assert_int_equal(gait_bvh_joint_at(NULL, 0).parent, -1);
    assert_int_equal(gaiti_bvh_frame_count(NULL), 0);
    assert_true(gait_bvh_frame_time(NULL) == 0);
    assert_true(gait_bvh_rate(NULL) == 0);
    (void)gaiti_bvh_value(all[1], gaiti_bvh_frame_count(all[1]) - 1, 0, 0);
    test_close(&none);
    test_close(&tiny);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    test_file tiny = test_open("bvh/ok/tiny.bvh");
    const gait_bvh *bvh = gait_file_bvh(tiny.file);
    const gait_skeleton no_bones = {.name = ""};
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_bad_out(skeleton, gaiti_bvh_skeleton(NULL, "", NULL, &skeleton));
    assert_bad(gaiti_bvh_skeleton(bvh, "", NULL, NULL));
    assert_bad_out(clip, gaiti_bvh_clip(NULL, "", &no_bones, NULL, &clip));
    assert_bad_out(clip, gaiti_bvh_clip(bvh, "", NULL, NULL, &clip));
    assert_bad_out(clip, gaiti_bvh_clip(bvh, "", &no_bones, NULL, &clip));
    assert_bad(gaiti_bvh_clip(bvh, "", &no_bones, NULL, NULL));
    assert_bad(gaiti_bvh_check(NULL, NULL));
    assert_bad(gaiti_bvh_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_bvh_map(bvh, NULL, NULL));
    test_close(&tiny);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_writers),
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_document_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Wrong calls of bvh.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/bvh.h"
#include "gait/clip.h"
#include "wrong.h"

static void writing(void **state) {
    (void)state;
    static const gait_bvh_options wrong_options[] = {
        {.rate = -1}, {.rate = 2e6},      {.fps = -1},
        {.fps = 2e6}, {.duration_s = -1}, {.fps = 30, .duration_s = 1}};
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_buffer out = {0};
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *local, wrong[WRONG_CLIPS];
    assert_int_equal(gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &local), GAIT_OK);
    assert_bad(gait_bvh_write(NULL, NULL, &out));
    assert_bad(gait_bvh_write(local, NULL, NULL));
    assert_bad(gait_bvh_write(clip, NULL, &out)); /* deltas */
    assert_bad(gait_bvh_write_lifted(NULL, NULL, &out));
    assert_bad(gait_bvh_write_lifted(clip, NULL, NULL));
    for (size_t i = 0; i < sizeof wrong_options / sizeof wrong_options[0]; i++) {
        assert_bad(gait_bvh_write(local, &wrong_options[i], &out));
        assert_bad(gait_bvh_write_lifted(clip, &wrong_options[i], &out));
    }
    wrong_clips(local, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_bvh_write(&wrong[i], NULL, &out));
    }
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_bvh_write_lifted(&wrong[i], NULL, &out));
    }
    assert_int_equal(out.size, 0);
    gait_clip_free(local);
    wrong_free_clip(clip, skeleton);
    wrong_close(&walk);
}

/* A clip of no frames on no bones. */
static void writing_nothing(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    const gait_clip clip = {
        .name = "", .skeleton = &nothing, .space = GAIT_SPACE_LOCAL, .axes = GAIT_AXES_GLTF};
    gait_buffer out = {0};
    assert_int_not_equal(gait_bvh_write(&clip, NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_not_equal(gait_bvh_write_lifted(&clip, NULL, &out), GAIT_BAD_ARGUMENT);
    gait_buffer_free(&out);
}

static void opening(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("bvh/ok/tiny.bvh");
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_bvh *bvh = (void *)&wrong_place;
    assert_bad(gait_bvh_open(bytes, NULL, NULL));
    assert_bad_out(bvh, gait_bvh_open(wrong_span, NULL, &bvh));
    bvh = (void *)&wrong_place;
    assert_int_not_equal(gait_bvh_open((gait_span){0}, NULL, &bvh), GAIT_OK);
    assert_null(bvh);
    assert_null(gait_file_bvh(NULL));
    assert_null(gait_file_bvh(walk.file));
    gait_bvh_free(NULL);
    wrong_close(&walk);
    free((void *)(uintptr_t)bytes.data);
}

static void no_bvh(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_int_equal(gait_bvh_joint_count(NULL), 0);
    assert_null(gait_bvh_joint_at(NULL, 0).name);
    assert_int_equal(gait_bvh_joint_at(NULL, 0).parent, -1);
    assert_int_equal(gait_bvh_frame_count(NULL), 0);
    assert_true(gait_bvh_frame_time(NULL) == 0);
    assert_true(gait_bvh_rate(NULL) == 0);
    assert_true(gait_bvh_value(NULL, 0, 0, 0) == 0);
    assert_bad_out(skeleton, gait_bvh_skeleton(NULL, "", NULL, &skeleton));
    assert_bad_out(clip, gait_bvh_clip(NULL, "", &nothing, NULL, &clip));
    assert_bad(gait_bvh_check(NULL, NULL));
    assert_bad(gait_bvh_map(NULL, wrong_visit, NULL));
}

static void reading(void **state) {
    (void)state;
    static const char *const paths[] = {"bvh/ok/tiny.bvh", "bvh/ok/no_channels.bvh",
                                        "bvh/ok/two_roots.bvh", "bvh/ok/carrier_with_zeros.bvh"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wrong_file self = wrong_open(paths[i]);
        const gait_bvh *bvh = gait_file_bvh(self.file);
        const gait_skeleton nothing = {.name = ""};
        gait_skeleton *bones;
        gait_clip *clip;
        for (int far = 0; far < 2; far++) {
            uint32_t more = far ? UINT32_MAX : 0;
            uint32_t joint = gait_bvh_joint_count(bvh) | more;
            uint32_t channel = gait_bvh_joint_at(bvh, 0).channel_count | more;
            assert_null(gait_bvh_joint_at(bvh, joint).name);
            assert_true(gait_bvh_value(bvh, gait_bvh_frame_count(bvh) | more, 0, 0) == 0);
            assert_true(gait_bvh_value(bvh, 0, joint, 0) == 0);
            assert_true(gait_bvh_value(bvh, 0, 0, channel) == 0);
        }
        assert_bad(gait_bvh_skeleton(bvh, "", NULL, NULL));
        assert_int_equal(gait_bvh_skeleton(bvh, NULL, NULL, &bones), GAIT_OK);
        assert_string_equal(bones->name, "");
        assert_bad(gait_bvh_clip(bvh, "", bones, NULL, NULL));
        assert_int_equal(gait_bvh_clip(bvh, NULL, bones, NULL, &clip), GAIT_OK);
        assert_string_equal(clip->name, "");
        gait_clip_free(clip);
        assert_bad_out(clip, gait_bvh_clip(bvh, "", NULL, NULL, &clip));
        assert_bad_out(clip, gait_bvh_clip(bvh, "", &nothing, NULL, &clip));
        assert_bad(gait_bvh_map(bvh, NULL, NULL));
        assert_int_equal(gait_bvh_check(bvh, NULL), GAIT_OK);
        gait_skeleton_free(bones);
        wrong_close(&self);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing), cmocka_unit_test(writing_nothing), cmocka_unit_test(opening),
        cmocka_unit_test(no_bvh),  cmocka_unit_test(reading),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Calls of playback.h with invalid arguments. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gait/pose.h"
#include "gait/playback.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_write_nothing(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    gait_play_options options = {.duration = 1};
    gait_play_state play, before;
    memset(&play, 0xAA, sizeof play);
    before = play;
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_play(&wrong[i], &options, 0, &play));
    }
    assert_bad(gait_play(NULL, &options, 0, &play));
    assert_bad(gait_play(clip, &options, 0, NULL));
    assert_bad(gait_play(clip, &options, NAN, &play));
    assert_bad(gait_play(clip, &options, INFINITY, &play));
    assert_bad(gait_play(clip, &options, -INFINITY, &play));
    assert_bad(gait_play(clip, NULL, 0, &play)); /* phases require a duration */
    static const double durations[] = {0, -1, NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 5; i++) {
        options.duration = durations[i];
        assert_bad(gait_play(clip, &options, 0, &play));
    }
    options = (gait_play_options){.duration = 1, .mode = (gait_play_mode)(GAIT_PLAY_ONCE + 1)};
    assert_bad(gait_play(clip, &options, 0, &play));
    options.mode = GAIT_PLAY_LOOP;
    gait_clip still = *clip;
    still.frame_count = 0;
    assert_bad(gait_play(&still, &options, 0, &play));
    assert_memory_equal(&play, &before, sizeof play);
    assert_int_equal(gait_play(clip, &options, 0, &play), GAIT_OK);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void wrong_moments_write_nothing(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    gait_moment at = {7, 7, 7};
    double first = 7, last = 7;
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_clip_moment(&wrong[i], 0, GAIT_PLAY_ONCE, &at, &first));
        assert_bad(gait_clip_range(&wrong[i], &first, &last));
    }
    gait_clip still = *clip;
    still.frame_count = 0;
    assert_bad(gait_clip_moment(&still, 0, GAIT_PLAY_ONCE, &at, &first));
    assert_bad(gait_clip_moment(clip, NAN, GAIT_PLAY_ONCE, &at, &first));
    assert_bad(gait_clip_moment(clip, INFINITY, GAIT_PLAY_LOOP, &at, &first));
    assert_bad(gait_clip_moment(clip, 0, (gait_play_mode)(GAIT_PLAY_ONCE + 1), &at, &first));
    assert_bad(gait_clip_moment(clip, 0, GAIT_PLAY_ONCE, NULL, &first));
    assert_bad(gait_clip_range(&still, &first, &last));
    assert_bad(gait_clip_range(clip, NULL, &last));
    assert_bad(gait_clip_range(clip, &first, NULL));
    assert_true(at.key == 7 && at.next == 7 && at.fraction == 7 && first == 7 && last == 7);
    assert_int_equal(gait_clip_moment(clip, 0.5, GAIT_PLAY_ONCE, &at, NULL), GAIT_OK);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void wrong_moments_have_no_pose(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton);
    uint32_t bones = clip->skeleton->bone_count, frames = clip->frame_count;
    gait_affine *pose = calloc((size_t)bones * 2, sizeof *pose), *work = pose + bones;
    const gait_moment good = {0, 1, 0.5},
                      bad[] = {
                          {frames, 0, 0}, {0, frames, 0}, {0, 1, -0.1}, {0, 1, 1.1}, {0, 1, NAN}};
    const gait_space space = GAIT_SPACE_DELTA;
    for (int i = 0; i < 5; i++) {
        assert_bad(gait_pose_at_moment(clip, &bad[i], space, GAIT_AXES_FILE, pose, work));
    }
    assert_bad(gait_pose_at_moment(NULL, &good, space, GAIT_AXES_FILE, pose, work));
    assert_bad(gait_pose_at_moment(clip, NULL, space, GAIT_AXES_FILE, pose, work));
    assert_bad(gait_pose_at_moment(clip, &good, space, GAIT_AXES_FILE, NULL, work));
    assert_bad(gait_pose_at_moment(clip, &good, space, GAIT_AXES_FILE, pose, NULL));
    assert_bad(gait_pose_at_moment(clip, &good, (gait_space)99, GAIT_AXES_FILE, pose, work));
    assert_bad(gait_pose_at_moment(clip, &good, space, (gait_axes)99, pose, work));
    assert_true(pose[0].m[0][0] == 0);
    assert_int_equal(gait_pose_at_moment(clip, &good, space, GAIT_AXES_FILE, pose, work), GAIT_OK);
    free(pose);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_arguments_write_nothing),
                                       cmocka_unit_test(wrong_moments_write_nothing),
                                       cmocka_unit_test(wrong_moments_have_no_pose)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

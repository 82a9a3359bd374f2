/* Calls of ops.h with invalid arguments. */
#include <stdlib.h>

#include "gait/pose.h"
#include "gait/compare.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_pose_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    const gait_space space = GAIT_SPACE_DELTA;
    const gait_axes axes = GAIT_AXES_ENGINE;
    size_t size = skeleton->bone_count * sizeof(gait_affine);
    gait_affine *pose = malloc(size), *work = malloc(size);
    assert_true(pose && work);
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_pose_at_frame(&wrong[i], 0, space, axes, pose));
        assert_bad(gait_pose_at_time(&wrong[i], 0.5, space, axes, pose, work));
    }
    assert_bad(gait_pose_at_frame(NULL, 0, space, axes, pose));
    assert_bad(gait_pose_at_frame(clip, 0, space, axes, NULL));
    assert_bad(gait_pose_at_frame(clip, clip->frame_count, space, axes, pose));
    assert_bad(gait_pose_at_frame(clip, UINT32_MAX, space, axes, pose));
    assert_bad(gait_pose_at_frame(clip, 0, (gait_space)4, axes, pose));
    assert_bad(gait_pose_at_frame(clip, 0, space, (gait_axes)3, pose));
    assert_bad(gait_pose_at_time(NULL, 0, space, axes, pose, work));
    assert_bad(gait_pose_at_time(clip, 0.5, space, axes, NULL, work));
    assert_bad(gait_pose_at_time(clip, 0.5, space, axes, pose, NULL));
    assert_bad(gait_pose_at_time(clip, 2, space, axes, pose, work));
    gait_clip still = *clip;
    still.frame_count = 0;
    assert_bad(gait_pose_at_frame(&still, 0, space, axes, pose));
    assert_bad(gait_pose_at_time(&still, 0, space, axes, pose, work));
    gait_clip_comparison *comparison;
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad_out(comparison, gait_clip_compare(&wrong[i], clip, NULL, &comparison));
        assert_bad_out(comparison, gait_clip_compare(clip, &wrong[i], NULL, &comparison));
    }
    assert_bad_out(comparison, gait_clip_compare(NULL, clip, NULL, &comparison));
    assert_bad_out(comparison, gait_clip_compare(clip, NULL, NULL, &comparison));
    assert_bad(gait_clip_compare(clip, clip, NULL, NULL));
    bool moves[1];
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_clip_moving_bones(&wrong[i], NULL, moves));
    }
    assert_bad(gait_clip_moving_bones(NULL, NULL, moves));
    assert_bad(gait_clip_moving_bones(clip, NULL, NULL));
    const gait_time_pair at[1] = {{0, 0}};
    float distance;
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_clip_distances(&wrong[i], clip, at, 1, NULL, &distance));
        assert_bad(gait_clip_distances(clip, &wrong[i], at, 1, NULL, &distance));
    }
    assert_bad(gait_clip_distances(NULL, clip, at, 1, NULL, &distance));
    assert_bad(gait_clip_distances(clip, NULL, at, 1, NULL, &distance));
    assert_bad(gait_clip_distances(clip, clip, NULL, 1, NULL, &distance));
    assert_bad(gait_clip_distances(clip, clip, at, 1, NULL, NULL));
    free(work);
    free(pose);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void queries_accept_null_and_empty_arguments(void **state) {
    (void)state;
    const gait_clip nothing = {.name = ""};
    const gait_skeleton no_bones = {.name = ""};
    assert_int_equal(gait_pose_requirements(NULL, GAIT_SPACE_MODEL), GAIT_REQUIRES_NOTHING);
    assert_int_equal(gait_pose_requirements(&nothing, GAIT_SPACE_MODEL), GAIT_REQUIRES_NOTHING);
    gait_clip_comparison_free(NULL);
    assert_int_equal(gait_clip_comparison_summary(NULL).distance.bone, -1);
    assert_int_equal(gait_clip_comparison_summary(NULL).bone_count, 0);
    assert_null(gait_clip_comparison_bone(NULL, 0).name);
    assert_int_equal(gait_skeleton_nearest(NULL, "pelvis"), -1);
    assert_int_equal(gait_skeleton_nearest(&no_bones, NULL), -1);
    assert_int_equal(gait_skeleton_nearest(&no_bones, "pelvis"), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_pose_functions),
        cmocka_unit_test(queries_accept_null_and_empty_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Calls of clip.h with invalid arguments. */
#include <stdlib.h>

#include "test.h"
#include "wrong.h"
#include "ops/clip_convert.h"
#include "ops/name_match.h"
#include "ops/pivots.h"

static void wrong_arguments_of_conversions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *out, wrong[WRONG_CLIPS];
    const gait_space space = GAIT_SPACE_LOCAL;
    const gait_axes axes = GAIT_AXES_GLTF;
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad_out(out, gaiti_clip_convert(&wrong[i], space, axes, NULL, &out));
        assert_bad_out(out, gaiti_clip_convert_rigid(&wrong[i], axes, NULL, &out));
    }
    assert_bad_out(out, gaiti_clip_convert(NULL, space, axes, NULL, &out));
    assert_bad_out(out, gaiti_clip_convert(clip, (gait_space)-1, axes, NULL, &out));
    assert_bad_out(out, gaiti_clip_convert(clip, space, (gait_axes)3, NULL, &out));
    assert_bad(gaiti_clip_convert(clip, space, axes, NULL, NULL));
    assert_bad_out(out, gaiti_clip_convert_rigid(NULL, axes, NULL, &out));
    assert_bad_out(out, gaiti_clip_convert_rigid(clip, (gait_axes)3, NULL, &out));
    assert_bad(gaiti_clip_convert_rigid(clip, axes, NULL, NULL));
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void wrong_arguments_of_pivot_functions(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    gait_pivot *pivots_of = calloc(skeleton->bone_count, sizeof *pivots_of);
    assert_non_null(pivots_of);
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gaiti_recover_pivots(&wrong[i], NULL, pivots_of));
    }
    assert_bad(gaiti_recover_pivots(NULL, NULL, pivots_of));
    assert_bad(gaiti_recover_pivots(clip, NULL, NULL));
    clip->space = GAIT_SPACE_LOCAL;
    assert_bad(gaiti_recover_pivots(clip, NULL, pivots_of));
    assert_bad_out(out, gaiti_skeleton_at_pivots(NULL, pivots_of, NULL, &out));
    assert_bad_out(out, gaiti_skeleton_at_pivots(skeleton, NULL, NULL, &out));
    assert_bad(gaiti_skeleton_at_pivots(skeleton, pivots_of, NULL, NULL));
    free(pivots_of);
    wrong_free_clip(clip, skeleton);
    test_close(&walk);
}

static void wrong_arguments_of_coverage(void **state) {
    (void)state;
    static const char *const names[2] = {"pelvis", NULL};
    const gait_skeleton no_bones = {.name = ""};
    assert_int_equal(gaiti_skeleton_coverage(NULL, names, 2).missing, 2);
    assert_int_equal(gaiti_skeleton_coverage(&no_bones, names, 2).missing, 2);
    assert_int_equal(gaiti_skeleton_coverage(&no_bones, NULL, 2).missing, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_conversions),
        cmocka_unit_test(wrong_arguments_of_pivot_functions),
        cmocka_unit_test(wrong_arguments_of_coverage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

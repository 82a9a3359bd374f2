/* Wrong calls of clip.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "gait/clip.h"
#include "wrong.h"

static const gait_space no_space = (gait_space)(GAIT_SPACE_LOCAL_DELTA + 1);
static const gait_axes no_axes = (gait_axes)(GAIT_AXES_GLTF + 1);

static void converting(void **state) {
    (void)state;
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_skeleton *skeleton;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), *out, wrong[WRONG_CLIPS];
    assert_bad(gait_clip_convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, NULL, NULL));
    assert_bad_out(out, gait_clip_convert(NULL, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, NULL, &out));
    assert_bad_out(out, gait_clip_convert(clip, no_space, GAIT_AXES_GLTF, NULL, &out));
    assert_bad_out(out, gait_clip_convert(clip, (gait_space)-1, GAIT_AXES_GLTF, NULL, &out));
    assert_bad_out(out, gait_clip_convert(clip, GAIT_SPACE_MODEL, no_axes, NULL, &out));
    assert_bad_out(out, gait_clip_convert(clip, GAIT_SPACE_MODEL, (gait_axes)-1, NULL, &out));
    assert_bad(gait_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, NULL));
    assert_bad_out(out, gait_clip_convert_rigid(NULL, GAIT_AXES_GLTF, NULL, &out));
    assert_bad_out(out, gait_clip_convert_rigid(clip, no_axes, NULL, &out));
    assert_bad_out(out, gait_clip_convert_rigid(clip, (gait_axes)-1, NULL, &out));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        for (int same = 0; same < 2; same++) {
            gait_space space = same ? clip->space : GAIT_SPACE_MODEL;
            assert_bad_out(out, gait_clip_convert(&wrong[i], space, GAIT_AXES_GLTF, NULL, &out));
        }
        assert_bad_out(out, gait_clip_convert_rigid(&wrong[i], GAIT_AXES_GLTF, NULL, &out));
    }
    wrong_free_clip(clip, skeleton);
    wrong_close(&walk);
}

/* Clips without frames or bones are no wrong ones. */
static void converting_nothing(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *man;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    gait_track *tracks = calloc(man->bone_count, sizeof *tracks);
    assert_non_null(tracks);
    for (int has_bones = 0; has_bones < 2; has_bones++) {
        const gait_clip clip = {.name = "",
                                .skeleton = has_bones ? man : &nothing,
                                .tracks = has_bones ? tracks : NULL,
                                .space = GAIT_SPACE_DELTA};
        for (int space = GAIT_SPACE_LOCAL; space <= GAIT_SPACE_LOCAL_DELTA; space++) {
            gait_clip *out;
            assert_int_equal(
                gait_clip_convert(&clip, (gait_space)space, GAIT_AXES_GLTF, NULL, &out), GAIT_OK);
            assert_int_equal(out->frame_count, 0);
            gait_clip_free(out);
        }
        gait_clip *out;
        assert_int_equal(gait_clip_convert_rigid(&clip, GAIT_AXES_GLTF, NULL, &out), GAIT_OK);
        gait_clip_free(out);
    }
    free(tracks);
    gait_skeleton_free(man);
}

static void pivots(void **state) {
    (void)state;
    wrong_file walk = wrong_open("samples/walk.rtm");
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *skeleton, *out;
    gait_clip *clip = wrong_clip_of(walk.file, &skeleton), wrong[WRONG_CLIPS];
    gait_pivot *found = calloc(skeleton->bone_count, sizeof *found);
    assert_non_null(found);
    assert_bad(gait_recover_pivots(NULL, NULL, found));
    assert_bad(gait_recover_pivots(clip, NULL, NULL));
    wrong_clips(clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_recover_pivots(&wrong[i], NULL, found));
    }
    gait_clip poses = *clip;
    poses.space = GAIT_SPACE_LOCAL;
    assert_bad(gait_recover_pivots(&poses, NULL, found));
    poses.space = GAIT_SPACE_MODEL;
    assert_bad(gait_recover_pivots(&poses, NULL, found));
    assert_bad(gait_skeleton_at_pivots(skeleton, found, NULL, NULL));
    assert_bad_out(out, gait_skeleton_at_pivots(NULL, found, NULL, &out));
    assert_bad_out(out, gait_skeleton_at_pivots(skeleton, NULL, NULL, &out));
    assert_int_equal(gait_skeleton_at_pivots(&nothing, found, NULL, &out), GAIT_OK);
    assert_int_equal(out->bone_count, 0);
    gait_skeleton_free(out);
    free(found);
    wrong_free_clip(clip, skeleton);
    wrong_close(&walk);
}

static void fitting(void **state) {
    (void)state;
    const char *const names[] = {"pelvis", NULL};
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *man;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    const gait_skeleton *const without[] = {NULL, &nothing};
    for (int i = 0; i < 2; i++) {
        gait_fit fit = gait_skeleton_fit(without[i], names, 2);
        assert_true(fit.matched == 0 && fit.missing == 2 && fit.unused == 0);
    }
    gait_fit fit = gait_skeleton_fit(man, names, 2);
    assert_true(fit.matched == 1 && fit.missing == 1 && fit.unused == man->bone_count - 1);
    fit = gait_skeleton_fit(man, NULL, 5);
    assert_true(fit.matched == 0 && fit.missing == 0 && fit.unused == man->bone_count);
    gait_skeleton_free(man);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converting),
        cmocka_unit_test(converting_nothing),
        cmocka_unit_test(pivots),
        cmocka_unit_test(fitting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "gait/pose.h"
#include "gait/playback.h"
#include "gait/transform.h"
#include "model/clip.h"
#include "ops/pose_steps.h"
#include "test.h"
#include "transforms.h"
#include "ops/clip_convert.h"

enum { BONES = 24, FRAMES = 5 };

/* Float keys, and the clip that consists of them. */
typedef struct scene {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BONES];
    float time[FRAMES];
    float rotations[BONES][FRAMES][4];
    float translations[BONES][FRAMES][3];
    float scales[BONES][FRAMES][3];
} scene;

static gait_channel view(const void *keys, uint32_t floats) {
    return (gait_channel){.data = keys, .count = FRAMES, .stride = floats * 4, .element = GAIT_F32};
}

/* A clip with random keys for every bone, on a skeleton with known parents and rest poses. */
static scene *make_scene(uint64_t seed, gait_space space, gait_axes axes) {
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->skeleton = test_random_skeleton(&seed, BONES);
    for (int b = 0; b < BONES; b++) {
        for (int f = 0; f < FRAMES; f++) {
            for (int i = 0; i < 4; i++) {
                s->rotations[b][f][i] = (float)test_random(&seed);
            }
            for (int i = 0; i < 3; i++) {
                s->translations[b][f][i] = (float)test_random(&seed);
                s->scales[b][f][i] = (float)(1 + 0.2 * test_random(&seed));
            }
        }
        s->tracks[b].rotation = view(s->rotations[b], 4);
        s->tracks[b].translation = view(s->translations[b], 3);
    }
    for (int f = 0; f < FRAMES; f++) {
        s->time[f] = (float)f * 0.25f;
    }
    s->clip = (gait_clip){.name = "scene",
                          .skeleton = s->skeleton,
                          .space = space,
                          .axes = axes,
                          .frame_count = FRAMES,
                          .time = s->time,
                          .tracks = s->tracks};
    return s;
}

static void free_scene(scene *s) {
    gait_skeleton_free(s->skeleton);
    free(s);
}

static void assert_poses_near(const gait_affine *actual, const gait_affine *expected,
                              double tolerance) {
    for (int b = 0; b < BONES; b++) {
        test_assert_affine_near(&actual[b], &expected[b], tolerance);
    }
}

TEST(conversion_between_all_spaces_is_reversible) {
    uint64_t seed = 1;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_affine given[BONES];
    gait_affine poses[BONES];
    for (int b = 0; b < BONES; b++) {
        given[b] = test_random_affine(&seed, 0.05);
    }
    for (int i = 0; i < 4 * 4 * 3; i++) {
        gait_space from = (gait_space)(i % 4);
        gait_space to = (gait_space)(i / 4 % 4);
        gait_axes axes = (gait_axes)(i / 16);
        memcpy(poses, given, sizeof poses);
        gaiti_pose_convert(skeleton, from, to, axes, poses);
        gaiti_pose_convert(skeleton, to, from, axes, poses);
        assert_poses_near(poses, given, 1e-12);
    }
    gait_skeleton_free(skeleton);
}

TEST(conversions_through_another_space_agree) {
    uint64_t seed = 2;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_affine given[BONES];
    for (int b = 0; b < BONES; b++) {
        given[b] = test_random_affine(&seed, 0.05);
    }
    for (int i = 0; i < 4 * 4 * 4; i++) {
        gait_space from = (gait_space)(i % 4);
        gait_space by = (gait_space)(i / 4 % 4);
        gait_space to = (gait_space)(i / 16);
        gait_affine direct[BONES];
        gait_affine detour[BONES];
        memcpy(direct, given, sizeof direct);
        memcpy(detour, given, sizeof detour);
        gaiti_pose_convert(skeleton, from, to, GAIT_AXES_GLTF, direct);
        gaiti_pose_convert(skeleton, from, by, GAIT_AXES_GLTF, detour);
        gaiti_pose_convert(skeleton, by, to, GAIT_AXES_GLTF, detour);
        assert_poses_near(detour, direct, 1e-12);
    }
    gait_skeleton_free(skeleton);
}

TEST(spaces_match_their_definitions) {
    scene *s = make_scene(3, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_affine local[BONES], model[BONES], delta[BONES], local_delta[BONES];
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, local);
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, model);
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, delta);
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE, local_delta);
    for (int b = 0; b < BONES; b++) {
        int32_t parent = s->skeleton->bones[b].parent;
        gait_affine identity = gait_affine_identity();
        const gait_affine *above = parent < 0 ? &identity : &model[parent];
        const gait_affine *moved = parent < 0 ? &identity : &delta[parent];
        gait_affine expected = gait_affine_multiply(above, &local[b]);
        test_assert_affine_near(&model[b], &expected, 1e-12);
        gait_affine posed = gait_affine_multiply(&delta[b], &s->skeleton->rest_model[b]);
        test_assert_affine_near(&model[b], &posed, 1e-12);
        gait_affine composed = gait_affine_multiply(moved, &local_delta[b]);
        test_assert_affine_near(&delta[b], &composed, 1e-12);
    }
    free_scene(s);
}

TEST(posing_commutes_with_changing_axes) {
    for (int from = 0; from < 4; from++) {
        scene *s = make_scene(4, (gait_space)from, GAIT_AXES_FILE);
        for (int i = 0; i < 4 * 3; i++) {
            gait_space to = (gait_space)(i % 4);
            gait_axes axes = (gait_axes)(i / 4);
            gait_affine engine[BONES], turned[BONES];
            gait_pose_at_frame(&s->clip, 1, to, GAIT_AXES_ENGINE, engine);
            gait_pose_at_frame(&s->clip, 1, to, axes, turned);
            for (int b = 0; b < BONES; b++) {
                gait_affine expected = gait_affine_change_axes(&engine[b], GAIT_AXES_ENGINE, axes);
                test_assert_affine_near(&turned[b], &expected, 1e-12);
            }
        }
        free_scene(s);
    }
}

TEST(keys_in_the_space_and_axes_of_the_clip_are_unchanged) {
    for (int space = 0; space < 4; space++) {
        scene *s = make_scene(5, (gait_space)space, GAIT_AXES_GLTF);
        gait_affine poses[BONES];
        gait_pose_at_frame(&s->clip, 3, (gait_space)space, GAIT_AXES_GLTF, poses);
        for (int b = 0; b < BONES; b++) {
            for (int i = 0; i < 3; i++) {
                assert_true(poses[b].t[i] == (double)s->translations[b][3][i]);
            }
        }
        free_scene(s);
    }
}

TEST(matrices_keep_their_shear_and_scale) {
    scene *s = make_scene(6, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE);
    uint8_t matrix[FRAMES * 36];
    float values[9];
    uint64_t seed = 7;
    for (int i = 0; i < 9; i++) {
        values[i] = (float)test_random(&seed);
        gaiti_store_f32(matrix + 4 * i, values[i]);
    }
    s->tracks[2].rotation =
        (gait_channel){.data = matrix, .count = 1, .stride = 36, .element = GAIT_MAT3_LE};
    gait_affine poses[BONES];
    gait_pose_at_frame(&s->clip, 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, poses);
    for (int column = 0; column < 3; column++) {
        for (int row = 0; row < 3; row++) {
            assert_true(poses[2].m[row][column] == (double)values[column * 3 + row]);
        }
    }
    free_scene(s);
}

TEST(scales_apply_before_the_rotation) {
    scene *s = make_scene(8, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_affine plain[BONES], scaled[BONES];
    gait_pose_at_frame(&s->clip, 1, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, plain);
    s->tracks[4].scale = view(s->scales[4], 3);
    gait_pose_at_frame(&s->clip, 1, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, scaled);
    for (int i = 0; i < 9; i++) {
        test_assert_near(scaled[4].m[i / 3][i % 3],
                         plain[4].m[i / 3][i % 3] * (double)s->scales[4][1][i % 3], 1e-15);
    }
    free_scene(s);
}

TEST(bones_without_channels_are_at_rest) {
    for (int space = 0; space < 2; space++) {
        scene *s = make_scene(9, (gait_space)space, GAIT_AXES_GLTF);
        memset(&s->tracks[5], 0, sizeof s->tracks[5]);
        memset(&s->tracks[8], 0, sizeof s->tracks[8]); /* a root */
        gait_affine poses[BONES];
        gait_pose_at_frame(&s->clip, 1, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, poses);
        for (int b = 5; b <= 8; b += 3) {
            gait_affine rest = gait_affine_from_transform(&s->skeleton->bones[b].rest);
            test_assert_affine_near(&poses[b], &rest, 1e-12);
        }
        free_scene(s);
    }
}

TEST(bones_without_channels_do_not_move_in_delta_clips) {
    for (int space = 2; space < 4; space++) {
        scene *s = make_scene(10, (gait_space)space, GAIT_AXES_FILE);
        memset(&s->tracks[5], 0, sizeof s->tracks[5]);
        gait_affine identity = gait_affine_identity();
        for (int to = 0; to < 4; to++) {
            gait_affine poses[BONES];
            gait_pose_at_frame(&s->clip, 1, (gait_space)to, GAIT_AXES_ENGINE, poses);
            gaiti_pose_convert(s->skeleton, (gait_space)to, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE,
                               poses);
            test_assert_affine_near(&poses[5], &identity, 1e-12);
        }
        free_scene(s);
    }
}

TEST(children_of_unmoved_bones_are_relative_to_the_model) {
    scene *s = make_scene(11, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    int child = BONES - 1;
    int32_t parent = s->skeleton->bones[child].parent;
    assert_true(parent >= 0);
    gait_affine own[BONES], delta[BONES];
    gait_pose_at_frame(&s->clip, 1, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE, own);
    memset(&s->tracks[parent], 0, sizeof s->tracks[parent]);
    gait_pose_at_frame(&s->clip, 1, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, delta);
    test_assert_affine_near(&delta[child], &own[child], 1e-15);
    free_scene(s);
}

TEST(single_missing_channels_use_the_rest_pose) {
    scene *s = make_scene(12, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF);
    s->tracks[3].translation.count = 0;
    s->tracks[4].rotation.count = 0;
    s->tracks[6].rotation.count = 0;
    s->tracks[6].scale = view(s->scales[6], 3);
    gait_affine poses[BONES];
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_LOCAL, GAIT_AXES_GLTF, poses);
    gait_affine rest[BONES];
    for (int b = 0; b < BONES; b++) {
        rest[b] = gait_affine_from_transform(&s->skeleton->bones[b].rest);
        rest[b] = gait_affine_change_axes(&rest[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
    }
    for (int i = 0; i < 3; i++) {
        assert_true(poses[3].t[i] == rest[3].t[i]);
        assert_true(poses[4].t[i] == (double)s->translations[4][2][i]);
        for (int c = 0; c < 3; c++) {
            assert_true(poses[4].m[i][c] == rest[4].m[i][c]);
            test_assert_near(poses[6].m[i][c], rest[6].m[i][c] * (double)s->scales[6][2][c], 1e-15);
        }
    }
    s->clip.space = GAIT_SPACE_DELTA;
    gait_pose_at_frame(&s->clip, 2, GAIT_SPACE_DELTA, GAIT_AXES_GLTF, poses);
    assert_true(poses[3].t[0] == 0 && poses[3].t[1] == 0 && poses[3].t[2] == 0);
    assert_true(poses[4].m[0][0] == 1 && poses[4].m[0][1] == 0);
    free_scene(s);
}

TEST(zero_scaled_parents_give_finite_poses) {
    scene *s = make_scene(13, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE);
    memset(s->scales, 0, sizeof s->scales);
    for (int b = 0; b < BONES; b++) {
        s->tracks[b].scale = view(s->scales[b], 3);
    }
    gait_affine poses[BONES];
    assert_int_equal(gait_pose_at_frame(&s->clip, 0, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, poses),
                     GAIT_OK);
    for (int b = 0; b < BONES; b++) {
        assert_true(poses[b].t[0] - poses[b].t[0] == 0); /* finite */
    }
    free_scene(s);
}

TEST(wrong_arguments_are_refused) {
    scene *s = make_scene(14, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_affine p[BONES], w[BONES];
    const gait_axes axes = GAIT_AXES_ENGINE;
    const gait_space space = GAIT_SPACE_MODEL;
    assert_int_equal(gait_pose_at_frame(&s->clip, FRAMES, space, axes, p), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_pose_at_frame(NULL, 0, space, axes, p), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_pose_at_frame(&s->clip, 0, (gait_space)4, axes, p), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_pose_at_frame(&s->clip, 0, space, (gait_axes)3, p), GAIT_BAD_ARGUMENT);
    const double times[] = {-1e-9, 1.0000001, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        assert_int_equal(gait_pose_at_time(&s->clip, times[i], space, axes, p, w),
                         GAIT_BAD_ARGUMENT);
    }
    s->clip.frame_count = 0;
    assert_int_equal(gait_pose_at_time(&s->clip, 0, space, axes, p, w), GAIT_BAD_ARGUMENT);
    free_scene(s);
}

TEST(pose_at_a_key_time_equals_the_key) {
    for (int space = 0; space < 4; space++) {
        scene *s = make_scene(15, (gait_space)space, GAIT_AXES_FILE);
        gait_affine at_time[BONES], at_frame[BONES], work[BONES];
        for (uint32_t f = 0; f < FRAMES; f++) {
            assert_int_equal(gait_pose_at_time(&s->clip, (double)s->time[f], GAIT_SPACE_MODEL,
                                               GAIT_AXES_ENGINE, at_time, work),
                             GAIT_OK);
            gait_pose_at_frame(&s->clip, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, at_frame);
            assert_poses_near(at_time, at_frame, 0);
        }
        free_scene(s);
    }
}

TEST(local_poses_are_slerped_and_lerped_between_keys) {
    scene *s = make_scene(16, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    for (int b = 0; b < BONES; b++) { /* the same rotation between the second and the third key */
        const float second[4] = {0, 0, 0, 1};
        const float third[4] = {0, 0.6f, 0, 0.8f};
        memcpy(s->rotations[b][1], second, sizeof second);
        memcpy(s->rotations[b][2], third, sizeof third);
    }
    gait_affine poses[BONES], work[BONES];
    gait_pose_at_time(&s->clip, 0.375, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, poses, work);
    double angle = atan2((double)0.6f, (double)0.8f); /* half of 2 * atan2(.6, .8) */
    for (int b = 0; b < BONES; b++) {
        test_assert_near(poses[b].m[0][0], cos(angle), 1e-7);
        test_assert_near(poses[b].m[0][2], sin(angle), 1e-7);
        for (int i = 0; i < 3; i++) {
            double middle =
                ((double)s->translations[b][1][i] + (double)s->translations[b][2][i]) / 2;
            test_assert_near(poses[b].t[i], middle, 1e-15);
        }
    }
    free_scene(s);
}

TEST(interpolation_does_not_depend_on_the_requested_space) {
    scene *s = make_scene(17, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_FILE);
    gait_affine model[BONES], work[BONES], other[BONES];
    gait_pose_at_time(&s->clip, 0.3, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, model, work);
    for (int space = 0; space < 4; space++) {
        gait_pose_at_time(&s->clip, 0.3, (gait_space)space, GAIT_AXES_ENGINE, other, work);
        gaiti_pose_convert(s->skeleton, (gait_space)space, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE,
                           other);
        assert_poses_near(other, model, 1e-12);
    }
    free_scene(s);
}

/* A copy of the skeleton with unknown parents (every bone is a root) or unknown rest poses. */
static gait_skeleton *make_skeleton_with_unknowns(const gait_skeleton *skeleton, bool parents,
                                                  bool rest) {
    gait_bone bones[BONES];
    memcpy(bones, skeleton->bones, sizeof bones);
    for (int b = 0; b < BONES; b++) {
        if (parents) {
            bones[b].parent = -1;
            bones[b].parent_origin = GAIT_ORIGIN_UNKNOWN;
        }
        if (rest) {
            bones[b].rest_origin = GAIT_ORIGIN_UNKNOWN;
        }
    }
    gait_skeleton *forgetful;
    assert_int_equal(gaiti_skeleton_new("forgetful", bones, BONES, NULL, &forgetful), GAIT_OK);
    return forgetful;
}

/* Interpolation is continuous at keys, also for sheared matrices. */
TEST(interpolated_matrices_are_continuous_at_keys) {
    uint64_t seed = 20;
    scene *s = make_scene(21, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE);
    uint8_t matrices[FRAMES * 36];
    for (size_t i = 0; i < sizeof matrices / 4; i++) {
        gaiti_store_f32(matrices + 4 * i, (float)(test_random(&seed) + (i % 4 == 0 ? 2 : 0)));
    }
    gait_track tracks[BONES];
    memcpy(tracks, s->clip.tracks, sizeof tracks);
    for (int b = 0; b < BONES; b++) {
        tracks[b].rotation = (gait_channel){
            .data = matrices, .count = FRAMES, .stride = 36, .element = GAIT_MAT3_LE};
    }
    s->clip.tracks = tracks;
    gait_affine at[BONES], beside[BONES], work[BONES];
    for (uint32_t f = 1; f + 1 < FRAMES; f++) {
        gait_pose_at_frame(&s->clip, f, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, at);
        for (int side = -1; side <= 1; side += 2) {
            double time = (double)s->time[f] + side * 1e-12;
            gait_pose_at_time(&s->clip, time, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, beside, work);
            for (int b = 0; b < BONES; b++) {
                test_assert_affine_near(&beside[b], &at[b], 1e-7);
            }
        }
    }
    free_scene(s);
}

TEST(numbers_of_bones_without_known_parents_are_interpolated) {
    const gait_space own[] = {GAIT_SPACE_MODEL, GAIT_SPACE_DELTA};
    for (int i = 0; i < 2 * 4; i++) {
        scene *s = make_scene(18, own[i / 4], GAIT_AXES_ENGINE);
        gait_skeleton *flat = make_skeleton_with_unknowns(s->skeleton, true, false);
        gait_affine poses[BONES], expected[BONES], work[BONES];
        s->clip.skeleton = flat;
        gait_pose_at_time(&s->clip, 0.125, (gait_space)(i % 4), GAIT_AXES_GLTF, poses, work);
        gait_pose_at_frame(&s->clip, 0, (gait_space)(i % 4), GAIT_AXES_GLTF, expected);
        gait_pose_at_frame(&s->clip, 1, (gait_space)(i % 4), GAIT_AXES_GLTF, work);
        for (int b = 0; b < BONES; b++) {
            gaiti_pose_interpolate_numbers(&expected[b], &work[b], 0.5);
            test_assert_affine_near(&poses[b], &expected[b], 1e-12);
        }
        gait_skeleton_free(flat);
        free_scene(s);
    }
}

TEST(local_deltas_without_parents_are_interpolated_directly) {
    scene *s = make_scene(18, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE);
    gait_skeleton *flat = make_skeleton_with_unknowns(s->skeleton, true, false);
    s->clip.skeleton = flat;
    gait_affine poses[BONES], work[BONES];
    gait_pose_at_time(&s->clip, 0.125, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE, poses, work);
    for (int b = 0; b < BONES; b++) {
        for (int i = 0; i < 3; i++) {
            double middle =
                ((double)s->translations[b][0][i] + (double)s->translations[b][1][i]) / 2;
            test_assert_near(poses[b].t[i], middle, 1e-15);
        }
    }
    gait_skeleton_free(flat);
    free_scene(s);
}

TEST(unsorted_times_still_give_finite_poses) {
    scene *s = make_scene(19, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    const float orders[][FRAMES] = {
        {0, 0.75f, 0.25f, 0.5f, 1},     {0, 0, 0, 0, 1},       {0, 1, 1, 1, 1},
        {0.5f, 0.5f, 0.5f, 0.5f, 0.5f}, {0, NAN, NAN, NAN, 1}, {0, 9, -9, 9, 1}};
    gait_affine poses[BONES], work[BONES];
    for (size_t o = 0; o < sizeof orders / sizeof orders[0]; o++) {
        memcpy(s->time, orders[o], sizeof s->time);
        for (double time = (double)s->time[0]; time <= (double)s->time[4]; time += 0.0625) {
            assert_int_equal(
                gait_pose_at_time(&s->clip, time, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, poses, work),
                GAIT_OK);
            for (int b = 0; b < BONES; b++) {
                assert_true(poses[b].t[0] - poses[b].t[0] == 0);
            }
        }
    }
    free_scene(s);
}

TEST(a_single_key_is_valid_only_at_its_time) {
    scene *s = make_scene(20, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    s->clip.frame_count = 1;
    gait_affine p[BONES], w[BONES];
    assert_int_equal(gait_pose_at_time(&s->clip, 0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, p, w),
                     GAIT_OK);
    assert_int_equal(gait_pose_at_time(&s->clip, 0.001, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, p, w),
                     GAIT_BAD_ARGUMENT);
    free_scene(s);
}

TEST(poses_without_what_they_require_are_unsupported) {
    scene *s = make_scene(22, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_skeleton *flat = make_skeleton_with_unknowns(s->skeleton, true, true);
    gait_skeleton *restless = make_skeleton_with_unknowns(s->skeleton, false, true);
    const gait_skeleton *const skeletons[] = {s->skeleton, flat, restless};
    gait_affine pose[BONES], work[BONES];
    for (int i = 0; i < 3 * 4 * 4; i++) {
        gait_clip *converted;
        gait_space space = (gait_space)(i % 4);
        s->clip.skeleton = skeletons[i / 16];
        s->clip.space = (gait_space)(i / 4 % 4);
        bool is_possible = gait_pose_requirements(&s->clip, space) == GAIT_REQUIRES_NOTHING;
        gait_status expected = is_possible ? GAIT_OK : GAIT_UNSUPPORTED;
        assert_int_equal(gait_pose_at_frame(&s->clip, 0, space, GAIT_AXES_GLTF, pose), expected);
        for (double time = 0; time <= 0.25; time += 0.125) {
            assert_int_equal(gait_pose_at_time(&s->clip, time, space, GAIT_AXES_GLTF, pose, work),
                             expected);
        }
        assert_int_equal(gait_pose_at_moment(&s->clip, &(gait_moment){1, 0, 0.5}, space,
                                             GAIT_AXES_GLTF, pose, work),
                         expected);
        assert_int_equal(gaiti_clip_convert(&s->clip, space, GAIT_AXES_GLTF, NULL, &converted),
                         expected);
        assert_true((converted != NULL) == is_possible);
        gait_clip_free(converted);
    }
    gait_skeleton_free(flat);
    gait_skeleton_free(restless);
    free_scene(s);
}

TEST(pose_requirements_report_missing_parents_and_rest) {
    scene *s = make_scene(21, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_skeleton *flat = make_skeleton_with_unknowns(s->skeleton, true, true);
    gait_skeleton *restless = make_skeleton_with_unknowns(s->skeleton, false, true);
    const gait_skeleton *const skeletons[] = {s->skeleton, flat, restless};
    /* [skeleton][space of the clip][requested space]: N = nothing, P = parents, R = rest poses */
    const char *const expected[3][4] = {
        {"NNNN", "NNNN", "NNNN", "NNNN"},
        {"NPPP", "NNRR", "NNNN", "PPPN"},
        {"NNRR", "NNRR", "NNNN", "NNNN"},
    };
    for (int i = 0; i < 3 * 4 * 4; i++) {
        s->clip.skeleton = skeletons[i / 16];
        s->clip.space = (gait_space)(i / 4 % 4);
        char need = "NPR"[gait_pose_requirements(&s->clip, (gait_space)(i % 4))];
        assert_int_equal(need, expected[i / 16][i / 4 % 4][i % 4]);
    }
    gait_skeleton_free(flat);
    gait_skeleton_free(restless);
    free_scene(s);
}

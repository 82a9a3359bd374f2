/* Conversion of SDK motions to clips, compared with values computed by hand: angles, time, bones,
 * playback. */
#include <math.h>
#include <stdlib.h>

#include "fixtures.h"
#include "gait/file.h"
#include "gait/pose.h"
#include "gait/skl.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/skl/skl.h"
#include "model/clip.h"

typedef struct file_clips {
    gait_span bytes;
    gait_skl *skl;
    gait_skeleton *skeleton;
    gait_clip *clip;
} file_clips;

static void read_clip_on(file_clips *made, const gait_skeleton *tree, uint32_t motion) {
    assert_int_equal(gaiti_skl_bind_skeleton(made->skl, tree, NULL, &made->skeleton), GAIT_OK);
    assert_int_equal(gaiti_skl_clip(made->skl, motion, made->skeleton, NULL, &made->clip), GAIT_OK);
}

static file_clips read_clips(const char *file, const gait_skeleton *tree, uint32_t motion) {
    file_clips made = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_skl_open(made.bytes, NULL, &made.skl), GAIT_OK);
    read_clip_on(&made, tree, motion);
    return made;
}

static void drop(file_clips *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_skl_free(made->skl);
    free((void *)(uintptr_t)made->bytes.data);
}

static double key_of(const gait_channel *channel, bool is_rotation, uint32_t key, int axis) {
    double at[9];
    gaiti_channel_get(channel, is_rotation, key, at);
    return at[axis];
}

/* --- rotations -------------------------------------------------------------------------------- */

/* A clip of one bone with these angles and three frames. */
static file_clips still_bone(double heading, double pitch, double bank) {
    const gait_skl_key keys[3] = {
        {.value = (float)heading}, {.value = (float)pitch}, {.value = (float)bank}};
    const gait_skl_curve curves[1][GAIT_SKL_CHANNELS] = {{{{1, 1}, 0, NULL},
                                                          {{1, 1}, 0, NULL},
                                                          {{1, 1}, 0, NULL},
                                                          {{1, 1}, 1, &keys[0]},
                                                          {{1, 1}, 1, &keys[1]},
                                                          {{1, 1}, 1, &keys[2]}}};
    gait_skl_bone bone = {.name = test_span("root")};
    gait_skl_motion values = {
        .name = test_span("m"), .frame_end = 2, .fps = 30, .version = 6, .bone_count = 1};
    file_clips made = {0};
    assert_int_equal(gait_skl_new(GAIT_SKL_ONE, NULL, &made.skl), GAIT_OK);
    assert_int_equal(gait_skl_add_motion(made.skl, &values, &bone, curves), GAIT_OK);
    read_clip_on(&made, NULL, 0);
    return made;
}

static gait_affine about(int axis, double angle) {
    gait_affine turn = gait_affine_identity();
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    turn.m[a][a] = turn.m[b][b] = cos(angle);
    turn.m[b][a] = sin(angle);
    turn.m[a][b] = -sin(angle);
    return turn;
}

TEST(heading_pitch_and_bank_rotate_about_y_x_and_z) {
    uint64_t seed = 5;
    for (int i = 0; i < 50; i++) {
        double angles[3];
        for (int k = 0; k < 3; k++) {
            angles[k] = (double)(float)(4 * test_random(&seed));
        }
        file_clips made = still_bone(angles[0], angles[1], angles[2]);
        gait_affine y = about(1, angles[0]), x = about(0, angles[1]), z = about(2, angles[2]);
        gait_affine xz = gait_affine_multiply(&x, &z), expected = gait_affine_multiply(&y, &xz);
        gait_affine pose;
        assert_int_equal(made.clip->tracks[0].rotation.count, 1);
        assert_int_equal(
            gait_pose_at_frame(made.clip, 1, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &pose), GAIT_OK);
        test_assert_affine_near(&pose, &expected, 1e-6);
        drop(&made);
    }
}

/* A heading of a maps +Z to (sin a, 0, cos a), to the right. */
TEST(a_heading_turns_to_the_right) {
    file_clips made = still_bone(0.5, 0, 0);
    gait_affine pose;
    assert_int_equal(gait_pose_at_frame(made.clip, 0, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &pose),
                     GAIT_OK);
    test_assert_near(pose.m[0][2], sin(0.5), 1e-6);
    test_assert_near(pose.m[2][2], cos(0.5), 1e-6);
    drop(&made);
}

/* --- time ------------------------------------------------------------------------------------- */

TEST(frame_range_includes_both_ends) {
    file_clips made = read_clips("skl/ok/moving.skls", NULL, 0);
    const gait_track *root = &made.clip->tracks[0], *hand = &made.clip->tracks[1];
    assert_int_equal(made.clip->frame_count, 3);
    assert_true(made.clip->time[2] == (float)(2 / 30.0));
    assert_int_equal(root->translation.count, 3);
    assert_int_equal(root->rotation.count, 3);
    assert_int_equal(hand->translation.count, 1);
    assert_true(key_of(&root->translation, false, 1, 0) == 1);
    assert_true(key_of(&root->translation, false, 2, 0) == 0.5);
    test_assert_near(key_of(&root->rotation, true, 1, 1), sin(0.5), 1e-7);
    drop(&made);
}

/* Key times are absolute: a later first frame starts in the middle of the curves. */
TEST(first_frame_selects_the_curve_time) {
    gait_span bytes = test_fixture_bytes("skl/ok/moving.skls");
    file_clips made = {.bytes = bytes};
    assert_int_equal(gait_skl_open(bytes, NULL, &made.skl), GAIT_OK);
    gait_skl_motion values = gait_skl_motion_at(made.skl, 0);
    values.frame_start = 1;
    assert_int_equal(gaiti_skl_set_motion(made.skl, 0, &values), GAIT_OK);
    read_clip_on(&made, NULL, 0);
    assert_int_equal(made.clip->frame_count, 2);
    assert_true(made.clip->time[0] == 0);
    assert_true(key_of(&made.clip->tracks[0].translation, false, 0, 0) == 1);
    assert_true(key_of(&made.clip->tracks[0].translation, false, 1, 0) == 0.5);
    drop(&made);
}

TEST(frames_before_zero_are_frames) {
    file_clips made = read_clips("skl/ok/before_zero.skls", NULL, 0);
    assert_int_equal(made.clip->frame_count, 3);
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(key_of(&made.clip->tracks[0].translation, false, k, 0) == k + 1);
    }
    drop(&made);
}

TEST(invalid_rate_becomes_30) {
    file_clips made = read_clips("skl/bad/rate_nan.skl", NULL, 0);
    assert_true(made.clip->time[1] == (float)(1 / 30.0));
    drop(&made);
}

TEST(the_info_agrees_with_the_clip) {
    gait_span bytes = test_fixture_bytes("skl/ok/marks.skl");
    gait_file *file;
    assert_int_equal(gait_file_open(bytes, "marks.skl", NULL, &file), GAIT_OK);
    gait_clip_info info = gait_file_clip_info(file, 0);
    assert_int_equal(gait_file_format(file), GAIT_FORMAT_SKL);
    assert_int_equal(gait_file_version(file), 7);
    assert_int_equal(info.frame_count, 3);
    assert_int_equal(info.loop, 0);
    assert_int_equal(info.event_count, 2);
    test_assert_near(info.duration_s, 2 / 30.0, 1e-12);
    gait_file_free(file);
    free((void *)(uintptr_t)bytes.data);
}

/* --- bones ------------------------------------------------------------------------------------ */

static gait_skeleton *tree_of(const char *const names[], const int32_t *parents, uint32_t count) {
    gait_bone bones[4];
    gait_skeleton *tree;
    for (uint32_t b = 0; b < count; b++) {
        bones[b] = (gait_bone){
            .name = names[b], .parent = parents[b], .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    assert_int_equal(gaiti_skeleton_new("tree", bones, count, NULL, &tree), GAIT_OK);
    return tree;
}

TEST(skeleton_has_the_bones_of_all_motions) {
    file_clips made = read_clips("skl/ok/other_bones.skls", NULL, 1);
    assert_int_equal(made.skeleton->bone_count, 2);
    assert_string_equal(made.skeleton->bones[1].name, "tail");
    assert_int_equal(made.clip->tracks[0].rotation.count, 0);
    assert_int_equal(made.clip->tracks[1].rotation.count, 1);
    drop(&made);
}

TEST(unnamed_bones_are_matched_by_order) {
    static const char *const names[] = {"pelvis", "spine", "head"};
    static const int32_t parents[] = {-1, 0, 1};
    gait_skeleton *tree = tree_of(names, parents, 3);
    file_clips made = read_clips("skl/ok/version_4.skl", tree, 0);
    assert_string_equal(made.skeleton->bones[1].name, "spine");
    assert_int_equal(made.clip->tracks[0].rotation.count, 1);
    assert_int_equal(made.clip->tracks[1].rotation.count, 1);
    assert_int_equal(made.clip->tracks[2].rotation.count, 0);
    drop(&made);
    gait_skeleton_free(tree);
    made = read_clips("skl/ok/version_4.skl", NULL, 0);
    assert_string_equal(made.skeleton->bones[1].name, "bone_01");
    assert_int_equal(made.clip->tracks[1].rotation.count, 1);
    drop(&made);
}

TEST(object_motion_has_one_bone_and_no_playback) {
    file_clips made = read_clips("anm/ok/version_3.anm", NULL, 0);
    assert_int_equal(made.skeleton->bone_count, 1);
    assert_string_equal(made.skeleton->bones[0].name, "camera");
    assert_int_equal(made.skeleton->bones[0].parent, -1);
    assert_int_equal(made.skeleton->bones[0].parent_origin, GAIT_ORIGIN_FILE);
    assert_false(made.clip->playback.known);
    assert_true(key_of(&made.clip->tracks[0].translation, false, 1, 0) == 1);
    drop(&made);
}

TEST(unknown_rest_pose_is_the_first_frame) {
    file_clips made = still_bone(0.5, 0, 0);
    assert_int_equal(made.skeleton->bones[0].rest_origin, GAIT_ORIGIN_FIRST_FRAME);
    test_assert_near(made.skeleton->bones[0].rest.q[1], sin(0.25), 1e-7);
    drop(&made);
}

/* The heading of root is 0.5. That of its child is 0.75 in model space, which is 0.25 relative to
 * the parent. The position of the child is relative to the parent. */
TEST(a_world_oriented_bone_is_made_local) {
    static const char *const names[] = {"root", "hand"};
    static const int32_t parents[] = {-1, 0};
    const gait_skl_key turn = {.value = 0.5F}, on = {.value = 0.75F}, away = {.value = 2};
    gait_skl_curve curves[2][GAIT_SKL_CHANNELS] = {0};
    curves[0][GAIT_SKL_HEADING] = (gait_skl_curve){{1, 1}, 1, &turn};
    curves[1][GAIT_SKL_HEADING] = (gait_skl_curve){{1, 1}, 1, &on};
    curves[1][GAIT_SKL_X] = (gait_skl_curve){{1, 1}, 1, &away};
    gait_skl_bone bones[2] = {{.name = test_span("root")},
                              {.name = test_span("hand"), .flags = GAIT_SKL_WORLD_ORIENT}};
    gait_skl_motion values = {
        .name = test_span("m"), .frame_end = 4, .fps = 30, .version = 7, .bone_count = 2};
    gait_skeleton *tree = tree_of(names, parents, 2);
    file_clips made = {0};
    assert_int_equal(gait_skl_new(GAIT_SKL_MANY, NULL, &made.skl), GAIT_OK);
    assert_int_equal(
        gait_skl_add_motion(made.skl, &values, bones, (const gait_skl_curve(*)[6])curves), GAIT_OK);
    read_clip_on(&made, tree, 0);
    for (uint32_t frame = 0; frame < 5; frame++) {
        test_assert_near(key_of(&made.clip->tracks[1].rotation, true, frame, 1), sin(0.125), 1e-7);
    }
    assert_true(key_of(&made.clip->tracks[1].translation, false, 0, 0) == 2);
    drop(&made);
    gait_skeleton_free(tree);
}

/* --- playback --------------------------------------------------------------------------------- */

TEST(playback_fields_are_read_in_skl_order) {
    file_clips made = read_clips("skl/ok/two.skls", NULL, 1);
    gait_playback playback = made.clip->playback;
    assert_string_equal(made.clip->name, "run");
    assert_true(playback.known && !playback.loop);
    assert_true(playback.speed == 1 && playback.accrue == 2 && playback.falloff == 2 &&
                playback.power == 1);
    drop(&made);
    made = read_clips("skl/ok/two.skls", NULL, 0);
    assert_true(made.clip->playback.loop);
    drop(&made);
    made = read_clips("skl/ok/version_4.skl", NULL, 0);
    assert_int_equal(made.clip->playback.flags, GAIT_OMF_STOP_AT_END);
    drop(&made);
}

TEST(marks_become_events) {
    file_clips made = read_clips("skl/ok/marks.skl", NULL, 0);
    assert_int_equal(made.clip->event_count, 1);
    assert_string_equal(made.clip->events[0].name, "Left");
    test_assert_near(made.clip->events[0].end, 0.05, 1e-8);
    drop(&made);
}

TEST(excessive_frame_counts_return_a_limit_error) {
    gait_span bytes = test_fixture_bytes("skl/bad/frames_beyond_32_bits.skl");
    gait_skl *skl;
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_int_equal(gait_skl_open(bytes, NULL, &skl), GAIT_OK);
    assert_int_equal(gaiti_skl_bind_skeleton(skl, NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_skl_clip(skl, 0, skeleton, NULL, &clip), GAIT_LIMIT);
    assert_int_equal(gaiti_skl_clip(skl, 1, skeleton, NULL, &clip), GAIT_BAD_ARGUMENT);
    assert_null(clip);
    gait_skeleton_free(skeleton);
    gait_skl_free(skl);
    free((void *)(uintptr_t)bytes.data);
}

#include <math.h>
#include <string.h>

#include "allocator.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "model/affine.h"
#include "model/clip.h"
#include "test.h"
#include "transforms.h"
#include "ops/clip_convert.h"

enum { BONES = 12, FRAMES = 7 };

/* A clip with random float keys, two events, playback parameters and root motion. */
static gait_clip *make_clip(uint64_t seed, const gait_skeleton *skeleton, gait_space space,
                            gait_axes axes) {
    gait_status status;
    gaiti_clip *made = gaiti_clip_new(skeleton, "walk", FRAMES, 0, NULL, &status);
    assert_non_null(made);
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        float *keys = gaiti_alloc(&made->arena, FRAMES * 7, sizeof(float));
        assert_non_null(keys);
        for (int i = 0; i < FRAMES * 7; i++) {
            keys[i] = (float)test_random(&seed);
        }
        made->tracks[b].rotation = (gait_channel){
            .data = (uint8_t *)keys, .count = FRAMES, .stride = 28, .element = GAIT_F32};
        made->tracks[b].translation = (gait_channel){
            .data = (uint8_t *)(keys + 4), .count = FRAMES, .stride = 28, .element = GAIT_F32};
    }
    for (int f = 0; f < FRAMES; f++) {
        made->time[f] = (float)f / 30;
    }
    gait_event *events = gaiti_clip_add_events(made, 2);
    events[0] = (gait_event){.name = "step", .value = "left", .start = 0.1, .end = 0.1};
    events[1] = (gait_event){.name = "mark", .value = "", .start = 0.05, .end = 0.15};
    made->clip.space = space;
    made->clip.axes = axes;
    made->clip.time_unit = GAIT_TIME_PHASE;
    made->clip.root_motion[0] = 1;
    made->clip.root_motion[2] = -1.5f;
    made->clip.playback = (gait_playback){.known = true, .loop = true, .speed = 1.25f};
    return &made->clip;
}

static gait_clip *convert(const gait_clip *clip, gait_space space, gait_axes axes) {
    gait_clip *converted;
    assert_int_equal(gaiti_clip_convert(clip, space, axes, NULL, &converted), GAIT_OK);
    return converted;
}

/* Asserts that both clips have the same poses in model space at every key. */
static void assert_same_movement(const gait_clip *a, const gait_clip *b, double tolerance) {
    gait_affine pa[BONES], pb[BONES];
    for (uint32_t f = 0; f < FRAMES; f++) {
        gait_pose_at_frame(a, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pa);
        gait_pose_at_frame(b, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, pb);
        for (int bone = 0; bone < BONES; bone++) {
            test_assert_affine_near(&pb[bone], &pa[bone], tolerance);
        }
    }
}

TEST(every_conversion_keeps_the_movement) {
    uint64_t seed = 1;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    for (int i = 0; i < 4 * 4 * 3; i++) {
        gait_clip *clip = make_clip(2, skeleton, (gait_space)(i % 4), GAIT_AXES_FILE);
        gait_clip *converted = convert(clip, (gait_space)(i / 4 % 4), (gait_axes)(i / 16));
        assert_int_equal(converted->space, i / 4 % 4);
        assert_int_equal(converted->axes, i / 16);
        assert_same_movement(clip, converted, 1e-5);
        gait_clip_free(converted);
        gait_clip_free(clip);
    }
    gait_skeleton_free(skeleton);
}

TEST(everything_except_tracks_is_copied) {
    uint64_t seed = 3;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(4, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    for (int space = 0; space < 2; space++) {
        gait_clip *converted = convert(clip, (gait_space)space, GAIT_AXES_GLTF);
        assert_string_equal(converted->name, "walk");
        assert_ptr_not_equal(converted->name, clip->name);
        assert_ptr_equal(converted->skeleton, skeleton);
        assert_int_equal(converted->frame_count, FRAMES);
        assert_memory_equal(converted->time, clip->time, FRAMES * sizeof(float));
        assert_int_equal(converted->time_unit, GAIT_TIME_PHASE);
        assert_int_equal(converted->event_count, 2);
        assert_string_equal(converted->events[0].name, "step");
        assert_string_equal(converted->events[0].value, "left");
        assert_true(converted->events[1].start == 0.05 && converted->events[1].end == 0.15);
        assert_true(converted->playback.known && converted->playback.loop);
        assert_true(converted->playback.speed == 1.25f);
        assert_true(converted->root_motion[0] == -1 && converted->root_motion[2] == -1.5f);
        assert_true(converted->root_motion[1] == 0 && !signbit(converted->root_motion[1]));
        gait_clip_free(converted);
    }
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(an_axes_change_alone_shares_the_key_bytes) {
    uint64_t seed = 5;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(6, skeleton, GAIT_SPACE_DELTA, GAIT_AXES_FILE);
    gait_clip *converted = convert(clip, GAIT_SPACE_DELTA, GAIT_AXES_GLTF);
    for (int b = 0; b < BONES; b++) {
        assert_ptr_equal(converted->tracks[b].rotation.data, clip->tracks[b].rotation.data);
        assert_ptr_equal(converted->tracks[b].translation.data, clip->tracks[b].translation.data);
        assert_int_equal(converted->tracks[b].scale.count, 0);
    }
    assert_same_movement(clip, converted, 1e-13);
    gait_clip_free(converted);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(rotations_are_unit_and_continuous) {
    uint64_t seed = 7;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(8, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_clip *converted = convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF);
    for (int b = 0; b < BONES; b++) {
        double previous[9] = {0};
        for (uint32_t f = 0; f < FRAMES; f++) {
            double q[9], dot = 0, length = 0;
            gaiti_channel_get(&converted->tracks[b].rotation, true, f, q);
            for (int i = 0; i < 4; i++) {
                dot += q[i] * previous[i];
                length += q[i] * q[i];
            }
            test_assert_near(length, 1, 1e-6);
            assert_true(dot >= 0);
            memcpy(previous, q, sizeof previous);
        }
        assert_int_equal(converted->tracks[b].scale.count, 0);
    }
    gait_clip_free(converted);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* A clip with one scaled root; all other keys are those of make_clip(). */
static gait_clip *make_scaled_clip(const gait_skeleton *skeleton, const float scale[3]) {
    gait_clip *clip = make_clip(10, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_track *tracks = ((gaiti_clip *)clip)->tracks;
    tracks[8].scale = (gait_channel){
        .data = (const uint8_t *)scale, .count = 1, .stride = 12, .element = GAIT_F32};
    return clip;
}

TEST(only_significant_scales_are_kept) {
    uint64_t seed = 9;
    const float big[3] = {2, 0.5f, 1};
    const float tiny[3] = {1.0005f, 0.9995f, 1};
    gait_skeleton *skeleton = test_random_skeleton(&seed, 9); /* bone 8: a root without child */
    gait_clip *clip = make_scaled_clip(skeleton, big);
    gait_clip *converted = convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF);
    assert_true(converted->tracks[8].scale.count > 0);
    for (uint32_t f = 0; f < FRAMES; f++) {
        double scale[9];
        gaiti_channel_get(&converted->tracks[8].scale, false, f, scale);
        for (int i = 0; i < 3; i++) {
            test_assert_near(scale[i], (double)big[i], 1e-6);
        }
    }
    assert_int_equal(converted->tracks[7].scale.count, 0);
    gait_clip_free(converted);
    gait_clip_free(clip);
    clip = make_scaled_clip(skeleton, tiny);
    converted = convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF);
    assert_int_equal(converted->tracks[8].scale.count, 0);
    gait_clip_free(converted);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* Every bone of a rigid clip keeps its position and gets the nearest rotation in model space,
 * whatever the scales of its parents. */
TEST(rigid_clips_keep_bone_positions_and_rotations) {
    uint64_t seed = 23;
    const float big[3] = {1.5f, 0.75f, 1};
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(24, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_FILE);
    gait_clip *rigid;
    gait_affine expected[BONES], poses[BONES];
    for (int b = 0; b < BONES; b += 2) {
        ((gaiti_clip *)clip)->tracks[b].scale = (gait_channel){
            .data = (const uint8_t *)big, .count = 1, .stride = 12, .element = GAIT_F32};
    }
    assert_int_equal(gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &rigid), GAIT_OK);
    assert_int_equal(rigid->space, GAIT_SPACE_LOCAL);
    assert_true(rigid->tracks[0].scale.count > 0); /* information only, ignored below */
    for (int b = 0; b < BONES; b++) {
        ((gaiti_clip *)rigid)->tracks[b].scale.count = 0;
    }
    for (uint32_t f = 0; f < FRAMES; f++) {
        gait_pose_at_frame(clip, f, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, expected);
        gait_pose_at_frame(rigid, f, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, poses);
        for (int b = 0; b < BONES; b++) {
            gait_transform nearest;
            gait_affine_decompose(&expected[b], &nearest);
            nearest.s[0] = nearest.s[1] = nearest.s[2] = 1;
            expected[b] = gait_affine_from_transform(&nearest);
            test_assert_affine_near(&poses[b], &expected[b], 1e-5);
        }
    }
    gait_clip_free(rigid);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(rigid_clips_without_scale_are_views) {
    uint64_t seed = 25;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(26, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_FILE);
    gait_clip *rigid;
    assert_int_equal(gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &rigid), GAIT_OK);
    assert_ptr_equal(rigid->tracks[0].rotation.data, clip->tracks[0].rotation.data);
    gait_clip_free(rigid);
    assert_int_equal(gaiti_clip_convert_rigid(clip, (gait_axes)9, NULL, &rigid), GAIT_BAD_ARGUMENT);
    assert_null(rigid);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(equal_keys_are_merged_into_one) {
    uint64_t seed = 11;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(12, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_track *tracks = ((gaiti_clip *)clip)->tracks;
    tracks[0].rotation.count = tracks[0].translation.count = 1; /* a root */
    tracks[8].rotation.count = 1;                               /* another root */
    gait_clip *converted = convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE);
    assert_int_equal(converted->tracks[0].rotation.count, 1);
    assert_int_equal(converted->tracks[0].translation.count, 1);
    assert_int_equal(converted->tracks[8].rotation.count, 1);
    assert_int_equal(converted->tracks[8].translation.count, FRAMES);
    assert_same_movement(clip, converted, 1e-5);
    gait_clip_free(converted);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

/* Regression guard: 16 million frames of a still clip must not be posed one by one. */
TEST(a_still_clip_needs_one_pose_at_any_length) {
    uint64_t seed = 13;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_status status;
    gaiti_clip *still = gaiti_clip_new(skeleton, "still", 1 << 24, 0, NULL, &status);
    assert_non_null(still);
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gait_clip *converted;
    assert_int_equal(
        gaiti_clip_convert(&still->clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, &options, &converted),
        GAIT_OK);
    assert_true(allocator.live_bytes < ((uint64_t)4 << 24) + 10000);
    assert_int_equal(converted->frame_count, 1 << 24);
    assert_int_equal(converted->tracks[BONES - 1].rotation.count, 1);
    gait_clip_free(converted);
    gait_clip_free(&still->clip);
    gait_skeleton_free(skeleton);
}

TEST(absent_tracks_get_explicit_keys) {
    uint64_t seed = 15;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    for (int space = 0; space < 4; space++) {
        gait_clip *clip = make_clip(16, skeleton, (gait_space)space, GAIT_AXES_ENGINE);
        memset(&((gaiti_clip *)clip)->tracks[3], 0, sizeof(gait_track));
        gait_clip *converted = convert(clip, (gait_space)((space + 1) % 4), GAIT_AXES_ENGINE);
        assert_true(converted->tracks[3].rotation.count > 0);
        assert_true(converted->tracks[3].translation.count > 0);
        assert_same_movement(clip, converted, 1e-5);
        gait_clip_free(converted);
        gait_clip_free(clip);
    }
    gait_skeleton_free(skeleton);
}

TEST(clips_without_frames_or_bones_convert) {
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("none", NULL, 0, NULL, &skeleton), GAIT_OK);
    gait_clip *clip = make_clip(17, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_clip *converted = convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF);
    gait_clip_free(converted);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    uint64_t seed = 18;
    gait_status status;
    skeleton = test_random_skeleton(&seed, 3);
    gaiti_clip *empty = gaiti_clip_new(skeleton, "empty", 0, 0, NULL, &status);
    converted = convert(&empty->clip, GAIT_SPACE_MODEL, GAIT_AXES_GLTF);
    assert_int_equal(converted->tracks[2].rotation.count, 0);
    gait_clip_free(converted);
    gait_clip_free(&empty->clip);
    gait_skeleton_free(skeleton);
}

static gait_status attempt(const gait_options *options, void *user) {
    gait_clip *converted = NULL;
    gait_status status =
        gaiti_clip_convert(user, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, options, &converted);
    assert_true((status == GAIT_OK) == (converted != NULL));
    gait_clip_free(converted);
    return status;
}

static gait_status attempt_rigid(const gait_options *options, void *user) {
    gait_clip *rigid = NULL;
    gait_status status = gaiti_clip_convert_rigid(user, GAIT_AXES_GLTF, options, &rigid);
    assert_true((status == GAIT_OK) == (rigid != NULL));
    gait_clip_free(rigid);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    uint64_t seed = 19;
    const float big[3] = {2, 0.5f, 1};
    gait_skeleton *skeleton = test_random_skeleton(&seed, 9);
    gait_clip *clip = make_clip(20, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    assert_int_equal(test_every_failing_allocation(attempt, clip), 2);
    clip->space = GAIT_SPACE_MODEL; /* keys are not converted */
    assert_int_equal(test_every_failing_allocation(attempt, clip), 1);
    gait_clip_free(clip);
    clip = make_scaled_clip(skeleton, big);
    assert_int_equal(test_every_failing_allocation(attempt, clip), 3);
    assert_int_equal(test_every_failing_allocation(attempt_rigid, clip), 3);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

TEST(limits_are_enforced) {
    uint64_t seed = 21;
    gait_skeleton *skeleton = test_random_skeleton(&seed, BONES);
    gait_clip *clip = make_clip(22, skeleton, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE);
    gait_options options = {.max_bytes = 1000};
    gait_clip *converted = clip;
    assert_int_equal(
        gaiti_clip_convert(clip, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, &options, &converted),
        GAIT_LIMIT);
    assert_null(converted);
    assert_int_equal(gaiti_clip_convert(clip, (gait_space)9, GAIT_AXES_ENGINE, NULL, &converted),
                     GAIT_BAD_ARGUMENT);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
}

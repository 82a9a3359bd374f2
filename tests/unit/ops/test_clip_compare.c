#include <math.h>
#include <string.h>

#include "allocator.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "gait/compare.h"
#include "test.h"

enum { FRAMES = 3 };

/* A clip of two bones in model space that turn about Y and move along X. */
typedef struct scene {
    gait_bone bones[2];
    gait_affine rest[2];
    gait_skeleton skeleton;
    gait_clip clip;
    gait_track tracks[2];
    float time[FRAMES];
    float rotations[2][FRAMES][4];
    float translations[2][FRAMES][3];
} scene;

static void make_scene(scene *s, const char *first, const char *second) {
    *s = (scene){.bones = {{.name = first, .parent = -1, .rest = {.q = {0, 0, 0, 1}}},
                           {.name = second, .parent = -1, .rest = {.q = {0, 0, 0, 1}}}}};
    for (int b = 0; b < 2; b++) {
        s->rest[b] = gait_affine_identity();
        s->bones[b].parent_origin = s->bones[b].rest_origin = GAIT_ORIGIN_FILE;
        for (int f = 0; f < FRAMES; f++) {
            s->rotations[b][f][3] = 1;
            s->translations[b][f][0] = (float)f;
            s->time[f] = (float)f * 0.5f;
        }
        s->tracks[b].rotation = (gait_channel){.data = (const uint8_t *)s->rotations[b],
                                               .count = FRAMES,
                                               .stride = 16,
                                               .element = GAIT_F32};
        s->tracks[b].translation = (gait_channel){.data = (const uint8_t *)s->translations[b],
                                                  .count = FRAMES,
                                                  .stride = 12,
                                                  .element = GAIT_F32};
    }
    s->skeleton =
        (gait_skeleton){.name = "s", .bone_count = 2, .bones = s->bones, .rest_model = s->rest};
    s->clip = (gait_clip){.name = "c",
                          .skeleton = &s->skeleton,
                          .space = GAIT_SPACE_MODEL,
                          .frame_count = FRAMES,
                          .time = s->time,
                          .tracks = s->tracks};
}

static void turn(scene *s, int bone, int frame, double degrees) {
    double half = degrees / 2 * acos(-1) / 180;
    s->rotations[bone][frame][1] = (float)sin(half);
    s->rotations[bone][frame][3] = (float)cos(half);
}

static gait_clip_comparison *compare(const scene *a, const scene *b) {
    gait_clip_comparison *comparison;
    assert_int_equal(gait_clip_compare(&a->clip, &b->clip, NULL, &comparison), GAIT_OK);
    return comparison;
}

TEST(the_largest_differences_are_found) {
    scene a, b;
    make_scene(&a, "hip", "hand");
    make_scene(&b, "Hand", "HIP"); /* in another order and another case */
    b.translations[0][1][2] = 0.25f;
    b.translations[1][2][0] += 0.125f;
    turn(&b, 0, 2, 30);
    turn(&b, 1, 0, 0.001);
    gait_clip_comparison *comparison = compare(&a, &b);
    gait_comparison_summary summary = gait_clip_comparison_summary(comparison);
    assert_int_equal(summary.frame_count, FRAMES);
    assert_int_equal(summary.bone_count, 2);
    assert_int_equal(summary.compared_bones, 2);
    assert_int_equal(summary.distance.bone, 1);
    assert_int_equal(summary.distance.frame, 1);
    assert_float_equal(summary.distance.amount, 250, 1e-3);
    assert_int_equal(summary.angle.frame, 2);
    assert_float_equal(summary.angle.amount, 30, 1e-4);
    gait_bone_comparison hip = gait_clip_comparison_bone(comparison, 0);
    assert_string_equal(hip.name, "hip");
    assert_int_equal(hip.bone, 0);
    assert_int_equal(hip.other, 1);
    assert_float_equal(hip.distance.amount, 125, 1e-3);
    assert_int_equal(hip.distance.frame, 2);
    assert_float_equal(hip.angle.amount, 0.001, 1e-5); /* small angles are exact */
    gait_clip_comparison_free(comparison);
}

TEST(bones_of_one_skeleton_are_listed) {
    scene a, b;
    make_scene(&a, "hip", "tail");
    make_scene(&b, "wing", "hip");
    gait_clip_comparison *comparison = compare(&a, &b);
    gait_comparison_summary summary = gait_clip_comparison_summary(comparison);
    assert_int_equal(summary.bone_count, 3);
    assert_int_equal(summary.compared_bones, 1);
    assert_true(summary.distance.amount == 0 && summary.distance.bone == 0);
    assert_int_equal(gait_clip_comparison_bone(comparison, 1).other, -1);
    gait_bone_comparison wing = gait_clip_comparison_bone(comparison, 2);
    assert_string_equal(wing.name, "wing");
    assert_int_equal(wing.bone, -1);
    assert_int_equal(wing.other, 0);
    assert_null(gait_clip_comparison_bone(comparison, 3).name);
    gait_clip_comparison_free(comparison);
    make_scene(&b, "wing", "fin");
    comparison = compare(&a, &b);
    assert_int_equal(gait_clip_comparison_summary(comparison).distance.bone, -1);
    gait_clip_comparison_free(comparison);
}

TEST(clips_of_other_lengths_are_compared_by_time) {
    scene a, b;
    make_scene(&a, "hip", "hand");
    make_scene(&b, "hip", "hand");
    b.clip.frame_count = 2;
    b.time[0] = 7; /* times count from the first frame */
    b.time[1] = 8;
    for (int bone = 0; bone < 2; bone++) {
        b.translations[bone][1][0] = 2;
        b.tracks[bone].rotation.count = b.tracks[bone].translation.count = 2;
    }
    gait_clip_comparison *comparison = compare(&a, &b);
    assert_float_equal(gait_clip_comparison_summary(comparison).distance.amount, 0, 1e-9);
    gait_clip_comparison_free(comparison);
    b.time[0] = 0; /* phases: the same fraction of the duration */
    b.time[1] = 0.125f;
    b.clip.time_unit = GAIT_TIME_PHASE;
    comparison = compare(&a, &b);
    assert_float_equal(gait_clip_comparison_summary(comparison).distance.amount, 0, 1e-9);
    gait_clip_comparison_free(comparison);
    b.clip.time_unit = GAIT_TIME_SECONDS; /* the last frame is compared with all later ones */
    comparison = compare(&a, &b);
    assert_float_equal(gait_clip_comparison_summary(comparison).distance.amount, 1000, 1e-6);
    assert_int_equal(gait_clip_comparison_summary(comparison).distance.frame, 1);
    gait_clip_comparison_free(comparison);
}

TEST(numbers_that_are_not_finite_are_the_largest) {
    scene a, b;
    make_scene(&a, "hip", "hand");
    make_scene(&b, "hip", "hand");
    b.translations[0][0][0] = 9;
    b.translations[1][1][1] = NAN;
    gait_clip_comparison *comparison = compare(&a, &b);
    gait_comparison_summary summary = gait_clip_comparison_summary(comparison);
    assert_true(isinf(summary.distance.amount));
    assert_int_equal(summary.distance.bone, 1);
    assert_int_equal(summary.distance.frame, 1);
    gait_clip_comparison_free(comparison);
}

TEST(distances_are_the_largest_of_equally_named_bones) {
    scene a, b;
    make_scene(&a, "hip", "hand");
    make_scene(&b, "Hand", "wing");
    for (int f = 0; f < FRAMES; f++) {
        b.translations[0][f][2] = 0.25f; /* of the hand */
        b.translations[1][f][1] = 9;     /* not in the first skeleton */
    }
    /* At the same time, a second later, before the first and after the last frame. */
    const gait_time_pair times[] = {{0.5, 0.5}, {0, 1}, {-3, 0}, {9, 1}, {0.25, 0}};
    const double expected[] = {0.25, sqrt(4.0625), 0.25, 0.25, sqrt(0.3125)};
    float distances[5];
    assert_int_equal(gait_clip_distances(&a.clip, &b.clip, times, 5, NULL, distances), GAIT_OK);
    for (int i = 0; i < 5; i++) {
        assert_float_equal(distances[i], expected[i], 1e-6);
    }
    b.translations[0][0][0] = 3e38f; /* the distance is larger than all floats */
    a.translations[1][0][0] = -3e38f;
    assert_int_equal(gait_clip_distances(&a.clip, &b.clip, &times[2], 1, NULL, distances), GAIT_OK);
    assert_true(isinf(distances[0]));
    b.bones[0].name = "fin";
    assert_int_equal(gait_clip_distances(&a.clip, &b.clip, times, 1, NULL, distances), GAIT_OK);
    assert_true(distances[0] == 0);
    const gait_time_pair never = {0, (double)NAN};
    assert_int_equal(gait_clip_distances(&a.clip, &b.clip, &never, 1, NULL, distances),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_clip_distances(&a.clip, &b.clip, NULL, 0, NULL, NULL), GAIT_OK);
}

static gait_status attempt(const gait_options *options, void *user) {
    const scene *s = user;
    gait_clip_comparison *comparison;
    gait_status status = gait_clip_compare(&s[0].clip, &s[1].clip, options, &comparison);
    gait_clip_comparison_free(comparison);
    return status;
}

static gait_status attempt_distances(const gait_options *options, void *user) {
    const scene *s = user;
    const gait_time_pair at = {0, 0};
    float distance;
    return gait_clip_distances(&s[0].clip, &s[1].clip, &at, 1, options, &distance);
}

TEST(comparing_without_memory_fails) {
    scene s[2];
    make_scene(&s[0], "hip", "hand");
    make_scene(&s[1], "hip", "hand");
    test_every_failing_allocation(attempt, s);
    test_every_failing_allocation(attempt_distances, s);
    s[1].clip.frame_count = 0;
    gait_clip_comparison *comparison;
    assert_int_equal(gait_clip_compare(&s[0].clip, &s[1].clip, NULL, &comparison), GAIT_NOT_FOUND);
    assert_int_equal(attempt_distances(NULL, s), GAIT_NOT_FOUND);
    s[1].clip.frame_count = FRAMES;
    s[1].clip.space = GAIT_SPACE_LOCAL;
    s[1].bones[1].parent_origin = GAIT_ORIGIN_UNKNOWN;
    assert_int_equal(gait_clip_compare(&s[0].clip, &s[1].clip, NULL, &comparison),
                     GAIT_UNSUPPORTED);
    assert_int_equal(attempt_distances(NULL, s), GAIT_UNSUPPORTED);
}

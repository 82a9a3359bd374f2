/* Tests recovery of pivots from motion. Those of bones that slide or hardly rotate are not
 * recovered. */
#include <math.h>
#include <string.h>

#include "gait/pose.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"
#include "joints/pivots.h"

enum { BONES = 6, FRAMES = 20, ROOT = 0, JOINT = 1, HINGE = 2, SLIDER = 3, STILL = 4, KNOWN = 5 };

static const double pivots[BONES][3] = {{0, 0, 0},      {0.1, 0.5, 0.2},   {0.15, 0.1, 0.25},
                                        {0.1, 0.9, -1}, {0.25, 0.3, -0.5}, {0.5, 1.25, -0.3}};
static const int32_t parents[BONES] = {-1, ROOT, JOINT, ROOT, JOINT, ROOT};

static gait_skeleton *skeleton;
static gait_clip clip;
static gait_track tracks[BONES];
static float times[FRAMES];
static float rotations[BONES][FRAMES][4], translations[BONES][FRAMES][3];

static void rotate_about_pivot(uint32_t bone, uint32_t frame, const double axis[3], double angle) {
    double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    gait_transform about = {.q = {0, 0, 0, cos(angle / 2)}, .s = {1, 1, 1}};
    for (int i = 0; i < 3; i++) {
        about.q[i] = axis[i] / length * sin(angle / 2);
    }
    gait_affine affine = gait_affine_from_transform(&about);
    for (int i = 0; i < 3; i++) {
        double moved = 0;
        for (int j = 0; j < 3; j++) {
            moved += affine.m[i][j] * pivots[bone][j];
        }
        rotations[bone][frame][i] = (float)about.q[i];
        translations[bone][frame][i] = (float)(pivots[bone][i] - moved);
    }
    rotations[bone][frame][3] = (float)about.q[3];
}

static void move_all(uint32_t frame, uint64_t *seed) {
    const double up[3] = {0, 1, 0}, aside[3] = {1, 0, 0};
    const double any[3] = {test_random(seed), test_random(seed), test_random(seed)};
    rotate_about_pivot(ROOT, frame, up, 0.05 * frame);
    translations[ROOT][frame][2] += 0.2F * (float)frame; /* walks */
    rotate_about_pivot(JOINT, frame, any, test_random(seed));
    rotate_about_pivot(HINGE, frame, aside, 0.1 * frame);
    rotate_about_pivot(SLIDER, frame, any, test_random(seed));
    translations[SLIDER][frame][0] += (float)test_random(seed);
    rotate_about_pivot(STILL, frame, up, 0);
    rotate_about_pivot(KNOWN, frame, any, test_random(seed));
}

static int set_up(void **state) {
    static const char *const names[BONES] = {"root", "joint", "hinge", "slider", "still", "known"};
    gait_bone bones[BONES];
    uint64_t seed = 5;
    (void)state;
    for (uint32_t b = 0; b < BONES; b++) {
        bones[b] = (gait_bone){.name = names[b],
                               .parent = parents[b],
                               .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                               .parent_origin = GAIT_ORIGIN_FILE};
        tracks[b].rotation =
            (gait_channel){.data = (const uint8_t *)rotations[b], .count = FRAMES, .stride = 16};
        tracks[b].translation =
            (gait_channel){.data = (const uint8_t *)translations[b], .count = FRAMES, .stride = 12};
    }
    bones[KNOWN].rest.t[0] = 7;
    bones[KNOWN].rest_origin = GAIT_ORIGIN_TABLE;
    assert_int_equal(gaiti_skeleton_new("test", bones, BONES, NULL, &skeleton), GAIT_OK);
    for (uint32_t f = 0; f < FRAMES; f++) {
        times[f] = (float)f;
        move_all(f, &seed);
    }
    clip = (gait_clip){.name = "clip",
                       .skeleton = skeleton,
                       .space = GAIT_SPACE_LOCAL_DELTA,
                       .frame_count = FRAMES,
                       .time = times,
                       .tracks = tracks};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    gait_skeleton_free(skeleton);
    return 0;
}

static void assert_at(const double actual[3], double x, double y, double z) {
    test_assert_near(actual[0], x, 1e-5);
    test_assert_near(actual[1], y, 1e-5);
    test_assert_near(actual[2], z, 1e-5);
}

TEST_WITH(joint_pivots_are_recovered, set_up, tear_down) {
    gait_pivot found[BONES];
    assert_int_equal(gaiti_recover_pivots(&clip, NULL, found), GAIT_OK);
    assert_int_equal(found[JOINT].origin, GAIT_ORIGIN_RECOVERED);
    assert_at(found[JOINT].at, 0.1, 0.5, 0.2);
    assert_true(found[JOINT].rms_m < 1e-5);
    assert_int_equal(found[HINGE].origin, GAIT_ORIGIN_RECOVERED);
    assert_at(found[HINGE].at, 0.1, 0.1, 0.25); /* x of the parent's pivot */
}

TEST_WITH(other_bones_use_known_or_parent_pivots, set_up, tear_down) {
    gait_pivot found[BONES];
    assert_int_equal(gaiti_recover_pivots(&clip, NULL, found), GAIT_OK);
    assert_int_equal(found[ROOT].origin, GAIT_ORIGIN_RECOVERED);
    assert_at(found[ROOT].at, 0.1, 0.5, 0.2); /* that of its only child with a pivot */
    assert_int_equal(found[SLIDER].origin, GAIT_ORIGIN_PARENT);
    assert_at(found[SLIDER].at, 0.1, 0.5, 0.2);
    assert_int_equal(found[STILL].origin, GAIT_ORIGIN_PARENT);
    assert_at(found[STILL].at, 0.1, 0.5, 0.2);
    assert_int_equal(found[KNOWN].origin, GAIT_ORIGIN_TABLE);
    assert_at(found[KNOWN].at, 7, 0, 0);
}

/* The pose of a bone that seems to rotate about a point: at one key, any motion does. */
TEST_WITH(far_pivots_are_refused, set_up, tear_down) {
    static const double distances[] = {5, 34};
    static float q[4], t[3];
    gait_pivot found[BONES];
    gait_track moved[BONES];
    for (int d = 0; d < 2; d++) {
        const double at[3] = {0, -0.2, -distances[d]};
        gait_transform about = {.q = {sin(0.02), 0, 0, cos(0.02)}, .s = {1, 1, 1}};
        gait_affine affine = gait_affine_from_transform(&about);
        for (int i = 0; i < 3; i++) {
            q[i] = (float)about.q[i];
            t[i] = (float)at[i];
            for (int j = 0; j < 3; j++) {
                t[i] -= (float)(affine.m[i][j] * at[j]);
            }
        }
        q[3] = (float)about.q[3];
        memcpy(moved, tracks, sizeof moved);
        moved[JOINT].rotation.data = (const uint8_t *)q;
        moved[JOINT].translation.data = (const uint8_t *)t;
        moved[JOINT].rotation.count = moved[JOINT].translation.count = 1;
        gait_clip one = clip;
        one.frame_count = 1;
        one.tracks = moved;
        assert_int_equal(gaiti_recover_pivots(&one, NULL, found), GAIT_OK);
        assert_int_equal(found[JOINT].origin, d ? GAIT_ORIGIN_PARENT : GAIT_ORIGIN_RECOVERED);
    }
}

TEST_WITH(skeleton_bones_are_placed_at_their_pivots, set_up, tear_down) {
    gait_pivot found[BONES];
    gait_skeleton *placed;
    assert_int_equal(gaiti_recover_pivots(&clip, NULL, found), GAIT_OK);
    assert_int_equal(gaiti_skeleton_at_pivots(skeleton, found, NULL, &placed), GAIT_OK);
    for (uint32_t b = 0; b < BONES; b++) {
        assert_at(placed->rest_model[b].t, found[b].at[0], found[b].at[1], found[b].at[2]);
        assert_int_equal(placed->bones[b].rest_origin, found[b].origin);
    }
    gait_skeleton_free(placed);
}

TEST_WITH(pivot_recovery_requires_deltas, set_up, tear_down) {
    gait_pivot found[BONES];
    gait_clip posed = clip;
    posed.space = GAIT_SPACE_LOCAL;
    assert_int_equal(gaiti_recover_pivots(&posed, NULL, found), GAIT_BAD_ARGUMENT);
    posed.space = GAIT_SPACE_LOCAL_DELTA;
    posed.frame_count = 0;
    assert_int_equal(gaiti_recover_pivots(&posed, NULL, found), GAIT_OK);
    assert_int_equal(found[JOINT].origin, GAIT_ORIGIN_PARENT);
}

/* The table has the pivots of the motion, or others 100 mm beside them. */
TEST_WITH(pivots_of_another_body_replace_those_of_the_table, set_up, tear_down) {
    for (int d = 0; d < 2; d++) {
        gait_bone bones[BONES];
        gait_skeleton *table;
        gait_pivot found[BONES] = {{.origin = GAIT_ORIGIN_UNKNOWN}};
        gait_clip moved = clip;
        double distance;
        uint64_t seed = 7;
        memcpy(bones, skeleton->bones, sizeof bones);
        for (uint32_t b = 1; b < BONES; b++) {
            for (int i = 0; i < 3; i++) {
                bones[b].rest.t[i] = pivots[b][i] - pivots[parents[b]][i];
            }
            bones[b].rest.t[0] += d && parents[b] == ROOT ? 0.1 : 0;
            bones[b].rest_origin = GAIT_ORIGIN_TABLE;
            for (uint32_t f = 0; f < FRAMES; f++) {
                const double axis[3] = {test_random(&seed), test_random(&seed), test_random(&seed)};
                rotate_about_pivot(b, f, axis, test_random(&seed));
            }
        }
        assert_int_equal(gaiti_skeleton_new("table", bones, BONES, NULL, &table), GAIT_OK);
        moved.skeleton = table;
        assert_int_equal(gaiti_recover_body(&moved, NULL, found, &distance), GAIT_OK);
        test_assert_near(distance, d ? 0.1 : 0, 1e-4);
        assert_int_equal(found[KNOWN].origin, d ? GAIT_ORIGIN_RECOVERED : GAIT_ORIGIN_UNKNOWN);
        test_assert_near(found[KNOWN].at[1], d ? pivots[KNOWN][1] : 0, 1e-4);
        gait_skeleton_free(table);
    }
}

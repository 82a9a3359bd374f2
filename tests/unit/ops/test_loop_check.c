/* Tests the check of loops: where a clip jumps from its last key to the first one. */
#include <math.h>

#include "gait/pose.h"
#include "gait/transform.h"
#include "test.h"

enum { LOOP_KEYS = 21 };

/* Checks a clip of one bone that turns about X by degrees[k] at key k. */
static uint32_t loop_findings(const double *degrees, uint32_t keys, gait_diagnostic *out) {
    gait_bone bones[] = {{.name = "arm",
                          .parent = -1,
                          .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                          .parent_origin = GAIT_ORIGIN_FILE,
                          .rest_origin = GAIT_ORIGIN_FILE}};
    gait_affine rest[] = {gait_affine_identity()};
    const gait_skeleton skeleton = {
        .name = "s", .bone_count = 1, .bones = bones, .rest_model = rest};
    float rotations[LOOP_KEYS][4], times[LOOP_KEYS];
    for (uint32_t k = 0; k < keys; k++) {
        double half = degrees[k] / 360 * 3.14159265358979;
        rotations[k][0] = (float)sin(half);
        rotations[k][1] = rotations[k][2] = 0;
        rotations[k][3] = (float)cos(half);
        times[k] = (float)k / (float)keys;
    }
    gait_track track = {.rotation = {.data = (const uint8_t *)rotations,
                                     .count = keys,
                                     .stride = sizeof rotations[0],
                                     .element = GAIT_F32}};
    const gait_clip clip = {.name = "c",
                            .skeleton = &skeleton,
                            .space = GAIT_SPACE_DELTA,
                            .time_unit = GAIT_TIME_PHASE,
                            .frame_count = keys,
                            .time = times,
                            .tracks = &track};
    gait_diagnostics sink = {.items = out, .capacity = 1};
    assert_int_equal(gait_check_loop(&clip, &(gait_options){.diagnostics = &sink}), GAIT_OK);
    return sink.count;
}

TEST(a_loop_that_jumps_is_reported) {
    double even[LOOP_KEYS], open[LOOP_KEYS], fast[LOOP_KEYS];
    gait_diagnostic found = {0};
    for (uint32_t k = 0; k < LOOP_KEYS; k++) {
        even[k] = 20 * sin(k * 2 * 3.14159265358979 / (LOOP_KEYS - 1));
        open[k] = 2.0 * k;        /* 40 degrees at the end, 2 between keys */
        fast[k] = k % 2 ? 60 : 0; /* the last step is like the others */
    }
    assert_int_equal(loop_findings(even, LOOP_KEYS, &found), 0);
    assert_int_equal(loop_findings(fast, LOOP_KEYS - 1, &found), 0);
    assert_int_equal(loop_findings(open, LOOP_KEYS, &found), 1);
    assert_string_equal(found.rule->id, "RTM045");
    assert_int_equal(found.bone, 0);
    assert_int_equal(found.frame, LOOP_KEYS - 1);
    assert_int_equal(loop_findings(open, 2, &found), 0);
    assert_int_equal(gait_check_loop(NULL, &(gait_options){0}), GAIT_BAD_ARGUMENT);
}

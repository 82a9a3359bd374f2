#include "base/bytes.h"
#include "gait/report.h"
#include "gait/transform.h"
#include "test.h"

static const gait_bone lone_bone = {
    .name = "root", .parent = -1, .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
static const gait_skeleton lone_skeleton = {.name = "", .bone_count = 1, .bones = &lone_bone};

static void assert_pose(gait_time_unit unit, uint32_t frame, double time, gait_affine pose,
                        const char *expected) {
    gait_clip clip = {.skeleton = &lone_skeleton, .time_unit = unit};
    gait_buffer json = {0};
    assert_int_equal(gait_report_pose(&clip, frame, time, &pose, &json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    assert_string_equal((const char *)json.data, expected);
    gait_buffer_free(&json);
}

static void a_pose_at_a_key_reports_frame_and_time(void **state) {
    (void)state;
    assert_pose(GAIT_TIME_SECONDS, 3, (double)0.1F, gait_affine_identity(),
                "{\"frame\":3,\"time_s\":0.1,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0,1],\"s\":[1,1,1]}]}");
}

static void a_pose_between_keys_has_no_frame(void **state) {
    (void)state;
    assert_pose(GAIT_TIME_PHASE, UINT32_MAX, 0.1, gait_affine_identity(),
                "{\"frame\":null,\"time_s\":null,\"phase\":0.1,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0,1],\"s\":[1,1,1]}]}");
}

/* Rotations by 180 degrees have w = 0: the first component that is not 0 is positive. */
static void a_half_turn_has_a_unique_quaternion(void **state) {
    (void)state;
    gait_affine half = {.m = {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, .t = {-0.0, 2, -3}};
    assert_pose(GAIT_TIME_SECONDS, 0, 0, half,
                "{\"frame\":0,\"time_s\":0,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,2,-3],\"q\":[0,1,0,0],\"s\":[1,1,1]}]}");
}

static void scale_does_not_change_the_rotation(void **state) {
    (void)state;
    gait_affine scaled = {.m = {{0, -2, 0}, {2, 0, 0}, {0, 0, 2}}};
    assert_pose(GAIT_TIME_SECONDS, 0, 0, scaled,
                "{\"frame\":0,\"time_s\":0,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0.70710677,0.70710677],\"s\":[2,2,2]}]}");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_at_a_key_reports_frame_and_time),
        cmocka_unit_test(a_pose_between_keys_has_no_frame),
        cmocka_unit_test(a_half_turn_has_a_unique_quaternion),
        cmocka_unit_test(scale_does_not_change_the_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <math.h>

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

TEST(a_pose_at_a_key_reports_frame_and_time) {
    assert_pose(GAIT_TIME_SECONDS, 3, (double)0.1F, gait_affine_identity(),
                "{\"frame\":3,\"time_s\":0.1,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0,1],\"s\":[1,1,1]}]}");
}

TEST(a_pose_between_keys_has_no_frame) {
    assert_pose(GAIT_TIME_PHASE, UINT32_MAX, 0.1, gait_affine_identity(),
                "{\"frame\":null,\"time_s\":null,\"phase\":0.1,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0,1],\"s\":[1,1,1]}]}");
}

/* Rotations by 180 degrees have w = 0: the first component that is not 0 is positive. */
TEST(a_half_turn_has_a_unique_quaternion) {
    gait_affine half = {.m = {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, .t = {-0.0, 2, -3}};
    assert_pose(GAIT_TIME_SECONDS, 0, 0, half,
                "{\"frame\":0,\"time_s\":0,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,2,-3],\"q\":[0,1,0,0],\"s\":[1,1,1]}]}");
}

TEST(scale_does_not_change_the_rotation) {
    gait_affine scaled = {.m = {{0, -2, 0}, {2, 0, 0}, {0, 0, 2}}};
    assert_pose(GAIT_TIME_SECONDS, 0, 0, scaled,
                "{\"frame\":0,\"time_s\":0,\"phase\":null,\"bones\":[\n{\"name\":\"root\","
                "\"t\":[0,0,0],\"q\":[0,0,0.70710677,0.70710677],\"s\":[2,2,2]}]}");
}

/* --- CSV -------------------------------------------------------------------------------------- */

static void assert_rows(const gait_report_sample *sample, const char *expected) {
    gait_buffer csv = {0};
    assert_int_equal(gait_report_pose_csv(sample, &csv), GAIT_OK);
    assert_true(gaiti_write_u8(&csv, 0));
    assert_string_equal((const char *)csv.data, expected);
    gait_buffer_free(&csv);
}

TEST(a_csv_has_as_many_names_as_cells) {
    gait_buffer csv = {0};
    assert_int_equal(gait_report_pose_csv_header(&csv), GAIT_OK);
    assert_true(gaiti_write_u8(&csv, 0));
    assert_string_equal((const char *)csv.data, "path,clip,clip_index,frame,time_s,phase,bone,"
                                                "tx,ty,tz,qx,qy,qz,qw,sx,sy,sz\n");
    gait_buffer_free(&csv);
}

TEST(a_csv_has_one_row_per_bone) {
    const gait_bone bones[2] = {{.name = "root", .parent = -1}, {.name = "hand"}};
    const gait_skeleton skeleton = {.name = "", .bone_count = 2, .bones = bones};
    const gait_clip clip = {.name = "nod", .skeleton = &skeleton};
    const gait_affine poses[2] = {gait_affine_identity(),
                                  {.m = {{0, -2, 0}, {2, 0, 0}, {0, 0, 2}}, .t = {-0.0, 0.1, -3}}};
    gait_report_sample sample = {.path = "a.omf",
                                 .clip = &clip,
                                 .clip_index = 4,
                                 .frame = 3,
                                 .time = (double)0.1F,
                                 .pose = poses};
    assert_rows(&sample, "a.omf,nod,4,3,0.1,,root,0,0,0,0,0,0,1,1,1,1\n"
                         "a.omf,nod,4,3,0.1,,hand,0,0.1,-3,0,0,0.70710677,0.70710677,2,2,2\n");
    sample.frame = UINT32_MAX;
    sample.time = 1.0 / 60;
    assert_rows(&sample,
                "a.omf,nod,4,,0.016666666666666666,,root,0,0,0,0,0,0,1,1,1,1\n"
                "a.omf,nod,4,,0.016666666666666666,,hand,0,0.1,-3,0,0,0.70710677,0.70710677,"
                "2,2,2\n");
}

TEST(a_phase_has_its_own_column) {
    const gait_clip clip = {
        .name = "walk", .skeleton = &lone_skeleton, .time_unit = GAIT_TIME_PHASE};
    const gait_affine pose = gait_affine_identity();
    const gait_report_sample sample = {
        .path = "-", .clip = &clip, .frame = 0, .time = 0.25, .pose = &pose};
    assert_rows(&sample, "-,walk,0,0,,0.25,root,0,0,0,0,0,0,1,1,1,1\n");
}

TEST(texts_are_quoted_only_if_necessary) {
    const gait_bone bone = {.name = "left \"hand\"", .parent = -1};
    const gait_skeleton skeleton = {.name = "", .bone_count = 1, .bones = &bone};
    const gait_clip clip = {.name = "one\r\ntwo", .skeleton = &skeleton};
    const gait_affine pose = gait_affine_identity();
    gait_report_sample sample = {.path = "a,b.omf", .clip = &clip, .pose = &pose};
    assert_rows(&sample, "\"a,b.omf\",\"one\r\ntwo\",0,0,0,,\"left \"\"hand\"\"\","
                         "0,0,0,0,0,0,1,1,1,1\n");
    sample.path = "\xD0\xB9 \xFF;\t";
    assert_rows(&sample, "\xD0\xB9 \xEF\xBF\xBD;\t,\"one\r\ntwo\",0,0,0,,"
                         "\"left \"\"hand\"\"\",0,0,0,0,0,0,1,1,1,1\n");
}

TEST(numbers_that_are_not_finite_are_empty_cells) {
    const gait_clip clip = {.name = "", .skeleton = &lone_skeleton};
    gait_affine pose = gait_affine_identity();
    pose.t[1] = (double)NAN;
    pose.t[2] = (double)INFINITY;
    const gait_report_sample sample = {
        .path = "a", .clip = &clip, .time = (double)NAN, .pose = &pose};
    assert_rows(&sample, "a,,0,0,,,root,0,,,0,0,0,1,1,1,1\n");
}

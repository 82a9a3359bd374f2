/* Calls of host.h, gait_roundtrip_edited() and gait_convert_edited() with invalid arguments. */
#include <math.h>
#include <stdlib.h>

#include "gait/gltf.h"
#include "gait/convert.h"
#include "gait/host.h"
#include "host_rig.h"
#include "test.h"
#include "wrong.h"
#include "roundtrip/compare/compare_steps.h"

typedef struct host_arguments {
    host_file file;
    host_rig rig;
    gait_clip *clip;
} host_arguments;

static host_arguments open_arguments(void) {
    uint64_t seed = 1;
    host_arguments self = {.file = host_open("samples/stalker.omf")};
    self.rig = host_rig_new(self.file.skeleton, HOST_RIG_OWN, &seed);
    assert_int_equal(gait_file_clip(self.file.file.file, 0, self.file.skeleton, NULL, &self.clip),
                     GAIT_OK);
    return self;
}

static void close_arguments(host_arguments *self) {
    gait_clip_free(self->clip);
    host_rig_free(&self->rig);
    host_close(&self->file);
}

static void wrong_arguments_of_keys(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_host *host = &self.rig.host;
    const gait_host no_skeleton = {NULL, host->rests, NULL},
                    no_rests = {host->skeleton, NULL, NULL};
    gait_skeleton other = *host->skeleton;
    const gait_host other_skeleton = {&other, host->rests, NULL};
    gait_clip wrong[WRONG_CLIPS];
    gait_buffer out = {0};
    assert_bad(gait_host_keys(NULL, self.clip, 0, NULL, &out));
    assert_bad(gait_host_keys(host, NULL, 0, NULL, &out));
    assert_bad(gait_host_keys(host, self.clip, 0, NULL, NULL));
    assert_bad(gait_host_keys(&no_skeleton, self.clip, 0, NULL, &out));
    assert_bad(gait_host_keys(&no_rests, self.clip, 0, NULL, &out));
    assert_bad(gait_host_keys(&other_skeleton, self.clip, 0, NULL, &out));
    assert_bad(gait_host_keys(host, self.clip, -1, NULL, &out));
    assert_bad(gait_host_keys(host, self.clip, NAN, NULL, &out));
    assert_bad(gait_host_keys(host, self.clip, 1e9, NULL, &out));
    wrong_clips(self.clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_host_keys(host, &wrong[i], 0, NULL, &out));
    }
    assert_int_equal(out.size, 0);
    close_arguments(&self);
}

static void wrong_arguments_of_curves(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_host *host = &self.rig.host;
    const gait_host no_rests = {host->skeleton, NULL, NULL};
    const gait_host_timeline line = {30, 0}, wrong[] = {{0, 0},    {-30, 0},        {NAN, 0},
                                                        {1e9, 0},  {INFINITY, 0},   {30, NAN},
                                                        {30, 1e9}, {30, -INFINITY}, {1e-9, 0}};
    gait_clip clips[WRONG_CLIPS];
    gait_buffer out = {0};
    assert_bad(gait_host_curves(NULL, self.clip, &line, 0, NULL, &out));
    assert_bad(gait_host_curves(&no_rests, self.clip, &line, 0, NULL, &out));
    assert_bad(gait_host_curves(host, NULL, &line, 0, NULL, &out));
    assert_bad(gait_host_curves(host, self.clip, NULL, 0, NULL, &out));
    assert_bad(gait_host_curves(host, self.clip, &line, 0, NULL, NULL));
    assert_bad(gait_host_curves(host, self.clip, &line, -1, NULL, &out));
    assert_bad(gait_host_curves(host, self.clip, &line, NAN, NULL, &out));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad(gait_host_curves(host, self.clip, &wrong[i], 0, NULL, &out));
    }
    wrong_clips(self.clip, clips);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_host_curves(host, &clips[i], &line, 0, NULL, &out));
    }
    assert_int_equal(out.size, 0);
    close_arguments(&self);
}

static void wrong_arguments_of_poses(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_host *host = &self.rig.host;
    const gait_host no_rests = {host->skeleton, NULL, NULL},
                    no_skeleton = {NULL, host->rests, NULL};
    uint32_t bones = host->skeleton->bone_count;
    double last = (double)self.clip->time[self.clip->frame_count - 1];
    gait_affine *work = calloc(bones, 2 * sizeof *work);
    float *out = calloc(bones, 7 * sizeof *out);
    gait_clip wrong[WRONG_CLIPS];
    gait_skeleton other = *host->skeleton;
    gait_clip other_clip = *self.clip, no_frames = *self.clip;
    gait_host_rig *rig;
    assert_true(work && out);
    other_clip.skeleton = &other;
    no_frames.frame_count = 0;
    assert_bad(gait_host_rig_new(host, NULL, NULL));
    assert_bad_out(rig, gait_host_rig_new(NULL, NULL, &rig));
    assert_bad_out(rig, gait_host_rig_new(&no_rests, NULL, &rig));
    assert_bad_out(rig, gait_host_rig_new(&no_skeleton, NULL, &rig));
    gait_host_rig_free(NULL);
    assert_int_equal(gait_host_rig_new(host, NULL, &rig), GAIT_OK);
    assert_bad(gait_host_pose(NULL, self.clip, 0, work, out));
    assert_bad(gait_host_pose(rig, NULL, 0, work, out));
    assert_bad(gait_host_pose(rig, &other_clip, 0, work, out));
    assert_bad(gait_host_pose(rig, &no_frames, 0, work, out));
    assert_bad(gait_host_pose(rig, self.clip, NAN, work, out));
    assert_bad(gait_host_pose(rig, self.clip, -1, work, out));
    assert_bad(gait_host_pose(rig, self.clip, last + 1, work, out));
    assert_bad(gait_host_pose(rig, self.clip, 0, NULL, out));
    assert_bad(gait_host_pose(rig, self.clip, 0, work, NULL));
    wrong_clips(self.clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_host_pose(rig, &wrong[i], 0, work, out));
    }
    gait_host_rig_free(rig);
    free(work);
    free(out);
    close_arguments(&self);
}

static void wrong_arguments_of_edited_files(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_host *host = &self.rig.host;
    const gait_host no_rests = {host->skeleton, NULL, NULL},
                    no_skeleton = {NULL, host->rests, NULL};
    const gait_host_clip wrong[] = {{.name = NULL},
                                    {.name = "a", .block = wrong_span},
                                    {.name = "a", .start_s = NAN},
                                    {.name = "a", .start_s = 1e9},
                                    {.name = "a", .duration_s = NAN},
                                    {.name = "a", .duration_s = -1},
                                    {.name = "a", .duration_s = INFINITY}};
    gait_edited_file *edited;
    assert_bad(gait_host_edited_new(host, NULL, 0, NULL, NULL));
    assert_bad_out(edited, gait_host_edited_new(NULL, NULL, 0, NULL, &edited));
    assert_bad_out(edited, gait_host_edited_new(host, NULL, 1, NULL, &edited));
    assert_bad_out(edited, gait_host_edited_new(&no_rests, NULL, 0, NULL, &edited));
    assert_bad_out(edited, gait_host_edited_new(&no_skeleton, NULL, 0, NULL, &edited));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad_out(edited, gait_host_edited_new(host, &wrong[i], 1, NULL, &edited));
    }
    assert_int_equal(gait_host_edited_new(host, NULL, 0, NULL, &edited), GAIT_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad(gait_host_edited_add(edited, &wrong[i]));
    }
    assert_bad(gait_host_edited_add(edited, NULL));
    assert_bad(gait_host_edited_add(NULL, &(gait_host_clip){.name = "a"}));
    assert_int_equal(edited->animation_count, 0);
    gait_edited_file_free(edited);
    close_arguments(&self);
}

static void wrong_arguments_of_edited_curves(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_host_timeline line = {30, 0};
    const gait_host_curve_clip wrong[] = {{.name = NULL, .timeline = line},
                                          {.name = "a", .block = wrong_span, .timeline = line},
                                          {.name = "a"},
                                          {.name = "a", .timeline = {NAN, 0}},
                                          {.name = "a", .timeline = {30, NAN}},
                                          {.name = "a", .timeline = {30, 1e9}},
                                          {.name = "a", .timeline = line, .frames = -1},
                                          {.name = "a", .timeline = line, .frames = NAN},
                                          {.name = "a", .timeline = line, .frames = 1e12}};
    const gait_host_curve_clip clip = {.name = "a", .timeline = line};
    gait_edited_file none = {0}, *edited, *of_gltf;
    test_file exported = wrong_export(self.file.file.file);
    gait_gltf_rig *rig;
    assert_int_equal(gait_host_edited_new(&self.rig.host, NULL, 0, NULL, &edited), GAIT_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad(gait_host_edited_add_curves(edited, &wrong[i]));
    }
    assert_bad(gait_host_edited_add_curves(edited, NULL));
    assert_bad(gait_host_edited_add_curves(NULL, &clip));
    assert_bad(gait_host_edited_add_curves(&none, &clip));
    assert_int_equal(edited->animation_count, 0);
    const gait_gltf *gltf = gait_file_gltf(exported.file);
    assert_int_equal(gait_gltf_rig_new(gltf, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_int_equal(gaiti_edited_file_new(gltf, rig, NULL, &of_gltf), GAIT_OK);
    assert_bad(gait_host_edited_add_curves(of_gltf, &clip));
    assert_bad(gait_host_edited_add(of_gltf, &(gait_host_clip){.name = "a"}));
    gait_edited_file_free(of_gltf);
    gait_gltf_rig_free(rig);
    gait_edited_file_free(edited);
    test_close(&exported);
    close_arguments(&self);
}

static void wrong_arguments_of_edited_poses(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    uint32_t bones = self.rig.host.skeleton->bone_count;
    float *poses = calloc(bones, 16 * sizeof *poses);
    int32_t *rows = calloc(bones, sizeof *rows), *beyond = calloc(bones, sizeof *beyond);
    assert_true(poses && rows && beyond);
    beyond[bones - 1] = 1;
    const gait_host_pose_clip wrong[] = {
        {.name = NULL, .poses = poses, .row_count = 1, .pose_count = 1, .rows = rows, .fps = 30},
        {.name = "a", .poses = NULL, .row_count = 1, .pose_count = 1, .rows = rows, .fps = 30},
        {.name = "a", .poses = poses, .row_count = 0, .pose_count = 1, .rows = rows, .fps = 30},
        {.name = "a", .poses = poses, .row_count = 1, .pose_count = 0, .rows = rows, .fps = 30},
        {.name = "a", .poses = poses, .row_count = 1, .pose_count = 1, .rows = NULL, .fps = 30},
        {.name = "a", .poses = poses, .row_count = 1, .pose_count = 1, .rows = beyond, .fps = 30},
        {.name = "a", .poses = poses, .row_count = 1, .pose_count = 1, .rows = rows, .fps = 0},
        {.name = "a", .poses = poses, .row_count = 1, .pose_count = 1, .rows = rows, .fps = NAN},
        {"a", poses, 1, 1, rows, 30, -1},
        {"a", poses, 1, 1, rows, 30, NAN}};
    const gait_host_pose_clip clip = {"a", poses, 1, 1, rows, 30, 0};
    gait_edited_file none = {0}, *edited;
    poses[0] = poses[5] = poses[10] = poses[15] = 1;
    assert_int_equal(gait_host_edited_new(&self.rig.host, NULL, 0, NULL, &edited), GAIT_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_bad(gait_host_edited_add_poses(edited, &wrong[i]));
    }
    assert_bad(gait_host_edited_add_poses(edited, NULL));
    assert_bad(gait_host_edited_add_poses(NULL, &clip));
    assert_bad(gait_host_edited_add_poses(&none, &clip));
    assert_int_equal(edited->animation_count, 0);
    assert_int_equal(gait_host_edited_add_poses(edited, &clip), GAIT_OK);
    gait_edited_file_free(edited);
    free(poses);
    free(rows);
    free(beyond);
    close_arguments(&self);
}

static void wrong_arguments_of_roundtrip_edited(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_file *base = self.file.file.file;
    test_file model = test_open("modelcfg/ok/plain.cfg");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    const gait_edited_file no_joints = {.joint_count = 1};
    gait_edited_file *edited;
    gait_roundtrip_report *report;
    gait_buffer out = {0};
    assert_int_equal(gait_host_edited_new(&self.rig.host, NULL, 0, NULL, &edited), GAIT_OK);
    assert_bad_out(report, gait_roundtrip_edited(NULL, edited, NULL, NULL, &report, &out));
    assert_bad_out(report, gait_roundtrip_edited(base, NULL, NULL, NULL, &report, &out));
    assert_bad_out(report, gait_roundtrip_edited(base, &no_joints, NULL, NULL, &report, &out));
    assert_bad_out(report, gait_roundtrip_edited(model.file, edited, NULL, NULL, &report, &out));
    assert_bad_out(report, gait_roundtrip_edited(part.file, edited, NULL, NULL, &report, &out));
    assert_bad_out(report, gait_roundtrip_edited(base, edited, NULL, NULL, &report, NULL));
    assert_bad(gait_roundtrip_edited(base, edited, NULL, NULL, NULL, &out));
    assert_int_equal(out.size, 0);
    gait_edited_file_free(edited);
    test_close(&part);
    test_close(&model);
    close_arguments(&self);
}

static void wrong_arguments_of_convert_edited(void **state) {
    (void)state;
    host_arguments self = open_arguments();
    const gait_skeleton *skeleton = self.rig.host.skeleton;
    const gait_edited_file incomplete = {.joint_count = 1}, no_joints = {0};
    gait_edited_joint wrong[] = {{.name = "a", .parent = 1}, {.name = "b", .parent = -1}};
    const gait_edited_file invalid = {.joint_count = 2, .joints = wrong};
    gait_edited_file *edited;
    gait_buffer out = {0};
    assert_int_equal(gait_host_edited_new(&self.rig.host, NULL, 0, NULL, &edited), GAIT_OK);
    assert_bad(gait_convert_edited(NULL, skeleton, NULL, NULL, &out));
    assert_bad(gait_convert_edited(&incomplete, skeleton, NULL, NULL, &out));
    assert_bad(gait_convert_edited(edited, NULL, NULL, NULL, &out));
    assert_bad(gait_convert_edited(edited, skeleton, NULL, NULL, NULL));
    assert_int_equal(gait_convert_edited(&invalid, skeleton, NULL, NULL, &out), GAIT_CORRUPT);
    assert_int_equal(gait_convert_edited(&no_joints, skeleton, NULL, NULL, &out), GAIT_NOT_FOUND);
    assert_int_equal(out.size, 0);
    gait_edited_file_free(edited);
    close_arguments(&self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_keys),
        cmocka_unit_test(wrong_arguments_of_curves),
        cmocka_unit_test(wrong_arguments_of_poses),
        cmocka_unit_test(wrong_arguments_of_edited_files),
        cmocka_unit_test(wrong_arguments_of_edited_curves),
        cmocka_unit_test(wrong_arguments_of_edited_poses),
        cmocka_unit_test(wrong_arguments_of_roundtrip_edited),
        cmocka_unit_test(wrong_arguments_of_convert_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

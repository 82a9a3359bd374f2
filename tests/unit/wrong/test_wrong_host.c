/* Calls of host.h and of gait_roundtrip_edited() with invalid arguments. */
#include <math.h>

#include "gait/host.h"
#include "host_rig.h"
#include "test.h"
#include "wrong.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_keys),
        cmocka_unit_test(wrong_arguments_of_edited_files),
        cmocka_unit_test(wrong_arguments_of_roundtrip_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

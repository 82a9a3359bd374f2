/* Calls of roundtrip.h with invalid arguments. */
#include "gait/roundtrip.h"
#include "test.h"
#include "wrong.h"

typedef struct trip_files {
    test_file base, edited, model, config, part, edited_part;
} trip_files;

static trip_files open_files(void) {
    trip_files self = {.base = test_open("samples/stalker.omf"),
                       .model = test_open("ogf/ok/both_refs.ogf"),
                       .config = test_open("modelcfg/ok/plain.cfg"),
                       .part = wrong_open_skeleton("samples/stalker.omf"),
                       .edited_part = wrong_open_skeleton("gltf/ok/extras.glb")};
    self.edited = wrong_export(self.base.file);
    return self;
}

static void close_files(trip_files *self) {
    test_file *all[] = {&self->edited, &self->base, &self->model,
                        &self->config, &self->part, &self->edited_part};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        test_close(all[i]);
    }
}

static void wrong_arguments_of_roundtrip(void **state) {
    (void)state;
    trip_files files = open_files();
    const gait_file *base = files.base.file, *edited = files.edited.file;
    const struct {
        const gait_file *base, *edited;
    } wrong[] = {{NULL, edited},
                 {base, NULL},
                 {base, base},
                 {edited, edited},
                 {files.config.file, edited},
                 {files.part.file, edited},
                 {base, files.edited_part.file}};
    gait_roundtrip_report *report;
    gait_skeleton *skeleton;
    gait_buffer out = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_bad_out(report,
                       gait_roundtrip(wrong[i].base, wrong[i].edited, NULL, NULL, &report, &out));
    }
    assert_bad(gait_roundtrip(base, edited, NULL, NULL, NULL, &out));
    assert_bad_out(report, gait_roundtrip(base, edited, NULL, NULL, &report, NULL));
    assert_int_equal(out.size, 0);
    assert_bad_out(skeleton, gait_roundtrip_skeleton(NULL, edited, NULL, &skeleton));
    assert_bad_out(skeleton, gait_roundtrip_skeleton(base, NULL, NULL, &skeleton));
    assert_bad(gait_roundtrip_skeleton(base, edited, NULL, NULL));
    skeleton = (void *)&wrong_place;
    assert_int_equal(gait_roundtrip_skeleton(base, base, NULL, &skeleton), GAIT_NOT_FOUND);
    assert_null(skeleton);
    close_files(&files);
}

static void assert_out_of_range(const gait_roundtrip_report *report, uint32_t more) {
    const gait_skeleton *skeleton = gait_roundtrip_report_summary(report).skeleton;
    uint32_t clip = gait_roundtrip_report_clip_count(report) | more;
    uint32_t joint = gait_roundtrip_report_summary(report).joint_count | more;
    uint32_t bone = (skeleton ? skeleton->bone_count : 0) | more;
    assert_string_equal(gait_roundtrip_report_clip(report, clip).name, "");
    assert_int_equal(gait_roundtrip_report_clip(report, clip).diff.clip, -1);
    assert_null(gait_roundtrip_report_joint(report, joint).name);
    assert_int_equal(gait_roundtrip_report_joint_of(report, bone), -1);
    assert_int_equal(gait_roundtrip_report_joint(report, joint).bone, -1);
    assert_int_equal(gait_roundtrip_report_nearest_joint(report, bone), -1);
}

/* Tests NULL, a report without a comparison, and one with a comparison. */
static void out_of_range_report_queries_return_empty_results(void **state) {
    (void)state;
    trip_files files = open_files();
    gait_roundtrip_report *all[3] = {NULL};
    gait_buffer out = {0};
    assert_int_equal(gait_roundtrip(files.model.file, files.edited.file, NULL, NULL, &all[1], &out),
                     GAIT_UNSUPPORTED);
    assert_int_equal(gait_roundtrip(files.base.file, files.edited.file, NULL, NULL, &all[2], &out),
                     GAIT_OK);
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
        assert_int_equal(gait_roundtrip_report_summary(all[i]).is_compared, i == 2);
    }
    assert_int_equal(gait_roundtrip_report_clip_count(all[1]), 0);
    assert_int_equal(gait_roundtrip_report_summary(all[1]).joint_count, 0);
    gait_roundtrip_report_free(all[2]);
    gait_roundtrip_report_free(all[1]);
    gait_roundtrip_report_free(NULL);
    gait_buffer_free(&out);
    close_files(&files);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_roundtrip),
        cmocka_unit_test(out_of_range_report_queries_return_empty_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

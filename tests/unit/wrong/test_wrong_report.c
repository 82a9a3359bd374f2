/* Calls of report.h with invalid arguments. */
#include "gait/map.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_file_reports(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    const gait_diagnostics none = {0}, no_items = {.count = 1};
    gait_diagnostic finding = {.clip = 99, .bone = INT32_MAX, .frame = -5};
    const gait_diagnostics odd = {.items = &finding, .count = 1};
    gait_buffer out = {0};
    const gait_format format = GAIT_FORMAT_RTM;
    assert_bad(gait_report_info(NULL, &out));
    assert_bad(gait_report_rule(NULL, &out));
    assert_bad(gait_report_rule(gait_rule_at(0), NULL));
    assert_bad(gait_report_formats(NULL));
    assert_bad(gait_report_builtins(NULL));
    assert_bad(gait_report_info(&(gait_report_input){"a", 1, walk.file, format, NULL, NULL}, &out));
    assert_bad(gait_report_info(&(gait_report_input){"a", 1, walk.file, format, "ok", NULL}, NULL));
    const gait_report_input open = {"a", 1, walk.file, format, "ok", NULL};
    const gait_report_input no_status = {"a", 1, walk.file, format, NULL, NULL};
    const gait_report_input partial = {"a", 1, part.file, format, "ok", NULL};
    const uint32_t first = 0, beyond = 1;
    assert_bad(gait_report_list(NULL, NULL, 0, &out));
    assert_bad(gait_report_list(&no_status, NULL, 0, &out));
    assert_bad(gait_report_list(&open, NULL, 1, &out));
    assert_bad(gait_report_list(&open, &beyond, 1, &out));
    assert_bad(gait_report_list(&open, &first, 1, NULL));
    assert_bad(gait_report_list(&partial, &first, 1, &out));
    assert_bad(gait_report_check("a", walk.file, format, NULL, &out));
    assert_bad(gait_report_check("a", walk.file, format, &no_items, &out));
    assert_bad(gait_report_check("a", walk.file, format, &none, NULL));
    assert_bad(gait_report_map("a", NULL, &out));
    assert_bad(gait_report_map("a", walk.file, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(
        gait_report_info(&(gait_report_input){NULL, 1, NULL, (gait_format)99, "", &finding}, &out),
        GAIT_OK);
    assert_int_equal(
        gait_report_info(&(gait_report_input){NULL, 1, part.file, format, "ok", NULL}, &out),
        GAIT_OK);
    assert_int_equal(gait_report_check(NULL, walk.file, format, &odd, &out), GAIT_OK);
    assert_int_equal(gait_report_map(NULL, part.file, &out), GAIT_UNSUPPORTED);
    gait_buffer_free(&out);
    test_close(&part);
    test_close(&walk);
}

static void wrong_arguments_of_sarif_reports(void **state) {
    (void)state;
    const gait_diagnostics none = {0}, no_items = {.count = 1};
    gait_sarif log;
    gait_buffer out = {0};
    assert_bad(gait_report_sarif_begin(NULL, NULL, &out));
    assert_bad(gait_report_sarif_begin(&log, NULL, NULL));
    assert_bad(gait_report_sarif_begin(&log, "rules.md", &out));
    assert_false(gait_report_sarif_accepts_url(NULL));
    assert_int_equal(gait_report_sarif_begin(&log, NULL, &out), GAIT_OK);
    assert_bad(gait_report_sarif_add(NULL, "a", NULL, &none, &out));
    assert_bad(gait_report_sarif_add(&log, NULL, NULL, &none, &out));
    assert_bad(gait_report_sarif_add(&log, "a", NULL, NULL, &out));
    assert_bad(gait_report_sarif_add(&log, "a", NULL, &no_items, &out));
    assert_bad(gait_report_sarif_add(&log, "a", NULL, &none, NULL));
    assert_bad(gait_report_sarif_end(NULL, &out));
    assert_bad(gait_report_sarif_end(&log, NULL));
    gait_report_sarif_free(&log);
    gait_report_sarif_free(&log);
    gait_report_sarif_free(NULL);
    gait_buffer_free(&out);
}

static void wrong_arguments_of_field_reports(void **state) {
    (void)state;
    const uint8_t bytes[4] = {0};
    const gait_field strange = {.type = (gait_field_type)(GAIT_FIELD_BYTES + 1)};
    const gait_field lost = {.type = GAIT_FIELD_TEXT, .bytes = {NULL, 5}};
    const gait_field small = {.type = GAIT_FIELD_U32, .bytes = {bytes, 4}, .rows = 2, .columns = 1};
    const gait_field huge = {
        .type = GAIT_FIELD_F32, .bytes = {bytes, 4}, .rows = UINT32_MAX, .columns = UINT32_MAX};
    gait_buffer out = {0};
    char type[48] = "unchanged";
    assert_bad(gait_report_field_value(NULL, 0, &out));
    assert_bad(gait_report_field_value(&strange, 0, &out));
    assert_bad(gait_report_field_value(&lost, 0, &out));
    assert_bad(gait_report_field_value(&small, 0, &out));
    assert_bad(gait_report_field_value(&huge, 0, &out));
    assert_bad(gait_report_field_value(&small, 0, NULL));
    gait_report_field_type(NULL, type);
    assert_string_equal(type, "");
    gait_report_field_type(&strange, type);
    assert_string_equal(type, "");
    gait_report_field_type(&small, NULL);
    assert_int_equal(out.size, 0);
}

static void wrong_arguments_of_pose_and_skeleton_reports(void **state) {
    (void)state;
    static const char *const names[1] = {NULL};
    const gait_skeleton no_bones = {.name = ""};
    const gait_clip no_skeleton = {.name = ""}, empty = {.name = "", .skeleton = &no_bones};
    const gait_affine pose = {{{0}}, {0}};
    gait_buffer out = {0};
    assert_bad(gait_report_pose(NULL, 0, 0, &pose, &out));
    assert_bad(gait_report_pose(&no_skeleton, 0, 0, &pose, &out));
    assert_bad(gait_report_pose(&empty, 0, 0, NULL, &out));
    assert_bad(gait_report_pose(&empty, 0, 0, &pose, NULL));
    assert_bad(gait_report_pose_csv_header(NULL));
    const gait_report_sample whole = {.path = "", .clip = &empty, .pose = &pose};
    gait_report_sample partial[4] = {whole, whole, whole, whole};
    partial[0].path = NULL;
    partial[1].clip = NULL;
    partial[2].pose = NULL;
    partial[3].clip = &no_skeleton;
    for (int i = 0; i < 4; i++) {
        assert_bad(gait_report_pose_csv(&partial[i], &out));
    }
    assert_bad(gait_report_pose_csv(NULL, &out));
    assert_bad(gait_report_pose_csv(&whole, NULL));
    assert_int_equal(gait_report_pose_csv(&whole, &out), GAIT_OK);
    assert_bad(gait_report_skeleton("a", NULL, NULL, 0, &out));
    assert_bad(gait_report_skeleton("a", &no_bones, NULL, 0, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, NULL, 9, &out), GAIT_OK);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, names, 1, &out), GAIT_OK);
    gait_buffer_free(&out);
}

static void wrong_arguments_of_text_reports(void **state) {
    (void)state;
    gait_buffer out = {0};
    assert_bad(gait_report_text("a", NULL));
    assert_bad(gait_report_raw("a", NULL));
    assert_bad(gait_report_raw(NULL, &out));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_text(NULL, &out), GAIT_OK);
    assert_memory_equal(out.data, "null", 4);
    gait_buffer_free(&out);
}

/* Includes a report without a comparison. */
static void wrong_arguments_of_roundtrip_reports(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    test_file model = test_open("ogf/ok/both_refs.ogf");
    test_file edited = wrong_export(bank.file);
    const gait_roundtrip_files paths = {0};
    gait_roundtrip_report *refused, *report;
    const gait_roundtrip_options options = {.refused = &refused};
    gait_buffer bytes = {0}, out = {0};
    assert_int_equal(gait_roundtrip(model.file, edited.file, NULL, &options, &report, &bytes),
                     GAIT_UNSUPPORTED);
    assert_int_equal(gait_roundtrip(bank.file, edited.file, NULL, NULL, &report, &bytes), GAIT_OK);
    assert_bad(gait_report_roundtrip(NULL, &paths, &out));
    assert_bad(gait_report_roundtrip(refused, &paths, &out));
    assert_bad(gait_report_roundtrip(report, NULL, &out));
    assert_bad(gait_report_roundtrip(report, &paths, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_roundtrip(report, &paths, &out), GAIT_OK);
    gait_roundtrip_report_free(report);
    gait_roundtrip_report_free(refused);
    gait_buffer_free(&out);
    gait_buffer_free(&bytes);
    test_close(&edited);
    test_close(&model);
    test_close(&bank);
}

static void wrong_arguments_of_junit_and_github_reports(void **state) {
    (void)state;
    gait_diagnostics none = {0}, broken = {.count = 1};
    gait_junit junit;
    gait_buffer out = {0};
    assert_bad(gait_report_junit_begin(NULL, false, NULL));
    assert_int_equal(gait_report_junit_begin(&junit, false, NULL), GAIT_OK);
    assert_bad(gait_report_junit_add(NULL, "a", &none));
    assert_bad(gait_report_junit_add(&junit, NULL, &none));
    assert_bad(gait_report_junit_add(&junit, "a", NULL));
    assert_bad(gait_report_junit_add(&junit, "a", &broken));
    assert_bad(gait_report_junit_end(NULL, &out));
    assert_bad(gait_report_junit_end(&junit, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_junit_end(&junit, &out), GAIT_OK);
    gait_report_junit_free(&junit);
    gait_report_junit_free(NULL);
    out.size = 0;
    assert_bad(gait_report_github(NULL, &none, &out));
    assert_bad(gait_report_github("a", NULL, &out));
    assert_bad(gait_report_github("a", &broken, &out));
    assert_bad(gait_report_github("a", &none, NULL));
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
}

static void wrong_arguments_of_difference_reports(void **state) {
    (void)state;
    gait_buffer out = {0};
    assert_bad(gait_report_difference(NULL, &out));
    assert_bad(gait_report_difference(&(gait_report_pair){.path = "a"}, &out));
    assert_bad(gait_report_difference(&(gait_report_pair){.status = "added"}, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_difference(&(gait_report_pair){.status = "added"}, &out), GAIT_OK);
    gait_buffer_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_file_reports),
        cmocka_unit_test(wrong_arguments_of_sarif_reports),
        cmocka_unit_test(wrong_arguments_of_junit_and_github_reports),
        cmocka_unit_test(wrong_arguments_of_field_reports),
        cmocka_unit_test(wrong_arguments_of_pose_and_skeleton_reports),
        cmocka_unit_test(wrong_arguments_of_text_reports),
        cmocka_unit_test(wrong_arguments_of_roundtrip_reports),
        cmocka_unit_test(wrong_arguments_of_difference_reports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

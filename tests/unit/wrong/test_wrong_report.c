/* Wrong calls of report.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gait/map.h"
#include "gait/report.h"
#include "wrong.h"

static void files(void **state) {
    (void)state;
    wrong_file walk = wrong_open("samples/walk.rtm");
    wrong_file part = wrong_open_skeleton("samples/stalker.omf");
    const gait_diagnostics none = {0}, no_items = {.count = 1};
    gait_diagnostic finding = {.clip = 99, .bone = INT32_MAX, .frame = -5};
    const gait_diagnostics odd = {.items = &finding, .count = 1};
    gait_buffer out = {0};
    const gait_format format = GAIT_FORMAT_RTM;
    assert_bad(gait_report_info(NULL, &out));
    assert_bad(gait_report_info(&(gait_report_input){"a", 1, walk.file, format, NULL, NULL}, &out));
    assert_bad(gait_report_info(&(gait_report_input){"a", 1, walk.file, format, "ok", NULL}, NULL));
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
    wrong_close(&part);
    wrong_close(&walk);
}

static void sarif(void **state) {
    (void)state;
    const gait_diagnostics none = {0}, no_items = {.count = 1};
    gait_sarif log;
    gait_buffer out = {0};
    assert_bad(gait_report_sarif_begin(NULL, &out));
    assert_bad(gait_report_sarif_begin(&log, NULL));
    assert_int_equal(gait_report_sarif_begin(&log, &out), GAIT_OK);
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

static void fields(void **state) {
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

static void poses_and_skeletons(void **state) {
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
    assert_bad(gait_report_skeleton("a", NULL, NULL, 0, &out));
    assert_bad(gait_report_skeleton("a", &no_bones, NULL, 0, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, NULL, 9, &out), GAIT_OK);
    assert_int_equal(gait_report_skeleton(NULL, &no_bones, names, 1, &out), GAIT_OK);
    gait_buffer_free(&out);
}

static void texts(void **state) {
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

/* A report of a round trip that compared nothing, too. */
static void round_trips(void **state) {
    (void)state;
    wrong_file bank = wrong_open("samples/stalker.omf");
    wrong_file model = wrong_open("ogf/ok/both_refs.ogf");
    wrong_file edited = wrong_export(bank.file);
    const gait_roundtrip_files paths = {0};
    gait_roundtrip_report *refused, *report;
    gait_buffer bytes = {0}, out = {0};
    assert_int_equal(gait_roundtrip(model.file, edited.file, NULL, NULL, &refused, &bytes),
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
    wrong_close(&edited);
    wrong_close(&model);
    wrong_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),  cmocka_unit_test(sarif),
        cmocka_unit_test(fields), cmocka_unit_test(poses_and_skeletons),
        cmocka_unit_test(texts),  cmocka_unit_test(round_trips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <string.h>

#include "base/bytes.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"
#include "tiny_rtm.h"

static const char *text_of(gait_buffer *json) {
    assert_true(gaiti_write_u8(json, 0));
    return (const char *)json->data;
}

static gait_diagnostic finding_at(int32_t clip, int32_t bone, int32_t frame) {
    gait_diagnostic finding = {.rule = gait_rule_at(0),
                               .offset = 92,
                               .length = 4,
                               .clip = clip,
                               .bone = bone,
                               .frame = frame,
                               .count = 3};
    memcpy(finding.text, "odd", 4);
    return finding;
}

static const char *report(const gait_file *file, gait_diagnostic finding, gait_buffer *json) {
    gait_diagnostics all = {.items = &finding, .capacity = 1, .count = 1, .errors = 3};
    assert_int_equal(gait_report_check("walk.rtm", file, GAIT_FORMAT_RTM, &all, json), GAIT_OK);
    return text_of(json);
}

TEST(locations_have_index_and_name) {
    gait_file *file = tiny_rtm_open();
    gait_buffer json = {0};
    const char *text = report(file, finding_at(0, 1, 1), &json);
    assert_non_null(strstr(text, "\"clip\":{\"index\":0,\"name\":\"walk\"},"
                                 "\"bone\":{\"index\":1,\"name\":\"ДяДя\"},\"frame\":1,"
                                 "\"count\":3,\"message\":\"odd\",\"cause\":\"BMT001\","
                                 "\"place\":{\"file\":\"walk.rtm\",\"line\":null,"
                                 "\"offset\":92}}]}"));
    gait_buffer_free(&json);
    gait_file_free(file);
}

TEST(a_place_can_be_a_line_of_another_file) {
    gait_diagnostic finding = finding_at(-1, -1, -1);
    gait_buffer json = {0};
    finding.file = "config.cpp";
    finding.line = 7;
    finding.cause = 0xAB;
    assert_non_null(strstr(report(NULL, finding, &json),
                           "\"cause\":\"BMT001-00000000000000ab\",\"place\":{"
                           "\"file\":\"config.cpp\",\"line\":7,\"offset\":92}"));
    gait_buffer_free(&json);
}

TEST(missing_locations_are_null) {
    gait_file *file = tiny_rtm_open();
    gait_buffer json = {0};
    const char *text = report(file, finding_at(-1, -1, -1), &json);
    assert_non_null(strstr(text, "\"clip\":null,\"bone\":null,\"frame\":null,"));
    gait_buffer_free(&json);
    gait_file_free(file);
}

TEST(a_finding_about_a_conversion_has_no_offset) {
    gait_diagnostic finding = finding_at(-1, -1, 3);
    gait_buffer json = {0};
    finding.offset = GAIT_NO_OFFSET;
    assert_non_null(strstr(report(NULL, finding, &json), "\"offset\":null,"));
    gait_buffer_free(&json);
}

/* A finding in a damaged file may refer to a clip or bone whose name is not known. */
TEST(unknown_names_are_null) {
    gait_file *file = tiny_rtm_open();
    for (int open = 0; open < 2; open++) {
        gait_buffer json = {0};
        const char *text = report(open ? file : NULL, finding_at(7, 9, -1), &json);
        assert_non_null(strstr(text, "\"clip\":{\"index\":7,\"name\":null},"
                                     "\"bone\":{\"index\":9,\"name\":null},"));
        gait_buffer_free(&json);
    }
    gait_file_free(file);
}

TEST(counts_precede_the_findings) {
    gait_diagnostic finding = finding_at(-1, -1, -1);
    gait_diagnostics all = {
        .items = &finding, .capacity = 1, .count = 1, .errors = 3, .warnings = 5, .dropped = 5};
    gait_buffer json = {0};
    assert_int_equal(gait_report_check("w", NULL, GAIT_FORMAT_OMF, &all, &json), GAIT_OK);
    const char *text = text_of(&json);
    const char expected[] = "{\"path\":\"w\",\"format\":\"omf\",\"errors\":3,\"warnings\":5,"
                            "\"dropped\":5,\"findings\":[\n{\"rule\":\"";
    assert_memory_equal(text, expected, sizeof expected - 1);
    assert_non_null(strstr(text, ",\"offset\":92,\"length\":4,"));
    gait_buffer_free(&json);
}

TEST(a_file_that_cannot_be_read_is_an_error_without_rule) {
    gait_diagnostic finding = finding_at(-1, -1, -1);
    finding.rule = NULL;
    gait_buffer json = {0};
    const char *text = report(NULL, finding, &json);
    assert_non_null(strstr(text, "{\"rule\":null,\"severity\":\"error\",\"offset\":null,"));
    gait_buffer_free(&json);
}

TEST(no_findings_give_an_empty_list) {
    gait_diagnostics none = {0};
    gait_buffer json = {0};
    assert_int_equal(gait_report_check("w", NULL, GAIT_FORMAT_RTM, &none, &json), GAIT_OK);
    assert_string_equal(text_of(&json), "{\"path\":\"w\",\"format\":\"rtm\",\"errors\":0,"
                                        "\"warnings\":0,\"dropped\":0,\"findings\":[]}");
    gait_buffer_free(&json);
}

#include <string.h>

#include "base/bytes.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"

/* The annotation of a finding of the second rule, which is an error. */
static void assert_annotation(const char *path, const char *text, const char *expected) {
    gait_diagnostic finding = {.rule = gait_rule_at(1), .severity = GAIT_ERROR, .count = 1};
    gait_diagnostics all = {.items = &finding, .capacity = 1, .count = 1};
    gait_buffer out = {0};
    memcpy(finding.text, text, strlen(text) + 1);
    assert_int_equal(gait_report_github(path, &all, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    assert_string_equal((const char *)out.data, expected);
    gait_buffer_free(&out);
}

TEST(findings_are_workflow_commands) {
    assert_string_equal(gait_rule_at(1)->id, "BMT002");
    assert_annotation("a/b.rtm", "odd", "::error file=a/b.rtm,title=BMT002::odd\n");
}

TEST(separators_are_escaped) {
    assert_annotation("C:\\a,b%.rtm", "50 %: a, b\r\n::error::c",
                      "::error file=C%3A\\a%2Cb%25.rtm,title=BMT002::"
                      "50 %25: a, b%0D%0A::error::c\n");
}

TEST(control_characters_and_invalid_bytes_are_replaced) {
    assert_annotation("a\x1B[31m\n\x7F.rtm", "\xC2\x98 \xD1\x8F \xC2\xA0 \xFF \xED\xA0\x80 \xC3",
                      "::error file=a\xEF\xBF\xBD[31m%0A\xEF\xBF\xBD.rtm,title=BMT002::"
                      "\xEF\xBF\xBD \xD1\x8F \xC2\xA0 \xEF\xBF\xBD "
                      "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD\n");
}

TEST(severities_have_their_commands) {
    static const char *const starts[] = {"::notice file=a,", "::warning file=a,",
                                         "::error file=a,"};
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        gait_diagnostic finding = {
            .rule = gait_rule_at(i), .severity = (gait_severity)(i % 3), .text = "odd", .count = 1};
        gait_diagnostics all = {.items = &finding, .capacity = 1, .count = 1};
        gait_buffer out = {0};
        assert_int_equal(gait_report_github("a", &all, &out), GAIT_OK);
        const char *start = starts[finding.severity];
        assert_memory_equal(out.data, start, strlen(start));
        gait_buffer_free(&out);
    }
}

TEST(files_that_cannot_be_read_are_errors) {
    gait_diagnostic finding = {.text = "cannot open", .count = 1};
    gait_diagnostics all = {.items = &finding, .capacity = 1, .count = 1};
    gait_buffer out = {0};
    assert_int_equal(gait_report_github("a", &all, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    assert_string_equal((const char *)out.data, "::error file=a,title=gait::cannot open\n");
    gait_buffer_free(&out);
}

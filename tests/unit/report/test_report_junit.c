#include <string.h>

#include "base/bytes.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"

#define START                                                                                      \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites><testsuite name=\"gait check\""
#define END "</testsuite></testsuites>\n"

static gait_diagnostic finding_of(gait_severity severity, const char *text) {
    gait_diagnostic finding = {.severity = severity, .count = 1};
    for (uint32_t i = 0; i < gait_rule_count() && !finding.rule; i++) {
        if (gait_rule_at(i)->severity == severity) {
            finding.rule = gait_rule_at(i);
        }
    }
    assert_non_null(finding.rule);
    memcpy(finding.text, text, strlen(text) + 1);
    return finding;
}

static void add(gait_junit *junit, const char *path, gait_diagnostic *items, uint32_t count) {
    gait_diagnostics all = {.items = items, .capacity = count, .count = count};
    assert_int_equal(gait_report_junit_add(junit, path, &all), GAIT_OK);
}

static void assert_report(gait_junit *junit, const char *expected) {
    gait_buffer out = {0};
    assert_int_equal(gait_report_junit_end(junit, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    assert_string_equal((const char *)out.data, expected);
    gait_buffer_free(&out);
}

TEST(each_file_is_a_test_case) {
    gait_junit junit;
    gait_diagnostic unread = {.text = "cannot open", .count = 1};
    gait_diagnostic empty = {
        .rule = gait_rule_at(0), .severity = GAIT_ERROR, .text = "empty", .count = 1};
    assert_string_equal(gait_rule_at(0)->id, "BMT001");
    assert_int_equal(gait_report_junit_begin(&junit, false, NULL), GAIT_OK);
    add(&junit, "good.rtm", NULL, 0);
    add(&junit, "empty.rtm", &empty, 1);
    add(&junit, "gone.rtm", &unread, 1);
    assert_report(&junit, START " tests=\"3\" failures=\"1\" errors=\"1\">\n"
                                "<testcase classname=\"gait check\" name=\"good.rtm\"></testcase>\n"
                                "<testcase classname=\"gait check\" name=\"empty.rtm\"><failure "
                                "message=\"empty\" type=\"BMT001\">error BMT001: empty\n"
                                "</failure></testcase>\n"
                                "<testcase classname=\"gait check\" name=\"gone.rtm\"><error "
                                "message=\"cannot open\" type=\"unreadable\">cannot open\n"
                                "</error></testcase>\n" END);
}

TEST(names_and_messages_are_escaped) {
    gait_junit junit;
    gait_diagnostic empty = {.rule = gait_rule_at(0),
                             .severity = GAIT_ERROR,
                             .text = "]]> \x01\xFF\xEF\xBF\xBF",
                             .count = 2};
    assert_int_equal(gait_report_junit_begin(&junit, false, NULL), GAIT_OK);
    add(&junit, "a\x1B\r\n\t\"<&'>\xED\xA0\x80\xD1\x8F\x7F", &empty, 1);
    assert_report(&junit, START
                  " tests=\"1\" failures=\"1\" errors=\"0\">\n"
                  "<testcase classname=\"gait check\" name=\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                  "\xEF\xBF\xBD&quot;&lt;&amp;'&gt;\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xD1\x8F"
                  "\xEF\xBF\xBD\"><failure message=\"]]&gt; \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\" "
                  "type=\"BMT001\">error BMT001: ]]&gt; \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                  " (2 times)\n</failure></testcase>\n" END);
}

/* A test case has at most one result; what is no failure is its output. */
TEST(a_test_case_has_one_result) {
    for (int is_strict = 0; is_strict < 2; is_strict++) {
        gait_diagnostic all[] = {finding_of(GAIT_NOTE, "n"), finding_of(GAIT_WARNING, "w"),
                                 finding_of(GAIT_ERROR, "e")};
        gait_junit junit;
        gait_buffer out = {0};
        assert_int_equal(gait_report_junit_begin(&junit, is_strict, NULL), GAIT_OK);
        add(&junit, "a", all, 3);
        assert_int_equal(gait_report_junit_end(&junit, &out), GAIT_OK);
        assert_true(gaiti_write_u8(&out, 0));
        const char *text = (const char *)out.data;
        assert_non_null(strstr(text, "failures=\"1\""));
        assert_non_null(
            strstr(text, is_strict ? "<failure message=\"w\"" : "<failure message=\"e\""));
        assert_null(strstr(strstr(text, "<failure") + 1, "<failure"));
        const char *output = strstr(text, "<system-out>");
        assert_non_null(output);
        assert_non_null(strstr(output, ": n\n"));
        assert_int_equal(strstr(output, ": w\n") == NULL, is_strict);
        assert_null(strstr(output, ": e\n"));
        gait_buffer_free(&out);
    }
}

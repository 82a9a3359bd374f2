#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"
#include "tiny_rtm.h"

static gait_diagnostic finding_at(int32_t clip, int32_t bone) {
    gait_diagnostic finding = {.rule = gait_rule_at(1),
                               .offset = 92,
                               .length = 4,
                               .clip = clip,
                               .bone = bone,
                               .frame = -1,
                               .count = 3};
    memcpy(finding.text, "odd", 4);
    return finding;
}

/* The log of one file with one finding. */
static const char *log_of(const char *path, const gait_file *file, gait_diagnostic finding,
                          gait_buffer *out) {
    gait_diagnostics all = {.items = &finding, .capacity = 1, .count = 1};
    gait_sarif sarif;
    assert_int_equal(gait_report_sarif_begin(&sarif, NULL, out), GAIT_OK);
    assert_int_equal(gait_report_sarif_add(&sarif, path, file, &all, out), GAIT_OK);
    assert_int_equal(gait_report_sarif_end(&sarif, out), GAIT_OK);
    assert_true(gaiti_write_u8(out, 0));
    return (const char *)out->data;
}

static void assert_uri(const char *path, const char *expected) {
    gait_buffer out = {0};
    const char *uri = strstr(log_of(path, NULL, finding_at(-1, -1), &out), "\"uri\":\"");
    assert_non_null(uri);
    uri += strlen("\"uri\":\"");
    assert_memory_equal(uri, expected, strlen(expected));
    assert_true(uri[strlen(expected)] == '"');
    gait_buffer_free(&out);
}

TEST(a_log_lists_every_rule) {
    gait_buffer out = {0};
    const char *text = log_of("a.rtm", NULL, finding_at(-1, -1), &out);
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        char id[32] = "{\"id\":\"";
        strcat(id, gait_rule_at(i)->id);
        assert_non_null(strstr(text, id));
    }
    assert_non_null(strstr(text, "\"ruleIndex\":1,"));
    gait_buffer_free(&out);
}

TEST(a_finding_in_a_config_has_the_line_there) {
    gait_buffer out = {0};
    gait_diagnostic finding = finding_at(-1, -1);
    finding.file = "config.cpp";
    finding.line = 7;
    const char *text = log_of("walk.rtm", NULL, finding, &out);
    assert_non_null(strstr(text, "\"uri\":\"config.cpp\"},\"region\":{\"startLine\":7}}}],"
                                 "\"relatedLocations\":[{\"physicalLocation\":{"
                                 "\"artifactLocation\":{\"uri\":\"walk.rtm\"}}}]}"));
    gait_buffer_free(&out);
}

TEST(a_finding_has_its_location_and_names) {
    gait_file *file = tiny_rtm_open();
    gait_buffer out = {0};
    const char *text = log_of("walk.rtm", file, finding_at(0, 1), &out);
    assert_non_null(strstr(text, "\"message\":{\"text\":\"odd\"},\"occurrenceCount\":3,"
                                 "\"partialFingerprints\":{\"gaitCause\":\"BMT002\"},"));
    assert_non_null(strstr(text, "\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{"
                                 "\"uri\":\"walk.rtm\"},\"region\":{\"byteOffset\":92,"
                                 "\"byteLength\":4}},\"logicalLocations\":[{\"name\":\"walk\","
                                 "\"kind\":\"clip\"},{\"name\":\"ДяДя\",\"kind\":\"bone\"}]}]}"
                                 "],\"invocations\":[{\"executionSuccessful\":true,"
                                 "\"toolExecutionNotifications\":[]}]}]}\n"));
    gait_buffer_free(&out);
    gait_file_free(file);
}

TEST(a_finding_without_an_offset_has_no_region) {
    gait_diagnostic finding = finding_at(-1, -1);
    gait_buffer out = {0};
    finding.offset = GAIT_NO_OFFSET;
    const char *text = log_of("walk.rtm", NULL, finding, &out);
    assert_null(strstr(text, "region"));
    assert_non_null(strstr(text, "\"artifactLocation\":{\"uri\":\"walk.rtm\"}}"));
    gait_buffer_free(&out);
}

TEST(unknown_names_are_left_out) {
    gait_file *file = tiny_rtm_open();
    for (int open = 0; open < 2; open++) {
        gait_buffer out = {0};
        const char *text = log_of("walk.rtm", open ? file : NULL, finding_at(7, 9), &out);
        assert_null(strstr(text, "logicalLocations"));
        gait_buffer_free(&out);
    }
    gait_file_free(file);
}

TEST(a_file_that_cannot_be_read_is_a_notification) {
    gait_diagnostic finding = finding_at(-1, -1);
    finding.rule = NULL;
    gait_buffer out = {0};
    const char *text = log_of("gone.rtm", NULL, finding, &out);
    assert_non_null(strstr(text, "\"results\":[],\"invocations\":[{\"executionSuccessful\":false,"
                                 "\"toolExecutionNotifications\":[\n{\"level\":\"error\","
                                 "\"message\":{\"text\":\"odd\"},\"locations\":[{"
                                 "\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"gone.rtm\""
                                 "}}}]}]}]}]}\n"));
    gait_buffer_free(&out);
}

TEST(paths_become_uris) {
    assert_uri("sub/a b.rtm", "sub/a%20b.rtm");
    assert_uri("/tmp/\xC3\xA9%.rtm", "file:///tmp/%C3%A9%25.rtm");
    assert_uri("C:\\a\\b.rtm", "file:///C:/a/b.rtm");
    assert_uri("", "");
}

TEST(rules_link_to_their_anchors) {
    gait_buffer out = {0};
    gait_sarif sarif;
    char expected[128] = "\"helpUri\":\"https://host/a%20b?c=d&e#";
    assert_int_equal(gait_report_sarif_begin(&sarif, "https://host/a%20b?c=d&e", &out), GAIT_OK);
    assert_int_equal(gait_report_sarif_end(&sarif, &out), GAIT_OK);
    assert_true(gaiti_write_u8(&out, 0));
    size_t size = strlen(expected);
    for (const char *p = gait_rule_at(1)->id; *p; p++) {
        expected[size++] = (char)gaiti_ascii_lower((uint8_t)*p);
    }
    memcpy(expected + size, "\",", 3);
    assert_non_null(strstr((const char *)out.data, expected));
    gait_buffer_free(&out);
    assert_null(strstr(log_of("a", NULL, finding_at(-1, -1), &out), "helpUri"));
    gait_buffer_free(&out);
}

TEST(addresses_are_absolute_uris) {
    static const char *const good[] = {"https://a", "http://a:8080/b/rules.md?x=1&y=(2)",
                                       "file:///C:/docs/rules.md", "https://a/%C3%A9~_.-"};
    static const char *const bad[] = {
        "",           "https://",      "file://",      "HTTPS://a",     "ftp://a",
        "rules.md",   "//a/b",         "https:/a",     "https://a b",   "https://a\"",
        "https://a'", "https://a#b",   "https://a\n",  "https://a\x7F", "https://\xC3\xA9",
        "https://a%", "https://a%4",   "https://a%g0", "https://a\\b",  "javascript:https://a",
        "https://<a", "file://host/a", "https://a|",   "https://a`",    " https://a"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(gait_report_sarif_accepts_url(good[i]));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gait_sarif sarif;
        gait_buffer out = {0};
        assert_false(gait_report_sarif_accepts_url(bad[i]));
        assert_int_equal(gait_report_sarif_begin(&sarif, bad[i], &out), GAIT_BAD_ARGUMENT);
        assert_int_equal(out.size, 0);
    }
}

TEST(wrong_arguments_are_refused) {
    gait_buffer out = {0};
    gait_diagnostics none = {0};
    gait_sarif sarif;
    assert_int_equal(gait_report_sarif_begin(NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_begin(&sarif, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_begin(&sarif, NULL, &out), GAIT_OK);
    assert_int_equal(gait_report_sarif_add(NULL, "a", NULL, &none, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_add(&sarif, NULL, NULL, &none, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_add(&sarif, "a", NULL, NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_add(&sarif, "a", NULL, &none, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_end(NULL, &out), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_report_sarif_end(&sarif, NULL), GAIT_BAD_ARGUMENT);
    gait_report_sarif_free(&sarif);
    gait_report_sarif_free(&sarif);
    gait_report_sarif_free(NULL);
    gait_buffer_free(&out);
}

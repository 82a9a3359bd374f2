/* Tests diagnostics: message texts, merging and capacity; and the table of rules. */
#include <stdlib.h>
#include <string.h>

#include "base/diagnose.h"
#include "test.h"
#include "gait/rules.h"

TEST(message_placeholders_are_filled_in) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    report.clip = 7;
    report.bone = 12;
    report.frame = 3;
    gaiti_detail detail = {.offset = 40,
                           .length = 8,
                           .expected = 0xCBF43926,
                           .found = 0xBEEF,
                           .number = 0.25,
                           .name = test_span("a\x01\xC0")};
    assert_int_equal(gaiti_raise(&report, GAITI_OMF_CRC, detail), GAIT_OK);
    assert_string_equal(
        items[0].text,
        "the checksum of the keys of track 12 is 0000beef, but the checksum of the data is "
        "cbf43926");
    assert_int_equal(gaiti_raise(&report, GAITI_OMF_MARK_TIME, detail), GAIT_OK);
    assert_string_equal(items[1].text,
                        "mark \"a?А\" has an invalid interval (0.25 s): it ends before "
                        "it starts, or it is not a number");
    assert_int_equal(items[1].offset, 40);
    assert_int_equal(items[1].length, 8);
    assert_int_equal(items[1].clip, 7);
    assert_int_equal(items[1].bone, 12);
    assert_int_equal(items[1].frame, 3);
}

TEST(messages_have_singular_and_plural_forms) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    (void)gaiti_raise(&report, GAITI_BMTR_TRAILING, (gaiti_detail){.found = 1});
    (void)gaiti_raise(&report, GAITI_BMTR_CUT_HEADER, (gaiti_detail){.expected = 2, .found = 1});
    report.clip = 1;
    (void)gaiti_raise(&report, GAITI_BMTR_TRAILING, (gaiti_detail){.found = 2});
    (void)gaiti_raise(&report, GAITI_BMTR_CUT_HEADER, (gaiti_detail){.expected = 1});
    assert_string_equal(items[0].text, "1 byte follows the last frame, which games ignore");
    assert_string_equal(items[1].text, "the header needs 2 more bytes, but only 1 is left");
    assert_string_equal(items[2].text, "2 bytes follow the last frame, which games ignore");
    assert_string_equal(items[3].text, "the header needs 1 more byte, but only 0 are left");
}

TEST(equal_diagnostics_are_merged_per_clip) {
    gait_diagnostic items[8];
    gait_diagnostics sink = {.items = items, .capacity = 8};
    gaiti_report report = gaiti_report_to(&sink);
    for (int clip = 0; clip < 2; clip++) {
        report.clip = clip;
        for (uint64_t i = 0; i < 5; i++) {
            gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){.offset = 10 + i});
        }
    }
    assert_int_equal(sink.count, 2);
    assert_int_equal(items[0].count, 5);
    assert_int_equal(items[0].offset, 10); /* the first offset */
    assert_int_equal(items[1].clip, 1);
    assert_int_equal(sink.warnings, 10);
    assert_int_equal(sink.errors, 0);
}

TEST(diagnostics_about_a_clip_have_names_and_no_offset) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_on_clip(&sink, "walk");
    report.frame = 3;
    for (uint32_t bone = 0; bone < 2; bone++) {
        gaiti_report_set_bone(&report, bone, bone ? "head" : "vlajka");
        gaiti_raise(&report, GAITI_GLTF_SCALE, (gaiti_detail){.offset = 4, .number = 0.5});
    }
    assert_int_equal(sink.count, 1);
    assert_string_equal(items[0].text,
                        "clip \"walk\": bone \"vlajka\" has a scale of 0.5 in frame 3; the glTF "
                        "stores only rotations and translations");
    assert_true(items[0].offset == GAIT_NO_OFFSET);
    assert_int_equal(items[0].bone, -1);
    assert_int_equal(items[0].frame, 3);
    report.clip_name = "run"; /* another clip is another diagnostic */
    report.bone_name = NULL;
    gaiti_raise(&report, GAITI_GLTF_SCALE, (gaiti_detail){.number = 2});
    assert_int_equal(sink.count, 2);
    assert_memory_equal(items[1].text, "clip \"run\": bone \"1\" has", 24);
}

TEST(the_cause_of_a_failure_is_the_last_error_or_the_last_diagnostic) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    assert_null(gait_diagnostics_cause(NULL));
    assert_null(gait_diagnostics_cause(&sink));
    gaiti_raise(&report, GAITI_P3D_EMPTY, (gaiti_detail){0}); /* a warning */
    assert_ptr_equal(gait_diagnostics_cause(&sink), &items[0]);
    gaiti_raise(&report, GAITI_FILE_MEMORY, (gaiti_detail){0});
    gaiti_raise(&report, GAITI_OMF_MARK_OUTSIDE, (gaiti_detail){0});
    assert_int_equal(sink.count, 3);
    assert_ptr_equal(gait_diagnostics_cause(&sink), &items[1]);
}

TEST(diagnostics_of_different_files_are_not_merged) {
    static const char *const files[] = {"a.omf", "b.omf", NULL, "a.omf", NULL};
    gait_diagnostic items[8];
    gait_diagnostics sink = {.items = items, .capacity = 8};
    gaiti_report report = gaiti_report_to(&sink);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        sink.file = files[i];
        assert_int_equal(gaiti_needs_text(&report, GAITI_OMF_CRC), i < 3);
        gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){.offset = i});
    }
    assert_int_equal(sink.count, 3);
    assert_string_equal(items[0].file, "a.omf");
    assert_string_equal(items[1].file, "b.omf");
    assert_null(items[2].file);
    assert_int_equal(items[0].count, 2);
    assert_int_equal(items[1].count, 1);
    assert_int_equal(items[2].count, 2);
}

TEST(file_names_are_pointers_of_the_caller) {
    char name[500], same[500];
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4, .file = name};
    gaiti_report report = gaiti_report_to(&sink);
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = 0;
    memcpy(same, name, sizeof same);
    gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){0});
    sink.file = same;
    gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){0});
    assert_int_equal(sink.count, 1);
    assert_ptr_equal(items[0].file, name);
    same[0] = 'b';
    gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){0});
    assert_int_equal(sink.count, 2);
    assert_ptr_equal(items[1].file, same);
}

TEST(diagnostics_beyond_capacity_are_counted) {
    gait_diagnostic items[1];
    gait_diagnostics sink = {.items = items, .capacity = 1};
    gaiti_report report = gaiti_report_to(&sink);
    assert_int_equal(gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){0}), GAIT_OK);
    assert_int_equal(gaiti_raise(&report, GAITI_OMF_CUT_TRACK, (gaiti_detail){0}), GAIT_TRUNCATED);
    assert_int_equal(gaiti_raise(&report, GAITI_OMF_CRC, (gaiti_detail){0}), GAIT_OK);
    assert_int_equal(sink.count, 1);
    assert_int_equal(sink.dropped, 1);
    assert_int_equal(sink.errors, 1);
    assert_int_equal(sink.warnings, 2);
}

TEST(status_is_returned_without_a_sink) {
    gaiti_report report = gaiti_report_to(NULL);
    assert_int_equal(gaiti_raise(&report, GAITI_FILE_UNKNOWN, (gaiti_detail){0}), GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_raise(&report, GAITI_RTM_OLD_BLOCK, (gaiti_detail){0}), GAIT_OK);
}

TEST(long_names_are_truncated_at_a_character_boundary) {
    char name[300];
    memset(name, 0xDF, sizeof name); /* two bytes each in UTF-8 */
    name[sizeof name - 1] = 0;
    gait_diagnostic item;
    gait_diagnostics sink = {.items = &item, .capacity = 1};
    gaiti_report report = gaiti_report_to(&sink);
    gaiti_raise(&report, GAITI_OMF_VALUE, (gaiti_detail){.name = test_span(name)});
    size_t size = strlen(item.text);
    assert_true(size < GAIT_DIAGNOSTIC_TEXT);
    assert_non_null(strstr(item.text, "..."));
    for (size_t i = 0; i < size; i++) {
        uint8_t lead = (uint8_t)item.text[i];
        if (lead >= 0x80) {
            assert_int_equal(lead & 0xE0, 0xC0);
            assert_int_equal((uint8_t)item.text[++i] & 0xC0, 0x80);
        }
    }
}

/* The diagnostic about some bones that the skeleton lacks. */
static gait_diagnostic missing_bones(gaiti_rule rule, bool lists_missing_bones, int32_t count) {
    gait_diagnostic items[2];
    gait_diagnostics sink = {
        .items = items, .capacity = 2, .lists_missing_bones = lists_missing_bones};
    gaiti_report report = gaiti_report_to(&sink);
    for (report.bone = 0; report.bone < count; report.bone++) {
        (void)gaiti_raise(&report, rule,
                          (gaiti_detail){.name = test_span(report.bone == 0 ? "hand" : "foot")});
    }
    assert_int_equal(sink.count, 1);
    assert_int_equal(items[0].count, count);
    return items[0];
}

TEST(missing_bones_are_listed_if_that_is_asked_for) {
    static const char *const names[] = {
#define RULE(id, name, severity, status, page, summary, detail, advice) #name,
#include "rules.def"
#undef RULE
    };
    uint32_t found = 0;
    for (int rule = 0; rule < GAITI_RULE_COUNT; rule++) {
        if (strstr(names[rule], "_NOT_IN_TREE")) {
            gait_diagnostic first = missing_bones((gaiti_rule)rule, false, 2);
            gait_diagnostic listed = missing_bones((gaiti_rule)rule, true, 2);
            gait_diagnostic many = missing_bones((gaiti_rule)rule, true, 100);
            assert_null(strstr(first.text, "foot"));
            assert_non_null(strstr(listed.text, "hand"));
            assert_non_null(strstr(listed.text, "foot"));
            assert_true(first.cause != listed.cause && listed.cause != many.cause);
            assert_true(strlen(many.text) < GAIT_DIAGNOSTIC_TEXT);
            assert_string_equal(many.text + strlen(many.text) - 5, ", ...");
            found++;
        }
    }
    assert_true(found >= 4);
    assert_null(strstr(missing_bones(GAITI_OMF_CRC, true, 2).text, "foot"));
}

TEST(equal_causes_have_equal_hashes) {
    gait_diagnostic items[4];
    gait_diagnostics sink = {.items = items, .capacity = 4};
    gaiti_report report = gaiti_report_to(&sink);
    static const char *const places[] = {"a\\walk", "A\\Walk", "a\\run"};
    for (int i = 0; i < 3; i++) {
        (void)gaiti_raise(&report, GAITI_OGF_NO_BANK,
                          (gaiti_detail){.place = test_span(places[i]), .offset = 8});
    }
    (void)gaiti_raise(&report, GAITI_CFG_STRAY, (gaiti_detail){.found = 12, .expected = 3});
    assert_int_equal(sink.count, 4);
    assert_true(items[0].cause != 0);
    assert_true(items[0].cause == items[1].cause && items[0].cause != items[2].cause);
    assert_true(items[3].cause == 0);
    assert_int_equal(items[0].line, 0);
    assert_int_equal(items[3].line, 12);
}

TEST(rules_are_sorted_and_complete) {
    assert_int_equal(gait_rule_count(), GAITI_RULE_COUNT);
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        const gait_rule *rule = gait_rule_at(i);
        assert_true(i == 0 || strcmp(gait_rule_at(i - 1)->id, rule->id) < 0);
        assert_ptr_equal(gait_rule_find(rule->id), rule);
        assert_int_equal(rule->severity == GAIT_ERROR, rule->status != GAIT_OK);
        assert_true(rule->summary[0] && rule->advice[0]);
        assert_non_null(strstr(rule->page, ".md#"));
    }
    assert_null(gait_rule_at(gait_rule_count()));
    assert_null(gait_rule_find("omf104"));
    assert_null(gait_rule_find(NULL));
}

TEST(statuses_have_names) {
    for (int a = GAIT_OK; a <= GAIT_INTERNAL; a++) {
        for (int b = GAIT_OK; b < a; b++) {
            assert_string_not_equal(gait_status_name((gait_status)a),
                                    gait_status_name((gait_status)b));
        }
    }
    assert_string_equal(gait_status_name((gait_status)99), "unknown");
    assert_string_equal(gait_severity_name(GAIT_WARNING), "warning");
    assert_string_equal(gait_severity_name((gait_severity)99), "unknown");
}

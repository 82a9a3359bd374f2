#include <string.h>

#include "base/bytes.h"
#include "gait/mod.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "test.h"
#include "tiny_rtm.h"

/* Asserts that a document has these texts in this order. There may be other keys between them. */
static void assert_has(gait_buffer *json, const char *const *texts, size_t count) {
    assert_true(gaiti_write_u8(json, 0));
    const char *at = (const char *)json->data;
    for (size_t i = 0; i < count; i++) {
        const char *found = strstr(at, texts[i]);
        if (!found) {
            fail_msg("no %s in %s", texts[i], at);
        }
        at = found + strlen(texts[i]);
    }
    gait_buffer_free(json);
}

TEST(info_of_an_open_file_is_complete) {
    gait_file *file = tiny_rtm_open();
    gait_buffer json = {0};
    assert_int_equal(
        gait_report_info(&(gait_report_input){"folder/walk.rtm", 420, file, GAIT_FORMAT_UNKNOWN,
                                              "ok", NULL, NULL, 0},
                         &json),
        GAIT_OK);
    static const char *const texts[] = {
        "{\"path\":\"folder/walk.rtm\",\"bytes\":420,\"format\":\"rtm\",",
        "\"version\":101,\"status\":\"ok\",\"bones\":[\"Pelvis\",\"ДяДя\"],",
        "\"skeletons\":null,\"clips\":[\n{\"index\":0,\"name\":\"walk\",\"frames\":2,",
        "\"duration_s\":null,\"loop\":null,\"phases\":[0,1],\"root_motion\":[0,0,-1.5],",
        "\"events\":0,\"events_with_times\":0",
        "}],\"refs\":null,",
        "\"step\":[0,0,-1.5],\"mesh\":null,\"error\":null"};
    assert_has(&json, texts, sizeof texts / sizeof *texts);
    gait_file_free(file);
}

TEST(a_damaged_file_reports_the_offset_of_its_error) {
    gait_diagnostic error = {.rule = gait_rule_at(0), .offset = 1234};
    memcpy(error.text, "ends \"early\"", 13);
    gait_buffer json = {0};
    assert_int_equal(gait_report_info(&(gait_report_input){"a\\b.rtm", 5, NULL, GAIT_FORMAT_RTM,
                                                           "bad", &error, NULL, 0},
                                      &json),
                     GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    const char *text = (const char *)json.data;
    assert_non_null(strstr(text, "\"path\":\"a\\\\b.rtm\",\"bytes\":5,\"format\":\"rtm\","
                                 "\"version\":null,\"status\":\"bad\",\"bones\":null,"
                                 "\"skeletons\":null,\"clips\":null,\"refs\":null,\"step\":null,"
                                 "\"mesh\":null,\"error\":{\"rule\":"));
    assert_non_null(strstr(text, gait_rule_at(0)->id));
    assert_non_null(strstr(text, ",\"offset\":1234,\"message\":\"ends \\\"early\\\"\"}}"));
    gait_buffer_free(&json);
}

/* A file that cannot be read has no known size, and the error has no offset. */
TEST(an_unreadable_file_has_no_size_and_no_error_offset) {
    gait_diagnostic error = {.rule = NULL};
    memcpy(error.text, "cannot open", 12);
    gait_buffer json = {0};
    assert_int_equal(gait_report_info(&(gait_report_input){"x", 0, NULL, GAIT_FORMAT_UNKNOWN,
                                                           "unreadable", &error, NULL, 0},
                                      &json),
                     GAIT_OK);
    static const char *const texts[] = {
        "{\"path\":\"x\",\"bytes\":null,\"format\":\"unknown\",\"version\":null,",
        "\"status\":\"unreadable\",\"bones\":null,\"skeletons\":null,",
        "\"clips\":null,\"refs\":null,\"step\":null,\"mesh\":null,\"error\":{",
        "\"rule\":null,\"offset\":null,\"message\":\"cannot open\""};
    assert_has(&json, texts, sizeof texts / sizeof *texts);
}

static void *no_memory(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

TEST(out_of_memory_is_reported) {
    gait_file *file = tiny_rtm_open();
    gait_buffer json = {.allocator = {no_memory, NULL}};
    assert_int_equal(
        gait_report_info(&(gait_report_input){"x", 0, file, GAIT_FORMAT_RTM, "ok", NULL, NULL, 0},
                         &json),
        GAIT_NO_MEMORY);
    gait_file_free(file);
}

static gait_mod *played_mod_new(void) {
    static const char config[] =
        "class CfgMovesX { class States { class a { file = \"top\\walk\"; speed = -2; "
        "looped = 1; }; class b: a { speed = 1; }; class c: a { speed = 1; }; }; };";
    gait_mod *mod;
    assert_int_equal(gait_mod_new(&(gait_mod_options){.name = "top"}, &mod), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "config.cpp", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_add(mod, "walk.rtm", GAIT_MOD_OWN), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), 0);
    assert_int_equal(gait_mod_provide(mod, 0, test_span(config)), GAIT_OK);
    assert_int_equal(gait_mod_need(mod), -1);
    return mod;
}

TEST(info_in_a_mod_says_what_plays_a_clip) {
    gait_file *file = tiny_rtm_open();
    gait_mod *mod = played_mod_new();
    gait_buffer json = {0};
    gait_mod_clip played;
    const gait_report_input input = {"w", 0, file, GAIT_FORMAT_RTM, "ok", NULL, mod, 1};
    assert_int_equal(gait_mod_clip_of(mod, 1, file, 0, &played), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_finish(mod), GAIT_OK);
    assert_int_equal(gait_mod_clip_of(mod, 1, file, 1, &played), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_clip_of(mod, 2, file, 0, &played), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_clip_of(mod, 1, NULL, 0, &played), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_clip_of(mod, 1, file, 0, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_mod_clip_of(mod, 0, file, 0, &played), GAIT_OK);
    assert_int_equal(played.use_count, 0);
    assert_int_equal(gait_report_info(&input, &json), GAIT_OK);
    static const char *const texts[] = {
        "\"duration_s\":null,\"loop\":true,\"phases\":[0,1],",
        "\"seconds\":1,\"seconds_why\":\"known\",\"seconds_from\":\"own\",",
        "\"loop_from\":\"inherited\",\"state\":\"b\",\"uses\":3,\"used_by\":[",
        "\"name\":\"a\"",
        "\"name\":\"b\"",
        "\"name\":\"c\""};
    assert_has(&json, texts, sizeof texts / sizeof *texts);
    gait_mod_free(mod);
    gait_file_free(file);
}

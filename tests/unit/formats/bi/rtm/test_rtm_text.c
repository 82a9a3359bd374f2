/* Tests the text form of plain RTM. */
#include <stdlib.h>

#include "test.h"
#include "text_forms.h"

TEST(files_are_built_from_their_texts) {
    text_assert_round_trips("rtm/");
}

TEST(changes_change_their_bytes_only) {
    char *text = text_of_fixture("rtm/ok/properties.rtm");
    text_assert_changes(text, "\"phase\":0.25", "\"phase\":0.5", 16, 4);
    text_assert_changes(text, "StepSound", "stepSound", 21, 9);
    text_assert_changes(text, "\"left\"", "\"\\u0000\\n\xD0\xAF\\u0098\"", 42, 4);
    text_assert_changes(text, "\"version\":101,", "\"version\":101.0,", 0, 0);
    text_assert_changes(text, "{\"list\":", "{\"reserved\":7,\"list\":", 8, 4);
    text_assert_changes(text, "\"step\":[0,0,-1.5]", "\"step\":[-0,0,-1.5]", 54, 12);
    text_assert_changes(text, "0.25,1.5,-2]", "0.25,1.5,-3]", 226, 48);
    text_assert_changes(text, "\"phase\":1,", "\"phase\":0.9,", 190, 4);
    text_assert_changes(text, "1.5,-2]]}",
                        "1.5,-2]],\"names\":[{\"name\":\"Pelvis\",\"rest\":"
                        "\"00010000000000000000000000000000000000000000000000ff\"}]}",
                        194, 32);
    text_assert_changes(text, "1.5,-2]]}", "1.5,-2]],\"names\":[\"pelvis\"]}", 0, 0);
    free(text);
    text = text_of_fixture("rtm/ok/old_block.rtm");
    text_assert_changes(text, "\"stepZ\":-1.5", "\"stepZ\":1.5", 8, 4);
    free(text);
}

/* A new bone, frame or property changes the counts. */
TEST(counts_follow_the_lists) {
    char *text = text_of_fixture("rtm/ok/still.rtm");
    gait_span one = text_built(text, NULL, NULL);
    gait_span two = text_built(text, "\"frames\":[",
                               "\"frames\":[{\"phase\":0,\"matrices\":"
                               "[[1,0,0,0,1,0,0,0,1,0,0,0]]},");
    assert_int_equal(two.size, one.size + 4 + 80);
    assert_int_equal(two.data[20], one.data[20] + 1);
    gait_span event = text_built(text, "\"version\":101,",
                                 "\"version\":101,\"properties\":{\"list\":[{\"phase\":0,"
                                 "\"name\":\"a\",\"value\":\"b\"}]},");
    assert_int_equal(event.size, one.size + 16 + 4 + 2 + 2);
    assert_memory_equal(event.data + event.size - one.size, one.data, one.size);
    free((void *)(uintptr_t)event.data);
    free((void *)(uintptr_t)two.data);
    free((void *)(uintptr_t)one.data);
    free(text);
}

TEST(wrong_texts_are_refused) {
    char *text = text_of_fixture("rtm/ok/properties.rtm");
    text_assert_refused(text, ":101", ":102", "TXT006", "/version");
    text_assert_refused(text, ":101", ":100", "TXT016", "\"stepZ\"");
    text_assert_refused(text, "[\n\"pelvis\"]", "[\"pelvis\",\"spine\"]", "TXT008",
                        "/frames/0/matrices");
    text_assert_refused(text, "[\n\"pelvis\"]", "[\"123456789012345678901234567890123\"]", "TXT015",
                        "/bones/0: the name has 33 bytes");
    text_assert_refused(text, "[\n\"pelvis\"]", "[\"a\\u0000b\"]", "TXT009", "/bones/0");
    text_assert_refused(text, "[\n\"pelvis\"]", "[{\"name\":\"pelvis\",\"rest\":\"00\"}]", "TXT008",
                        "/bones/0/rest: expected 26 values");
    text_assert_refused(text, "[\n\"pelvis\"]", "[{\"name\":\"pelvis\"}]", "TXT008", "/bones/0");
    text_assert_refused(text, "[\n\"pelvis\"]", "[{\"rest\":\"\"}]", "TXT003", "\"name\"");
    text_assert_refused(text, "[\n\"pelvis\"]", "[1]", "TXT004", "/bones/0");
    text_assert_refused(text, "1.5,-2]]}", "1.5,-2]],\"names\":[\"pelvis\",\"pelvis\"]}", "TXT008",
                        "line 10, /frames/1/names");
    text_assert_refused(text, "1.5,-2]]}", "1.5]]}", "TXT008", "/frames/1/matrices/0");
    text_assert_refused(text, "1.5,-2]]}", "1.5,-2,0]]}", "TXT008", "/frames/1/matrices/0/12");
    text_assert_refused(text, "1.5,-2]]}", "1.5,-2]],\"name\":[]}", "TXT005", "/frames/1/name");
    text_assert_refused(text, "\"frames\":[", "\"frames\":[1,", "TXT004", "/frames");
    text_assert_refused(text, "\"list\":", "\"lists\":", "TXT016", "\"list\"");
    text_assert_refused(text, "\"value\":\"left\"", "\"value\":0", "TXT004",
                        "/properties/list/1/value");
    text_assert_refused(text, "\"version\":101,", "\"version\":101,\"trailing\":\"0\",", "TXT010",
                        "/trailing");
    free(text);
}

/* What check finds is refused, too. */
TEST(damage_is_refused) {
    char *text = text_of_fixture("rtm/ok/properties.rtm");
    gait_diagnostic items[4];
    gait_diagnostics found = {.items = items, .capacity = 4};
    gait_buffer out = {0};
    char *damaged = text_with(text, "1.5,-2]", "1.5,\"0x7fc00000\"]");
    assert_int_equal(text_build_with(damaged, false, &found, &out), GAIT_CORRUPT);
    assert_int_equal(out.size, 0);
    assert_in_range(found.count, 2, 4);
    assert_string_equal(items[found.count - 1].rule->id, "TXT014");
    assert_int_equal(text_build_with(damaged, true, NULL, &out), GAIT_OK);
    assert_int_equal(out.size, 274);
    gait_buffer_free(&out);
    free(damaged);
    free(text);
}

TEST(texts_may_be_damaged) {
    text_fail_allocations("samples/walk.rtm");
    text_damage("rtm/ok/still.rtm");
    text_damage("rtm/ok/properties.rtm");
    text_damage("rtm/ok/junk_after_nul.rtm");
}

/* Tests the JSON writer: commas, escapes, numbers, names, and sticky failures. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "base/json/json.h"
#include "test.h"

static void assert_json(gait_buffer *out, const char *expected) {
    assert_true(gaiti_write_u8(out, 0));
    assert_string_equal((const char *)out->data, expected);
    gait_buffer_free(out);
}

TEST(nesting_keeps_its_commas) {
    gait_buffer out = {0};
    gaiti_json json = gaiti_json_over(&out);
    gaiti_json_open(&json, '{');
    gaiti_json_key(&json, "a");
    gaiti_json_open(&json, '[');
    gaiti_json_int(&json, -1);
    gaiti_json_open(&json, '{');
    gaiti_json_close(&json, '}');
    gaiti_json_bool(&json, true);
    gaiti_json_null(&json);
    gaiti_json_close(&json, ']');
    gaiti_json_member_uint(&json, "b", UINT64_MAX);
    gaiti_json_member_index(&json, "c", -1);
    gaiti_json_member_index(&json, "d", 0);
    gaiti_json_member_text(&json, "e", NULL);
    gaiti_json_close(&json, '}');
    assert_false(json.failed);
    assert_json(&out, "{\"a\":[-1,{},true,null],\"b\":18446744073709551615,\"c\":null,\"d\":0,"
                      "\"e\":null}");
}

TEST(lines_stand_between_items) {
    gait_buffer out = {0};
    gaiti_json json = gaiti_json_over(&out);
    gaiti_json_open(&json, '[');
    for (int i = 0; i < 3; i++) {
        gaiti_json_line(&json);
        gaiti_json_int(&json, i);
    }
    gaiti_json_close(&json, ']');
    assert_json(&out, "[\n0,\n1,\n2]");
}

TEST(numbers_are_shortest_and_never_nan) {
    static const float none[3] = {1e38F * 10, -1e38F * 10, 1e38F * 10 - 1e38F * 10};
    gait_buffer out = {0};
    gaiti_json json = gaiti_json_over(&out);
    gaiti_json_open(&json, '[');
    gaiti_json_f32(&json, 0.1F);
    gaiti_json_f64(&json, 0.1F);
    gaiti_json_f32(&json, -0.0F);
    for (int i = 0; i < 3; i++) {
        gaiti_json_f32(&json, none[i]);
        gaiti_json_f64(&json, none[i]);
    }
    gaiti_json_close(&json, ']');
    assert_json(&out, "[0.1,0.10000000149011612,-0,null,null,null,null,null,null]");
}

TEST(texts_are_escaped_and_always_utf8) {
    gait_buffer out = {0};
    gaiti_json json = gaiti_json_over(&out);
    gaiti_json_open(&json, '[');
    gaiti_json_text(&json, "\"\\/\b\f\n\r\t\x01\x1F\x7F\xC2\x9B\xC2\xA0");
    gaiti_json_text(&json, "Ж€\xF0\x9F\x90\x8D");
    gaiti_json_text(&json, "a\xFF"
                           "b\xC0\x80"
                           "c\xED\xA0\x80"
                           "d\xF4\x90\x80\x80"
                           "e\xE2\x82");
    gaiti_json_name(&json, 1251, (gait_span){(const uint8_t *)"\xC6\x98\"\x0A", 4});
    gaiti_json_close(&json, ']');
    const char *lost = "\xEF\xBF\xBD";
    char expected[256] =
        "[\"\\\"\\\\/"
        "\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u009b\xC2\xA0\",\"Ж€\xF0\x9F\x90\x8D\",\"a";
    static const int losses[] = {1, 2, 3, 4, 2};
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < losses[i]; k++) {
            strcat(expected, lost);
        }
        strcat(expected,
               i < 4 ? (const char *[]){"b", "c", "d", "e"}[i] : "\",\"Ж\\u0098\\\"\\n\"]");
    }
    assert_json(&out, expected);
}

TEST(too_deep_is_a_failure_not_a_crash) {
    gait_buffer out = {0};
    gaiti_json json = gaiti_json_over(&out);
    for (int i = 0; i < GAITI_JSON_DEPTH; i++) {
        gaiti_json_open(&json, '[');
    }
    assert_false(json.failed);
    gaiti_json_open(&json, '[');
    assert_true(json.failed);
    for (int i = 0; i < GAITI_JSON_DEPTH + 5; i++) {
        gaiti_json_close(&json, ']');
    }
    gait_buffer_free(&out);
}

TEST(want_of_memory_sticks) {
    test_allocator allocator = {.fail_at = 1};
    gait_buffer out = {.allocator = test_allocator_options(&allocator).allocator};
    gaiti_json json = gaiti_json_over(&out);
    gaiti_json_text(&json, "walk");
    assert_true(json.failed);
    gaiti_json_text(&json, "walk");
    assert_int_equal(out.size, 0); /* nothing is written after a failure */
    gait_buffer_free(&out);
}

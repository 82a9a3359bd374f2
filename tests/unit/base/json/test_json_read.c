/* Tests the strict JSON reader: accepted and rejected texts, and the offsets of errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json/json_read.h"
#include "test.h"

/* Reads all items. Returns the error and its offset. */
static gaiti_json_fault read_all(gait_span text, size_t *out_at) {
    gaiti_json_reader reader = gaiti_json_reading(text);
    gaiti_json_item item;
    do {
        item = gaiti_json_next(&reader);
    } while (item.kind > GAITI_JSON_FINISHED);
    assert_int_equal(item.kind == GAITI_JSON_FAILED, reader.fault != GAITI_JSON_OK);
    assert_int_equal(gaiti_json_next(&reader).kind, item.kind); /* the end is sticky */
    *out_at = reader.fault_at;
    return reader.fault;
}

typedef struct sample {
    const char *text;
    gaiti_json_fault fault;
    size_t at;
} sample;

static void assert_samples(const sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        size_t at;
        gaiti_json_fault fault = read_all(test_span(samples[i].text), &at);
        if (fault != samples[i].fault || at != samples[i].at) {
            fail_msg("%s: fault %d at %zu, not %d at %zu", samples[i].text, fault, at,
                     samples[i].fault, samples[i].at);
        }
    }
}

#define ASSERT_SAMPLES(samples) assert_samples(samples, sizeof samples / sizeof *samples)

TEST(what_is_json_is_taken) {
    static const sample samples[] = {
        {"0", 0, 0},
        {"-0", 0, 0},
        {" \t\r\n[ ] \n", 0, 0},
        {"{}", 0, 0},
        {"null", 0, 0},
        {"\"\"", 0, 0},
        {"[1,2.5,-3e4,0.1E+2,1e-9,123456789012345678901234567890]", 0, 0},
        {"{\"\":0,\"a\":{\"b\":[[],{},\"\"]},\"a\":1}", 0, 0},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00e9\\uFFFF\"", 0, 0},
        {"\"\\uD834\\udd1E\"", 0, 0},
        {"\"\x7F \xC2\x80 \xDF\xBF \xE0\xA0\x80 \xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF\"",
         0, 0},
        {"[true,false,null]", 0, 0},
        {"[[[[[[[[[[]]]]]]]]]]", 0, 0},
    };
    ASSERT_SAMPLES(samples);
}

TEST(structure_is_strict) {
    static const sample samples[] = {
        {"", GAITI_JSON_CUT, 0},
        {"  ", GAITI_JSON_CUT, 2},
        {"[1,]", GAITI_JSON_UNEXPECTED, 3},
        {"[,1]", GAITI_JSON_UNEXPECTED, 1},
        {"[1,,2]", GAITI_JSON_UNEXPECTED, 3},
        {"[1 2]", GAITI_JSON_UNEXPECTED, 3},
        {"[1", GAITI_JSON_CUT, 2},
        {"[", GAITI_JSON_CUT, 1},
        {"]", GAITI_JSON_UNEXPECTED, 0},
        {"[}", GAITI_JSON_UNEXPECTED, 1},
        {"{]", GAITI_JSON_UNEXPECTED, 1},
        {"{\"a\":1,}", GAITI_JSON_UNEXPECTED, 7},
        {"{\"a\" 1}", GAITI_JSON_UNEXPECTED, 5},
        {"{\"a\":}", GAITI_JSON_UNEXPECTED, 5},
        {"{\"a\"}", GAITI_JSON_UNEXPECTED, 4},
        {"{a:1}", GAITI_JSON_UNEXPECTED, 1},
        {"{'a':1}", GAITI_JSON_UNEXPECTED, 1},
        {"{1:1}", GAITI_JSON_UNEXPECTED, 1},
        {"{\"a\":1 \"b\":2}", GAITI_JSON_UNEXPECTED, 7},
        {"{\"a\":1;}", GAITI_JSON_UNEXPECTED, 6},
        {"1 2", GAITI_JSON_TRAILING, 2},
        {"{}}", GAITI_JSON_TRAILING, 2},
        {"[]/**/", GAITI_JSON_TRAILING, 2},
        {"// x\n1", GAITI_JSON_UNEXPECTED, 0},
        {"\xEF\xBB\xBF{}", GAITI_JSON_UNEXPECTED, 0},
        {"[\f1]", GAITI_JSON_UNEXPECTED, 1},
        {"[\xC2\xA0]", GAITI_JSON_UNEXPECTED, 1},
    };
    ASSERT_SAMPLES(samples);
}

TEST(numbers_and_words_are_strict) {
    static const sample samples[] = {
        {"+1", GAITI_JSON_UNEXPECTED, 0},
        {"-", GAITI_JSON_CUT, 1},
        {"-a", GAITI_JSON_BAD_NUMBER, 1},
        {"01", GAITI_JSON_TRAILING, 1},
        {"[01]", GAITI_JSON_UNEXPECTED, 2},
        {"-01", GAITI_JSON_TRAILING, 2},
        {".5", GAITI_JSON_UNEXPECTED, 0},
        {"1.", GAITI_JSON_CUT, 2},
        {"[1.]", GAITI_JSON_BAD_NUMBER, 3},
        {"[1.e1]", GAITI_JSON_BAD_NUMBER, 3},
        {"1e", GAITI_JSON_CUT, 2},
        {"[1e+]", GAITI_JSON_BAD_NUMBER, 4},
        {"[1ee2]", GAITI_JSON_BAD_NUMBER, 3},
        {"[1e1.5]", GAITI_JSON_UNEXPECTED, 4},
        {"0x1F", GAITI_JSON_TRAILING, 1},
        {"1_000", GAITI_JSON_TRAILING, 1},
        {"NaN", GAITI_JSON_UNEXPECTED, 0},
        {"Infinity", GAITI_JSON_UNEXPECTED, 0},
        {"-Infinity", GAITI_JSON_BAD_NUMBER, 1},
        {"1f", GAITI_JSON_TRAILING, 1},
        {"tru", GAITI_JSON_CUT, 3},
        {"True", GAITI_JSON_UNEXPECTED, 0},
        {"trux", GAITI_JSON_UNEXPECTED, 3},
        {"nullx", GAITI_JSON_TRAILING, 4},
        {"undefined", GAITI_JSON_UNEXPECTED, 0},
        {"fals\"", GAITI_JSON_UNEXPECTED, 4},
        {"- 1", GAITI_JSON_BAD_NUMBER, 1},
        {"--1", GAITI_JSON_BAD_NUMBER, 1},
    };
    ASSERT_SAMPLES(samples);
}

TEST(strings_are_strict) {
    static const sample samples[] = {
        {"\"", GAITI_JSON_CUT, 1},
        {"\"a", GAITI_JSON_CUT, 2},
        {"\"\\", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\x41\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\'\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"a\\u12\"", GAITI_JSON_BAD_ESCAPE, 2},
        {"\"\\u12G4\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\U0041\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\uD834\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\uD834x\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\uD834\\u0041\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\uD834\\uD834\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"\\uDD1E\"", GAITI_JSON_BAD_ESCAPE, 1},
        {"\"a\nb\"", GAITI_JSON_CONTROL, 2},
        {"\"\t\"", GAITI_JSON_CONTROL, 1},
        {"\"\x1F\"", GAITI_JSON_CONTROL, 1},
        {"\"\x80\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xC0\x80\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xC1\xBF\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xC3\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xE0\x9F\xBF\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xED\xA0\x80\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xE2\x82\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xF0\x8F\xBF\xBF\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xF4\x90\x80\x80\"", GAITI_JSON_BAD_UTF8, 1},
        {"\"\xF5\x80\x80\x80\"", GAITI_JSON_BAD_UTF8, 1},
        {"{\"\xFF\":1}", GAITI_JSON_BAD_UTF8, 2},
    };
    ASSERT_SAMPLES(samples);
}

/* A NUL neither ends a text nor is white space. */
TEST(a_nul_ends_nothing) {
    size_t at;
    assert_int_equal(read_all((gait_span){(const uint8_t *)"1\0", 2}, &at), GAITI_JSON_TRAILING);
    assert_int_equal(at, 1);
    assert_int_equal(read_all((gait_span){(const uint8_t *)"\"a\0\"", 4}, &at), GAITI_JSON_CONTROL);
    assert_int_equal(at, 2);
    assert_int_equal(read_all((gait_span){(const uint8_t *)"\0", 1}, &at), GAITI_JSON_UNEXPECTED);
    assert_int_equal(read_all((gait_span){NULL, 0}, &at), GAITI_JSON_CUT);
}

static const char whole[] =
    " {\"a\\u0041\\uD834\\uDD1E\": [1.25e-3, -0, true, false, null, \"\xC3\xA9"
    "\\n\"], \"\": {\"b\": [[], {}]}}";

/* Each text is in a block of its exact size, so that sanitizers detect reads past its end. */
TEST(every_truncation_is_refused) {
    size_t at, size = sizeof whole - 1;
    assert_int_equal(read_all(test_span(whole), &at), GAITI_JSON_OK);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *block = malloc(cut ? cut : 1);
        assert_non_null(block);
        memcpy(block, whole, cut);
        assert_int_not_equal(read_all((gait_span){block, cut}, &at), GAITI_JSON_OK);
        assert_in_range(at, 0, cut);
        free(block);
    }
}

TEST(depth_has_a_limit) {
    enum { DEEP = 100000 };
    char *text = malloc(2 * DEEP);
    assert_non_null(text);
    size_t at;
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    gait_span most = {(const uint8_t *)text + DEEP - GAITI_JSON_READ_DEPTH,
                      2 * GAITI_JSON_READ_DEPTH};
    assert_int_equal(read_all(most, &at), GAITI_JSON_OK);
    gait_span all = {(const uint8_t *)text, 2 * DEEP};
    assert_int_equal(read_all(all, &at), GAITI_JSON_TOO_DEEP);
    assert_int_equal(at, GAITI_JSON_READ_DEPTH);
    free(text);
}

static void assert_item(gaiti_json_reader *reader, gaiti_json_kind kind, uint64_t at,
                        const char *raw) {
    gaiti_json_item item = gaiti_json_next(reader);
    assert_int_equal(item.kind, kind);
    assert_int_equal(item.at, at);
    assert_int_equal(item.raw.size, strlen(raw));
    assert_memory_equal(item.raw.data, raw, item.raw.size);
}

TEST(items_come_one_after_the_other) {
    gaiti_json_reader reader =
        gaiti_json_reading(test_span(" {\"a\" : [ -1.5e2,\"b\\n\" ],\"a\":null}"));
    assert_item(&reader, GAITI_JSON_OBJECT, 1, "{");
    assert_item(&reader, GAITI_JSON_KEY, 2, "a");
    assert_item(&reader, GAITI_JSON_ARRAY, 8, "[");
    assert_item(&reader, GAITI_JSON_NUMBER, 10, "-1.5e2");
    assert_item(&reader, GAITI_JSON_STRING, 17, "b\\n");
    assert_item(&reader, GAITI_JSON_ARRAY_END, 23, "]");
    assert_item(&reader, GAITI_JSON_KEY, 25, "a"); /* duplicate keys are returned */
    assert_item(&reader, GAITI_JSON_NULL, 29, "null");
    assert_item(&reader, GAITI_JSON_OBJECT_END, 33, "}");
    assert_int_equal(gaiti_json_next(&reader).kind, GAITI_JSON_FINISHED);
}

TEST(values_can_be_skipped) {
    gaiti_json_reader reader = gaiti_json_reading(test_span("[{\"a\":[1,{}]},2,[[]],\"x\"]"));
    gaiti_json_item item = gaiti_json_next(&reader);
    item = gaiti_json_next(&reader);
    assert_true(gaiti_json_skip(&reader, &item));
    assert_item(&reader, GAITI_JSON_NUMBER, 14, "2");
    item = gaiti_json_next(&reader);
    assert_true(gaiti_json_skip(&reader, &item));
    item = gaiti_json_next(&reader);
    assert_true(gaiti_json_skip(&reader, &item));
    assert_item(&reader, GAITI_JSON_ARRAY_END, 24, "]");

    reader = gaiti_json_reading(test_span("[{\"a\":[1,}]"));
    item = gaiti_json_next(&reader);
    assert_false(gaiti_json_skip(&reader, &item));
    item = gaiti_json_next(&reader);
    assert_false(gaiti_json_skip(&reader, &item));
}

static gaiti_json_item only_item(const char *text) {
    gaiti_json_reader reader = gaiti_json_reading(test_span(text));
    gaiti_json_item item = gaiti_json_next(&reader);
    assert_int_equal(gaiti_json_next(&reader).kind, GAITI_JSON_FINISHED);
    return item;
}

TEST(texts_are_what_they_stand_for) {
    static const struct {
        const char *json, *text;
    } samples[] = {
        {"\"\"", ""},
        {"\"plain\"", "plain"},
        {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20AC\\uD834\\uDD1E\"", "A\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E"},
        {"\"\\uFFFF\\u007f\"", "\xEF\xBF\xBF\x7F"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint8_t out[64];
        gaiti_json_item item = only_item(samples[i].json);
        size_t size = gaiti_json_unescape(&item, out);
        assert_in_range(size, 0, item.raw.size);
        assert_int_equal(size, strlen(samples[i].text));
        assert_memory_equal(out, samples[i].text, size);
        assert_true(gaiti_json_is(&item, samples[i].text));
        assert_false(gaiti_json_is(&item, "plai"));
        assert_false(gaiti_json_is(&item, "plainer"));
    }
    gaiti_json_item item = only_item("\"\\u0041B\"");
    assert_false(gaiti_json_is(&item, "A"));
    assert_false(gaiti_json_is(&item, "ABC"));
    item = only_item("\"\\u0000\"");
    assert_false(gaiti_json_is(&item, ""));
}

TEST(numbers_are_exact) {
    double value;
    uint64_t whole_one = 7;
    gaiti_json_item item = only_item("-12.5e-1");
    assert_true(gaiti_json_f64_of(&item, &value));
    assert_true(value == -1.25);
    assert_false(gaiti_json_u64_of(&item, &whole_one));
    item = only_item("1e400");
    assert_false(gaiti_json_f64_of(&item, &value));
    assert_false(gaiti_json_u64_of(&item, &whole_one));
    item = only_item("-0");
    assert_true(gaiti_json_u64_of(&item, &whole_one));
    assert_int_equal(whole_one, 0);
    item = only_item("5126.0");
    assert_true(gaiti_json_u64_of(&item, &whole_one));
    assert_int_equal(whole_one, 5126);
    item = only_item("1.5e1");
    assert_true(gaiti_json_u64_of(&item, &whole_one));
    assert_int_equal(whole_one, 15);
    item = only_item("9007199254740993");
    assert_false(gaiti_json_u64_of(&item, &whole_one));
    item = only_item("18446744073709551616");
    assert_false(gaiti_json_u64_of(&item, &whole_one));
    item = only_item("0.5");
    assert_false(gaiti_json_u64_of(&item, &whole_one));
}

TEST(places_have_pointers) {
    static const char text[] = "{\"a\":[10,{\"b/~\":[],\"c\":\"x\"},[[7]]],\"\\u0064\":tru}";
    static const struct {
        const char *at, *pointer;
    } samples[] = {
        {"{\"a\"", ""},        {"[10", "/a"},       {"10", "/a/0"},  {"{\"b", "/a/1"},
        {"[],", "/a/1/b~1~0"}, {"\"x\"", "/a/1/c"}, {"[[7", "/a/2"}, {"[7]", "/a/2/0"},
        {"7]]", "/a/2/0/0"},   {"tru", "/d"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char pointer[64];
        const char *at = strstr(text, samples[i].at);
        assert_non_null(at);
        gaiti_json_pointer(test_span(text), (uint64_t)(at - text), pointer, sizeof pointer);
        assert_string_equal(pointer, samples[i].pointer);
    }
    char pointer[6];
    gaiti_json_pointer(test_span(text), (uint64_t)(strstr(text, "7]]") - text), pointer, 6);
    assert_string_equal(pointer, "/a/2/");
    gaiti_json_pointer(test_span("[1,2,x"), 5, pointer, 6);
    assert_string_equal(pointer, "/2");
    gaiti_json_pointer(test_span("[x"), 1, pointer, 6);
    assert_string_equal(pointer, "/0");
    gaiti_json_pointer(test_span("{x"), 1, pointer, 6);
    assert_string_equal(pointer, "");
    gaiti_json_pointer(test_span("[[1],[2]]"), 100, pointer, 6);
    assert_string_equal(pointer, "");
}

TEST(every_fault_has_a_text) {
    for (int fault = GAITI_JSON_OK; fault <= GAITI_JSON_TOO_DEEP; fault++) {
        assert_non_null(gaiti_json_fault_text((gaiti_json_fault)fault));
        assert_true(strlen(gaiti_json_fault_text((gaiti_json_fault)fault)) > 5);
    }
}

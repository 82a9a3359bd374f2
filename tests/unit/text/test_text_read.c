/* Tests texts as a whole: objects and lists in any form, places of errors, and hostile texts. */
#include "text/text_form.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "test.h"
#include "text_reading.h"

enum { TEXT_MAX = 1024 };

/* An object with a list of objects, an optional object and an optional list of objects. */
static uint32_t visit_shape(gaiti_text *text) {
    uint32_t sum = 0, count = gaiti_text_open_list(text, "items", 0);
    for (uint32_t i = 0; i < count && gaiti_text_is_ok(text); i++) {
        uint8_t a = 0, b = 0;
        gaiti_text_open(text, NULL);
        gaiti_text_u8(text, "a", &a);
        gaiti_text_u8(text, "b", &b);
        gaiti_text_close(text);
        sum = sum * 100 + a * 10U + b;
    }
    gaiti_text_close(text);
    if (gaiti_text_open_if(text, "more", false)) {
        uint8_t c = 0;
        gaiti_text_u8(text, "c", &c);
        gaiti_text_close(text);
        sum += c * 1000000U;
    }
    uint32_t others = gaiti_text_open_list_if_any(text, "others", 0);
    for (uint32_t i = 0; i < others && gaiti_text_is_ok(text); i++) {
        gaiti_text_open(text, NULL);
        gaiti_text_close(text);
    }
    gaiti_text_close(text);
    return sum + others * 10000000U;
}

TEST(members_are_read_in_any_order) {
    static const struct {
        const char *source;
        uint32_t sum;
    } samples[] = {
        {"{\"items\":[]}", 0},
        {"{\"items\":[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]}", 1234},
        {"{\"items\":[{\"b\":2,\"a\":1},{\"a\":3,\"b\":4}]}", 1234},
        {"{\"more\":{\"c\":9},\"items\":[{\"a\":1,\"b\":2}]}", 9000012},
        {"{\"others\":[{},{}],\"more\":{\"c\":9},\"items\":[{\"b\":2,\"a\":1}]}", 29000012},
        {"{\"others\":[],\"items\":[]}", 0},
        {"\r\n{ \"others\" : [ ] ,\t\"items\" : [ { \"a\" : 1 , \"b\" : 2 } ] }\r\n", 12},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_reading self;
        text_reading_begin(&self, test_span(samples[i].source));
        assert_int_equal(visit_shape(&self.text), samples[i].sum);
        assert_string_equal(text_reading_end(&self), "");
    }
}

TEST(other_shapes_are_refused) {
    static const struct {
        const char *source, *rule, *message;
    } samples[] = {
        {"", "TXT001", "line 1"},
        {" \n\n", "TXT001", "line 3"},
        {"[]", "TXT004", "line 1: expected an object"},
        {"1", "TXT004", "an object"},
        {"\"items\"", "TXT004", "an object"},
        {"null", "TXT004", "an object"},
        {"{}", "TXT003", "line 1: the field \"items\" is missing"},
        {"{\"items\":[]", "TXT001", "line 1"},
        {"{\"items\":[]}}", "TXT001", "line 1"},
        {"{\"items\":[]}\n{\"items\":[]}", "TXT001", "line 2"},
        {"{\"items\":[],}", "TXT001", "line 1"},
        {"{'items':[]}", "TXT001", "line 1"},
        {"{\"items\":[] /* none */}", "TXT001", "line 1"},
        {"{\"items\":{}}", "TXT004", "/items: expected an array"},
        {"{\"items\":null}", "TXT004", "/items"},
        {"{\"items\":[1,2]}", "TXT004", "/items/0: expected an object or a text"},
        {"{\"items\":[[]]}", "TXT004", "/items/0"},
        {"{\"items\":[\"a\"]}", "TXT004", "/items/0: expected an object"},
        {"{\"items\":[null]}", "TXT004", "/items/0"},
        {"{\"items\":[{\"a\":1,\"b\":2},3]}", "TXT004", "/items/1"},
        {"{\"items\":[\n{\"a\":1,\"b\":2},\n{\"a\":1}]}", "TXT003", "line 3, /items/1"},
        {"{\"items\":[{\"a\":1,\"b\":2,\"c\":3}]}", "TXT005", "/items/0/c"},
        {"{\"items\":[{\"c\":3,\"a\":1,\"b\":2}]}", "TXT005", "/items/0/c"},
        {"{\"items\":[{\"a\":1,\"a\":1,\"b\":2}]}", "TXT005", "/items/0/a"},
        {"{\"items\":[{\"a\":1,\"b\":2,\"a\":1}]}", "TXT005", "/items/0/a"},
        {"{\"items\":[],\"items\":[]}", "TXT005", "/items"},
        {"{\"items\":[],\"more\":{}}", "TXT003", "/more: the field \"c\" is missing"},
        {"{\"items\":[],\"more\":{\"c\":1,\"d\":2}}", "TXT005", "/more/d"},
        {"{\"items\":[],\"more\":[]}", "TXT004", "/more: expected an object"},
        {"{\"items\":[],\"more\":false}", "TXT004", "/more"},
        {"{\"items\":[],\"others\":[{\"a\":1}]}", "TXT005", "/others/0/a"},
        {"{\"items\":[],\"others\":0}", "TXT004", "/others"},
        {"{\"items\":[],\"a/b~\":0}", "TXT005", "/a~1b~0"},
        {"{\n\"itmes\":[]}", "TXT016",
         "line 2, /itmes: the field \"itmes\" is unknown here, and \"items\" is missing"},
        {"{\"others\":[],\"item\":[],\"z\":0}", "TXT016", "/item:"},
        {"{\"itms\":[],\"Items\":[]}", "TXT016", "/Items:"}, /* the most similar one */
        {"{\"list\":[]}", "TXT003", "\"items\""},
        {"{\"\\u0069tems\":[],\"itemx\":[]}", "TXT005", "/itemx"},
        {"{\"items\":[{\"a\":1,\"B\":2}]}", "TXT016", "/items/0/B:"},
        {"{\"items\":[{\"a\":1,\"c\":2}]}", "TXT003", "/items/0: the field \"b\""},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_reading self;
        text_reading_begin(&self, test_span(samples[i].source));
        (void)visit_shape(&self.text);
        const char *rule = text_reading_end(&self);
        if (strcmp(rule, samples[i].rule) != 0 || !strstr(self.items[0].text, samples[i].message)) {
            fail_msg("%s: %s %s, not %s %s", samples[i].source, rule, self.items[0].text,
                     samples[i].rule, samples[i].message);
        }
    }
}

/* --- hostile texts ---------------------------------------------------------------------------- */

/* `head`, then `count` times `part`, then `tail`. */
static gait_span repeated(const char *head, const char *part, size_t count, const char *tail) {
    size_t size = strlen(part), at = strlen(head), end = strlen(tail);
    uint8_t *text = malloc(at + size * count + end + 1);
    assert_non_null(text);
    memcpy(text, head, at);
    for (size_t i = 0; i < count; i++, at += size) {
        memcpy(text + at, part, size);
    }
    memcpy(text + at, tail, end);
    return (gait_span){text, at + end};
}

static double seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Reads the text in far less time than anything that is not linear would take. */
static const char *read_quickly(gait_span text, char *out_message) {
    text_reading self;
    double start = seconds();
    text_reading_begin(&self, text);
    (void)visit_shape(&self.text);
    const char *rule = text_reading_end(&self);
    assert_true(seconds() - start < 20);
    snprintf(out_message, TEXT_MAX, "%s", self.found.count > 0 ? self.items[0].text : "");
    free((void *)(uintptr_t)text.data);
    return rule;
}

TEST(deep_and_long_texts_are_refused_quickly) {
    char message[TEXT_MAX];
    enum { MANY = 1000000, DEEP = 10000 };
    assert_string_equal(read_quickly(repeated("", "[", DEEP, ""), message), "TXT001");
    assert_non_null(strstr(message, "nest"));
    assert_string_equal(read_quickly(repeated("", "{\"a\":", DEEP, ""), message), "TXT001");
    assert_string_equal(read_quickly(repeated("{\"items\":", "[", DEEP, ""), message), "TXT001");
    assert_string_equal(read_quickly(repeated("", "[", 20 * MANY, ""), message), "TXT001");
    assert_string_equal(read_quickly(repeated("", "\n", 20 * MANY, ""), message), "TXT001");
    assert_non_null(strstr(message, "line 20000001"));
    assert_string_equal(read_quickly(repeated("{\"items\":[", "\t", 20 * MANY, "]}"), message), "");
    assert_string_equal(read_quickly(repeated("{\"items\":[{}", ",{}", MANY, "]}"), message),
                        "TXT003");
    assert_string_equal(read_quickly(repeated("{\"items\":[", "1,", MANY, "1]}"), message),
                        "TXT004");
    assert_string_equal(
        read_quickly(repeated("{\"others\":[{}", ",{}", MANY, "],\"items\":[]}"), message), "");
    assert_string_equal(read_quickly(repeated("{\"a\":\"", "\\u0000", MANY, "\"}"), message),
                        "TXT003");
}

/* Members in a wrong order, and many equal ones, are found in linear time. */
TEST(many_members_are_read_quickly) {
    char message[TEXT_MAX];
    enum { MEMBERS = 300000 };
    assert_string_equal(read_quickly(repeated("{", "\"z\":0,", MEMBERS, "\"items\":[]}"), message),
                        "TXT005");
    assert_string_equal(
        read_quickly(repeated("{", "\"items\":[],", MEMBERS, "\"items\":[]}"), message), "TXT005");
    assert_string_equal(
        read_quickly(repeated("{\"items\":[", "{\"b\":1,\"a\":2},", MEMBERS, "{\"b\":1,\"a\":2}]}"),
                     message),
        "");
    assert_string_equal(
        read_quickly(repeated("{\"ietms\":[]", ",\"xyzms\":0", MEMBERS, "}"), message), "TXT016");
    assert_string_equal(read_quickly(repeated("{\"others\":[],\"more\":{\"c\":1", ",\"d\":0",
                                              MEMBERS, "},\"items\":[]}"),
                                     message),
                        "TXT005");
}

/* The nodes of a text are limited like all memory. */
TEST(memory_is_limited) {
    gait_span text = repeated("{\"items\":[{}", ",{}", 100000, "]}");
    const gait_options options = {.max_bytes = 1 << 20};
    gaiti_report report = gaiti_report_to(NULL);
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, &options, 0);
    gaiti_text form = {.report = &report, .source = text, .arena = &scratch};
    gaiti_text_begin(&form, &scratch);
    assert_int_equal(form.status, GAIT_LIMIT);
    assert_int_equal(visit_shape(&form), 0); /* does nothing */
    assert_int_equal(gaiti_text_end(&form), GAIT_LIMIT);
    gaiti_arena_free(&scratch);
    free((void *)(uintptr_t)text.data);
}

/* Tests single values of texts: numbers, flags, words, names and bytes. */
#include "text/text_form.h"

#include <stdio.h>
#include <stdlib.h>

#include "test.h"
#include "text_reading.h"

enum { TEXT_MAX = 4096 };

/* Values of each kind, visited in this order. */
typedef struct values {
    int64_t whole;
    uint8_t small;
    uint16_t medium;
    uint32_t large, optional;
    int32_t negative;
    bool flag;
    float real;
    uint32_t bits, word;
    gait_span name, label, bytes;
} values;

static const char *const words[] = {"one", "two", "three"};

static void visit_values(gaiti_text *text, values *all) {
    gaiti_text_integer(text, "whole", &all->whole, -9, 9);
    gaiti_text_u8(text, "small", &all->small);
    gaiti_text_u16(text, "medium", &all->medium);
    gaiti_text_u32(text, "large", &all->large);
    gaiti_text_u32_unless(text, "optional", &all->optional, 7);
    gaiti_text_s32(text, "negative", &all->negative);
    gaiti_text_flag(text, "flag", &all->flag);
    gaiti_text_f32(text, "real", &all->real);
    gaiti_text_bits(text, "bits", &all->bits, words, 3);
    gaiti_text_choice(text, "word", &all->word, words, 3);
    gaiti_text_name(text, "name", &all->name, 8);
    gaiti_text_name_unless(text, "label", &all->label, 8, all->name);
    gaiti_text_bytes(text, "bytes", &all->bytes);
}

static void write_values(const values *all, char *out) {
    gait_buffer buffer = {0};
    gaiti_json json = gaiti_json_over(&buffer);
    gaiti_text text = {.json = &json, .code_page = 1251};
    values copy = *all;
    gaiti_json_open(&json, '{');
    visit_values(&text, &copy);
    gaiti_json_close(&json, '}');
    assert_false(json.failed);
    assert_in_range(buffer.size, 2, TEXT_MAX - 1);
    memcpy(out, buffer.data, buffer.size);
    out[buffer.size] = 0;
    gait_buffer_free(&buffer);
}

static const char all_values[] =
    "{\"whole\":-9,\"small\":255,\"medium\":65535,\"large\":4294967295,\"optional\":8,"
    "\"negative\":-2147483648,\"flag\":true,\"real\":0.1,\"bits\":[\"one\",\"three\","
    "\"0x80000008\"],"
    "\"word\":\"three\",\"name\":\"a\xD0\x96\\u0098\",\"label\":\"\",\"bytes\":\"00ff7e\"}";

static values filled(void) {
    static const uint8_t name[] = {'a', 0xC6, 0x98}, bytes[] = {0, 0xFF, 0x7E};
    return (values){-9,   255,        65535, UINT32_MAX, 8,         INT32_MIN, true,
                    0.1F, 0x8000000D, 2,     {name, 3},  {name, 0}, {bytes, 3}};
}

TEST(all_kinds_are_written) {
    char text[TEXT_MAX];
    values all = filled();
    write_values(&all, text);
    assert_string_equal(text, all_values);
    all = (values){.optional = 7};
    write_values(&all, text);
    assert_string_equal(text, "{\"whole\":0,\"small\":0,\"medium\":0,\"large\":0,\"negative\":0,"
                              "\"real\":0,\"bits\":[],\"word\":\"one\",\"name\":\"\"}");
}

/* Reads a text; asserts that there is no error and that the values are those of filled(). */
static void assert_filled(const char *source) {
    text_reading self;
    values found, expected = filled();
    memset(&found, 0xEE, sizeof found);
    text_reading_begin(&self, test_span(source));
    visit_values(&self.text, &found);
    assert_int_equal(found.whole, expected.whole);
    assert_int_equal(found.small, expected.small);
    assert_int_equal(found.medium, expected.medium);
    assert_int_equal(found.large, expected.large);
    assert_int_equal(found.optional, expected.optional);
    assert_int_equal(found.negative, expected.negative);
    assert_int_equal(found.flag, expected.flag);
    assert_memory_equal(&found.real, &expected.real, 4);
    assert_int_equal(found.bits, expected.bits);
    assert_int_equal(found.word, expected.word);
    assert_int_equal(found.name.size, 3);
    assert_memory_equal(found.name.data, expected.name.data, 3);
    assert_int_equal(found.label.size, 0);
    assert_int_equal(found.bytes.size, 3);
    assert_memory_equal(found.bytes.data, expected.bytes.data, 3);
    assert_string_equal(text_reading_end(&self), "");
}

TEST(all_kinds_are_read) {
    assert_filled(all_values);
    /* Other forms of the same values, and another order. */
    assert_filled("\t{ \"bytes\" :\"00Ff7E\", \"n\\u0061me\":\"\\u0061\\u0416\\u0098\",\r\n"
                  "\"word\":\"thr\\u0065e\", \"bits\":[\"0x8\",\"three\",\"one\",\"one\","
                  "\"0x80000000\"],\"label\":\"\",\"whole\":-9e0,\"small\":255.0,"
                  "\"medium\":6.5535e4,\"large\":4294967295.0,\"optional\":8,"
                  "\"negative\":-2.147483648e9,\"flag\":true,\"real\":\"0x3dcccccd\"} \n");
}

/* Reads all_values, in which the first `from` is `to`. Returns the rule; `out` = the message. */
static const char *read_with(const char *from, const char *to, char *out) {
    char source[TEXT_MAX];
    text_reading self;
    values found;
    const char *at = strstr(all_values, from);
    assert_non_null(at);
    snprintf(source, sizeof source, "%.*s%s%s", (int)(at - all_values), all_values, to,
             at + strlen(from));
    text_reading_begin(&self, test_span(source));
    visit_values(&self.text, &found);
    const char *rule = text_reading_end(&self);
    snprintf(out, TEXT_MAX, "%s", self.found.count > 0 ? self.items[0].text : "");
    return rule;
}

TEST(wrong_values_are_refused) {
    static const struct {
        const char *from, *to, *rule, *message;
    } samples[] = {
        {":-9,", ":-10,", "TXT006", "/whole: expected a whole number from -9 to 9"},
        {":-9,", ":1e1,", "TXT006", "/whole"},
        {":-9,", ":\"-9\",", "TXT004", "/whole: expected a number"},
        {":-9,", ":null,", "TXT004", "/whole"},
        {":-9,", ":[-9],", "TXT004", "/whole"},
        {":-9,", ":{},", "TXT004", "/whole"},
        {":-9,", ":09,", "TXT001", "/whole"},
        {":-9,", ":-,", "TXT001", "/whole"},
        {":-9,", ":,", "TXT001", "/whole"},
        {":255", ":256", "TXT006", "/small"},
        {":65535", ":65536", "TXT006", "/medium"},
        {":4294967295", ":4294967296", "TXT006", "/large"},
        {":8,", ":4294967296,", "TXT006", "/optional"},
        {":8,", ":true,", "TXT004", "/optional"},
        {":-2147483648", ":-2147483649", "TXT006", "/negative"},
        {":true", ":1", "TXT004", "/flag: expected true or false"},
        {":true", ":\"true\"", "TXT004", "/flag"},
        {":true", ":null", "TXT004", "/flag"},
        {":0.1", ":1e39", "TXT007", "/real"},
        {":0.1", ":\"0.1\"", "TXT004", "/real"},
        {":0.1", ":NaN", "TXT001", "/real"},
        {"\"one\",", "\"four\",", "TXT011",
         "/bits/0: expected one of: \"one\", \"two\", \"three\", or bits as \"0x100\""},
        {"0x80000008", "0x180000008", "TXT011", "/bits/2"},
        {"0x80000008", "0x", "TXT011", "/bits/2"},
        {"0x80000008", "0xg", "TXT011", "/bits/2"},
        {"0x80000008", "8", "TXT011", "/bits/2"},
        {"\"0x80000008\"", "8", "TXT011", "/bits/2"},
        {"\"0x80000008\"", "[]", "TXT011", "/bits/2"},
        {"[\"one\",\"three\",\"0x80000008\"]", "\"one\"", "TXT004", "/bits: expected an array"},
        {"[\"one\",\"three\",\"0x80000008\"]", "[13]", "TXT004", "/bits/0"},
        {"[\"one\",\"three\",\"0x80000008\"]", "[[\"one\"]]", "TXT004", "/bits/0"},
        {"\"word\":\"three\"", "\"word\":\"Three\"", "TXT011", "/word"},
        {"\"word\":\"three\"", "\"word\":\"\"", "TXT011", "/word"},
        {"\"word\":\"three\"", "\"word\":\"thre\"", "TXT011", "/word"},
        {"\"word\":\"three\"", "\"word\":2", "TXT011", "/word"},
        {"\"name\":\"a", "\"name\":\"123456789", "TXT015", "/name: the name has 11 bytes"},
        {"\"name\":\"a", "\"name\":\"\\u0000", "TXT009", "/name"},
        {"\"name\":\"a", "\"name\":\"\\ud83d\\ude00", "TXT009", "code page 1251"},
        {"\"name\":\"a", "\"name\":\"\xF0\x9F\x98\x80", "TXT009", "/name"},
        {"\"name\":\"a", "\"name\":\"\xC3\xBC", "TXT009", "/name"}, /* u umlaut is not in 1251 */
        {"\"name\":\"a", "\"name\":\"\\u0402\\ufffd", "TXT009", "/name"},
        {"\"name\":\"a", "\"name\":\"\\ud83d", "TXT001", "/name"},
        {"\"name\":\"a", "\"name\":\"\xFF", "TXT001", "/name"},
        {"\"name\":\"a", "\"name\":\"\n", "TXT001", "/name"},
        {"\"label\":\"\"", "\"label\":0", "TXT004", "/label: expected a text"},
        {"00ff7e", "00ff7", "TXT010", "/bytes"},
        {"00ff7e", "00ff7g", "TXT010", "/bytes"},
        {"00ff7e", "00 ff 7e", "TXT010", "/bytes"},
        {"00ff7e", "0x00ff7e", "TXT010", "/bytes"},
        {"00ff7e", "\\u0030\\u0030", "TXT010", "/bytes"},
        {"\"00ff7e\"", "[0,255]", "TXT004", "/bytes"},
        {"\"whole\":-9,", "", "TXT003", "\"whole\""},
        {"\"word\":\"three\",", "", "TXT003", "\"word\""},
        {"\"name\":", "\"nome\":", "TXT016", "\"name\""},
        {"\"optional\":", "\"optionel\":", "TXT005", "/optionel"},
        {"\"optional\":", "\"o\\u0070tionel\":", "TXT005", "tionel"},
        {"\"flag\":true", "\"flag\":true,\"flag\":true", "TXT005", "/flag: the field \"flag\""},
        {"\"bytes\"", "\"\":1,\"bytes\"", "TXT005", "\"\""},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char message[TEXT_MAX];
        const char *rule = read_with(samples[i].from, samples[i].to, message);
        if (strcmp(rule, samples[i].rule) != 0 || !strstr(message, samples[i].message)) {
            fail_msg("%s: %s %s, not %s %s", samples[i].to, rule, message, samples[i].rule,
                     samples[i].message);
        }
    }
}

/* Every byte has a character in every code page, so all names are read back, also the bytes that
 * the code page does not define. */
TEST(every_byte_of_a_name_is_read_back) {
    for (uint32_t page = 1250; page <= 1252; page++) {
        uint8_t bytes[256];
        for (int i = 0; i < 256; i++) {
            bytes[i] = (uint8_t)i;
        }
        gait_buffer buffer = {0};
        gaiti_json json = gaiti_json_over(&buffer);
        gaiti_text text = {.json = &json, .code_page = page};
        gait_span name = {bytes, sizeof bytes};
        gaiti_json_open(&json, '{');
        gaiti_text_name(&text, "n", &name, SIZE_MAX);
        gaiti_json_close(&json, '}');
        text_reading self;
        text_reading_begin(&self, (gait_span){buffer.data, buffer.size});
        self.text.code_page = page;
        self.text.allows_nul = true;
        gaiti_text_name(&self.text, "n", &name, sizeof bytes);
        assert_int_equal(name.size, sizeof bytes);
        assert_memory_equal(name.data, bytes, sizeof bytes);
        assert_string_equal(text_reading_end(&self), "");
        gait_buffer_free(&buffer);
    }
}

/* Tests rows of numbers in texts: each kind of column at its limits, and rows of other forms. */
#include "text/text_form.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "codec/half.h"
#include "test.h"
#include "text_reading.h"

enum { TEXT_MAX = 512 };

/* Writes an object whose member "r" is a row. */
static void write_row(const char *columns, const uint8_t *bytes, char *out) {
    gait_buffer buffer = {0};
    gaiti_json json = gaiti_json_over(&buffer);
    gaiti_text text = {.json = &json};
    uint8_t copy[64];
    memcpy(copy, bytes, gaiti_text_row_size(columns));
    gaiti_json_open(&json, '{');
    gaiti_text_row(&text, "r", columns, copy);
    gaiti_json_close(&json, '}');
    assert_false(json.failed);
    assert_in_range(buffer.size, 7, TEXT_MAX - 1);
    memcpy(out, buffer.data, buffer.size);
    out[buffer.size] = 0;
    gait_buffer_free(&buffer);
}

static const char *read_row(const char *columns, const char *source, uint8_t *bytes) {
    text_reading self;
    text_reading_begin(&self, test_span(source));
    gaiti_text_row(&self.text, "r", columns, bytes);
    return text_reading_end(&self);
}

typedef struct column_sample {
    const char *columns;
    uint32_t bits; /* stored in as many bytes as the column has */
    const char *number;
} column_sample;

TEST(each_column_is_written_and_read_at_its_limits) {
    static const column_sample samples[] = {
        {"c", 0x7F, "127"},
        {"c", 0x80, "-128"},
        {"c", 0xFF, "-1"},
        {"b", 0xFF, "255"},
        {"b", 0, "0"},
        {"s", 0x7FFF, "32767"},
        {"s", 0x8000, "-32768"},
        {"w", 0xFFFF, "65535"},
        {"u", 0xFFFFFFFF, "4294967295"},
        {"f", 0, "0"},
        {"f", 0x80000000, "-0.0"},
        {"f", 1, "1e-45"},
        {"f", 0x007FFFFF, "1.1754942e-38"},
        {"f", 0x00800000, "1.1754944e-38"},
        {"f", 0x7F7FFFFF, "3.4028235e38"},
        {"f", 0xFF7FFFFF, "-3.4028235e38"},
        {"f", 0x3DCCCCCD, "0.1"},
        {"f", 0x7F800000, "\"0x7f800000\""},
        {"f", 0xFF800000, "\"0xff800000\""},
        {"f", 0x7FC00001, "\"0x7fc00001\""},
        {"f", 0x7F800001, "\"0x7f800001\""}, /* a signalling NaN */
        {"f", 0xFFFFFFFF, "\"0xffffffff\""},
        {"h", 0x8000, "-0.0"},
        {"h", 0x0001, "5.9604645e-8"},
        {"h", 0xFFFF, "-131008"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const column_sample *sample = &samples[i];
        size_t size = gaiti_text_row_size(sample->columns);
        uint8_t bytes[4], again[4] = {0xEE, 0xEE, 0xEE, 0xEE};
        char expected[TEXT_MAX], found[TEXT_MAX];
        gaiti_store_u32(bytes, sample->bits);
        snprintf(expected, sizeof expected, "{\"r\":[%s]}", sample->number);
        write_row(sample->columns, bytes, found);
        assert_string_equal(found, expected);
        assert_string_equal(read_row(sample->columns, found, again), "");
        assert_memory_equal(again, bytes, size);
    }
}

/* Numbers as people and programs write them. */
TEST(other_forms_of_numbers_are_read) {
    static const column_sample samples[] = {
        {"c", 0x0C, "12.0"},
        {"s", 1000, "1e3"},
        {"s", 1000, "1E+3"},
        {"s", 12, "1200e-2"},
        {"s", 0, "-0"},
        {"s", 0, "0e999"},
        {"u", 4000000000U, "4e9"},
        {"w", 65535, "6.5535e4"},
        {"b", 0, "0.000000000000000000"},
        {"f", 0x3F800000, "1.0e0"},
        {"f", 0x3F800000, "10e-1"},
        {"f", 0, "1e-999"},
        {"f", 0x80000000, "-1e-99"},
        {"f", 0x7FC00001, "\"0x7FC00001\""},
        {"f", 0x3F800000, "\"0x3f800000\""},
        {"h", 0x3C00, "1"},
        {"h", 0x7FFF, "131008"},
        {"h", 0x3C00, "1.0001"},
        {"h", 0x0000, "1e-9"},
        {"h", 0x8000, "-1e-9"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint8_t bytes[4] = {0}, expected[4];
        char source[TEXT_MAX];
        gaiti_store_u32(expected, samples[i].bits);
        snprintf(source, sizeof source, " {\n\"r\" : [ %s ] }\r\n", samples[i].number);
        assert_string_equal(read_row(samples[i].columns, source, bytes), "");
        assert_memory_equal(bytes, expected, gaiti_text_row_size(samples[i].columns));
    }
}

TEST(numbers_that_do_not_fit_are_refused) {
    static const struct {
        const char *columns, *number, *rule;
    } samples[] = {
        {"c", "128", "TXT006"},
        {"c", "-129", "TXT006"},
        {"c", "0.5", "TXT006"},
        {"b", "256", "TXT006"},
        {"b", "-1", "TXT006"},
        {"s", "32768", "TXT006"},
        {"s", "-32769", "TXT006"},
        {"s", "1e999", "TXT006"},
        {"s", "1e18", "TXT006"},
        {"s", "99999999999999999999", "TXT006"},
        {"w", "65536", "TXT006"},
        {"w", "-1", "TXT006"},
        {"u", "4294967296", "TXT006"},
        {"u", "-1", "TXT006"},
        {"u", "18446744073709551616", "TXT006"}, /* 2^64 is not 0 */
        {"f", "1e39", "TXT007"},
        {"f", "-1e999", "TXT007"},
        {"f", "3.4028236e38", "TXT007"},
        {"h", "131009", "TXT007"},
        {"h", "-1e9", "TXT007"},
        {"h", "1e39", "TXT007"},
        {"h", "\"0x7fc00000\"", "TXT007"},
        {"f", "\"0x7fc0000\"", "TXT004"},
        {"f", "\"0x7fc000000\"", "TXT004"},
        {"f", "\"0x7fc0000g\"", "TXT004"},
        {"f", "\"\\u0030x7fc00\"", "TXT004"},
        {"f", "\"NaN\"", "TXT004"},
        {"f", "null", "TXT004"},
        {"f", "true", "TXT004"},
        {"f", "[1]", "TXT004"},
        {"f", "{}", "TXT004"},
        {"s", "\"0x7fc00000\"", "TXT004"},
        {"s", "\"1\"", "TXT004"},
        {"s", "[]", "TXT004"},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint8_t bytes[4];
        char source[TEXT_MAX];
        snprintf(source, sizeof source, "{\"r\":[%s]}", samples[i].number);
        const char *rule = read_row(samples[i].columns, source, bytes);
        if (strcmp(rule, samples[i].rule) != 0) {
            fail_msg("column %s: %s: %s, not %s", samples[i].columns, samples[i].number, rule,
                     samples[i].rule);
        }
    }
}

/* Exhaustive: a half has as many digits as its float, so it is read back to the same bits. */
TEST(every_half_is_read_back) {
    for (uint32_t h = 0; h <= UINT16_MAX; h++) {
        uint8_t bytes[2], again[2];
        char source[TEXT_MAX];
        gaiti_store_u16(bytes, (uint16_t)h);
        write_row("h", bytes, source);
        assert_string_equal(read_row("h", source, again), "");
        assert_memory_equal(again, bytes, 2);
    }
}

/* The nearest half is found by comparing with its neighbours as doubles. */
TEST(halves_are_rounded_to_the_nearest) {
    for (uint32_t h = 0; h < 0x7FFF; h++) {
        double low = (double)gaiti_half_to_f32((uint16_t)h);
        double high = (double)gaiti_half_to_f32((uint16_t)(h + 1));
        double middle = (low + high) / 2;
        assert_true((double)(float)middle == middle);
        const struct {
            float value;
            uint32_t half;
        } samples[] = {
            {(float)middle, h + (h & 1)}, /* ties to even */
            {gaiti_f32_of_bits(gaiti_bits_of_f32((float)middle) - 1), h},
            {gaiti_f32_of_bits(gaiti_bits_of_f32((float)middle) + 1), h + 1},
        };
        for (int i = 0; i < 3; i++) {
            uint16_t found = 0xEEEE;
            assert_true(gaiti_half_nearest(samples[i].value, &found));
            assert_int_equal(found, samples[i].half);
            assert_true(gaiti_half_nearest(-samples[i].value, &found));
            assert_int_equal(found, samples[i].half | 0x8000);
        }
    }
    uint16_t kept = 0xEEEE;
    assert_false(gaiti_half_nearest(131009, &kept));
    assert_false(gaiti_half_nearest(gaiti_f32_of_bits(0x7F800000), &kept));
    assert_false(gaiti_half_nearest(gaiti_f32_of_bits(0xFFC00000), &kept));
    assert_int_equal(kept, 0xEEEE);
}

/* --- forms of rows ---------------------------------------------------------------------------- */

TEST(rows_have_the_number_of_columns) {
    static const struct {
        const char *source, *rule, *place;
    } samples[] = {
        {"{\"r\":[1,2]}", "TXT008", "/r: expected 3 values, but found 2"},
        {"{\"r\":[1]}", "TXT008", "/r: expected 3 values, but found 1"},
        {"{\"r\":[]}", "TXT008", "/r: expected 3 values, but found 0"},
        {"{\n\"r\":[1,2,3,4]}", "TXT008", "line 2, /r/3: expected 3 values, but found 4"},
        {"{\"r\":[1,2,3,4,5,6,7]}", "TXT008", "/r/3: expected 3 values, but found 7"},
        {"{\"r\":[1,2,3,[]]}", "TXT008", "found 4"},
        {"{\"r\":[1,2,3,{\"a\":[4,5]},\"]\",[6,[7]],8]}", "TXT008", "found 7"},
        {"{\"r\":[1,2,[]]}", "TXT004", "/r/2"},
        {"{\"r\":1}", "TXT004", "/r"},
        {"{\"r\":{}}", "TXT004", "/r"},
        {"{\"r\":\"1,2,3\"}", "TXT004", "/r"},
        {"{}", "TXT003", "\"r\""},
        {"{\"q\":[1,2,3]}", "TXT003", "\"r\""},
        {"{\"r\":[1,2,3],\"r\":[1,2,3]}", "TXT005", "\"r\""},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_reading self;
        uint8_t bytes[3] = {0xEE, 0xEE, 0xEE};
        text_reading_begin(&self, test_span(samples[i].source));
        gaiti_text_row(&self.text, "r", "ccc", bytes);
        assert_string_equal(text_reading_end(&self), samples[i].rule);
        assert_non_null(strstr(self.items[0].text, samples[i].place));
    }
}

static const char *read_table(const char *source, uint32_t count, char *out_text) {
    text_reading self;
    uint8_t bytes[8] = {0};
    text_reading_begin(&self, test_span(source));
    gaiti_text_table(&self.text, "t", "bb", bytes, 4, count);
    const char *rule = text_reading_end(&self);
    snprintf(out_text, TEXT_MAX, "%s", self.found.count > 0 ? self.items[0].text : "");
    if (*rule == 0) {
        assert_int_equal(bytes[0], 1);
        assert_int_equal(bytes[2], 0); /* between the rows */
        assert_int_equal(bytes[5], count > 1 ? 4 : 0);
    }
    return rule;
}

TEST(tables_have_the_number_of_rows) {
    char text[TEXT_MAX];
    assert_string_equal(read_table("{\"t\":[[1,2],[3,4]]}", 2, text), "");
    assert_string_equal(read_table("{\"t\":[ [1,2] ]}", 1, text), "");
    assert_string_equal(read_table("{\"t\":[[1,2]]}", 2, text), "TXT008");
    assert_non_null(strstr(text, "expected 2 values"));
    assert_string_equal(read_table("{\"t\":[[1,2],[3,4]]}", 1, text), "TXT008");
    assert_non_null(strstr(text, "/t"));
    assert_string_equal(read_table("{\"t\":[]}", 1, text), "TXT008");
    assert_string_equal(read_table("{\"t\":[1,2,3,4]}", 2, text), "TXT008");
    assert_non_null(strstr(text, "/t: expected 2 values, but found 4"));
    assert_string_equal(read_table("{\"t\":[[1,2],[3,4],[5,\"[\"]]}", 2, text), "TXT008");
    assert_non_null(strstr(text, "found 3"));
    assert_string_equal(read_table("{\"t\":[[1,2],[3,4,5,6]]}", 2, text), "TXT008");
    assert_non_null(strstr(text, "/t/1/2: expected 2 values, but found 4"));
    assert_string_equal(read_table("{\"t\":[1,2]}", 2, text), "TXT004");
    assert_string_equal(read_table("{\"t\":[[1,2],[3,[4]]]}", 2, text), "TXT004");
    assert_string_equal(read_table("{\"t\":[[1,2],3]}", 1, text), "TXT004");
    assert_non_null(strstr(text, "/t/1"));
    assert_string_equal(read_table("{\"t\":[\"[\"]}", 1, text), "TXT004");
    assert_string_equal(read_table("{\"t\":[[[1,2]]]}", 2, text), "TXT004");
    assert_string_equal(read_table("{\"t\":[{\"a\":[1,2]}]}", 1, text), "TXT004");
}

TEST(lists_have_any_number_of_rows) {
    static const struct {
        const char *source;
        uint32_t count;
    } samples[] = {{"{\"l\":[]}", 0},
                   {"{\"l\":[ ]}", 0},
                   {"{\"l\":[[1,2]]}", 1},
                   {"{\"l\":[[1,2],[3,4],[5,6]]}", 3}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_reading self;
        uint32_t count = 99;
        gait_span block = {NULL, 99};
        text_reading_begin(&self, test_span(samples[i].source));
        gaiti_text_list(&self.text, "l", "bb", &count, &block);
        assert_int_equal(count, samples[i].count);
        assert_int_equal(block.size, 2 * count);
        for (uint32_t b = 0; b < 2 * count; b++) {
            assert_int_equal(block.data[b], b + 1);
        }
        assert_string_equal(text_reading_end(&self), "");
    }
}

TEST(arrays_of_numbers_have_any_length) {
    static const struct {
        const char *source, *rule;
        uint32_t count;
    } samples[] = {{"{\"n\":[]}", "", 0},
                   {"{\"n\":[1]}", "", 1},
                   {"{\"n\":[1,2,3]}", "", 3},
                   {"{\"n\":[1,[2,3]]}", "TXT004", 0},
                   {"{\"n\":[1,true]}", "TXT004", 0},
                   {"{\"n\":[\"a,b,c\"]}", "TXT004", 0},
                   {"{\"n\":[1,256]}", "TXT006", 0},
                   {"{\"n\":{\"a\":1}}", "TXT004", 0}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_reading self;
        uint32_t count = 99;
        gait_span block = {NULL, 99};
        text_reading_begin(&self, test_span(samples[i].source));
        gaiti_text_numbers(&self.text, "n", 'b', &count, &block);
        bool is_good = *samples[i].rule == 0;
        assert_string_equal(text_reading_end(&self), samples[i].rule);
        assert_true(!is_good || (count == samples[i].count && block.size == count));
    }
}

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "gait/map.h"
#include "gait/report.h"
#include "test.h"
#include "tiny_rtm.h"

static gait_field field_of(gait_field_type type, uint32_t rows, uint32_t columns, const void *bytes,
                           size_t size) {
    return (gait_field){
        .bytes = {bytes, size}, .name = "x", .type = type, .rows = rows, .columns = columns};
}

static void assert_value(gait_field field, uint32_t max_values, const char *expected) {
    gait_buffer json = {0};
    assert_int_equal(gait_report_field_value(&field, max_values, &json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    assert_string_equal((const char *)json.data, expected);
    gait_buffer_free(&json);
}

static void assert_type(gait_field field, const char *expected) {
    char type[48];
    gait_report_field_type(&field, type);
    assert_string_equal(type, expected);
}

TEST(numbers_of_every_type_are_little_endian) {
    static const uint8_t bytes[] = {0xFE, 0xFF, 0xFF, 0xFF};
    static const uint8_t half[] = {0, 0, 0, 0x3F};
    assert_value(field_of(GAIT_FIELD_U8, 1, 1, bytes, 1), 0, "254");
    assert_value(field_of(GAIT_FIELD_S8, 1, 1, bytes, 1), 0, "-2");
    assert_value(field_of(GAIT_FIELD_U16, 1, 1, bytes, 2), 0, "65534");
    assert_value(field_of(GAIT_FIELD_S16, 1, 1, bytes, 2), 0, "-2");
    assert_value(field_of(GAIT_FIELD_U32, 1, 1, bytes, 4), 0, "4294967294");
    assert_value(field_of(GAIT_FIELD_S32, 1, 1, bytes, 4), 0, "-2");
    assert_value(field_of(GAIT_FIELD_F16, 1, 1, half + 2, 2), 0, "1.75");
    assert_value(field_of(GAIT_FIELD_F32, 1, 1, bytes, 4), 0, "null"); /* NaN */
    assert_value(field_of(GAIT_FIELD_F32, 1, 1, half, 4), 0, "0.5");
}

TEST(tables_are_arrays_of_rows) {
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6};
    assert_value(field_of(GAIT_FIELD_U8, 1, 6, bytes, 6), 0, "[1,2,3,4,5,6]");
    assert_value(field_of(GAIT_FIELD_U8, 2, 3, bytes, 6), 0, "[[1,2,3],[4,5,6]]");
    assert_value(field_of(GAIT_FIELD_U8, 6, 1, bytes, 6), 0, "[[1],[2],[3],[4],[5],[6]]");
    assert_value(field_of(GAIT_FIELD_U8, 0, 3, bytes, 0), 0, "[]");
}

TEST(truncated_values_are_marked) {
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6};
    assert_value(field_of(GAIT_FIELD_U8, 1, 6, bytes, 6), 2, "[1,2,null]");
    assert_value(field_of(GAIT_FIELD_U8, 1, 6, bytes, 6), 6, "[1,2,3,4,5,6]");
    assert_value(field_of(GAIT_FIELD_U8, 2, 3, bytes, 6), 3, "[[1,2,3],null]");
    assert_value(field_of(GAIT_FIELD_U8, 2, 3, bytes, 6), 4, "[[1,2,3],[4,null]]");
    assert_value(field_of(GAIT_FIELD_BYTES, 1, 6, bytes, 6), 2, "\"0102...\"");
    assert_value(field_of(GAIT_FIELD_BYTES, 1, 6, bytes, 6), 6, "\"010203040506\"");
}

TEST(strings_end_at_the_first_nul) {
    static const uint8_t junk[] = {'a', '"', 0xC4, 0, 'j', 'u'};
    assert_value(field_of(GAIT_FIELD_CHARS, 1, 6, junk, 6), 0, "\"a\\\"Д\"");
    assert_value(field_of(GAIT_FIELD_CHARS, 1, 2, junk, 2), 0, "\"a\\\"\""); /* no NUL */
    assert_value(field_of(GAIT_FIELD_TEXT, 1, 4, junk, 4), 0, "\"a\\\"Д\"");
    assert_value(field_of(GAIT_FIELD_CHARS, 1, 0, NULL, 0), 0, "\"\"");
}

TEST(type_names_include_the_shape) {
    assert_type(field_of(GAIT_FIELD_U32, 1, 1, NULL, 4), "u32");
    assert_type(field_of(GAIT_FIELD_F32, 1, 3, NULL, 12), "f32[3]");
    assert_type(field_of(GAIT_FIELD_S16, 60, 4, NULL, 480), "s16[60][4]");
    assert_type(field_of(GAIT_FIELD_S8, 60, 1, NULL, 60), "s8[60][1]");
    assert_type(field_of(GAIT_FIELD_CHARS, 1, 32, NULL, 32), "char[32]");
    assert_type(field_of(GAIT_FIELD_CHARS, 1, 1, NULL, 1), "char[1]");
    assert_type(field_of(GAIT_FIELD_TEXT, 1, 9, NULL, 9), "stringz");
    assert_type(field_of(GAIT_FIELD_BYTES, 1, 12, NULL, 12), "byte[12]");
    assert_type(field_of(GAIT_FIELD_F32, UINT32_MAX, UINT32_MAX, NULL, 0),
                "f32[4294967295][4294967295]");
}

/* The number after the next `key`. Advances *at to it. */
static uint64_t next_number(const char **at, const char *key) {
    *at = strstr(*at, key);
    assert_non_null(*at);
    *at += strlen(key);
    return strtoull(*at, NULL, 10);
}

TEST(fields_cover_the_file_without_gaps) {
    gait_file *file = tiny_rtm_open();
    gait_buffer json = {0};
    assert_int_equal(gait_report_map("walk.rtm", file, &json), GAIT_OK);
    assert_true(gaiti_write_u8(&json, 0));
    const char *text = (const char *)json.data;
    const char head[] = "{\"schema\":\"gait.map/1\",\"path\":\"walk.rtm\",\"format\":\"rtm\","
                        "\"fields\":[\n{\"offset\":0,\"size\":8,\"type\":\"char[8]\",";
    assert_memory_equal(text, head, sizeof head - 1);
    uint64_t end = 0;
    for (const char *at = text; strstr(at, "\"offset\":");) {
        assert_int_equal(next_number(&at, "\"offset\":"), end);
        end += next_number(&at, "\"size\":");
    }
    assert_int_equal(end, TINY_RTM_SIZE);
    gait_buffer_free(&json);
    gait_file_free(file);
}

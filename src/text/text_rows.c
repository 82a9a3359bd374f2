/* Rows of numbers in a text form. */
#include "base/bytes.h"
#include "base/number/number.h"
#include "codec/half.h"
#include "text/text_state.h"

#include <string.h>

/* --- columns ---------------------------------------------------------------------------------- */

static size_t text_column_size(char column) {
    return column == 'f' || column == 'u' ? 4 : column == 'c' || column == 'b' ? 1 : 2;
}

size_t gaiti_text_row_size(const char *columns) {
    size_t size = 0;
    for (; *columns; columns++) {
        size += text_column_size(*columns);
    }
    return size;
}

/* Prints the number at `p`; returns the size. */
static size_t text_print_column(char column, const uint8_t *p, char *out) {
    switch (column) {
    case 's':
        return gaiti_print_i64(out, gaiti_load_s16(p));
    case 'f':
        return gaiti_text_print_f32(out, gaiti_load_f32(p));
    case 'h':
        return gaiti_text_print_f32(out, gaiti_half_to_f32(gaiti_load_u16(p)));
    case 'c':
        return gaiti_print_i64(out, *p < 128 ? *p : *p - 256);
    case 'w':
        return gaiti_print_u64(out, gaiti_load_u16(p));
    case 'u':
        return gaiti_print_u64(out, gaiti_load_u32(p));
    default:
        return gaiti_print_u64(out, *p);
    }
}

static void text_store_half(gaiti_text *text, const gaiti_json_item *item, uint8_t *p) {
    float value = 0;
    uint16_t half = 0;
    if (gaiti_text_read_f32(text, item, &value) && !gaiti_half_nearest(value, &half)) {
        gaiti_text_raise(text, item->at, &(gaiti_text_fault){.rule = GAITI_TEXT_TOO_LARGE});
    }
    gaiti_store_u16(p, half);
}

static void text_store_column(gaiti_text *text, const gaiti_json_item *item, char column,
                              uint8_t *p) {
    int64_t whole = 0;
    float value = 0;
    switch (column) {
    case 's':
        (void)gaiti_text_read_integer(text, item, INT16_MIN, INT16_MAX, &whole);
        gaiti_store_s16(p, (int16_t)whole);
        break;
    case 'f':
        (void)gaiti_text_read_f32(text, item, &value);
        gaiti_store_f32(p, value);
        break;
    case 'h':
        text_store_half(text, item, p);
        break;
    case 'c':
        (void)gaiti_text_read_integer(text, item, INT8_MIN, INT8_MAX, &whole);
        *p = (uint8_t)whole;
        break;
    case 'w':
        (void)gaiti_text_read_integer(text, item, 0, UINT16_MAX, &whole);
        gaiti_store_u16(p, (uint16_t)whole);
        break;
    case 'u':
        (void)gaiti_text_read_integer(text, item, 0, UINT32_MAX, &whole);
        gaiti_store_u32(p, (uint32_t)whole);
        break;
    default:
        (void)gaiti_text_read_integer(text, item, 0, UINT8_MAX, &whole);
        *p = (uint8_t)whole;
        break;
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The next item, with its offset in the whole text. */
static gaiti_json_item text_next_item(gaiti_text_rows *rows) {
    gaiti_json_item item = gaiti_json_next(&rows->in);
    item.at += rows->at;
    return item;
}

static void text_fail_count(gaiti_text *text, uint64_t at, uint64_t expected, uint64_t found) {
    gaiti_text_raise(text, at,
                     &(gaiti_text_fault){.rule = GAITI_TEXT_COUNT,
                                         .expected = (int64_t)expected,
                                         .found = (int64_t)found});
}

/* The number of items before the end of the array, from `item` on. */
static uint64_t text_count_items(gaiti_text_rows *rows, gaiti_json_item item) {
    uint64_t count = 0;
    while (item.kind != GAITI_JSON_ARRAY_END && item.kind != GAITI_JSON_FAILED) {
        bool is_open = item.kind == GAITI_JSON_ARRAY || item.kind == GAITI_JSON_OBJECT;
        count++;
        if (is_open && !gaiti_json_skip(&rows->in, &item)) {
            break;
        }
        item = gaiti_json_next(&rows->in);
    }
    return count;
}

/* Opens an array that is read from its text. */
static bool text_open_array(gaiti_text *text, gaiti_text_rows *rows, const char *key) {
    const gaiti_text_node *node = gaiti_text_find_kind(text, key, GAITI_JSON_ARRAY, "an array");
    *rows = (gaiti_text_rows){.in = gaiti_json_reading(gaiti_span(NULL, 0))};
    if (!node) {
        return false;
    }
    rows->at = gaiti_text_offset(text, node);
    rows->in = gaiti_json_reading(node->raw);
    (void)gaiti_json_next(&rows->in);
    return true;
}

/* --- rows ------------------------------------------------------------------------------------- */

uint32_t gaiti_text_open_rows(gaiti_text *text, gaiti_text_rows *rows, const char *key,
                              uint32_t count) {
    if (text->json) {
        *rows = (gaiti_text_rows){0};
        gaiti_text_put_key(text, key);
        gaiti_json_open(text->json, '[');
        return count;
    }
    if (!text_open_array(text, rows, key)) {
        return 0;
    }
    uint64_t brackets = 0;
    for (size_t i = 1; i < rows->in.size; i++) {
        brackets += rows->in.data[i] == '[';
    }
    return brackets < UINT32_MAX ? (uint32_t)brackets : UINT32_MAX;
}

bool gaiti_text_open_row(gaiti_text *text, gaiti_text_rows *rows) {
    if (text->json) {
        gaiti_json_line(text->json);
        gaiti_json_raw(text->json, "[", 1);
        rows->has_items = false;
        return true;
    }
    if (!gaiti_text_is_ok(text)) {
        return false;
    }
    gaiti_json_item item = text_next_item(rows);
    if (item.kind != GAITI_JSON_ARRAY && item.kind != GAITI_JSON_ARRAY_END) {
        gaiti_text_raise_name(text, item.at, GAITI_TEXT_TYPE, "an array of numbers");
    }
    rows->column_count = 0;
    return item.kind == GAITI_JSON_ARRAY;
}

/* Prints numbers with commas between them; returns the end. */
static char *text_print_columns(const char *columns, const uint8_t *p, char *out) {
    for (; *columns; columns++) {
        out += text_print_column(*columns, p, out);
        *out++ = ',';
        p += text_column_size(*columns);
    }
    return out - 1;
}

/* Reserves the most bytes that the columns can have, with a bracket or comma at both ends and a
 * line break. text_end_print() gives back what is left. */
static char *text_begin_print(gaiti_text *text, const char *columns) {
    uint8_t *out = gaiti_extend(text->json->out, strlen(columns) * GAITI_TEXT_FLOAT_MAX + 4);
    text->json->failed = text->json->failed || !out;
    return (char *)out;
}

static void text_end_print(gaiti_text *text, const char *end) {
    text->json->out->size = (size_t)((const uint8_t *)end - text->json->out->data);
}

static void text_write_columns(gaiti_text *text, bool *has_items, const char *columns,
                               const uint8_t *p) {
    char *out = text_begin_print(text, columns);
    if (out) {
        *out = ',';
        text_end_print(text, text_print_columns(columns, p, out + *has_items));
        *has_items = true;
    }
}

void gaiti_text_columns(gaiti_text *text, gaiti_text_rows *rows, const char *columns,
                        uint8_t *bytes) {
    if (text->json) {
        text_write_columns(text, &rows->has_items, columns, bytes);
        return;
    }
    for (const char *column = columns; *column && gaiti_text_is_ok(text); column++) {
        gaiti_json_item item = text_next_item(rows);
        if (item.kind == GAITI_JSON_ARRAY_END) {
            text_fail_count(text, item.at, rows->column_count + strlen(column), rows->column_count);
            return;
        }
        text_store_column(text, &item, *column, bytes);
        bytes += text_column_size(*column);
        rows->column_count++;
    }
}

void gaiti_text_close_row(gaiti_text *text, gaiti_text_rows *rows) {
    if (text->json) {
        if (!gaiti_write(text->json->out, "]", 1)) {
            text->json->failed = true;
        }
    } else if (gaiti_text_is_ok(text)) {
        gaiti_json_item item = text_next_item(rows);
        if (item.kind != GAITI_JSON_ARRAY_END) {
            uint32_t expected = rows->column_count;
            text_fail_count(text, item.at, expected, expected + text_count_items(rows, item));
        }
    }
}

void gaiti_text_end_rows(gaiti_text *text, gaiti_text_rows *rows) {
    if (text->json) {
        gaiti_json_close(text->json, ']');
    } else if (gaiti_text_is_ok(text)) {
        gaiti_json_item item = text_next_item(rows);
        if (item.kind != GAITI_JSON_ARRAY_END) {
            gaiti_text_raise_name(text, item.at, GAITI_TEXT_TYPE, "the end of the array");
        }
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Writes rows, each on a line of its own, without the functions for single rows. */
static void text_write_rows(gaiti_text *text, const char *columns, const uint8_t *first,
                            size_t stride, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char *out = text_begin_print(text, columns);
        if (!out) {
            return;
        }
        *out = ',';
        out += i > 0;
        *out++ = '\n';
        *out++ = '[';
        out = text_print_columns(columns, first + i * stride, out);
        *out++ = ']';
        text_end_print(text, out);
    }
}

void gaiti_text_table(gaiti_text *text, const char *key, const char *columns, uint8_t *first,
                      size_t stride, uint32_t count) {
    gaiti_text_rows rows;
    uint32_t present = gaiti_text_open_rows(text, &rows, key, count);
    if (text->json) {
        text_write_rows(text, columns, first, stride, count);
    } else if (gaiti_text_is_ok(text) && present != count) {
        gaiti_text_rows all = rows;
        uint64_t items = text_count_items(&all, gaiti_json_next(&all.in));
        if (items != count) { /* otherwise, reading the rows finds an error */
            text_fail_count(text, rows.at, count, items);
        }
    }
    for (uint32_t i = 0; !text->json && i < count && gaiti_text_open_row(text, &rows); i++) {
        gaiti_text_columns(text, &rows, columns, first + i * stride);
        gaiti_text_close_row(text, &rows);
    }
    gaiti_text_end_rows(text, &rows);
}

void gaiti_text_list(gaiti_text *text, const char *key, const char *columns, uint32_t *count,
                     gait_span *block) {
    gaiti_text_rows rows;
    size_t size = gaiti_text_row_size(columns);
    if (text->json) {
        /* Writing does not change the bytes. */
        gaiti_text_table(text, key, columns, (uint8_t *)(uintptr_t)block->data, size, *count);
        return;
    }
    uint32_t present = gaiti_text_open_rows(text, &rows, key, 0);
    uint8_t *bytes = gaiti_alloc_uninitialised(text->arena, present, size);
    *count = 0;
    *block = gaiti_span(NULL, 0);
    if (!bytes) {
        text->status = text->status ? text->status : text->arena->status;
        return;
    }
    while (*count < present && gaiti_text_open_row(text, &rows)) {
        gaiti_text_columns(text, &rows, columns, bytes + *count * size);
        gaiti_text_close_row(text, &rows);
        *count += 1;
    }
    gaiti_text_end_rows(text, &rows);
    *block = gaiti_span(bytes, *count * size);
}

void gaiti_text_block(gaiti_text *text, const char *key, const char *columns, uint32_t count,
                      gait_span *block) {
    uint32_t found = count;
    gaiti_text_list(text, key, columns, &found, block);
    gaiti_text_expect_count(text, key, count, found);
}

void gaiti_text_row(gaiti_text *text, const char *key, const char *columns, uint8_t *bytes) {
    gaiti_text_rows rows = {0};
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_raw(text->json, "[", 1);
        text_write_columns(text, &rows.has_items, columns, bytes);
        gaiti_text_close_row(text, &rows);
        return;
    }
    memset(bytes, 0, gaiti_text_row_size(columns));
    if (text_open_array(text, &rows, key)) {
        gaiti_text_columns(text, &rows, columns, bytes);
        gaiti_text_close_row(text, &rows);
    }
}

static void text_write_numbers(gaiti_text *text, char column, uint32_t count, gait_span numbers) {
    const char columns[2] = {column, 0};
    bool has_items = false;
    gaiti_json_raw(text->json, "[", 1);
    for (uint32_t i = 0; i < count; i++) {
        text_write_columns(text, &has_items, columns, numbers.data + i * text_column_size(column));
    }
    if (!gaiti_write(text->json->out, "]", 1)) {
        text->json->failed = true;
    }
}

void gaiti_text_numbers(gaiti_text *text, const char *key, char column, uint32_t *count,
                        gait_span *numbers) {
    size_t size = text_column_size(column);
    gaiti_text_rows rows;
    if (text->json) {
        gaiti_text_put_key(text, key);
        text_write_numbers(text, column, *count, *numbers);
        return;
    }
    *count = 0;
    *numbers = gaiti_span(NULL, 0);
    if (!text_open_array(text, &rows, key)) {
        return;
    }
    uint64_t commas = 0;
    for (size_t i = 0; i < rows.in.size; i++) {
        commas += rows.in.data[i] == ',';
    }
    uint8_t *bytes =
        commas < UINT32_MAX ? gaiti_alloc_uninitialised(text->arena, commas + 1, size) : NULL;
    if (!bytes) {
        text->status = text->arena->status ? text->arena->status : GAIT_LIMIT;
        return;
    }
    gaiti_json_item item = text_next_item(&rows);
    for (; item.kind != GAITI_JSON_ARRAY_END && *count <= commas && gaiti_text_is_ok(text);
         item = text_next_item(&rows)) {
        text_store_column(text, &item, column, bytes + *count * size);
        *count += 1;
    }
    *numbers = gaiti_span(bytes, *count * size);
}

void gaiti_text_f32s(gaiti_text *text, const char *key, float *values, uint32_t count) {
    static const char columns[] = "ffff";
    GAIT_ASSERT(count <= 4);
    uint8_t bytes[16] = {0};
    for (uint32_t i = 0; i < count; i++) {
        gaiti_store_f32(bytes + 4 * i, values[i]);
    }
    gaiti_text_row(text, key, columns + 4 - count, bytes);
    if (gaiti_text_is_reading(text)) {
        gaiti_load_f32s(bytes, count, values);
    }
}

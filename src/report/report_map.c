/* The report of the fields of a file: gait.map/1, and their values as text. */
#include "gait/map.h"

#include "base/try.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "codec/half.h"
#include "report/report_json.h"

/* Writes the number at `p` as JSON. */
static void report_map_number(gaiti_json *json, gait_field_type type, const uint8_t *p) {
    switch (type) {
    case GAIT_FIELD_U8:
        gaiti_json_uint(json, *p);
        break;
    case GAIT_FIELD_U16:
        gaiti_json_uint(json, gaiti_load_u16(p));
        break;
    case GAIT_FIELD_U32:
        gaiti_json_uint(json, gaiti_load_u32(p));
        break;
    case GAIT_FIELD_S8:
        gaiti_json_int(json, *p < 128 ? *p : *p - 256);
        break;
    case GAIT_FIELD_S16:
        gaiti_json_int(json, gaiti_load_s16(p));
        break;
    case GAIT_FIELD_S32:
        gaiti_json_int(json, (int64_t)(gaiti_load_u32(p) ^ 0x80000000) - 0x80000000);
        break;
    case GAIT_FIELD_F16:
        gaiti_json_f32(json, gaiti_half_to_f32(gaiti_load_u16(p)));
        break;
    case GAIT_FIELD_F32:
        gaiti_json_f32(json, gaiti_load_f32(p));
        break;
    case GAIT_FIELD_CHARS:
    case GAIT_FIELD_TEXT:
    case GAIT_FIELD_BYTES:
    default:
        gaiti_json_null(json);
        break;
    }
}

static uint32_t report_map_element_size(gait_field_type type) {
    static const uint8_t sizes[] = {1, 2, 4, 1, 2, 4, 2, 4, 1, 1, 1};
    return sizes[type];
}

/* True when the size of the bytes agrees with the type, rows and columns of the field. */
static bool report_map_is_field(const gait_field *field) {
    if (!field || (unsigned)field->type > GAIT_FIELD_BYTES || !gaiti_is_span(field->bytes)) {
        return false;
    }
    uint64_t elements = (uint64_t)field->rows * field->columns;
    return field->type >= GAIT_FIELD_CHARS ||
           elements <= field->bytes.size / report_map_element_size(field->type);
}

/* Writes one row with at most `left` numbers; null represents the rest. Returns how many are
 * left. */
static uint64_t report_map_row(gaiti_json *json, const gait_field *field, const uint8_t *row,
                               uint64_t left) {
    uint32_t size = report_map_element_size(field->type);
    gaiti_json_open(json, '[');
    for (uint32_t i = 0; i < field->columns; i++, left--) {
        if (left == 0) {
            gaiti_json_null(json);
            break;
        }
        report_map_number(json, field->type, row + (size_t)i * size);
    }
    gaiti_json_close(json, ']');
    return left;
}

static void report_map_table(gaiti_json *json, const gait_field *field, uint64_t left) {
    size_t row_size = (size_t)field->columns * report_map_element_size(field->type);
    gaiti_json_open(json, '[');
    for (uint32_t row = 0; row < field->rows; row++) {
        if (left == 0) {
            gaiti_json_null(json);
            break;
        }
        left = report_map_row(json, field, field->bytes.data + row * row_size, left);
    }
    gaiti_json_close(json, ']');
}

static void report_map_numbers(gaiti_json *json, const gait_field *field, uint64_t left) {
    if (field->rows != 1) {
        report_map_table(json, field, left);
    } else if (field->columns != 1) {
        report_map_row(json, field, field->bytes.data, left);
    } else {
        report_map_number(json, field->type, field->bytes.data);
    }
}

static gait_span report_map_text(const gait_field *field) {
    gait_span text = field->bytes;
    const uint8_t *end = text.size > 0 ? memchr(text.data, 0, text.size) : NULL;
    text.size = end ? (size_t)(end - text.data) : text.size;
    return text;
}

/* Writes bytes as hexadecimal digits; "..." represents omitted bytes. */
static void report_map_bytes(gaiti_json *json, const gait_field *field, uint64_t left) {
    size_t shown = field->bytes.size <= left ? field->bytes.size : (size_t)left;
    bool cut = shown < field->bytes.size;
    size_t size = 2 + 2 * shown + (cut ? 3 : 0);
    gaiti_json_raw(json, "", 0);
    char *out = (char *)gaiti_extend(json->out, size);
    if (!out) {
        json->failed = true;
        return;
    }
    *out++ = '"';
    for (size_t i = 0; i < shown; i++, out += 2) {
        gaiti_print_hex(out, field->bytes.data[i], 2);
    }
    memcpy(out, cut ? "...\"" : "\"", cut ? 4 : 1);
}

static void report_map_value(gaiti_json *json, const gait_field *field, uint32_t max_values) {
    uint64_t left = max_values > 0 ? max_values : UINT64_MAX;
    switch (field->type) {
    case GAIT_FIELD_CHARS:
    case GAIT_FIELD_TEXT:
        gaiti_json_name(json, field->code_page, report_map_text(field));
        break;
    case GAIT_FIELD_BYTES:
        report_map_bytes(json, field, left);
        break;
    case GAIT_FIELD_U8:
    case GAIT_FIELD_U16:
    case GAIT_FIELD_U32:
    case GAIT_FIELD_S8:
    case GAIT_FIELD_S16:
    case GAIT_FIELD_S32:
    case GAIT_FIELD_F16:
    case GAIT_FIELD_F32:
    default:
        report_map_numbers(json, field, left);
        break;
    }
}

gait_status gait_report_field_value(const gait_field *field, uint32_t max_values,
                                    gait_buffer *out) {
    if (!report_map_is_field(field) || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    report_map_value(&json, field, max_values);
    return gaiti_json_end(&json);
}

static char *report_map_put_count(char *to, uint32_t count) {
    *to++ = '[';
    to += gaiti_print_u64(to, count);
    *to++ = ']';
    return to;
}

void gait_report_field_type(const gait_field *field, char out[48]) {
    static const char *const names[] = {"u8",  "u16", "u32",  "s8",      "s16", "s32",
                                        "f16", "f32", "char", "stringz", "byte"};
    if (!out) {
        return;
    }
    out[0] = 0;
    if (!field || (unsigned)field->type > GAIT_FIELD_BYTES) {
        return;
    }
    size_t size = strlen(names[field->type]);
    memcpy(out, names[field->type], size);
    char *to = out + size;
    bool is_text = field->type == GAIT_FIELD_CHARS || field->type == GAIT_FIELD_BYTES;
    if (field->type != GAIT_FIELD_TEXT) {
        to = field->rows != 1 ? report_map_put_count(to, field->rows) : to;
        to = field->rows != 1 || field->columns != 1 || is_text
                 ? report_map_put_count(to, field->columns)
                 : to;
    }
    *to = 0;
}

static bool report_map_field(void *user, const gait_field *field) {
    gaiti_json *json = user;
    char type[48];
    gait_report_field_type(field, type);
    gaiti_json_open_line(json);
    gaiti_json_member_uint(json, "offset", field->offset);
    gaiti_json_member_uint(json, "size", field->bytes.size);
    gaiti_json_member_text(json, "type", type);
    gaiti_json_member_text(json, "name", field->name);
    gaiti_json_key(json, "value");
    report_map_value(json, field, 0);
    gaiti_json_close(json, '}');
    return !json->failed;
}

gait_status gait_report_map(const char *path, const gait_file *file, gait_buffer *out) {
    if (!file || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.map/1");
    gaiti_json_member_text(&json, "path", path);
    gaiti_json_member_format(&json, gait_file_format(file));
    gaiti_json_member_open(&json, "fields", '[');
    gait_status status = gait_file_map(file, report_map_field, &json);
    return status != GAIT_OK ? status : gaiti_json_end(&json);
}

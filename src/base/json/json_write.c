/* Appends JSON to a buffer: commas, escapes, and numbers with the fewest digits. */
#include "base/json/json.h"

#include "base/assert.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"

static void json_put(gaiti_json *json, const char *text, size_t size) {
    if (!json->failed && !gaiti_write(json->out, text, size)) {
        json->failed = true;
    }
}

/* Writes the comma before an item, if one is needed. */
static void json_before_value(gaiti_json *json) {
    if (json->after_key) {
        json->after_key = false;
    } else if (json->depth > 0) {
        if (json->has_items[json->depth - 1]) {
            json_put(json, ",", 1);
        }
        json->has_items[json->depth - 1] = true;
    }
}

void gaiti_json_open(gaiti_json *json, char bracket) {
    json_before_value(json);
    json_put(json, &bracket, 1);
    if (json->depth == GAITI_JSON_DEPTH) {
        json->failed = true;
        return;
    }
    json->closing[json->depth] = bracket == '{' ? '}' : ']';
    json->has_items[json->depth++] = false;
}

void gaiti_json_close(gaiti_json *json, char bracket) {
    GAIT_ASSERT(json->depth > 0 || json->failed);
    json_put(json, &bracket, 1);
    if (json->depth > 0) {
        json->depth--;
    }
}

gaiti_json gaiti_json_begin(gait_buffer *out) {
    gaiti_json json = gaiti_json_over(out);
    gaiti_json_open(&json, '{');
    return json;
}

gait_status gaiti_json_end(gaiti_json *json) {
    while (json->depth > 0) {
        gaiti_json_close(json, json->closing[json->depth - 1]);
    }
    return json->failed ? GAIT_NO_MEMORY : GAIT_OK;
}

/* Escapes one byte of valid UTF-8. */
static void json_put_escaped(gaiti_json *json, uint8_t c) {
    static const char short_escapes[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *e = short_escapes; *e; e += 2) {
        if (c == (uint8_t)e[0]) {
            char text[2] = {'\\', e[1]};
            json_put(json, text, 2);
            return;
        }
    }
    char text[8] = "\\u00";
    gaiti_print_hex(text + 4, c, 2);
    json_put(json, text, 6);
}

static bool json_is_plain(uint8_t c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

/* Puts a character of UTF-8 that is not ASCII. U+0080 to U+009F are escaped, because terminals
 * interpret them. */
static void json_put_character(gaiti_json *json, const uint8_t *utf8, size_t size) {
    if (size == 2 && utf8[0] == 0xC2 && utf8[1] < 0xA0) {
        json_put_escaped(json, utf8[1]);
    } else {
        json_put(json, (const char *)utf8, size);
    }
}

static void json_put_string(gaiti_json *json, const char *utf8) {
    json_put(json, "\"", 1);
    const uint8_t *p = (const uint8_t *)utf8;
    while (*p) {
        size_t plain = 0;
        while (json_is_plain(p[plain])) {
            plain++;
        }
        json_put(json, (const char *)p, plain);
        p += plain;
        unsigned length = gaiti_utf8_character(p);
        if (*p == 0) {
            break;
        }
        if (length == 0) {
            json_put(json, "\xEF\xBF\xBD", 3);
            p++;
        } else if (length == 1) {
            json_put_escaped(json, *p++);
        } else {
            json_put_character(json, p, length);
            p += length;
        }
    }
    json_put(json, "\"", 1);
}

void gaiti_json_key(gaiti_json *json, const char *key) {
    json_before_value(json);
    json_put_string(json, key);
    json_put(json, ":", 1);
    json->after_key = true;
}

void gaiti_json_raw(gaiti_json *json, const char *text, size_t size) {
    json_before_value(json);
    json_put(json, text, size);
}

void gaiti_json_null(gaiti_json *json) {
    gaiti_json_raw(json, "null", 4);
}

void gaiti_json_bool(gaiti_json *json, bool value) {
    gaiti_json_raw(json, value ? "true" : "false", value ? 4 : 5);
}

void gaiti_json_int(gaiti_json *json, int64_t value) {
    char text[GAITI_NUMBER_MAX];
    gaiti_json_raw(json, text, gaiti_print_i64(text, value));
}

void gaiti_json_uint(gaiti_json *json, uint64_t value) {
    char text[GAITI_NUMBER_MAX];
    gaiti_json_raw(json, text, gaiti_print_u64(text, value));
}

void gaiti_json_f32(gaiti_json *json, float value) {
    char text[GAITI_NUMBER_MAX];
    if (value - value != 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_raw(json, text, gaiti_print_f32(text, value));
    }
}

void gaiti_json_f64(gaiti_json *json, double value) {
    char text[GAITI_NUMBER_MAX];
    if (value - value != 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_raw(json, text, gaiti_print_f64(text, value));
    }
}

void gaiti_json_text(gaiti_json *json, const char *utf8) {
    if (!utf8) {
        gaiti_json_null(json);
        return;
    }
    json_before_value(json);
    json_put_string(json, utf8);
}

void gaiti_json_name(gaiti_json *json, uint32_t page, gait_span name) {
    json_before_value(json);
    json_put(json, "\"", 1);
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.data[i];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) {
            json_put_escaped(json, c);
        } else {
            char text[4];
            gait_span one = {&c, 1};
            gaiti_to_utf8(page, one, text);
            json_put_character(json, (const uint8_t *)text, gaiti_utf8_size(page, one));
        }
    }
    json_put(json, "\"", 1);
}

void gaiti_json_line(gaiti_json *json) {
    if (json->depth > 0 && json->has_items[json->depth - 1]) {
        json_put(json, ",", 1);
    }
    json_put(json, "\n", 1);
    json->after_key = true; /* the comma is already there */
    if (json->depth > 0) {
        json->has_items[json->depth - 1] = true;
    }
}

void gaiti_json_open_line(gaiti_json *json) {
    gaiti_json_line(json);
    gaiti_json_open(json, '{');
}

void gaiti_json_member_open(gaiti_json *json, const char *key, char bracket) {
    gaiti_json_key(json, key);
    gaiti_json_open(json, bracket);
}

bool gaiti_json_member_open_if(gaiti_json *json, const char *key, char bracket, bool has) {
    gaiti_json_key(json, key);
    if (has) {
        gaiti_json_open(json, bracket);
    } else {
        gaiti_json_null(json);
    }
    return has;
}

void gaiti_json_member_text(gaiti_json *json, const char *key, const char *utf8) {
    gaiti_json_key(json, key);
    gaiti_json_text(json, utf8);
}

void gaiti_json_member_bool(gaiti_json *json, const char *key, bool value) {
    gaiti_json_key(json, key);
    gaiti_json_bool(json, value);
}

void gaiti_json_member_uint(gaiti_json *json, const char *key, uint64_t value) {
    gaiti_json_key(json, key);
    gaiti_json_uint(json, value);
}

void gaiti_json_member_f32(gaiti_json *json, const char *key, float value) {
    gaiti_json_key(json, key);
    gaiti_json_f32(json, value);
}

void gaiti_json_member_f64(gaiti_json *json, const char *key, double value) {
    gaiti_json_key(json, key);
    gaiti_json_f64(json, value);
}

void gaiti_json_member_index(gaiti_json *json, const char *key, int64_t value) {
    gaiti_json_key(json, key);
    if (value < 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_int(json, value);
    }
}

void gaiti_json_member_floats(gaiti_json *json, const char *key, const float *values,
                              uint32_t count) {
    if (!gaiti_json_member_open_if(json, key, '[', values || count == 0)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_json_f32(json, values[i]);
    }
    gaiti_json_close(json, ']');
}

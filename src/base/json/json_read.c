/* A pull parser for JSON, which keeps one bit per level and builds no tree. */
#include "base/json/json_read.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"

/* The tokens that are allowed next. */
enum {
    JREAD_VALUE = 0,
    JREAD_VALUE_OR_END, /* after [ */
    JREAD_KEY,
    JREAD_KEY_OR_END, /* after { */
    JREAD_COMMA_OR_END,
    JREAD_NOTHING
};

gaiti_json_reader gaiti_json_reading(gait_span text) {
    return (gaiti_json_reader){.data = text.data, .size = text.size, .expects = JREAD_VALUE};
}

static gaiti_json_item jread_fail(gaiti_json_reader *reader, gaiti_json_fault fault, size_t at) {
    if (reader->fault == GAITI_JSON_OK) {
        reader->fault = fault;
        reader->fault_at = at;
    }
    return (gaiti_json_item){.kind = GAITI_JSON_FAILED, .at = reader->fault_at};
}

/* Fails because of the next character, or because the text ends. */
static gaiti_json_item jread_unexpected(gaiti_json_reader *reader) {
    return jread_fail(reader, reader->at < reader->size ? GAITI_JSON_UNEXPECTED : GAITI_JSON_CUT,
                      reader->at);
}

static gaiti_json_item jread_item(const gaiti_json_reader *reader, gaiti_json_kind kind,
                                  size_t from) {
    return (gaiti_json_item){
        .kind = kind, .at = from, .raw = gaiti_span(reader->data + from, reader->at - from)};
}

static void jread_skip_space(gaiti_json_reader *reader) {
    while (reader->at < reader->size) {
        uint8_t c = reader->data[reader->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return;
        }
        reader->at++;
    }
}

/* --- levels ----------------------------------------------------------------------------------- */

static bool jread_in_object(const gaiti_json_reader *reader) {
    uint32_t level = reader->depth - 1;
    return reader->is_object[level / 64] >> (level % 64) & 1;
}

static gaiti_json_item jread_open(gaiti_json_reader *reader, bool is_object) {
    uint32_t level = reader->depth;
    if (level == GAITI_JSON_READ_DEPTH) {
        return jread_fail(reader, GAITI_JSON_TOO_DEEP, reader->at);
    }
    uint64_t bit = UINT64_C(1) << (level % 64);
    uint64_t *word = &reader->is_object[level / 64];
    *word = is_object ? *word | bit : *word & ~bit;
    reader->depth++;
    reader->expects = is_object ? JREAD_KEY_OR_END : JREAD_VALUE_OR_END;
    reader->at++;
    return jread_item(reader, is_object ? GAITI_JSON_OBJECT : GAITI_JSON_ARRAY, reader->at - 1);
}

static void jread_after_value(gaiti_json_reader *reader) {
    reader->expects = reader->depth > 0 ? JREAD_COMMA_OR_END : JREAD_NOTHING;
}

static gaiti_json_item jread_close(gaiti_json_reader *reader) {
    bool is_object = jread_in_object(reader);
    reader->depth--;
    jread_after_value(reader);
    reader->at++;
    return jread_item(reader, is_object ? GAITI_JSON_OBJECT_END : GAITI_JSON_ARRAY_END,
                      reader->at - 1);
}

/* --- strings ---------------------------------------------------------------------------------- */

/* The size of the valid multi-byte UTF-8 character at `p`, or 0 (Unicode, table 3-7: well-formed
 * byte sequences). */
static unsigned jread_utf8_size(const uint8_t *p, size_t left) {
    uint8_t lead = p[0];
    unsigned size = lead >= 0xC2 && lead <= 0xDF   ? 2
                    : lead >= 0xE0 && lead <= 0xEF ? 3
                    : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                   : 0;
    if (size == 0 || left < size) {
        return 0;
    }
    uint8_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (p[1] < lowest || p[1] > highest) {
        return 0;
    }
    for (unsigned i = 2; i < size; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return size;
}

/* The value of the \uXXXX escape at `p`, -1 if there is none. */
static int32_t jread_unit(const uint8_t *p, size_t left) {
    int32_t unit = 0;
    if (left < 6 || p[0] != '\\' || p[1] != 'u') {
        return -1;
    }
    for (unsigned i = 2; i < 6; i++) {
        int digit = gaiti_hex_digit(p[i]);
        if (digit < 0) {
            return -1;
        }
        unit = unit * 16 + digit;
    }
    return unit;
}

/* Decodes the escape at `p`. Returns its length in the text, 0 if it is invalid. */
static unsigned jread_escape(const uint8_t *p, size_t left, uint32_t *out_character) {
    static const char plain[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    for (const char *pair = plain; left >= 2 && *pair; pair += 2) {
        if (p[1] == (uint8_t)pair[0]) {
            *out_character = (uint8_t)pair[1];
            return 2;
        }
    }
    int32_t unit = jread_unit(p, left);
    if (unit < 0 || (unit >= 0xDC00 && unit <= 0xDFFF)) {
        return 0;
    }
    *out_character = (uint32_t)unit;
    if (unit < 0xD800 || unit > 0xDFFF) {
        return 6;
    }
    int32_t low = jread_unit(p + 6, left - 6);
    *out_character = 0x10000 + ((uint32_t)unit - 0xD800) * 0x400 + ((uint32_t)low - 0xDC00);
    return low >= 0xDC00 && low <= 0xDFFF ? 12 : 0;
}

static bool jread_is_plain(uint8_t c) {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

/* Validates an escape or a multi-byte character. Returns its length in the text; 0, with the error
 * set, if it is invalid. */
static unsigned jread_special(gaiti_json_reader *reader) {
    const uint8_t *p = reader->data + reader->at;
    size_t left = reader->size - reader->at;
    uint32_t character;
    unsigned size;
    gaiti_json_fault fault;
    if (*p == '\\') {
        size = jread_escape(p, left, &character);
        fault = GAITI_JSON_BAD_ESCAPE;
    } else {
        size = *p < 0x20 ? 0 : jread_utf8_size(p, left);
        fault = *p < 0x20 ? GAITI_JSON_CONTROL : GAITI_JSON_BAD_UTF8;
    }
    if (size == 0) {
        jread_fail(reader, fault, reader->at);
    }
    return size;
}

/* Reads a string from the opening quote to the closing one. */
static gaiti_json_item jread_string(gaiti_json_reader *reader, gaiti_json_kind kind) {
    size_t from = reader->at++;
    bool is_escaped = false;
    for (;;) {
        while (reader->at < reader->size && jread_is_plain(reader->data[reader->at])) {
            reader->at++;
        }
        if (reader->at == reader->size) {
            return jread_fail(reader, GAITI_JSON_CUT, reader->size);
        }
        if (reader->data[reader->at] == '"') {
            break;
        }
        is_escaped = is_escaped || reader->data[reader->at] == '\\';
        unsigned size = jread_special(reader);
        if (size == 0) {
            return jread_fail(reader, reader->fault, reader->fault_at);
        }
        reader->at += size;
    }
    gait_span raw = gaiti_span(reader->data + from + 1, reader->at - from - 1);
    reader->at++;
    return (gaiti_json_item){.kind = kind, .is_escaped = is_escaped, .at = from, .raw = raw};
}

/* --- numbers and words ------------------------------------------------------------------------ */

static uint8_t jread_peek(const gaiti_json_reader *reader) {
    return reader->at < reader->size ? reader->data[reader->at] : 0;
}

/* Skips digits; true if there was at least one. */
static bool jread_digits(gaiti_json_reader *reader) {
    size_t from = reader->at;
    while (jread_peek(reader) >= '0' && jread_peek(reader) <= '9') {
        reader->at++;
    }
    return reader->at > from;
}

static bool jread_number_parts(gaiti_json_reader *reader) {
    reader->at += jread_peek(reader) == '-';
    if (jread_peek(reader) == '0') {
        reader->at++; /* only a point or an exponent may follow */
    } else if (!jread_digits(reader)) {
        return false;
    }
    if (jread_peek(reader) == '.') {
        reader->at++;
        if (!jread_digits(reader)) {
            return false;
        }
    }
    if ((jread_peek(reader) | 0x20) == 'e') {
        reader->at++;
        reader->at += jread_peek(reader) == '+' || jread_peek(reader) == '-';
        return jread_digits(reader);
    }
    return true;
}

static gaiti_json_item jread_number(gaiti_json_reader *reader) {
    size_t from = reader->at;
    if (!jread_number_parts(reader)) {
        return jread_fail(
            reader, reader->at < reader->size ? GAITI_JSON_BAD_NUMBER : GAITI_JSON_CUT, reader->at);
    }
    jread_after_value(reader);
    return jread_item(reader, GAITI_JSON_NUMBER, from);
}

static gaiti_json_item jread_word(gaiti_json_reader *reader) {
    static const struct {
        const char *text;
        gaiti_json_kind kind;
    } words[] = {{"true", GAITI_JSON_TRUE}, {"false", GAITI_JSON_FALSE}, {"null", GAITI_JSON_NULL}};
    size_t from = reader->at, left = reader->size - from;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t size = strlen(words[i].text), same = 0;
        while (same < size && same < left &&
               reader->data[from + same] == (uint8_t)words[i].text[same]) {
            same++;
        }
        if (same == size) {
            reader->at += size;
            jread_after_value(reader);
            return jread_item(reader, words[i].kind, from);
        }
        if (same > 0) {
            reader->at += same;
            break;
        }
    }
    return jread_unexpected(reader);
}

/* --- items ------------------------------------------------------------------------------------ */

static gaiti_json_item jread_value(gaiti_json_reader *reader) {
    uint8_t c = jread_peek(reader);
    if (c == '{' || c == '[') {
        return jread_open(reader, c == '{');
    }
    if (c == '"') {
        gaiti_json_item item = jread_string(reader, GAITI_JSON_STRING);
        jread_after_value(reader);
        return item;
    }
    return c == '-' || (c >= '0' && c <= '9') ? jread_number(reader) : jread_word(reader);
}

/* A key and its colon. */
static gaiti_json_item jread_key(gaiti_json_reader *reader) {
    if (jread_peek(reader) != '"') {
        return jread_unexpected(reader);
    }
    gaiti_json_item item = jread_string(reader, GAITI_JSON_KEY);
    if (item.kind == GAITI_JSON_FAILED) {
        return item;
    }
    jread_skip_space(reader);
    if (jread_peek(reader) != ':') {
        return jread_unexpected(reader);
    }
    reader->at++;
    reader->expects = JREAD_VALUE;
    return item;
}

/* Reads a comma and the next item, or the end of the level. */
static gaiti_json_item jread_continue(gaiti_json_reader *reader) {
    bool in_object = jread_in_object(reader);
    uint8_t c = jread_peek(reader);
    if (c == (in_object ? '}' : ']')) {
        return jread_close(reader);
    }
    if (c != ',') {
        return jread_unexpected(reader);
    }
    reader->at++;
    reader->expects = in_object ? JREAD_KEY : JREAD_VALUE;
    jread_skip_space(reader);
    return in_object ? jread_key(reader) : jread_value(reader);
}

gaiti_json_item gaiti_json_next(gaiti_json_reader *reader) {
    if (reader->fault != GAITI_JSON_OK) {
        return jread_fail(reader, reader->fault, reader->fault_at);
    }
    jread_skip_space(reader);
    switch (reader->expects) {
    case JREAD_VALUE_OR_END:
        return jread_peek(reader) == ']' ? jread_close(reader) : jread_value(reader);
    case JREAD_KEY_OR_END:
        return jread_peek(reader) == '}' ? jread_close(reader) : jread_key(reader);
    case JREAD_COMMA_OR_END:
        return jread_continue(reader);
    case JREAD_NOTHING:
        return reader->at < reader->size ? jread_fail(reader, GAITI_JSON_TRAILING, reader->at)
                                         : jread_item(reader, GAITI_JSON_FINISHED, reader->at);
    default:
        return jread_value(reader);
    }
}

bool gaiti_json_skip(gaiti_json_reader *reader, const gaiti_json_item *item) {
    if (item->kind != GAITI_JSON_OBJECT && item->kind != GAITI_JSON_ARRAY) {
        return item->kind != GAITI_JSON_FAILED;
    }
    uint32_t outside = reader->depth - 1;
    while (reader->depth > outside) {
        if (gaiti_json_next(reader).kind == GAITI_JSON_FAILED) {
            return false;
        }
    }
    return true;
}

bool gaiti_json_awaits_value(const gaiti_json_reader *reader) {
    return reader->expects == JREAD_VALUE || reader->expects == JREAD_VALUE_OR_END;
}

const char *gaiti_json_fault_text(gaiti_json_fault fault) {
    static const char *const texts[] = {
        "no error",
        "unexpected end of the text",
        "unexpected character",
        "invalid number",
        "invalid escape sequence or unpaired surrogate",
        "control character in a string",
        "invalid UTF-8",
        "more text after the end",
        "too many nesting levels",
    };
    return texts[fault];
}

/* --- values ----------------------------------------------------------------------------------- */

static unsigned jread_put_utf8(uint32_t character, uint8_t *out) {
    unsigned size = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    static const uint8_t leads[5] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (unsigned i = size - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (uint8_t)(leads[size] | character);
    return size;
}

unsigned gaiti_json_character(gait_span raw, size_t *at, uint8_t out[4]) {
    const uint8_t *p = raw.data + *at;
    uint32_t character = 0;
    if (*p != '\\') {
        out[0] = *p;
        ++*at;
        return 1;
    }
    *at += jread_escape(p, raw.size - *at, &character);
    return jread_put_utf8(character, out);
}

bool gaiti_json_is(const gaiti_json_item *item, const char *text) {
    size_t size = strlen(text), done = 0;
    if (!item->is_escaped) {
        return size == item->raw.size && memcmp(item->raw.data, text, size) == 0;
    }
    for (size_t at = 0; at < item->raw.size;) {
        uint8_t bytes[4];
        unsigned count = gaiti_json_character(item->raw, &at, bytes);
        if (count > size - done || memcmp(text + done, bytes, count) != 0) {
            return false;
        }
        done += count;
    }
    return done == size;
}

size_t gaiti_json_unescape(const gaiti_json_item *item, uint8_t *out) {
    size_t size = 0;
    for (size_t at = 0; at < item->raw.size;) {
        uint8_t bytes[4];
        unsigned count = gaiti_json_character(item->raw, &at, bytes);
        memcpy(out + size, bytes, count);
        size += count;
    }
    return size;
}

bool gaiti_json_f64_of(const gaiti_json_item *item, double *out) {
    return gaiti_parse_f64((const char *)item->raw.data, item->raw.size, out);
}

bool gaiti_json_u64_of(const gaiti_json_item *item, uint64_t *out) {
    const double max = 9007199254740992.0;
    double value;
    if (gaiti_parse_u64((const char *)item->raw.data, item->raw.size, out)) {
        return *out <= (uint64_t)max;
    }
    if (!gaiti_json_f64_of(item, &value) || !(value >= 0 && value <= max) ||
        (double)(uint64_t)value != value) {
        return false;
    }
    *out = (uint64_t)value;
    return true;
}

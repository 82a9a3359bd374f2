/* Single values of a text form. */
#include "base/bits.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/code_page.h"
#include "text/text_state.h"

#include <string.h>

/* --- numbers ---------------------------------------------------------------------------------- */

/* The fast path for the usual form: digits, perhaps with a sign. */
static bool text_parse_digits(gait_span raw, int64_t *out) {
    bool is_negative = raw.data[0] == '-';
    size_t at = is_negative;
    int64_t value = 0;
    if (raw.size > 17) {
        return false;
    }
    for (; at < raw.size; at++) {
        uint8_t digit = (uint8_t)(raw.data[at] - '0');
        if (digit > 9) {
            return false;
        }
        value = value * 10 + digit;
    }
    *out = is_negative ? -value : value;
    return true;
}

bool gaiti_text_read_integer(gaiti_text *text, const gaiti_json_item *item, int64_t min,
                             int64_t max, int64_t *out) {
    double value = 0;
    int64_t whole = 0;
    if (item->kind != GAITI_JSON_NUMBER) {
        gaiti_text_raise_name(text, item->at, GAITI_TEXT_TYPE, "a number");
        return false;
    }
    bool is_whole = text_parse_digits(item->raw, &whole);
    if (!is_whole && gaiti_json_f64_of(item, &value) && value >= -9e15 && value <= 9e15) {
        whole = (int64_t)value; /* 1e3, 12.0 */
        is_whole = (double)whole == value;
    }
    if (!is_whole || whole < min || whole > max) {
        gaiti_text_raise(
            text, item->at,
            &(gaiti_text_fault){.rule = GAITI_TEXT_RANGE, .expected = min, .found = max});
        return false;
    }
    *out = whole;
    return true;
}

/* The bits of "0x7fc00000". */
static bool text_parse_f32_bits(const gaiti_json_item *item, float *out) {
    uint32_t bits = 0;
    if (item->raw.size != 10 || memcmp(item->raw.data, "0x", 2) != 0) {
        return false;
    }
    for (size_t i = 2; i < 10; i++) {
        int digit = gaiti_hex_digit(item->raw.data[i]);
        if (digit < 0) {
            return false;
        }
        bits = bits << 4 | (uint32_t)digit;
    }
    *out = gaiti_f32_of_bits(bits);
    return true;
}

bool gaiti_text_read_f32(gaiti_text *text, const gaiti_json_item *item, float *out) {
    if (item->kind == GAITI_JSON_STRING && text_parse_f32_bits(item, out)) {
        return true;
    }
    if (item->kind != GAITI_JSON_NUMBER) {
        gaiti_text_raise_name(text, item->at, GAITI_TEXT_TYPE,
                              "a number, or its bits as \"0x7fc00000\"");
        return false;
    }
    if (!gaiti_parse_f32((const char *)item->raw.data, item->raw.size, out)) {
        gaiti_text_raise(text, item->at, &(gaiti_text_fault){.rule = GAITI_TEXT_TOO_LARGE});
        return false;
    }
    return true;
}

size_t gaiti_text_print_f32(char *out, float value) {
    if (gaiti_bits_of_f32(value) == 0x80000000) {
        memcpy(out, "-0.0", 4); /* other programs read "-0" as the integer 0 */
        return 4;
    }
    if (gaiti_is_finite((double)value)) {
        return gaiti_print_f32(out, value);
    }
    memcpy(out, "\"0x", 3);
    gaiti_print_hex(out + 3, gaiti_bits_of_f32(value), 8);
    out[11] = '"';
    return 12;
}

void gaiti_text_integer(gaiti_text *text, const char *key, int64_t *value, int64_t min,
                        int64_t max) {
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_int(text->json, *value);
        return;
    }
    const gaiti_text_node *node = gaiti_text_find(text, key, false);
    *value = 0;
    if (node) {
        gaiti_json_item item = gaiti_text_item(text, node);
        (void)gaiti_text_read_integer(text, &item, min, max, value);
    }
}

#define TEXT_INTEGER(name, type, min, max)                                                         \
    void gaiti_text_##name(gaiti_text *text, const char *key, type *value) {                       \
        int64_t wide = *value;                                                                     \
        gaiti_text_integer(text, key, &wide, min, max);                                            \
        if (gaiti_text_is_reading(text)) {                                                         \
            *value = (type)wide;                                                                   \
        }                                                                                          \
    }

TEXT_INTEGER(u8, uint8_t, 0, UINT8_MAX)
TEXT_INTEGER(u16, uint16_t, 0, UINT16_MAX)
TEXT_INTEGER(u32, uint32_t, 0, UINT32_MAX)
TEXT_INTEGER(s32, int32_t, INT32_MIN, INT32_MAX)

void gaiti_text_u32_up_to(gaiti_text *text, const char *key, uint32_t *value, uint32_t max) {
    int64_t wide = *value;
    gaiti_text_integer(text, key, &wide, 0, max);
    if (gaiti_text_is_reading(text)) {
        *value = (uint32_t)wide;
    }
}

/* Whether a member that is left out for a normal value is in the text. */
static bool text_is_present(gaiti_text *text, const char *key, bool is_normal) {
    return text->json ? !is_normal : gaiti_text_has(text, key);
}

void gaiti_text_u32_unless(gaiti_text *text, const char *key, uint32_t *value, uint32_t normal) {
    if (text_is_present(text, key, *value == normal)) {
        gaiti_text_u32(text, key, value);
    } else if (gaiti_text_is_reading(text)) {
        *value = normal;
    }
}

void gaiti_text_flag(gaiti_text *text, const char *key, bool *value) {
    if (text->json ? !*value : !gaiti_text_has(text, key)) {
        *value = false;
    } else if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_bool(text->json, true);
    } else {
        const gaiti_text_node *node = gaiti_text_find(text, key, false);
        gaiti_json_item item = node ? gaiti_text_item(text, node) : (gaiti_json_item){0};
        *value = item.kind == GAITI_JSON_TRUE;
        if (node && !*value && item.kind != GAITI_JSON_FALSE) {
            gaiti_text_raise_name(text, item.at, GAITI_TEXT_TYPE, "true or false");
        }
    }
}

void gaiti_text_f32(gaiti_text *text, const char *key, float *value) {
    if (text->json) {
        char digits[GAITI_TEXT_FLOAT_MAX];
        gaiti_text_put_key(text, key);
        gaiti_json_raw(text->json, digits, gaiti_text_print_f32(digits, *value));
        return;
    }
    const gaiti_text_node *node = gaiti_text_find(text, key, false);
    *value = 0;
    if (node) {
        gaiti_json_item item = gaiti_text_item(text, node);
        (void)gaiti_text_read_f32(text, &item, value);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

static uint32_t text_find_word(const gaiti_json_item *item, const char *const *names,
                               uint32_t name_count) {
    uint32_t n = 0;
    while (n < name_count && !(item->kind == GAITI_JSON_STRING && gaiti_json_is(item, names[n]))) {
        n++;
    }
    return n;
}

/* Appends `word` to a list of `capacity` bytes. False when it does not fit. */
static bool text_add_word(char *list, size_t capacity, size_t *size, const char *word) {
    size_t length = strlen(word);
    if (length > capacity - *size) {
        return false;
    }
    memcpy(list + *size, word, length);
    *size += length;
    return true;
}

/* Reports a word that is not one of the names, or of other values, which may be "". */
static void text_fail_word(gaiti_text *text, const gaiti_json_item *item, const char *const *names,
                           uint32_t name_count, const char *others) {
    char list[256];
    size_t size = 0, max = sizeof list;
    bool fits = true;
    for (uint32_t n = 0; n < name_count && fits; n++) {
        fits = text_add_word(list, max, &size, n > 0 ? ", \"" : "\"") &&
               text_add_word(list, max, &size, names[n]) && text_add_word(list, max, &size, "\"");
    }
    (void)text_add_word(list, max, &size, others);
    gaiti_text_raise(text, item->at,
                     &(gaiti_text_fault){.rule = GAITI_TEXT_WORD, .name = gaiti_span(list, size)});
}

static void text_write_bits(gaiti_text *text, uint32_t value, const char *const *names,
                            uint32_t name_count) {
    uint32_t rest = value;
    for (uint32_t n = 0; n < name_count; n++) {
        if (value >> n & 1) {
            gaiti_json_text(text->json, names[n]);
            rest &= ~(UINT32_C(1) << n);
        }
    }
    char digits[GAITI_NUMBER_MAX] = "0x";
    if (rest) {
        digits[2 + gaiti_print_hex(digits + 2, rest, 1)] = 0;
        gaiti_json_text(text->json, digits);
    }
}

/* One bit by its name, or others as "0x100". */
static uint32_t text_read_bits(gaiti_text *text, const char *const *names, uint32_t name_count) {
    const gaiti_text_node *node = gaiti_text_find(text, NULL, false);
    if (!node) {
        return 0;
    }
    gaiti_json_item item = gaiti_text_item(text, node);
    uint32_t n = text_find_word(&item, names, name_count), value = 0;
    if (n < name_count) {
        return UINT32_C(1) << n;
    }
    bool is_hex = item.kind == GAITI_JSON_STRING && item.raw.size > 2 && item.raw.size <= 10 &&
                  memcmp(item.raw.data, "0x", 2) == 0;
    for (size_t i = 2; is_hex && i < item.raw.size; i++) {
        int digit = gaiti_hex_digit(item.raw.data[i]);
        is_hex = digit >= 0;
        value = value << 4 | (uint32_t)(digit & 15);
    }
    if (!is_hex) {
        text_fail_word(text, &item, names, name_count, ", or bits as \"0x100\"");
    }
    return value;
}

void gaiti_text_bits(gaiti_text *text, const char *key, uint32_t *value, const char *const *names,
                     uint32_t name_count) {
    uint32_t count = gaiti_text_open_list(text, key, 0);
    if (text->json) {
        text_write_bits(text, *value, names, name_count);
    } else {
        *value = 0;
    }
    for (uint32_t i = 0; i < count && gaiti_text_is_ok(text); i++) {
        *value |= text_read_bits(text, names, name_count);
    }
    gaiti_text_close(text);
}

void gaiti_text_choice(gaiti_text *text, const char *key, uint32_t *value, const char *const *names,
                       uint32_t name_count) {
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_text(text->json, names[*value]);
        return;
    }
    const gaiti_text_node *node = gaiti_text_find(text, key, false);
    *value = 0;
    if (node) {
        gaiti_json_item item = gaiti_text_item(text, node);
        uint32_t n = text_find_word(&item, names, name_count);
        *value = n < name_count ? n : 0;
        if (n == name_count) {
            text_fail_word(text, &item, names, name_count, "");
        }
    }
}

/* --- names and bytes -------------------------------------------------------------------------- */

/* The character at `p` in valid UTF-8; adds its size to *at. */
static uint32_t text_code_at(const uint8_t *p, size_t *at) {
    unsigned size = *p < 0x80 ? 1 : *p < 0xE0 ? 2 : *p < 0xF0 ? 3 : 4;
    uint32_t code = size == 1 ? *p : *p & (0x7Fu >> size);
    for (unsigned i = 1; i < size; i++) {
        code = code << 6 | (p[i] & 0x3Fu);
    }
    *at += size;
    return code;
}

/* Converts `size` bytes of valid UTF-8 to the code page, in place. False for a character that the
 * name cannot have. */
static bool text_convert_name(const gaiti_text *text, uint8_t *name, size_t size,
                              size_t *out_size) {
    size_t done = 0;
    for (size_t at = 0; at < size; done++) {
        uint32_t code = text_code_at(name + at, &at);
        if (!gaiti_code_page_from_unicode(text->code_page, code, &name[done]) ||
            (code == 0 && !text->allows_nul)) {
            return false;
        }
    }
    *out_size = done;
    return true;
}

void gaiti_text_name(gaiti_text *text, const char *key, gait_span *name, size_t max_size) {
    if (text->json) {
        gaiti_text_put_key(text, key);
        gaiti_json_name(text->json, text->code_page, *name);
        return;
    }
    const gaiti_text_node *node = gaiti_text_find_kind(text, key, GAITI_JSON_STRING, "a text");
    *name = gaiti_span(NULL, 0);
    if (!node) {
        return;
    }
    gaiti_json_item item = gaiti_text_item(text, node);
    uint8_t *bytes = gaiti_alloc_uninitialised(text->arena, node->raw.size, 1);
    size_t size = 0;
    if (!bytes) {
        text->status = text->arena->status;
        return;
    }
    gaiti_text_fault fault = {.expected = (int64_t)max_size, .found = text->code_page};
    if (!text_convert_name(text, bytes, gaiti_json_unescape(&item, bytes), &size)) {
        fault.rule = GAITI_TEXT_NAME;
        gaiti_text_raise(text, item.at, &fault);
    } else if (size > max_size) {
        fault.rule = GAITI_TEXT_LONG_NAME;
        fault.found = (int64_t)size;
        gaiti_text_raise(text, item.at, &fault);
    } else {
        *name = gaiti_span(bytes, size);
    }
}

void gaiti_text_name_unless(gaiti_text *text, const char *key, gait_span *name, size_t max_size,
                            gait_span normal) {
    if (text_is_present(text, key, gaiti_same_bytes(*name, normal))) {
        gaiti_text_name(text, key, name, max_size);
    } else if (gaiti_text_is_reading(text)) {
        *name = normal;
    }
}

static void text_write_hex(gaiti_text *text, gait_span bytes) {
    static const char digits[] = "0123456789abcdef";
    gaiti_json_raw(text->json, "\"", 1);
    uint8_t *out =
        bytes.size > SIZE_MAX / 4 ? NULL : gaiti_extend(text->json->out, 2 * bytes.size + 1);
    if (!out) {
        text->json->failed = true;
        return;
    }
    for (size_t i = 0; i < bytes.size; i++) {
        *out++ = (uint8_t)digits[bytes.data[i] >> 4];
        *out++ = (uint8_t)digits[bytes.data[i] & 15];
    }
    *out = '"';
}

static bool text_parse_hex(gait_span digits, uint8_t *out) {
    bool is_hex = digits.size % 2 == 0;
    for (size_t i = 0; is_hex && i < digits.size; i += 2) {
        int high = gaiti_hex_digit(digits.data[i]), low = gaiti_hex_digit(digits.data[i + 1]);
        is_hex = high >= 0 && low >= 0;
        out[i / 2] = (uint8_t)((unsigned)(high & 15) << 4 | (unsigned)(low & 15));
    }
    return is_hex;
}

void gaiti_text_bytes(gaiti_text *text, const char *key, gait_span *bytes) {
    if (text->json) {
        if (bytes->size > 0) {
            gaiti_text_put_key(text, key);
            text_write_hex(text, *bytes);
        }
        return;
    }
    *bytes = gaiti_span(NULL, 0);
    if (!gaiti_text_has(text, key)) {
        return;
    }
    const gaiti_text_node *node = gaiti_text_find_kind(text, key, GAITI_JSON_STRING, "a text");
    if (!node) {
        return;
    }
    uint8_t *out = gaiti_alloc_uninitialised(text->arena, node->raw.size / 2, 1);
    if (!out) {
        text->status = text->arena->status;
    } else if (!text_parse_hex(node->raw, out)) {
        gaiti_text_raise(text, gaiti_text_offset(text, node),
                         &(gaiti_text_fault){.rule = GAITI_TEXT_HEX});
    } else {
        *bytes = gaiti_span(out, node->raw.size / 2);
    }
}

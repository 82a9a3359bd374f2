/* Converts names between code pages and UTF-8, and compares them without case. */
#include "base/try.h"
#include "base/text/text.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/code_page.h"

size_t gaiti_utf8_size(uint32_t page, gait_span name) {
    size_t size = 0;
    for (size_t i = 0; i < name.size; i++) {
        uint32_t code = gaiti_code_page_to_unicode(page, name.data[i]);
        size += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    return size;
}

void gaiti_to_utf8(uint32_t page, gait_span name, char *out) {
    uint8_t *to = (uint8_t *)out;
    for (size_t i = 0; i < name.size; i++) {
        uint32_t code = gaiti_code_page_to_unicode(page, name.data[i]);
        if (code < 0x80) {
            *to++ = (uint8_t)code;
        } else if (code < 0x800) {
            *to++ = (uint8_t)(0xC0 | code >> 6);
            *to++ = (uint8_t)(0x80 | (code & 0x3F));
        } else {
            *to++ = (uint8_t)(0xE0 | code >> 12);
            *to++ = (uint8_t)(0x80 | (code >> 6 & 0x3F));
            *to++ = (uint8_t)(0x80 | (code & 0x3F));
        }
    }
}

char *gaiti_utf8(gaiti_arena *arena, uint32_t page, gait_span name) {
    bool is_utf8 = page == GAIT_CODE_PAGE_UTF8;
    size_t size = is_utf8 ? name.size : gaiti_utf8_size(page, name);
    char *text = gaiti_alloc(arena, (uint64_t)size + 1, 1);
    if (text && !is_utf8) {
        gaiti_to_utf8(page, name, text);
    } else if (text && size > 0) {
        memcpy(text, name.data, size);
    }
    return text;
}

gait_status gait_name_to_utf8(gait_span name, uint32_t code_page, gait_buffer *out) {
    bool is_utf8 = code_page == GAIT_CODE_PAGE_UTF8;
    if (!out || !gaiti_is_span(name) || (!is_utf8 && !gaiti_is_code_page(code_page))) {
        return GAIT_BAD_ARGUMENT;
    }
    if (is_utf8) {
        return gaiti_write(out, name.data, name.size) ? GAIT_OK : GAIT_NO_MEMORY;
    }
    size_t size = gaiti_utf8_size(code_page, name);
    uint8_t *to = size > 0 ? gaiti_extend(out, size) : NULL;
    if (to) {
        gaiti_to_utf8(code_page, name, (char *)to);
    }
    return to || size == 0 ? GAIT_OK : GAIT_NO_MEMORY;
}

bool gaiti_from_utf8(uint32_t page, const char *utf8, uint8_t *out, size_t *out_size) {
    const uint8_t *from = (const uint8_t *)utf8;
    size_t written = 0;
    while (*from) {
        uint32_t code = *from++;
        if (code >= 0x80) {
            /* Sequences of 2 or 3 bytes suffice: all characters of code pages are in the BMP. */
            unsigned length = (code & 0xE0) == 0xC0 ? 2 : (code & 0xF0) == 0xE0 ? 3 : 0;
            code &= length == 2 ? 0x1F : 0x0F;
            for (unsigned i = 1; i < length; i++, from++) {
                if ((*from & 0xC0) != 0x80) {
                    return false;
                }
                code = code << 6 | (*from & 0x3F);
            }
            if (length == 0 || code < (length == 2 ? 0x80u : 0x800u)) {
                return false;
            }
        }
        if (!gaiti_code_page_from_unicode(page, code, out + written)) {
            return false;
        }
        written++;
    }
    *out_size = written;
    return true;
}

unsigned gaiti_utf8_character(const uint8_t *p) {
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = p[0] < 0x80   ? 1
                      : p[0] < 0xC2 ? 0
                      : p[0] < 0xE0 ? 2
                      : p[0] < 0xF0 ? 3
                      : p[0] < 0xF5 ? 4
                                    : 0;
    uint32_t code = length > 1 ? p[0] & (0xFFu >> (length + 1)) : p[0];
    for (unsigned i = 1; i < length; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | (p[i] & 0x3F);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return length > 1 && (code < smallest[length] || code > 0x10FFFF || surrogate) ? 0 : length;
}

bool gaiti_equal_name(gait_span a, gait_span b) {
    if (a.size != b.size) {
        return false;
    }
    for (size_t i = 0; i < a.size; i++) {
        if (gaiti_ascii_lower(a.data[i]) != gaiti_ascii_lower(b.data[i])) {
            return false;
        }
    }
    return true;
}

bool gaiti_equal_text(const char *a, const char *b) {
    return gaiti_equal_name((gait_span){(const uint8_t *)a, strlen(a)},
                            (gait_span){(const uint8_t *)b, strlen(b)});
}

bool gaiti_equal_utf8(uint32_t page, gait_span name, const char *utf8) {
    for (size_t i = 0; i < name.size; i++) {
        char expected[4] = {(char)name.data[i]};
        gait_span one = {&name.data[i], 1};
        if (name.data[i] >= 0x80) {
            gaiti_to_utf8(page, one, expected);
        }
        for (size_t k = 0; k == 0 || expected[k]; k++, utf8++) {
            if (*utf8 == 0 ||
                gaiti_ascii_lower((uint8_t)*utf8) != gaiti_ascii_lower((uint8_t)expected[k])) {
                return false;
            }
        }
    }
    return *utf8 == 0;
}

bool gaiti_has_upper_case(gait_span name) {
    for (size_t i = 0; i < name.size; i++) {
        if (gaiti_ascii_lower(name.data[i]) != name.data[i]) {
            return true;
        }
    }
    return false;
}

bool gaiti_split_numbered(const char *text, size_t *out_size, uint32_t *out_number) {
    enum { MAX_DIGITS = 9 };
    const char *sign = NULL;
    uint32_t number = 0, digits = 0;
    for (const char *c = text; *c; c++) {
        sign = *c == '@' ? c : sign;
    }
    for (const char *c = sign ? sign + 1 : ""; *c && digits <= MAX_DIGITS; c++, digits++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        number = number * 10 + (uint32_t)(*c - '0');
    }
    *out_size = sign ? (size_t)(sign - text) : 0;
    *out_number = number;
    return number > 0 && digits <= MAX_DIGITS && *out_size > 0;
}

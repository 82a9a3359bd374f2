#include "base/arguments.h"
#include "base/text/text.h"

#include <string.h>

#include "base/bytes.h"

/* Unicode code points of the bytes 0x80..0xBF; 0xC0..0xFF are U+0410..U+044F. */
static const uint16_t cp1251_high[64] = {
    0x0402, 0x0403, 0x201A, 0x0453, 0x201E, 0x2026, 0x2020, 0x2021, 0x20AC, 0x2030, 0x0409,
    0x2039, 0x040A, 0x040C, 0x040B, 0x040F, 0x0452, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x0098, 0x2122, 0x0459, 0x203A, 0x045A, 0x045C, 0x045B, 0x045F, 0x00A0,
    0x040E, 0x045E, 0x0408, 0x00A4, 0x0490, 0x00A6, 0x00A7, 0x0401, 0x00A9, 0x0404, 0x00AB,
    0x00AC, 0x00AD, 0x00AE, 0x0407, 0x00B0, 0x00B1, 0x0406, 0x0456, 0x0491, 0x00B5, 0x00B6,
    0x00B7, 0x0451, 0x2116, 0x0454, 0x00BB, 0x0458, 0x0405, 0x0455, 0x0457};

static uint32_t cp1251_to_unicode(uint8_t byte) {
    if (byte < 0x80) {
        return byte;
    }
    return byte >= 0xC0 ? 0x0410u + (byte - 0xC0u) : cp1251_high[byte - 0x80];
}

static bool unicode_to_cp1251(uint32_t code, uint8_t *out) {
    if (code < 0x80) {
        *out = (uint8_t)code;
        return true;
    }
    if (code >= 0x0410 && code <= 0x044F) {
        *out = (uint8_t)(0xC0 + code - 0x0410);
        return true;
    }
    for (unsigned i = 0; i < 64; i++) {
        if (cp1251_high[i] == code) {
            *out = (uint8_t)(0x80 + i);
            return true;
        }
    }
    return false;
}

size_t gaiti_utf8_size(gait_span cp1251) {
    size_t size = 0;
    for (size_t i = 0; i < cp1251.size; i++) {
        uint32_t code = cp1251_to_unicode(cp1251.data[i]);
        size += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    return size;
}

void gaiti_to_utf8(gait_span cp1251, char *out) {
    uint8_t *to = (uint8_t *)out;
    for (size_t i = 0; i < cp1251.size; i++) {
        uint32_t code = cp1251_to_unicode(cp1251.data[i]);
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

char *gaiti_utf8(gaiti_arena *arena, gait_span cp1251) {
    char *text = gaiti_alloc(arena, (uint64_t)gaiti_utf8_size(cp1251) + 1, 1);
    if (text) {
        gaiti_to_utf8(cp1251, text);
    }
    return text;
}

gait_status gait_name_to_utf8(gait_span cp1251, gait_buffer *out) {
    if (!out || !gaiti_is_span(cp1251)) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t size = gaiti_utf8_size(cp1251);
    uint8_t *to = size > 0 ? gaiti_extend(out, size) : NULL;
    if (to) {
        gaiti_to_utf8(cp1251, (char *)to);
    }
    return to || size == 0 ? GAIT_OK : GAIT_NO_MEMORY;
}

bool gaiti_from_utf8(const char *utf8, uint8_t *out, size_t *out_size) {
    const uint8_t *from = (const uint8_t *)utf8;
    size_t written = 0;
    while (*from) {
        uint32_t code = *from++;
        if (code >= 0x80) {
            /* Sequences of 2 or 3 bytes suffice: all characters of CP1251 are in the BMP. */
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
        if (!unicode_to_cp1251(code, out + written)) {
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

bool gaiti_equal_utf8(gait_span cp1251, const char *utf8) {
    for (size_t i = 0; i < cp1251.size; i++) {
        char expected[4] = {(char)cp1251.data[i]};
        gait_span one = {&cp1251.data[i], 1};
        if (cp1251.data[i] >= 0x80) {
            gaiti_to_utf8(one, expected);
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

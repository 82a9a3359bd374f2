#include "draw/svg.h"

#include <stdarg.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"

static void svg_bytes(gaiti_svg *svg, const void *bytes, size_t size) {
    svg->failed = svg->failed || !gaiti_write(svg->out, bytes, size);
}

static void svg_number(gaiti_svg *svg, double value) {
    char text[GAITI_NUMBER_MAX];
    size_t size = gaiti_print_fixed(text, sizeof text, value, 2);
    if (memchr(text, '.', size)) {
        while (text[size - 1] == '0') {
            size--;
        }
        size -= text[size - 1] == '.';
    }
    bool is_minus_zero = size == 2 && text[0] == '-' && text[1] == '0';
    svg_bytes(svg, is_minus_zero ? "0" : text, is_minus_zero ? 1 : size);
}

/* True for control characters, U+FFFE and U+FFFF, which XML forbids or discourages. */
static bool svg_is_forbidden(const uint8_t *character, unsigned size) {
    return character[0] < 0x20 || character[0] == 0x7F ||
           (size == 3 && character[0] == 0xEF && character[1] == 0xBF && character[2] >= 0xBE);
}

static const char *svg_entity(uint8_t character) {
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

static void svg_escaped(gaiti_svg *svg, const char *utf8) {
    const uint8_t *at = (const uint8_t *)utf8;
    while (*at) {
        unsigned size = gaiti_utf8_character(at);
        const char *entity = svg_entity(*at);
        if (size == 0 || svg_is_forbidden(at, size)) {
            svg_bytes(svg, "\xEF\xBF\xBD", 3);
        } else if (entity) {
            svg_bytes(svg, entity, strlen(entity));
        } else {
            svg_bytes(svg, at, size);
        }
        at += size ? size : 1;
    }
}

void gaiti_svg_write(gaiti_svg *svg, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    while (*format) {
        size_t plain = strcspn(format, "%");
        svg_bytes(svg, format, plain);
        format += plain;
        if (format[0] && format[1]) {
            if (format[1] == 'g') {
                svg_number(svg, va_arg(arguments, double));
            } else if (format[1] == 'u') {
                char text[GAITI_NUMBER_MAX];
                svg_bytes(svg, text, gaiti_print_u64(text, va_arg(arguments, unsigned)));
            } else {
                svg_escaped(svg, va_arg(arguments, const char *));
            }
            format += 2;
        }
    }
    va_end(arguments);
}

double gaiti_svg_text_width(const char *utf8, double font_size) {
    size_t characters = 0;
    for (; *utf8; utf8++) {
        characters += ((uint8_t)*utf8 & 0xC0) != 0x80;
    }
    return (double)characters * font_size * 0.58;
}

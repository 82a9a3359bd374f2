/* Fills templates of SVG with numbers and escaped texts, and estimates widths of texts. */
#include "draw/svg.h"

#include <stdarg.h>
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/xml.h"

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
                svg->failed =
                    svg->failed || !gaiti_write_xml(svg->out, va_arg(arguments, const char *));
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

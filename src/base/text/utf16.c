/* UTF-16 with a byte order mark, in which some editors of Windows save texts. */
#include "base/bytes.h"
#include "base/text/text.h"

enum { UTF16_REPLACEMENT = 0xFFFD };

bool gaiti_is_utf16(gait_span text) {
    return text.size >= 2 && ((text.data[0] == 0xFF && text.data[1] == 0xFE) ||
                              (text.data[0] == 0xFE && text.data[1] == 0xFF));
}

/* The unit at `at`, which is inside the text. */
static uint32_t utf16_unit(gait_span text, size_t at) {
    bool is_big = text.data[0] == 0xFE;
    return (uint32_t)text.data[at + !is_big] << 8 | text.data[at + is_big];
}

static bool utf16_is_second(gait_span text, size_t at) {
    return at + 1 < text.size && (utf16_unit(text, at) & 0xFC00) == 0xDC00;
}

/* Writes a character as UTF-8, and returns its size. */
static size_t utf16_write(uint8_t *out, uint32_t code) {
    static const uint8_t begins[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (uint8_t)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (uint8_t)(begins[size == 1 ? 0 : size] | code);
    return size;
}

gait_span gaiti_utf16_to_utf8(gaiti_arena *arena, gait_span text) {
    /* A unit has at most three bytes, two of a pair have four. */
    uint8_t *out = gaiti_alloc_uninitialised(arena, (uint64_t)text.size / 2 * 3 + 1, 1);
    size_t size = 0;
    for (size_t at = 2; out && at + 1 < text.size; at += 2) {
        uint32_t code = utf16_unit(text, at);
        if ((code & 0xFC00) == 0xD800 && utf16_is_second(text, at + 2)) {
            code = 0x10000 + ((code & 0x3FF) << 10 | (utf16_unit(text, at + 2) & 0x3FF));
            at += 2;
        } else if ((code & 0xF800) == 0xD800) {
            code = UTF16_REPLACEMENT;
        }
        size += utf16_write(out + size, code);
    }
    return gaiti_span(out, size);
}

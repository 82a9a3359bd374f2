/* Tells text from other bytes, and finds words at the beginning of a text. */
#include "base/sniff.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"

bool gaiti_has_bytes(gait_span bytes, size_t at, const char *pattern, size_t size) {
    if (at > bytes.size || size > bytes.size - at) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (pattern[i] != '?' && bytes.data[at + i] != (uint8_t)pattern[i]) {
            return false;
        }
    }
    return true;
}

bool gaiti_begins(gait_span bytes, const char *magic) {
    size_t size = strlen(magic);
    return bytes.size >= size && memcmp(bytes.data, magic, size) == 0;
}

static bool sniff_is_blank(uint8_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool gaiti_is_text(gait_span bytes) {
    enum { PREFIX_SIZE = 512 };
    for (size_t i = 0; i < bytes.size && i < PREFIX_SIZE; i++) {
        if (bytes.data[i] < 0x20 && !sniff_is_blank(bytes.data[i])) {
            return false;
        }
    }
    return bytes.size > 0;
}

gait_span gaiti_text_start(gait_span text) {
    size_t at = gaiti_begins(text, "\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size && sniff_is_blank(text.data[at])) {
        at++;
    }
    return at < text.size ? gaiti_span(text.data + at, text.size - at) : gaiti_span("", 0);
}

bool gaiti_begins_word(gait_span text, const char *word) {
    size_t size = strlen(word);
    return text.size >= size &&
           gaiti_equal_name(gaiti_span(text.data, size), gaiti_span(word, size));
}

bool gaiti_holds_word(gait_span text, size_t max, const char *word) {
    size_t size = strlen(word), end = text.size < max ? text.size : max;
    for (size_t at = 0; at + size <= end; at++) {
        if (gaiti_begins_word(gaiti_span(text.data + at, end - at), word)) {
            return true;
        }
    }
    return false;
}

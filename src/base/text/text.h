/* Names in game files, whose bytes are in a code page (code_page.h), and UTF-8, which the library
 * outputs. `page` is the number of the code page. */
#ifndef GAITI_TEXT_H
#define GAITI_TEXT_H

#include "base/memory.h"

/* The size of the UTF-8 form in bytes, without NUL. */
size_t gaiti_utf8_size(uint32_t page, gait_span name);
/* Writes exactly gaiti_utf8_size() bytes, without NUL. */
void gaiti_to_utf8(uint32_t page, gait_span name, char *out);
/* NUL-terminated UTF-8 in the arena; NULL when there is no memory. `page` may be
 * GAIT_CODE_PAGE_UTF8: then the name is copied. A NUL inside the name is kept,
 * so C functions see the text only up to it. */
char *gaiti_utf8(gaiti_arena *arena, uint32_t page, gait_span name);
/* Converts UTF-8 to a code page; false when the text is not UTF-8 or contains a character that the
 * code page lacks. `out` needs strlen(utf8) bytes. */
bool gaiti_from_utf8(uint32_t page, const char *utf8, uint8_t *out, size_t *out_size);

/* The size of the UTF-8 character at `p`, 0 if it is invalid. Never reads past a NUL. */
unsigned gaiti_utf8_character(const uint8_t *p);

/* True for a text that begins with a byte order mark of UTF-16. */
bool gaiti_is_utf16(gait_span text);
/* Such a text as UTF-8, without the mark; without data when there is no memory. Halves of pairs
 * become U+FFFD. */
gait_span gaiti_utf16_to_utf8(gaiti_arena *arena, gait_span text);

/* True when both are equal, ignoring ASCII case. */
bool gaiti_equal_text(const char *a, const char *b);
bool gaiti_equal_name(gait_span a, gait_span b);
/* The same for a name in a code page and a UTF-8 text. */
bool gaiti_equal_utf8(uint32_t page, gait_span name, const char *utf8);

/* Splits NAME@N, where N is a number from 1: the size of NAME, and N. False for other texts. */
bool gaiti_split_numbered(const char *text, size_t *out_size, uint32_t *out_number);

/* True when the name contains an ASCII upper-case letter. */
bool gaiti_has_upper_case(gait_span name);

static inline uint8_t gaiti_ascii_lower(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

#endif

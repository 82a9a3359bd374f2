/* Names of the games are CP1251; text that leaves is UTF-8. The mapping is one to one: the byte
 * 0x98, which CP1251 leaves open, is U+0098. */
#ifndef GAITI_TEXT_H
#define GAITI_TEXT_H

#include "base/memory.h"

/* Bytes that the UTF-8 form takes, without NUL. */
size_t gaiti_utf8_size(gait_span cp1251);
/* Writes exactly gaiti_utf8_size() bytes, no NUL. */
void gaiti_to_utf8(gait_span cp1251, char *out);
/* NUL-terminated UTF-8 in the arena; NULL when there is no memory. A NUL inside stays and so ends
 * the text for C. */
char *gaiti_utf8(gaiti_arena *arena, gait_span cp1251);
/* The CP1251 bytes of a UTF-8 text; false when a character has none (or the text is not UTF-8).
 * `out` has room for strlen(utf8) bytes. */
bool gaiti_from_utf8(const char *utf8, uint8_t *out, size_t *out_size);

/* Bytes of the UTF-8 character at `p`, 0 when there is none. A NUL ends the text: no read passes
 * it. */
unsigned gaiti_utf8_character(const uint8_t *p);

/* Equal ignoring ASCII case. */
bool gaiti_equal_text(const char *a, const char *b);
bool gaiti_equal_name(gait_span a, gait_span b);
/* The same, of a game's name and UTF-8. */
bool gaiti_equal_utf8(gait_span cp1251, const char *utf8);

static inline uint8_t gaiti_ascii_lower(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
}

#endif

/* Matches names with wildcards, and puts the matched parts into new names. */
#include "edit/edit_pattern.h"

#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"

static bool edit_is_wildcard(char c) {
    return c == '*' || c == '?';
}

bool gaiti_edit_is_pattern(const char *text) {
    return gaiti_edit_wildcards(text) > 0;
}

uint32_t gaiti_edit_wildcards(const char *pattern) {
    uint32_t count = 0;
    for (; *pattern; pattern++) {
        count += edit_is_wildcard(*pattern);
    }
    return count;
}

static const char *edit_next_character(const char *text) {
    unsigned size = gaiti_utf8_character((const uint8_t *)text);
    return text + (size > 0 ? size : 1);
}

static void edit_set_text(gaiti_edit_match *match, uint32_t wildcard, const char *from,
                          const char *to) {
    if (match && wildcard < GAITI_EDIT_WILDCARDS) {
        match->texts[wildcard] = gaiti_span(from, (size_t)(to - from));
        match->count = wildcard + 1;
    }
}

bool gaiti_edit_matches(const char *pattern, const char *name, gaiti_edit_match *match) {
    const char *text = name, *after_star = NULL, *star_from = NULL, *star_to = NULL;
    uint32_t wildcard = 0, star = 0;
    if (match) {
        match->count = 0;
    }
    /* After a mismatch, only the last star can match one more character. */
    while (*text) {
        if (*pattern == '*') {
            after_star = ++pattern;
            star = wildcard++;
            star_from = star_to = text;
            edit_set_text(match, star, star_from, star_to);
        } else if (*pattern == '?') {
            const char *next = edit_next_character(text);
            edit_set_text(match, wildcard++, text, next);
            pattern++;
            text = next;
        } else if (*pattern &&
                   gaiti_ascii_lower((uint8_t)*pattern) == gaiti_ascii_lower((uint8_t)*text)) {
            pattern++;
            text++;
        } else if (after_star) {
            pattern = after_star;
            wildcard = star + 1;
            star_to = edit_next_character(star_to);
            edit_set_text(match, star, star_from, star_to);
            text = star_to;
        } else {
            return false;
        }
    }
    for (; *pattern == '*'; pattern++) {
        edit_set_text(match, wildcard++, text, text);
    }
    return *pattern == 0;
}

size_t gaiti_edit_replace(const char *replacement, const gaiti_edit_match *match, char *out) {
    size_t size = 0;
    uint32_t wildcard = 0;
    for (; *replacement; replacement++) {
        gait_span text = gaiti_span(replacement, 1);
        if (edit_is_wildcard(*replacement)) {
            text = match->texts[wildcard++];
        }
        if (out && text.size > 0) {
            memcpy(out + size, text.data, text.size);
        }
        size += text.size;
    }
    return size;
}

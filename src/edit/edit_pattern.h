/* Patterns of names, and new names that contain what wildcards matched. Texts are UTF-8. */
#ifndef GAITI_EDIT_PATTERN_H
#define GAITI_EDIT_PATTERN_H

#include "gait/base.h"

enum { GAITI_EDIT_WILDCARDS = 16 };

/* What the wildcards of a pattern matched, in order. */
typedef struct gaiti_edit_match {
    gait_span texts[GAITI_EDIT_WILDCARDS];
    uint32_t count;
} gaiti_edit_match;

/* True when the text contains * or ?. */
bool gaiti_edit_is_pattern(const char *text);
/* The number of wildcards. */
uint32_t gaiti_edit_wildcards(const char *pattern);
/* True when the name matches, ignoring ASCII case: * matches any text,
 * the shortest one that is possible from left to right; ? matches one character. `match` may be
 * NULL; a pattern with more than GAITI_EDIT_WILDCARDS wildcards gives only the first ones. */
bool gaiti_edit_matches(const char *pattern, const char *name, gaiti_edit_match *match);
/* Replaces the wildcards of `replacement` by the texts of the match, in order. Returns the size
 * without NUL; `out` may be NULL. `replacement` must not have more wildcards than the match. */
size_t gaiti_edit_replace(const char *replacement, const gaiti_edit_match *match, char *out);

#endif

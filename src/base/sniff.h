/* Helpers of format detection, for bytes of unknown content. */
#ifndef GAITI_SNIFF_H
#define GAITI_SNIFF_H

#include "gait/base.h"

/* True when the `size` bytes at `at` match `pattern`, in which '?' matches any byte. */
bool gaiti_has_bytes(gait_span bytes, size_t at, const char *pattern, size_t size);
/* True when the bytes begin with `magic` (no wildcards). */
bool gaiti_begins(gait_span bytes, const char *magic);

/* True when the first 512 bytes contain no control characters except white space; false when there
 * are no bytes. */
bool gaiti_is_text(gait_span bytes);
/* The text without a UTF-8 byte order mark and leading white space. */
gait_span gaiti_text_start(gait_span text);
/* True when the text begins with `word`, ignoring ASCII case. */
bool gaiti_begins_word(gait_span text, const char *word);
/* True when `word` occurs in the first `max` bytes, ignoring ASCII case. */
bool gaiti_holds_word(gait_span text, size_t max, const char *word);

#endif

/* Looking at the beginning of bytes that may be anything. */
#ifndef GAITI_SNIFF_H
#define GAITI_SNIFF_H

#include "gait/base.h"

/* True when `size` bytes at `at` are those of `pattern`; a '?' there is any byte. */
bool gaiti_has_bytes(gait_span bytes, size_t at, const char *pattern, size_t size);
/* The same at 0, for texts without wildcards. */
bool gaiti_begins(gait_span bytes, const char *magic);

/* No control characters but white space in the first 512 bytes; false when there are none. */
bool gaiti_is_text(gait_span bytes);
/* A text without the mark of UTF-8 and the white space in front. */
gait_span gaiti_text_start(gait_span text);
/* Ignoring ASCII case. */
bool gaiti_begins_word(gait_span text, const char *word);
/* The same anywhere in the first `max` bytes. */
bool gaiti_holds_word(gait_span text, size_t max, const char *word);

#endif

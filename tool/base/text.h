/* Memory allocation that cannot fail, and texts. */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdarg.h>

#include "gait/base.h"

#if defined(__GNUC__) && !defined(__MINGW32__)
#define TOOL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TOOL_PRINTF(text, first)
#endif

/* Resizes `block` to `count` elements. Ends the process (exit code 70) when memory is exhausted. */
void *memory_resize(void *block, size_t count, size_t size);
/* Resizes `block` so that it has room for one more than its `count` elements; `*capacity` doubles
 * if necessary. */
void *memory_reserve(void *block, size_t count, size_t *capacity, size_t size);
/* Ends the process when `status` is GAIT_NO_MEMORY. */
void memory_check(gait_status status);

/* From now on, `explain` is called after the message that memory is exhausted. It must not allocate
 * any. */
void memory_on_exhaustion(void (*explain)(void));

/* New texts; the caller frees them. */
char *text_copy(const char *text);
char *text_slice(const char *text, size_t size);
char *text_format(const char *format, ...) TOOL_PRINTF(1, 2);
char *text_format_list(const char *format, va_list arguments) TOOL_PRINTF(1, 0);
/* A name from a file as UTF-8; `code_page` is that of the file. */
char *text_of_name(gait_span name, uint32_t code_page);
/* UTF-16 with the low byte first as UTF-8, and U+FFFD for what is not a character or is zero. */
char *text_of_utf16(const uint8_t *bytes, size_t size);

/* The ending of a noun after this number: "" or "s". */
const char *text_plural(uint64_t count);

/* Returns a new text: UTF-8 with control characters replaced by '?'. */
char *text_clean(const char *utf8);

/* Returns a new text in which letters that differ only in case are equal: Latin, Greek and Cyrillic
 * ones, as Windows compares names of files. */
char *text_fold_case(const char *utf8);

/* The lower-case letter of an ASCII letter; other bytes stay. */
int text_lower(char c);
/* Equal ignoring ASCII case. */
bool text_equal(const char *a, const char *b);
/* Matches a pattern, ignoring ASCII case: `*` matches any text, `?` one character. */
bool text_matches(const char *pattern, const char *text);
/* The number of characters of a UTF-8 text. */
size_t text_length(const char *utf8);

/* A growing list of texts, which it owns or borrows. Initialise it with zeros. */
typedef struct text_list {
    const char **items;
    size_t count;
    size_t capacity;
} text_list;

void text_list_add(text_list *list, const char *text);
/* Frees the list, and with `owned` also its texts. */
void text_list_free(text_list *list, bool owned);

/* Returns a new text: all texts of the list with `separator` between them. */
char *text_list_join(const text_list *list, const char *separator);

/* The same for the first `max` texts. If there are more, `and` and "N more" follow, such as ", and
 * 2 more". */
char *text_list_join_first(const text_list *list, size_t max, const char *and);
/* Adds the parts of a text between commas as new texts; an empty text has one empty part. */
void text_list_split(text_list *list, const char *text);
/* Appends to a text that was allocated. */
void text_append(char **text, const char *format, ...) TOOL_PRINTF(2, 3);

/* The candidate nearest to `text` by edit distance, ignoring ASCII case; NULL when in every
 * candidate more than a third of the letters differ. */
const char *text_nearest(const char *text, const char *const *candidates, size_t count);

#endif

/* Memory that must be there, and texts. */
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdarg.h>

#include "gait/base.h"

#if defined(__GNUC__) && !defined(__MINGW32__)
#define TOOL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define TOOL_PRINTF(text, first)
#endif

/* `block` with room for `count` elements. Ends the process (exit code 70) when there is none. */
void *memory_resize(void *block, size_t count, size_t size);
/* `block` with memory for one more behind its `count` elements; `*capacity` doubles. */
void *memory_reserve(void *block, size_t count, size_t *capacity, size_t size);
/* Ends the process when `status` is GAIT_NO_MEMORY. */
void memory_check(gait_status status);

/* New texts; the caller frees them. */
char *text_copy(const char *text);
char *text_slice(const char *text, size_t size);
char *text_format(const char *format, ...) TOOL_PRINTF(1, 2);
char *text_format_list(const char *format, va_list arguments) TOOL_PRINTF(1, 0);
/* A game's name (CP1251) as UTF-8. */
char *text_of_name(gait_span cp1251);

/* UTF-8 with control characters as '?': a new text. */
char *text_clean(const char *utf8);

/* Equal ignoring ASCII case. */
bool text_equal(const char *a, const char *b);
/* `*` stands for anything, `?` for one character; ASCII case does not count. */
bool text_matches(const char *pattern, const char *text);
/* Characters of a UTF-8 text. */
size_t text_length(const char *utf8);

/* A growing list of texts that it owns or borrows. Start with all zero. */
typedef struct text_list {
    const char **items;
    size_t count;
    size_t capacity;
} text_list;

void text_list_add(text_list *list, const char *text);
/* Frees the list, and with `owned` the texts. */
void text_list_free(text_list *list, bool owned);

/* All of them with `separator` in between: a new text. */
char *text_list_join(const text_list *list, const char *separator);

/* Of `count` candidates the one nearest to `text` by edit distance, ignoring ASCII case; NULL when
 * more than a third of its letters differ. */
const char *text_nearest(const char *text, const char *const *candidates, size_t count);

#endif

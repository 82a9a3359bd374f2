/* Dumps files as text, changes the texts, and builds them. */
#ifndef TEST_SUPPORT_TEXT_FORMS_H
#define TEST_SUPPORT_TEXT_FORMS_H

#include <stdbool.h>

#include "gait/text.h"

/* The text of a file with a NUL after it; free it. NULL when the file does not open. */
char *text_of(gait_span bytes);
/* The same of a fixture or a sample. */
char *text_of_fixture(const char *path);
/* A copy of `text` in which the first `from`, which must be there, is `to`. Free it. */
char *text_with(const char *text, const char *from, const char *to);

/* Builds a text. `found` may be NULL. */
gait_status text_build_with(const char *text, bool allow_damage, gait_diagnostics *found,
                            gait_buffer *out);
/* Builds `text`, in which the first `from` is `to`; NULL = unchanged. Asserts that the result has
 * no errors. Free its data. */
gait_span text_built(const char *text, const char *from, const char *to);
/* Asserts that `text`, in which the first `from` is `to`, is refused: the first diagnostic has this
 * rule and contains `place`. */
void text_assert_refused(const char *text, const char *from, const char *to, const char *rule,
                         const char *place);
/* Asserts that a change from `from` to `to` in `text` changes only `size` bytes at `offset`; size 0
 * = none. */
void text_assert_changes(const char *text, const char *from, const char *to, size_t offset,
                         size_t size);

/* Builds the text of a fixture cut at each byte, with each byte changed, and with each allocation
 * failing. Asserts that failures have a diagnostic and leave nothing, and that what is built can be
 * dumped and built again. */
void text_damage(const char *path);
/* The last of these: asserts that each failing allocation of a dump and of a build returns
 * GAIT_NO_MEMORY without leaks. */
void text_fail_allocations(const char *path);
/* Asserts that each fixture whose path begins with `prefix` and that opens is built from its text
 * with the same bytes, and that its text is refused exactly if the fixture has errors. */
void text_assert_round_trips(const char *prefix);

#endif

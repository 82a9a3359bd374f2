/* Results on stdout: tables for people, JSON for programs. */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "base/text.h"

/* Whether results have colours; the default is no. */
void result_set_colors(bool has_colors);
bool result_has_colors(void);

void result_bytes(const void *bytes, size_t size);
void result_printf(const char *format, ...) TOOL_PRINTF(1, 2);
/* Prints a text of unknown content, padded with spaces to `width` characters (0 = not padded). */
void result_text(const char *utf8, size_t width);
/* Prints the heading of a column or a section, highlighted. */
void result_heading(const char *text);

/* Parts of a JSON document, written directly to stdout. */
void result_json_raw(const char *json);
/* A string; null for NULL. */
void result_json_text(const char *utf8);
/* A key with what is before it, such as ",\"path\":", and a text. */
void result_json_member(const char *key, const char *text);
/* An array of texts. */
void result_json_texts(const text_list *texts);
/* The member "error": an object with the members "rule" (the id of a rule, NULL = none), "message"
 * and, unless it is negative, "line"; or null if `message` is NULL. */
void result_json_error(const char *rule, const char *message, int64_t line);
/* Writes and empties the buffer. Ends the process when `status` is GAIT_NO_MEMORY. */
void result_json(gait_status status, gait_buffer *json);

/* Writes the buffered output now. Call it before messages, so that both appear in order on a
 * terminal. */
void result_flush(void);
/* True when writing to stdout has failed, so that further work is useless. */
bool result_failed(void);
/* Writes the output that is still in the buffer. Returns 0 or the first write error, which
 * platform_explain() explains. */
int result_finish(void);

#endif

/* Results on stdout: tables for people, JSON for machines. */
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "text.h"

/* Whether results have colours; none until it is set. */
void result_set_colors(bool has_colors);
bool result_has_colors(void);

void result_bytes(const void *bytes, size_t size);
void result_printf(const char *format, ...) TOOL_PRINTF(1, 2);
/* A text of unknown content, padded with spaces to `width` characters (0 = not padded). */
void result_text(const char *utf8, size_t width);
/* The name of a column or of a part, made to stand out. */
void result_heading(const char *text);

/* Parts of a JSON document, straight to stdout. */
void result_json_raw(const char *json);
void result_json_text(const char *utf8);
/* Writes and empties the buffer; ends the process when `status` says that memory ran out. */
void result_json(gait_status status, gait_buffer *json);

/* What was printed goes out now: before talk, so that both come in order on one terminal. */
void result_flush(void);
/* True when stdout takes no more: further work is in vain. */
bool result_failed(void);
/* Writes what is left. Returns 0, or the first error of writing, for platform_explain(). */
int result_finish(void);

#endif

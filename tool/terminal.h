/* Talk to people on stderr: errors, warnings, notes. Results go through results.h. */
#ifndef TOOL_TERMINAL_H
#define TOOL_TERMINAL_H

#include "text.h"

typedef enum terminal_color { COLOR_AUTO = 0, COLOR_ALWAYS, COLOR_NEVER } terminal_color;

/* How to talk from now on, and whether results have colours. Without it: colours on a terminal,
 * nothing held back. */
void terminal_setup(terminal_color color, bool quiet, bool verbose);
bool terminal_is_quiet(void);

/* "gait: error: PLACE: text". `place` is a path or NULL. What is not printable is shown as '?'. */
void log_error(const char *place, const char *format, ...) TOOL_PRINTF(2, 3);
void log_warning(const char *place, const char *format, ...) TOOL_PRINTF(2, 3);
/* Held back by -q. */
void log_note(const char *format, ...) TOOL_PRINTF(1, 2);
/* What to do about the error before; held back by -q. */
void log_hint(const char *format, ...) TOOL_PRINTF(1, 2);

/* One diagnostic of a file: where, what, how often, what to do. */
void log_diagnostic(const char *path, const gait_diagnostic *diagnostic);
/* All of them from `first` on: errors, unless -q warnings, with -v notes too. */
void log_diagnostics(const char *path, const gait_diagnostics *diagnostics, uint32_t first);

#endif

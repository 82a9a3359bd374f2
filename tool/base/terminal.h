/* Messages on stderr: errors, warnings, notes. Results go through results.h. */
#ifndef TOOL_TERMINAL_H
#define TOOL_TERMINAL_H

#include "base/capture.h"
#include "base/text.h"

typedef enum terminal_color { COLOR_AUTO = 0, COLOR_ALWAYS, COLOR_NEVER } terminal_color;

/* Sets the colours of messages and results, and which messages are shown. Default: colours on a
 * terminal, all messages. */
void terminal_setup(terminal_color color, bool quiet, bool verbose);
bool terminal_is_quiet(void);
/* Whether notes and all hints are left out, as with -q; the default is no. Repeated warnings about
 * the same place are then left out too. */
void terminal_hide_notes(bool hides_notes);
/* An error or a warning that was logged. */
typedef struct terminal_message {
    bool is_error;
    char *text;            /* without the place */
    const gait_rule *rule; /* NULL = not a diagnostic */
} terminal_message;

enum { TERMINAL_MESSAGES = 20 };

/* The first errors and warnings that a thread has logged while its output was captured. */
typedef struct terminal_messages {
    terminal_message items[TERMINAL_MESSAGES];
    size_t count;
} terminal_messages;

/* Returns the messages of this thread since the last call. The caller frees them. */
terminal_messages terminal_take_messages(void);
void terminal_messages_free(terminal_messages *self);
/* The number of bytes that this process has written to stderr. */
uint64_t terminal_written(void);

/* Writes "gait: error: PLACE: text". `place` is a path or NULL. Unprintable characters become '?'.
 */
void log_error(const char *place, const char *format, ...) TOOL_PRINTF(2, 3);
/* The same; returns the exit code. */
int refuse(int code, const char *place, const char *format, ...) TOOL_PRINTF(3, 4);
void log_warning(const char *place, const char *format, ...) TOOL_PRINTF(2, 3);
/* Writes "gait: text" without a label; not shown with -q. */
void log_note(const char *format, ...) TOOL_PRINTF(1, 2);
/* The same, but also shown while notes are hidden. */
void log_news(const char *format, ...) TOOL_PRINTF(1, 2);
/* Advice about the message before; not shown with -q, or if that message was not. */
void log_hint(const char *format, ...) TOOL_PRINTF(1, 2);

/* Logs the error that there is no such thing with this name, with the nearest known name; false if
 * there is none. */
bool log_unknown(const char *place, const char *what, const char *name, const text_list *known);

/* From now on, hints of this thread name the option `instead` where their text has `option`. Both
 * must stay valid; NULL = end this. */
void log_rename_option(const char *option, const char *instead);
/* Logs one diagnostic of a file: place, text, count, advice. */
void log_diagnostic(const char *path, const gait_diagnostic *diagnostic);
/* The same, but an error is logged as a warning, with the remark that it is allowed. */
void log_allowed_diagnostic(const char *path, const gait_diagnostic *diagnostic);
/* Logs the diagnostics from `first` on: errors, warnings unless -q is given, notes with -v. `path`
 * is the label of the file of `diagnostics`; others are logged with their own name. */
void log_diagnostics(const char *path, const gait_diagnostics *diagnostics, uint32_t first);

/* --- captured output -------------------------------------------------------------------------- */

/* Writes results to stdout and messages to stderr, in their order. */
void capture_replay(const capture *output);

#endif

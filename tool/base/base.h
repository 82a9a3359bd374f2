/* What all parts of the command use: memory, texts, exit codes, messages and results. */
#ifndef TOOL_BASE_H
#define TOOL_BASE_H

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

/* --- large results (large_memory.c) ----------------------------------------------------------- */

/* An allocator that takes small blocks from the C library. Large blocks reserve address space to
 * grow, so that nothing is copied, and use large pages if the system has them: obtaining a page
 * takes longer than filling it. */
gait_allocator large_allocator(void);

/* --- exit codes (exit_code.c; see `gait help`) ------------------------------------------------ */

enum exit_code {
    EXIT_OK = 0,
    EXIT_FINDINGS = 1,    /* `check` found errors, `diff` differences */
    EXIT_USAGE = 2,       /* also an unknown clip, skeleton or rule */
    EXIT_FILES = 3,       /* a file could not be read or written, or exists already */
    EXIT_DAMAGED = 4,     /* damaged input, or a limit was reached */
    EXIT_UNSUPPORTED = 5, /* unknown or unsupported input, or a refused loss */
    EXIT_INTERNAL = 70    /* a defect of the program, or out of memory */
};

typedef struct exit_meaning {
    int code;
    const char *text; /* for the help; NULL ends the table */
} exit_meaning;

extern const exit_meaning exit_meanings[];

/* Returns the exit code of a call from this function, unless it is EXIT_OK. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        const int try_code = (call);                                                               \
        if (try_code != EXIT_OK) {                                                                 \
            return try_code;                                                                       \
        }                                                                                          \
    } while (0)
/* Sets `code`, and continues at the label `done`, which frees and returns, unless it is EXIT_OK. */
#define TRY_DONE(call)                                                                             \
    do {                                                                                           \
        code = (call);                                                                             \
        if (code != EXIT_OK) {                                                                     \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

/* The exit code of two outcomes together: the one that comes first in 70, 3, 4, 5, 2, 1. */
int exit_worse(int a, int b);
int exit_of_status(gait_status status);
/* The exit code of a call that returned `status` and was refused by a rule, NULL = none. Wrong
 * options and unknown names are errors of usage. */
int exit_of_refusal(const gait_rule *rule, gait_status status);
/* True when `rule`, which may be NULL, has this id. */
bool refusal_is(const gait_rule *rule, const char *id);

/* --- captured output (capture.c) -------------------------------------------------------------- */

/* The output of a task, which is kept in memory so that it can be written in the order of the
 * tasks. */

typedef enum capture_kind {
    CAPTURE_RESULT,  /* bytes for stdout */
    CAPTURE_MESSAGE, /* bytes for stderr */
    CAPTURE_ADVICE   /* a const gait_rule *, whose advice is to be logged */
} capture_kind;

/* Initialise it with zeros. The memory is reused. */
typedef struct capture {
    char *bytes; /* parts: a header and its bytes */
    size_t size, capacity;
    size_t last; /* offset of the header of the last part; only if `size` is not 0 */
} capture;

typedef struct capture_part {
    capture_kind kind;
    const void *bytes; /* not aligned */
    size_t size;
} capture_part;

/* From now on the output of this thread goes to `self`; NULL = to the streams. */
void capture_start(capture *self);
/* The capture of this thread; NULL = none. */
capture *capture_current(void);

void capture_add(capture *self, capture_kind kind, const void *bytes, size_t size);
/* Reads one part after the other, from *at = 0 on. False at the end. */
bool capture_read(const capture *self, size_t *at, capture_part *out);
/* Appends the results to `results`, and everything else to `messages`; NULL = it is dropped. */
void capture_split(const capture *self, gait_buffer *results, capture *messages);
/* Removes the content. */
void capture_clear(capture *self);
void capture_free(capture *self);
/* Writes results to stdout and messages to stderr, in their order. */
void capture_replay(const capture *output);

/* --- messages (terminal.c) -------------------------------------------------------------------- */

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

/* --- results (results.c) ---------------------------------------------------------------------- */

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

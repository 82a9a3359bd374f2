/* Writes messages to stderr, or to the capture of a task, with colours and hints. */
#include "base/base.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"

/* State of stderr. */
static struct {
    bool quiet;
    bool verbose;
    bool has_colors;
    bool is_set_up;
    bool hides_notes;
    const gait_rule *advised; /* rule of the last advice, which is not repeated directly */
} terminal;

/* State of the messages of a thread. */
static _Thread_local struct {
    bool hides_hints;             /* the message before was not shown */
    const char *option, *instead; /* log_rename_option() */
    const gait_rule *rule;        /* of the diagnostic that is logged; NULL = none */
    terminal_messages logged;
} thread_messages;

static bool use_colors(terminal_color color, int stream) {
    if (color != COLOR_AUTO) {
        return color == COLOR_ALWAYS;
    }
    const char *no_color = getenv("NO_COLOR");
    const char *kind = getenv("TERM");
    bool dumb = kind && strcmp(kind, "dumb") == 0;
    return !(no_color && no_color[0]) && !dumb && platform_is_terminal(stream);
}

void terminal_setup(terminal_color color, bool quiet, bool verbose) {
    terminal.quiet = quiet;
    terminal.verbose = verbose;
    terminal.has_colors = use_colors(color, PLATFORM_STDERR);
    terminal.is_set_up = true;
    result_set_colors(use_colors(color, PLATFORM_STDOUT));
}

bool terminal_is_quiet(void) {
    return terminal.quiet;
}

void terminal_hide_notes(bool hides_notes) {
    terminal.hides_notes = hides_notes;
}

terminal_messages terminal_take_messages(void) {
    terminal_messages taken = thread_messages.logged;
    thread_messages.logged.count = 0;
    return taken;
}

void terminal_messages_free(terminal_messages *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].text);
    }
    self->count = 0;
}

/* Keeps a message for terminal_take_messages(). False for a warning that was kept before. */
static bool keep_message(bool is_error, const char *format, va_list arguments) {
    terminal_messages *logged = &thread_messages.logged;
    if (!capture_current()) {
        return true;
    }
    char *text = text_format_list(format, arguments);
    bool is_new = true;
    for (size_t i = 0; i < logged->count && !is_error; i++) {
        is_new = is_new && strcmp(logged->items[i].text, text) != 0;
    }
    if (is_new && logged->count < TERMINAL_MESSAGES) {
        logged->items[logged->count++] = (terminal_message){is_error, text, thread_messages.rule};
    } else {
        free(text);
    }
    return is_new;
}

static atomic_uint_fast64_t bytes_written;

uint64_t terminal_written(void) {
    return atomic_load(&bytes_written);
}

/* Writes bytes to stderr, or to the capture of this thread. */
static void terminal_write(const void *bytes, size_t size) {
    if (capture_current()) {
        capture_add(capture_current(), CAPTURE_MESSAGE, bytes, size);
        return;
    }
    result_flush();
    (void)fwrite(bytes, 1, size, stderr);
    (void)atomic_fetch_add(&bytes_written, size);
}

static void print(const char *text) {
    terminal_write(text, strlen(text));
}

static void terminal_print_label(const char *label, const char *color) {
    if (!terminal.is_set_up) {
        terminal_setup(COLOR_AUTO, false, false);
    }
    char text[48];
    snprintf(text, sizeof text,
             terminal.has_colors ? "gait: \033[1;%s%s%s\033[0m " : "gait: %s%s%s ",
             terminal.has_colors ? color : "", terminal.has_colors ? "m" : "", label);
    print(text);
}

/* The texts are made before the first one is printed: a line is complete, or not there. */
static void log_message(const char *label, const char *color, const char *place, const char *format,
                        va_list arguments) {
    char *text = text_format_list(format, arguments);
    char *line = text_format("%s%s%s", place ? place : "", place ? ": " : "", text);
    char *clean = text_clean(line);
    thread_messages.hides_hints = false;
    terminal_print_label(label, color);
    print(clean);
    print("\n");
    free(clean);
    free(line);
    free(text);
}

static void log_error_list(const char *place, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    (void)keep_message(true, format, again);
    va_end(again);
    log_message("error:", "31", place, format, arguments);
}

void log_error(const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_error_list(place, format, arguments);
    va_end(arguments);
}

int refuse(int code, const char *place, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    log_error_list(place, format, arguments);
    va_end(arguments);
    return code;
}

/* Notes of rules: shown only with -v. */
static void log_labelled_note(const char *place, const char *format, ...) {
    if (terminal.quiet || !terminal.verbose) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    log_message("note:", "36", place, format, arguments);
    va_end(arguments);
}

void log_warning(const char *place, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    bool is_new = keep_message(false, format, again);
    va_end(again);
    thread_messages.hides_hints = terminal.hides_notes && !is_new;
    if (!terminal.quiet && !thread_messages.hides_hints) {
        log_message("warning:", "33", place, format, arguments);
    }
    va_end(arguments);
}

/* Prints a line without the control characters that names in files can contain. */
static void terminal_print_line(const char *beginning, const char *text) {
    char *line = text_format("%s%s", beginning, text), *clean = text_clean(line);
    print(clean);
    print("\n");
    free(clean);
    free(line);
}

static void log_plain(const char *format, va_list arguments) {
    char *text = text_format_list(format, arguments);
    terminal_print_line("gait: ", text);
    free(text);
}

void log_note(const char *format, ...) {
    thread_messages.hides_hints = terminal.hides_notes;
    if (terminal.quiet || terminal.hides_notes) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    log_plain(format, arguments);
    va_end(arguments);
}

void log_news(const char *format, ...) {
    if (terminal.quiet) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    log_plain(format, arguments);
    va_end(arguments);
}

void log_rename_option(const char *option, const char *instead) {
    thread_messages.option = option;
    thread_messages.instead = instead;
}

/* A new text with the other name of an option. */
static char *rename_option(const char *text) {
    char *renamed = text_copy(text), *at;
    size_t done = 0;
    while (thread_messages.option && (at = strstr(renamed + done, thread_messages.option))) {
        size_t start = (size_t)(at - renamed);
        *at = 0;
        char *longer = text_format("%s%s%s", renamed, thread_messages.instead,
                                   at + strlen(thread_messages.option));
        free(renamed);
        renamed = longer;
        done = start + strlen(thread_messages.instead);
    }
    return renamed;
}

void log_hint(const char *format, ...) {
    if (terminal.quiet || terminal.hides_notes || thread_messages.hides_hints) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    char *text = text_format_list(format, arguments), *renamed = rename_option(text);
    terminal_print_line("      ", renamed);
    va_end(arguments);
    free(renamed);
    free(text);
}

/* Logs the advice of a rule, unless it was the last advice. */
static void log_advice(const gait_rule *rule) {
    if (capture_current()) {
        capture_add(capture_current(), CAPTURE_ADVICE, (const void *)&rule, sizeof rule);
    } else if (rule != terminal.advised) {
        thread_messages.hides_hints = false;
        log_hint("%s", rule->advice);
        terminal.advised = rule;
    }
}

bool log_unknown(const char *place, const char *what, const char *name, const text_list *known) {
    const char *nearest = text_nearest(name, known->items, known->count);
    if (nearest) {
        log_error(place, "there is no %s '%s'; did you mean '%s'?", what, name, nearest);
    } else {
        log_error(place, "there is no %s '%s'", what, name);
    }
    return nearest != NULL;
}

static void log_one_diagnostic(const char *path, const gait_diagnostic *diagnostic,
                               bool is_allowed) {
    const gait_rule *rule = diagnostic->rule;
    if (!rule) {
        log_error(path, "%s", diagnostic->text);
        return;
    }
    char times[32] = "";
    if (diagnostic->count > 1) {
        snprintf(times, sizeof times, " (%u times)", (unsigned)diagnostic->count);
    }
    bool is_error = diagnostic->severity == GAIT_ERROR && !is_allowed;
    void (*log_it)(const char *, const char *, ...) = is_error ? log_error
                                                      : diagnostic->severity == GAIT_NOTE
                                                          ? log_labelled_note
                                                          : log_warning;
    char place[40] = "";
    if (diagnostic->offset != GAIT_NO_OFFSET) {
        snprintf(place, sizeof place, "byte %llu: ", (unsigned long long)diagnostic->offset);
    }
    thread_messages.rule = rule;
    log_it(path, "%s%s%s [%s]%s", place, diagnostic->text, times, rule->id,
           is_allowed && diagnostic->severity == GAIT_ERROR ? " (allowed)" : "");
    thread_messages.rule = NULL;
    if (is_error && rule->advice[0]) {
        log_advice(rule);
    }
}

void log_diagnostic(const char *path, const gait_diagnostic *diagnostic) {
    log_one_diagnostic(path, diagnostic, false);
}

void log_allowed_diagnostic(const char *path, const gait_diagnostic *diagnostic) {
    log_one_diagnostic(path, diagnostic, true);
}

void log_diagnostics(const char *path, const gait_diagnostics *diagnostics, uint32_t first) {
    for (uint32_t i = first; i < diagnostics->count; i++) {
        const gait_diagnostic *item = &diagnostics->items[i];
        bool is_other = item->file && item->file != diagnostics->file;
        log_diagnostic(is_other ? item->file : path, item);
    }
    if (diagnostics->dropped > 0 && first < diagnostics->count) {
        log_warning(path, "%llu more message%s not shown", (unsigned long long)diagnostics->dropped,
                    diagnostics->dropped == 1 ? " is" : "s are");
    }
}

/* --- captured output -------------------------------------------------------------------------- */

void capture_replay(const capture *output) {
    capture_part part;
    for (size_t at = 0; capture_read(output, &at, &part);) {
        if (part.kind == CAPTURE_RESULT) {
            result_bytes(part.bytes, part.size);
        } else if (part.kind == CAPTURE_MESSAGE) {
            terminal_write(part.bytes, part.size);
        } else {
            const gait_rule *rule;
            memcpy((void *)&rule, part.bytes, sizeof rule);
            log_advice(rule);
        }
    }
}

/* Prints the report of extract, split and merge. */
#include "edit/edit_report.h"

#include <stdlib.h>
#include <string.h>

#include "capture_replay.h"
#include "edit/edit_print.h"
#include "exit_code.h"
#include "results.h"
#include "terminal.h"

void edit_report_begin(edit_report *self, bool is_json) {
    *self = (edit_report){.is_json = is_json};
    if (is_json) {
        capture_start(&self->messages);
    }
}

size_t edit_report_add(edit_report *self, const source *file) {
    self->records =
        memory_reserve(self->records, self->count, &self->capacity, sizeof *self->records);
    self->records[self->count] = (edit_record){.file = file};
    return self->count++;
}

void edit_report_output(edit_report *self, size_t record, const edit_output *output) {
    edit_record *to = &self->records[record];
    to->outputs =
        memory_reserve(to->outputs, to->output_count, &to->output_capacity, sizeof *to->outputs);
    to->outputs[to->output_count] = *output;
    to->outputs[to->output_count++].path = text_copy(output->path);
}

void edit_report_change(edit_report *self, size_t record, const char *what, uint32_t count) {
    edit_record *to = &self->records[record];
    size_t at = 0;
    while (at < to->change_count && strcmp(to->changes[at].what, what) != 0) {
        at++;
    }
    if (at < to->change_count) {
        to->changes[at].count += count;
    } else if (count > 0) {
        to->changes = memory_reserve(to->changes, to->change_count, &to->change_capacity,
                                     sizeof *to->changes);
        to->changes[to->change_count++] = (edit_change){what, count};
    }
}

void edit_report_fail(edit_report *self, size_t record, int code) {
    self->records[record].exit_code = code;
}

/* --- printing --------------------------------------------------------------------------------- */

/* The error of a file: of opening it, or of an edit that the library refused. */
static const gait_diagnostic *find_error(const source *file) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        const gait_diagnostic *item = &file->items[i];
        if (!item->rule || item->rule->severity == GAIT_ERROR) {
            return item;
        }
    }
    return NULL;
}

static void print_outputs(const edit_record *record) {
    result_json_raw(",\"outputs\":[");
    for (size_t i = 0; i < record->output_count; i++) {
        result_json_raw(i > 0 ? ",\n{\"path\":" : "\n{\"path\":");
        result_json_text(record->outputs[i].path);
        result_printf(",\"clips\":%u}", (unsigned)record->outputs[i].clip_count);
    }
    result_json_raw("]");
}

static void print_changes(const edit_record *record) {
    result_json_raw(",\"changes\":[");
    for (size_t i = 0; i < record->change_count; i++) {
        const edit_change *change = &record->changes[i];
        result_printf("%s{\"line\":0,\"text\":\"%s %u clip%s\",\"change\":\"%s\",\"clips\":%u}",
                      i > 0 ? "," : "", change->what, (unsigned)change->count,
                      text_plural(change->count), change->what, (unsigned)change->count);
    }
    result_json_raw("]");
}

/* `message` is used if no diagnostic of the file is an error. */
static void print_record(const edit_record *record, const char *message) {
    const gait_diagnostic *error = find_error(record->file);
    bool is_changed = false;
    for (size_t i = 0; i < record->output_count; i++) {
        is_changed = is_changed || record->outputs[i].is_changed;
    }
    result_json_raw("{\"path\":");
    result_json_text(record->file->path);
    result_json_raw(is_changed ? ",\"changed\":true" : ",\"changed\":false");
    print_outputs(record);
    print_changes(record);
    result_printf(",\"exit_code\":%d,\"error\":", record->exit_code);
    if (record->exit_code == EXIT_OK) {
        result_json_raw("null}");
        return;
    }
    result_json_begin_error(error && error->rule ? error->rule->id : NULL,
                            error ? error->text : message);
    result_json_raw(",\"line\":0}}");
}

static void edit_report_print_document(const edit_report *self, const char *message) {
    edit_print_json_begin();
    for (size_t i = 0; i < self->count; i++) {
        result_json_raw(i > 0 ? ",\n" : "\n");
        print_record(&self->records[i], message);
    }
    edit_print_json_end();
}

/* Gives an exit code that no input caused to the last one. */
static void set_exit_code(edit_report *self, int code) {
    bool is_caused = false;
    for (size_t i = 0; i < self->count; i++) {
        is_caused = is_caused || self->records[i].exit_code == code;
    }
    if (!is_caused && self->count > 0) {
        self->records[self->count - 1].exit_code = code;
    }
}

static const char *edit_report_first_error(const terminal_messages *messages) {
    for (size_t i = 0; i < messages->count; i++) {
        if (messages->items[i].is_error) {
            return messages->items[i].text;
        }
    }
    return "";
}

void edit_report_end(edit_report *self, int code) {
    if (self->is_json) {
        capture_start(NULL);
        terminal_messages messages = terminal_take_messages();
        capture_replay(&self->messages);
        set_exit_code(self, code);
        edit_report_print_document(self, edit_report_first_error(&messages));
        terminal_messages_free(&messages);
    }
    for (size_t i = 0; i < self->count; i++) {
        edit_record *record = &self->records[i];
        for (size_t k = 0; k < record->output_count; k++) {
            free(record->outputs[k].path);
        }
        free(record->outputs);
        free(record->changes);
    }
    free(self->records);
    capture_free(&self->messages);
    *self = (edit_report){0};
}

#include "edit/edit_report.h"

#include <stdlib.h>
#include <string.h>

#include "capture_replay.h"
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

static void print_error(const char *rule, const char *message) {
    result_json_raw("{\"rule\":");
    if (rule) {
        result_json_text(rule);
    } else {
        result_json_raw("null");
    }
    result_json_raw(",\"message\":");
    result_json_text(message);
    result_json_raw("}");
}

static void print_record(const edit_record *record) {
    const gait_diagnostic *error = find_error(record->file);
    result_json_raw("{\"path\":");
    result_json_text(record->file->path);
    result_json_raw(",\"status\":");
    result_json_text(source_status(record->file));
    result_json_raw(",\"outputs\":[");
    for (size_t i = 0; i < record->output_count; i++) {
        const edit_output *output = &record->outputs[i];
        result_json_raw(i > 0 ? ",\n{\"path\":" : "\n{\"path\":");
        result_json_text(output->path);
        result_printf(",\"clips\":%u,\"changed\":%s}", (unsigned)output->clip_count,
                      output->is_changed ? "true" : "false");
    }
    result_json_raw("],\"changes\":[");
    for (size_t i = 0; i < record->change_count; i++) {
        result_printf("%s{\"change\":\"%s\",\"clips\":%u}", i > 0 ? "," : "",
                      record->changes[i].what, (unsigned)record->changes[i].count);
    }
    result_json_raw("],\"error\":");
    if (error) {
        print_error(error->rule ? error->rule->id : NULL, error->text);
    } else {
        result_json_raw("null");
    }
    result_json_raw("}");
}

static void print_document(const edit_report *self, const char *command, bool dry_run, int code,
                           const char *error) {
    result_printf("{\"schema\":\"gait.edit/1\",\"command\":\"%s\",\"dry_run\":%s,"
                  "\"exit_code\":%d,\"error\":",
                  command, dry_run ? "true" : "false", code);
    if (code != EXIT_OK) {
        print_error(NULL, error);
    } else {
        result_json_raw("null");
    }
    result_json_raw(",\"files\":[");
    for (size_t i = 0; i < self->count; i++) {
        result_json_raw(i > 0 ? ",\n" : "\n");
        print_record(&self->records[i]);
    }
    result_json_raw("]}\n");
}

static const char *first_error(const terminal_messages *messages) {
    for (size_t i = 0; i < messages->count; i++) {
        if (messages->items[i].is_error) {
            return messages->items[i].text;
        }
    }
    return "";
}

void edit_report_end(edit_report *self, const char *command, bool dry_run, int code) {
    if (self->is_json) {
        capture_start(NULL);
        terminal_messages messages = terminal_take_messages();
        capture_replay(&self->messages);
        print_document(self, command, dry_run, code, first_error(&messages));
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

/* Prints the changes of each file as text or as gait.edit/1. */
#include "edit/edit_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

/* --- edits ------------------------------------------------------------------------------------ */

void edit_print_changes(const source *file, const gait_edit *edit) {
    result_text(source_label(file), 0);
    result_printf("\n");
    for (uint32_t i = 0; i < gait_edit_change_count(edit); i++) {
        result_printf("  ");
        result_text(gait_edit_change_at(edit, i).text, 0);
        result_printf("\n");
    }
}

void edit_print_json_begin(void) {
    result_json_raw("{\"schema\":\"gait.edit/1\",\"files\":[");
}

static void print_json_changes(const gait_edit *edit) {
    result_json_raw(",\"changes\":[");
    for (uint32_t i = 0; i < gait_edit_change_count(edit); i++) {
        gait_edit_change change = gait_edit_change_at(edit, i);
        result_printf("%s{\"line\":%u,\"text\":", i > 0 ? "," : "", (unsigned)change.line);
        result_json_text(change.text);
        result_json_raw("}");
    }
    result_json_raw("]");
}

void edit_print_json_file(const source *file, const edit_outcome *outcome, bool is_first) {
    result_json_member(is_first ? "\n{\"path\":" : ",\n{\"path\":", file->path);
    result_json_raw(outcome->is_changed ? ",\"changed\":true" : ",\"changed\":false");
    print_json_changes(outcome->is_changed ? outcome->edit : NULL);
    result_printf(",\"exit_code\":%d", outcome->exit_code);
    source_print_error(file, gait_edit_line(outcome->edit));
    result_json_raw("}");
}

void edit_print_json_end(void) {
    result_json_raw("]}\n");
}

/* --- new banks -------------------------------------------------------------------------------- */

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

void edit_report_output(edit_report *self, size_t record, const char *path, uint32_t clip_count,
                        bool is_changed) {
    edit_record *to = &self->records[record];
    to->outputs =
        memory_reserve(to->outputs, to->output_count, &to->output_capacity, sizeof *to->outputs);
    to->outputs[to->output_count++] = (edit_output){text_copy(path), clip_count, is_changed};
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
        if (!item->rule || item->severity == GAIT_ERROR) {
            return item;
        }
    }
    return NULL;
}

static void print_outputs(const edit_record *record) {
    result_json_raw(",\"outputs\":[");
    for (size_t i = 0; i < record->output_count; i++) {
        result_json_member(i > 0 ? ",\n{\"path\":" : "\n{\"path\":", record->outputs[i].path);
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
    result_json_member("{\"path\":", record->file->path);
    result_json_raw(is_changed ? ",\"changed\":true" : ",\"changed\":false");
    print_outputs(record);
    print_changes(record);
    result_printf(",\"exit_code\":%d", record->exit_code);
    result_json_error(error && error->rule ? error->rule->id : NULL,
                      record->exit_code == EXIT_OK ? NULL
                      : error                      ? error->text
                                                   : message,
                      0);
    result_json_raw("}");
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

/* Prints the changes of each file as text or as gait.edit/1. */
#include "edit/edit_print.h"

#include "exit_code.h"
#include "results.h"

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

static void edit_print_print_json_error(const gait_diagnostic *error, uint32_t line) {
    if (!error) {
        result_json_raw(",\"error\":null}");
        return;
    }
    result_json_raw(",\"error\":");
    result_json_begin_error(error->rule ? error->rule->id : NULL, error->text);
    result_printf(",\"line\":%u}}", (unsigned)line);
}

void edit_print_json_file(const source *file, const edit_outcome *outcome, bool is_first) {
    result_json_raw(is_first ? "\n{\"path\":" : ",\n{\"path\":");
    result_json_text(file->path);
    result_json_raw(outcome->is_changed ? ",\"changed\":true" : ",\"changed\":false");
    print_json_changes(outcome->is_changed ? outcome->edit : NULL);
    result_printf(",\"exit_code\":%d", outcome->exit_code);
    edit_print_print_json_error(source_error(file), gait_edit_line(outcome->edit));
}

void edit_print_json_end(void) {
    result_json_raw("]}\n");
}

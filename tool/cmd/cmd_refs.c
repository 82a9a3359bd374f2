/* gait refs: lists, adds, removes and renames the motion references of models. */
#include "cmd/command.h"

#include "edit/edit.h"
#include "banks/banks.h"
#include "base/base.h"
#include "gait/bank_check.h"

static const option refs_table[] = {
    OPTION_OF_EDIT("remove", "REF",
                   "remove this reference; * matches any text, ? matches one character"),
    OPTION_OF_EDIT("rename", "OLD=NEW", "replace the reference OLD by NEW"),
    OPTION_OF_EDIT("add", "REF", "add a reference, unless the model has it"),
    OPTION_OF_EDIT("at", "N",
                   "with --add: add before reference N; 0 is the first; default: after the last"),
    OPTIONS_EDIT_REQUEST(),
};

/* --- the list of references ------------------------------------------------------------------- */

static void refs_print_list(const source *file) {
    text_list paths = ref_paths(file->file);
    const char *form = gait_refs_form(file->file);
    result_printf("%-5s %6zu  ", form ? form : "-", paths.count);
    result_text(source_label(file), 0);
    result_printf("\n");
    for (size_t i = 0; i < paths.count; i++) {
        result_printf("%12zu  ", i);
        result_text(paths.items[i], 0);
        result_printf("\n");
    }
    text_list_free(&paths, true);
}

static void refs_print_json(const source *file, bool is_first, int code) {
    const char *form = file->file ? gait_refs_form(file->file) : NULL;
    text_list paths = file->file ? ref_paths(file->file) : (text_list){0};
    result_json_member(is_first ? "\n{\"path\":" : ",\n{\"path\":", file->path);
    result_json_member(",\"status\":", source_status(file));
    result_json_member(",\"form\":", form);
    result_json_raw(",\"refs\":");
    result_json_texts(&paths);
    result_printf(",\"exit_code\":%d", code);
    source_print_error(file, -1);
    result_json_raw("}");
    text_list_free(&paths, true);
}

static int refs_open_model(source *file, const input *item) {
    int code = source_open_input(file, item);
    if (code != EXIT_OK) {
        log_diagnostic(source_label(file), source_error(file));
    } else if (!format_has(file->format, GAIT_HAS_BANK)) {
        code = refuse(EXIT_UNSUPPORTED, source_label(file),
                      "is not an OGF: only models have motion references");
    }
    return code;
}

static int refs_list_all(const inputs *list, bool is_json) {
    source *file = source_new();
    int worst = EXIT_OK;
    if (is_json) {
        result_json_raw("{\"schema\":\"gait.refs/1\",\"files\":[");
    } else {
        result_heading("FORM   COUNT  FILE");
    }
    for (size_t i = 0; i < list->count && !result_failed(); i++) {
        int code = refs_open_model(file, &list->items[i]);
        worst = exit_worse(worst, code);
        if (is_json) {
            refs_print_json(file, i == 0, code);
        } else if (code == EXIT_OK) {
            refs_print_list(file);
        }
    }
    if (is_json) {
        result_json_raw("]}\n");
    }
    source_free(file);
    return worst;
}

/* --- the command ------------------------------------------------------------------------------ */

static int run_refs(const command_call *call) {
    edit_request request = *(const edit_request *)call->options;
    command_call edit = *call;
    inputs list;
    request.inputs.extension = ".ogf";
    edit.options = &request;
    if (request.words.count > 0) {
        return edit_run(&edit);
    }
    if (edit_is_given(&request.edit)) {
        return refuse(EXIT_USAGE, NULL,
                      "there is nothing to change: give --add, --remove or --rename");
    }
    int code = inputs_read(call, &request.inputs, &list);
    if (code == EXIT_OK) {
        code = refs_list_all(&list, request.json);
    }
    inputs_free(&list);
    return code;
}

const command command_refs = {
    "refs",
    "list, add, remove and rename the motion references of models",
    "PATH...",
    "gait refs meshes/actors/stalker.ogf\n"
    "gait refs stalker.ogf --add actors/new_animation -o new.ogf\n"
    "gait refs meshes/ --rename actors/old=actors/new --in-place --backup",
    "Without --add, --remove and --rename, the references are listed. References are\n"
    "removed first, then renamed, then added. A / in a new reference becomes a\n"
    "backslash. All other bytes of a model are kept. If PATH is a folder, all models\n"
    "below it are edited, except those without bones. If no model has a reference\n"
    "that is to be removed or renamed, nothing is written.",
    0,
    SIZE_MAX,
    COMMAND_RUN(refs_table, edit_request, run_refs)};

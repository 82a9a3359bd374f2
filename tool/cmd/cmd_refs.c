#include "cmd/command.h"

#include <stddef.h>

#include "edit/edit.h"
#include "edit/ref_edits.h"
#include "exit_code.h"
#include "io/input_options.h"
#include "results.h"
#include "terminal.h"

typedef struct refs_options {
    common_options common;
    text_list removed;
    text_list renamed;
    text_list added;
    option_count at;
    edit_options edit;
    input_options inputs;
    bool json;
} refs_options;

static const option refs_table[] = {
    {"remove", 0, OPTION_LIST, "REF", offsetof(refs_options, removed),
     "remove this reference; * matches any text, ? matches one character"},
    {"rename", 0, OPTION_LIST, "OLD=NEW", offsetof(refs_options, renamed),
     "replace the reference OLD by NEW"},
    {"add", 0, OPTION_LIST, "REF", offsetof(refs_options, added),
     "add a reference, unless the model has it"},
    {"at", 0, OPTION_COUNT, "N", offsetof(refs_options, at),
     "with --add: add before reference N; 0 is the first; default: after the last"},
    OPTIONS_EDIT(refs_options),
    OPTIONS_INPUTS(refs_options, inputs),
    {"json", 0, OPTION_FLAG, NULL, offsetof(refs_options, json), "print JSON (gait.refs/1)"},
    OPTIONS_VERBOSE(refs_options, "print notes"),
    OPTIONS_CODE_PAGE(refs_options, "names"),
    OPTIONS_QUIET(refs_options),
    OPTIONS_COLOR(refs_options),
    OPTIONS_HELP(refs_options),
};

typedef struct refs_run {
    const refs_options *options;
    ref_edits edits;
    inputs list;
    source *file;
    size_t printed;
    size_t changed; /* number of files */
} refs_run;

/* --- results ---------------------------------------------------------------------------------- */

static void print_list(const source *file) {
    text_list paths = ref_paths(file);
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

static void print_changes(const source *file, const ref_plan *plan) {
    result_text(source_label(file), 0);
    result_printf("\n");
    for (size_t i = 0; i < plan->lines.count; i++) {
        result_printf("  ");
        result_text(plan->lines.items[i], 0);
        result_printf("\n");
    }
}

static void print_json_paths(const text_list *paths) {
    result_json_raw("[");
    for (size_t i = 0; paths && i < paths->count; i++) {
        result_json_raw(i > 0 ? "," : "");
        result_json_text(paths->items[i]);
    }
    result_json_raw("]");
}

static void print_json_error(const gait_diagnostic *error) {
    if (!error) {
        result_json_raw("null}");
        return;
    }
    result_json_raw("{\"rule\":");
    if (error->rule) {
        result_json_text(error->rule->id);
    } else {
        result_json_raw("null");
    }
    result_json_raw(",\"message\":");
    result_json_text(error->text);
    result_json_raw("}}");
}

/* `plan` is NULL unless the file is edited; `code` is that of the edit. */
static void print_json(refs_run *run, const source *file, const ref_plan *plan, int code) {
    const char *form = file->file ? gait_refs_form(file->file) : NULL;
    text_list paths = file->file ? ref_paths(file) : (text_list){0};
    bool is_changed = plan && code == EXIT_OK && plan->count > 0;
    result_json_raw(run->printed++ > 0 ? ",\n{\"path\":" : "\n{\"path\":");
    result_json_text(file->path);
    result_json_raw(",\"status\":");
    result_json_text(source_status(file));
    result_json_raw(",\"form\":");
    if (form) {
        result_json_text(form);
    } else {
        result_json_raw("null");
    }
    result_json_raw(",\"refs\":");
    print_json_paths(&paths);
    result_json_raw(is_changed ? ",\"changed\":true,\"new_refs\":"
                               : ",\"changed\":false,\"new_refs\":");
    print_json_paths(is_changed ? &plan->after : &paths);
    result_printf(",\"exit_code\":%d,\"error\":", code);
    print_json_error(source_error(file));
    text_list_free(&paths, true);
}

/* --- one file --------------------------------------------------------------------------------- */

static int open_model(refs_run *run, const input *item) {
    source *file = run->file;
    int code = source_open_input(file, item);
    if (code != EXIT_OK) {
        log_diagnostic(source_label(file), source_error(file));
    } else if (file->format != GAIT_FORMAT_OGF) {
        log_error(source_label(file), "is not an OGF: only models have motion references");
        code = EXIT_UNSUPPORTED;
    }
    return code;
}

static int change_model(refs_run *run, const ref_plan *plan) {
    source *file = run->file;
    const edit_options *edit = &run->options->edit;
    gait_buffer out = {0};
    gait_options options = source_options(file);
    gait_status status =
        gait_change_refs(file->file, plan->changes, (uint32_t)plan->count, &options, &out);
    memory_check(status);
    source_log_diagnostics(file);
    if (status == GAIT_INTERNAL) {
        log_error(source_label(file), "the result could not be read again; nothing is written");
    }
    int code = exit_of_status(status);
    bool is_changed = false;
    if (code == EXIT_OK) {
        code = edit_save(edit, file, &out, &is_changed);
    }
    gait_buffer_free(&out);
    run->changed += is_changed;
    bool is_printed =
        is_changed && !run->options->json && !terminal_is_quiet() && !edit_uses_stdout(edit);
    if (is_printed) {
        print_changes(file, plan);
    }
    return code;
}

static int edit_model(refs_run *run, const input *item) {
    ref_plan plan = {0};
    int code = open_model(run, item);
    bool is_open = code == EXIT_OK;
    bool is_left_out = is_open && item->is_found && gait_file_bone_count(run->file->file) == 0;
    if (is_open && !is_left_out) {
        code = ref_plan_make(&run->edits, run->file, &plan);
    }
    if (code == EXIT_OK && run->list.count == 1) {
        code = ref_edits_check(&run->edits, source_label(run->file));
    }
    if (code == EXIT_OK && !is_left_out) {
        code = change_model(run, &plan);
    }
    if (run->options->json) {
        print_json(run, run->file, is_open ? &plan : NULL, code);
    }
    ref_plan_free(&plan);
    return code;
}

static int list_model(refs_run *run, const input *item) {
    int code = open_model(run, item);
    if (run->options->json) {
        print_json(run, run->file, NULL, code);
    } else if (code == EXIT_OK) {
        print_list(run->file);
    }
    return code;
}

/* --- all files -------------------------------------------------------------------------------- */

/* Finds out which edits match a reference of some model, before the first file is written. Errors
 * of files are logged later. */
static int match_all(refs_run *run) {
    for (size_t i = 0; i < run->list.count; i++) {
        ref_plan plan = {0};
        if (source_open_input(run->file, &run->list.items[i]) == EXIT_OK &&
            run->file->format == GAIT_FORMAT_OGF) {
            int code = ref_plan_make(&run->edits, run->file, &plan);
            ref_plan_free(&plan);
            if (code != EXIT_OK) {
                return code;
            }
        }
    }
    return ref_edits_check(&run->edits, NULL);
}

static int process_all(refs_run *run) {
    bool is_edit = run->edits.count > 0;
    int code = is_edit && run->list.count != 1 ? match_all(run) : EXIT_OK;
    if (code != EXIT_OK) {
        return code;
    }
    if (run->options->json) {
        result_json_raw("{\"schema\":\"gait.refs/1\",\"files\":[");
    } else if (!is_edit) {
        result_heading("FORM   COUNT  FILE");
    }
    for (size_t i = 0; i < run->list.count && !result_failed(); i++) {
        const input *item = &run->list.items[i];
        code = exit_worse(code, is_edit ? edit_model(run, item) : list_model(run, item));
    }
    if (run->options->json) {
        result_json_raw("]}\n");
    }
    if (is_edit && code == EXIT_OK) {
        edit_log_summary(&run->options->edit, run->changed, &run->list);
    }
    return code;
}

static int read_edits(const refs_options *options, ref_edits *out) {
    int code = ref_edits_add(out, GAIT_REF_REMOVE, &options->removed);
    if (code == EXIT_OK) {
        code = ref_edits_add(out, GAIT_REF_RENAME, &options->renamed);
    }
    if (code == EXIT_OK) {
        code = ref_edits_add(out, GAIT_REF_INSERT, &options->added);
    }
    out->has_place = options->at.given;
    out->place = options->at.value;
    return code;
}

static int check_options(const refs_run *run) {
    const refs_options *options = run->options;
    if (run->edits.count == 0 && edit_is_given(&options->edit)) {
        log_error(NULL, "there is nothing to change: give --add, --remove or --rename");
        return EXIT_USAGE;
    }
    if (options->at.given && options->added.count == 0) {
        log_error(NULL, "--at requires --add");
        return EXIT_USAGE;
    }
    if (options->json && edit_uses_stdout(&options->edit)) {
        log_error(NULL, "--json and -o - cannot be combined: both write to stdout");
        return EXIT_USAGE;
    }
    return run->edits.count > 0 ? edit_check(&options->edit, &run->list) : EXIT_OK;
}

static int run_refs(const void *given, const char *const *operands, size_t count) {
    refs_run run = {.options = given};
    input_options models = run.options->inputs;
    models.extension = ".ogf";
    int code = read_edits(run.options, &run.edits);
    if (code == EXIT_OK) {
        code = inputs_read(&command_refs, &models, operands, count, &run.list);
    }
    if (code == EXIT_OK) {
        code = check_options(&run);
    }
    if (code == EXIT_OK) {
        run.file = source_new();
        code = process_all(&run);
        source_free(run.file);
    }
    inputs_free(&run.list);
    ref_edits_free(&run.edits);
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
    OPTION_TABLE(refs_table),
    sizeof(refs_options),
    run_refs};

/* Opens each input, makes the edits of the command or of the script, and saves the file. */
#include <stdlib.h>
#include <string.h>

#include "edit/edit_report.h"
#include "edit/edit.h"
#include "base/base.h"
#include "base/platform.h"

/* A pattern or a name that no file had so far. */
typedef struct missing_name {
    char *kind, *name, *nearest;
    size_t files; /* that lack it */
    size_t last;  /* the value of `editable` for the last of them */
} missing_name;

typedef struct edit_run_state {
    const edit_request *request;
    const text_list *words; /* of the only edit; NULL = those of the script */
    const char *script_path;
    file_bytes script;
    inputs list;
    source *file;
    bool is_writing; /* false while the edits are tried in all files */
    bool is_one;
    size_t editable; /* files in which the edits were made */
    size_t failed;   /* files in which an edit failed */
    size_t printed;
    missing_name *missing;
    size_t missing_count, missing_capacity;
} edit_run_state;

/* --- names without a match -------------------------------------------------------------------- */

static void add_missing(edit_run_state *run, gait_edit_missing missing) {
    for (size_t i = 0; i < run->missing_count; i++) {
        missing_name *known = &run->missing[i];
        if (strcmp(known->kind, missing.kind) == 0 && strcmp(known->name, missing.name) == 0) {
            known->files += known->last != run->editable; /* several edits may name it */
            known->last = run->editable;
            if (!known->nearest && missing.nearest) {
                known->nearest = text_copy(missing.nearest);
            }
            return;
        }
    }
    run->missing = memory_reserve(run->missing, run->missing_count, &run->missing_capacity,
                                  sizeof *run->missing);
    run->missing[run->missing_count++] =
        (missing_name){text_copy(missing.kind), text_copy(missing.name),
                       missing.nearest ? text_copy(missing.nearest) : NULL, 1, run->editable};
}

/* Logs an error for the first name that no file has. */
static int check_missing(const edit_run_state *run) {
    for (size_t i = 0; i < run->missing_count; i++) {
        const missing_name *missing = &run->missing[i];
        if (missing->files < run->editable) {
            continue;
        }
        log_error(NULL, "no file%s has the %s \"%s\"%s%s%s",
                  run->failed > 0 ? " that can be edited" : "", missing->kind, missing->name,
                  missing->nearest ? "; did you mean \"" : "",
                  missing->nearest ? missing->nearest : "", missing->nearest ? "\"?" : "");
        log_hint("nothing is written");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

/* --- one file --------------------------------------------------------------------------------- */

/* A file in a folder that edits do not concern: of another program, or of a format without edits.
 */
static bool is_not_editable(const source *file) {
    const gait_diagnostic *error = source_error(file);
    return source_is_foreign(file) ||
           (error && error->rule && strcmp(error->rule->id, "EDT003") == 0);
}

/* Files in folders are left out if edits do not concern them: other formats, and models without
 * bones or, unless references are edited or files are repaired, without motions. */
static bool edit_run_is_left_out(const edit_run_state *run, const input *item,
                                 const gait_edit *edit) {
    const gait_file *file = gait_edit_file(edit);
    bool edits_refs = run->words && strcmp(run->words->items[0], "refs") == 0;
    bool repairs = run->words && strcmp(run->words->items[0], "fix") == 0;
    if (!item->is_found || !file || repairs) {
        return false;
    }
    bool is_model = format_has(gait_file_format(file), GAIT_HAS_BANK);
    return edits_refs ? !is_model || gait_file_bone_count(file) == 0
                      : is_model && run->words && gait_file_clip_count(file) == 0;
}

/* A file in a folder whose format cannot have the edit, such as an RTM when parameters of motions
 * are set, or a model without motions in a script. */
static bool is_unsuitable(const edit_run_state *run, const input *item, const gait_edit *edit) {
    const gait_diagnostics *found = &run->file->diagnostics;
    const gait_file *file = gait_edit_file(edit);
    const gait_rule *rule = found->count > 0 ? found->items[found->count - 1].rule : NULL;
    bool has_no_clips =
        format_has(gait_file_format(file), GAIT_HAS_BANK) && gait_file_clip_count(file) == 0;
    return item->is_found && rule && strcmp(rule->id, "EDT008") == 0 &&
           (run->words || has_no_clips);
}

static gait_status make_edits(const edit_run_state *run, gait_edit *edit) {
    if (!run->is_one) {
        gait_edit_allow_missing(edit);
    }
    return run->words ? gait_edit_words(edit, run->words->items, (uint32_t)run->words->count)
                      : gait_edit_script(edit, (gait_span){run->script.data, run->script.size});
}

/* Names the line of the script, if there is one. */
static void log_failed_edit(edit_run_state *run, const gait_edit *edit) {
    if (run->words) {
        source_log_diagnostics(run->file);
        return;
    }
    char *place = text_format(
        "%s:%u: %s", path_is_stream(run->script_path) ? "standard input" : run->script_path,
        (unsigned)gait_edit_line(edit), source_label(run->file));
    log_diagnostics(place, &run->file->diagnostics, run->file->reported);
    run->file->reported = run->file->diagnostics.count;
    free(place);
}

static int write_result(edit_run_state *run, gait_edit *edit, edit_outcome *outcome) {
    file_content content = {0};
    if (gait_edit_change_count(edit) == 0) {
        return EXIT_OK;
    }
    gait_status status = gait_edit_parts(edit, &content.parts, &content.count);
    (void)source_finish(run->file, status);
    TRY(edit_exit_code(status));
    return edit_save(&run->request->edit, run->file, &content, &outcome->is_changed);
}

static int edit_file(edit_run_state *run, const input *item, gait_edit *edit,
                     edit_outcome *outcome) {
    gait_status status = make_edits(run, edit);
    memory_check(status);
    if (status != GAIT_OK && is_unsuitable(run, item, edit)) {
        return EXIT_OK;
    }
    run->editable += status == GAIT_OK;
    run->failed += status != GAIT_OK;
    for (uint32_t i = 0; status == GAIT_OK && i < gait_edit_missing_count(edit) && !run->is_writing;
         i++) {
        add_missing(run, gait_edit_missing_at(edit, i));
    }
    if (status != GAIT_OK) {
        if (run->is_writing) {
            log_failed_edit(run, edit);
        }
        return edit_exit_code(status);
    }
    return run->is_writing ? write_result(run, edit, outcome) : EXIT_OK;
}

static void edit_run_print_outcome(edit_run_state *run, const edit_outcome *outcome) {
    const edit_request *request = run->request;
    if (request->json) {
        edit_print_json_file(run->file, outcome, run->printed++ == 0);
    } else if (outcome->is_changed && !terminal_is_quiet() && !edit_uses_stdout(&request->edit)) {
        edit_print_changes(run->file, outcome->edit);
    }
}

static int edit_run_process(void *user, const input *item, bool *out_changed) {
    edit_run_state *run = user;
    gait_edit *edit;
    edit_outcome outcome = {0};
    int code = source_begin_edit(run->file, item, &edit);
    bool is_skipped = item->is_found && is_not_editable(run->file);
    if (edit && !edit_run_is_left_out(run, item, edit)) {
        code = edit_file(run, item, edit, &outcome);
    } else if (code != EXIT_OK && run->is_writing && !is_skipped) {
        log_diagnostic(source_label(run->file), source_error(run->file));
    }
    outcome.edit = edit;
    outcome.exit_code = run->file->exit_code = is_skipped ? EXIT_OK : code;
    if (run->is_writing && !is_skipped) {
        edit_run_print_outcome(run, &outcome);
    }
    *out_changed = outcome.is_changed;
    gait_edit_free(edit);
    return outcome.exit_code;
}

/* Adds an input that is not processed to the JSON. */
static void edit_run_leave_out(void *user, const input *item) {
    edit_run_state *run = user;
    edit_run_print_outcome(run, &(edit_outcome){.exit_code = source_open_input(run->file, item)});
}

/* --- all files -------------------------------------------------------------------------------- */

/* An operand that is not there is probably a value without its option. */
static int refuse_operand(edit_run_state *run, const input *item) {
    if (run->request->json) {
        edit_print_json_begin();
        edit_print_json_file(run->file, &(edit_outcome){.exit_code = EXIT_FILES}, true);
        edit_print_json_end();
    }
    platform_info info;
    bool is_missing = !item->problem && platform_is_missing(platform_look(item->path, &info));
    log_diagnostic(source_label(run->file), source_error(run->file));
    log_hint(is_missing
                 ? "nothing is written; an option has one value: repeat the option for several"
                 : "nothing is written");
    return EXIT_FILES;
}

/* Tries the edits in all files, so that nothing is written when a name matches nowhere, or when an
 * operand cannot be read. */
static int edit_run_try_all(edit_run_state *run) {
    for (size_t i = 0; i < run->list.count; i++) {
        const input *item = &run->list.items[i];
        bool is_changed;
        if (edit_run_process(run, item, &is_changed) == EXIT_FILES && !item->is_found) {
            return refuse_operand(run, item);
        }
    }
    return check_missing(run);
}

static int edit_run_process_all(edit_run_state *run) {
    const edit_request *request = run->request;
    run->is_one = run->list.count == 1;
    if (!run->is_one) {
        TRY(edit_run_try_all(run));
    }
    run->is_writing = true;
    return edit_each(&(edit_loop){.options = &request->edit,
                                  .list = &run->list,
                                  .schema = request->json ? "gait.edit/1" : NULL,
                                  .user = run,
                                  .process = edit_run_process,
                                  .leave_out = edit_run_leave_out});
}

static int run_edits(edit_run_state *run, const command_call *call) {
    int code;
    TRY_DONE(inputs_read(call, &run->request->inputs, &run->list));
    TRY_DONE(edit_check(&run->request->edit, &run->list, run->request->json));
    run->file = source_new();
    code = edit_run_process_all(run);
    source_free(run->file);
done:
    inputs_free(&run->list);
    for (size_t i = 0; i < run->missing_count; i++) {
        free(run->missing[i].kind);
        free(run->missing[i].name);
        free(run->missing[i].nearest);
    }
    free(run->missing);
    return code;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Adds a line of a table as a value of the option. */
static int add_line(const char *path, size_t number, const char *name, const char *line,
                    text_list *out) {
    if (!strpbrk(line, "\t=")) {
        log_error(NULL, "%s:%zu: the line has no second name: '%s'", path, number, line);
        log_hint("write one pair per line: OLD, a tab, NEW; or OLD=NEW");
        return EXIT_USAGE;
    }
    text_list_add(out, text_format("--%s=%s", name, line));
    return EXIT_OK;
}

/* Adds the lines of a table; empty lines are ignored. */
static int read_table(const char *path, const char *name, text_list *out) {
    file_bytes bytes = {0};
    int code;
    TRY_DONE(files_read_or_fail(path, &bytes));
    const char *text = (const char *)bytes.data;
    size_t at = bytes.size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, number = 0;
    while (at < bytes.size && code == EXIT_OK) {
        const char *end = memchr(text + at, '\n', bytes.size - at);
        size_t size = end ? (size_t)(end - text) - at : bytes.size - at;
        size_t next = at + size + 1;
        size -= size > 0 && text[at + size - 1] == '\r';
        char *line = text_slice(text + at, size);
        number++;
        code = line[0] ? add_line(path, number, name, line, out) : EXIT_OK;
        free(line);
        at = next;
    }
done:
    files_free(&bytes);
    return code;
}

/* Makes the list of words: the name of the edit, its options, and the lines of its tables. Logs an
 * error and returns its exit code. The caller frees the list with its texts in every case. */
static int edit_words_make(const char *verb, const edit_request *request, text_list *out) {
    static const char *const options[] = {"clip", "bone"};
    int code = EXIT_OK;
    text_list_add(out, text_copy(verb));
    for (size_t i = 0; i < request->words.count; i++) {
        text_list_add(out, text_copy(request->words.items[i]));
    }
    for (size_t t = 0; t < 2 && code == EXIT_OK; t++) {
        if (request->tables[t]) {
            code = read_table(request->tables[t], options[t], out);
        }
    }
    return code;
}

/* --- the commands ----------------------------------------------------------------------------- */

int edit_run(const command_call *call) {
    text_list words = {0};
    edit_run_state run = {.request = call->options, .words = &words};
    int code = edit_words_make(call->self->name, run.request, &words);
    if (code == EXIT_OK) {
        code = run_edits(&run, call);
    }
    text_list_free(&words, true);
    return code;
}

int edit_run_script(const command_call *call) {
    command_call edit = *call;
    edit_run_state run = {.request = call->options, .script_path = call->operands[0]};
    edit.operands++;
    edit.count--;
    int code = files_read_or_fail(run.script_path, &run.script);
    if (code == EXIT_OK) {
        code = run_edits(&run, &edit);
    }
    files_free(&run.script);
    return code;
}

/* gait rename-bank: renames a bank of a mod, and its references in all models. */
#include "cmd/command.h"

#include <stdlib.h>

#include "banks/banks.h"
#include "base/base.h"
#include "base/platform.h"

typedef struct rename_options {
    common_options common;
    text_list folder;
    bool backup;
    bool dry_run;
    bool force;
    bool keep_going;
    bool json;
} rename_options;

static const option rename_table[] = {
    {"in", 0, OPTION_SINGLE, "FOLDER", offsetof(rename_options, folder), "the folder of the mod"},
    {"backup", 0, OPTION_FLAG, NULL, offsetof(rename_options, backup),
     "keep each old model as NAME.bak"},
    {"dry-run", 0, OPTION_FLAG, NULL, offsetof(rename_options, dry_run),
     "print the changes, but write nothing"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(rename_options, force), "overwrite backups"},
    {"keep-going", 0, OPTION_FLAG, NULL, offsetof(rename_options, keep_going),
     "leave out models that cannot be read or changed"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(rename_options, json),
     "print JSON (gait.rename-bank/1)"},
    OPTIONS_OF_FILES(rename_options, "print notes, and lines of text files that name the bank"),
};

typedef struct rename_run {
    const rename_options *options;
    bank_rename rename;
    bank_models models;
    bank_mentions mentions;
    source *file;
    files_transaction *transaction; /* NULL with --dry-run */
    int code;
    size_t changed; /* number of models */
    bool is_renamed;
} rename_run;

/* --- results ---------------------------------------------------------------------------------- */

/* True for a model whose references were changed. */
static bool rename_bank_is_changed(const rename_run *run, const bank_model *model) {
    bool is_written =
        run->is_renamed ||
        (run->transaction && files_transaction_has_changed(run->transaction, model->path));
    return is_written && model->ref_count > 0 && model->exit_code == EXIT_OK;
}

static void print_model(const rename_run *run, const bank_model *model) {
    result_text(model->path, 0);
    for (size_t i = 0; i < model->ref_count; i++) {
        result_printf("\n  * ");
        result_text(model->old_refs.items[i], 0);
        result_printf(" -> ");
        char *path = bank_model_new_ref(&run->rename, model->old_refs.items[i]);
        result_text(path, 0);
        free(path);
    }
    result_printf("\n");
}

static void rename_bank_print_text(const rename_run *run) {
    if (!run->is_renamed || terminal_is_quiet()) {
        return;
    }
    result_text(run->rename.from.path, 0);
    result_printf(" -> ");
    result_text(run->rename.to.path, 0);
    result_printf("\n");
    for (size_t i = 0; i < run->models.count; i++) {
        if (rename_bank_is_changed(run, &run->models.items[i])) {
            print_model(run, &run->models.items[i]);
        }
    }
}

static void print_json_model(const rename_run *run, const bank_model *model) {
    result_json_member("{\"path\":", model->path);
    result_printf(",\"changed\":%s,\"refs\":[",
                  rename_bank_is_changed(run, model) ? "true" : "false");
    for (size_t i = 0; i < model->ref_count; i++) {
        char *path = bank_model_new_ref(&run->rename, model->old_refs.items[i]);
        result_printf("%s{\"index\":%u", i > 0 ? "," : "", (unsigned)model->refs[i]);
        result_json_member(",\"old\":", model->old_refs.items[i]);
        result_json_member(",\"new\":", path);
        result_json_raw("}");
        free(path);
    }
    result_json_raw("],\"patterns\":[");
    for (size_t i = 0; i < model->pattern_count; i++) {
        const bank_pattern *pattern = &model->patterns[i];
        result_printf("%s{\"index\":%u", i > 0 ? "," : "", (unsigned)pattern->ref);
        result_json_member(",\"ref\":", pattern->text);
        result_json_member(",\"matches\":", pattern->matched ? "old" : "new");
        result_json_raw("}");
    }
    result_printf("],\"exit_code\":%d", model->exit_code);
    result_json_error(model->rule, model->message, -1);
    result_json_raw("}");
}

static void print_json_place(const char *key, const bank_place *place) {
    result_json_raw(key);
    result_json_member("{\"path\":", place->path);
    result_json_member(",\"ref\":", place->ref);
    result_json_raw("}");
}

static void rename_bank_print_json(const rename_run *run, int code) {
    const bank_models *models = &run->models;
    result_json_member("{\"schema\":\"gait.rename-bank/1\",\"root\":", run->rename.root);
    print_json_place(",\"old\":", &run->rename.from);
    print_json_place(",\"new\":", &run->rename.to);
    result_printf(",\"renamed\":%s,\"searched\":%zu,\"models\":[",
                  run->is_renamed ? "true" : "false", models->searched);
    for (size_t i = 0; i < models->count; i++) {
        result_json_raw(i > 0 ? ",\n" : "\n");
        print_json_model(run, &models->items[i]);
    }
    result_json_raw("],\"mentions\":");
    result_json_raw(run->options->common.verbose ? "[" : "null");
    for (size_t i = 0; i < run->mentions.count; i++) {
        result_json_member(i > 0 ? ",\n{\"path\":" : "\n{\"path\":", run->mentions.items[i].path);
        result_printf(",\"line\":%zu}", run->mentions.items[i].line);
    }
    result_json_raw(run->options->common.verbose ? "]" : "");
    result_printf(",\"exit_code\":%d}\n", code);
}

/* --- messages --------------------------------------------------------------------------------- */

static void warn_of_model(const rename_run *run, const bank_model *model) {
    for (size_t i = 0; i < model->pattern_count; i++) {
        const bank_pattern *pattern = &model->patterns[i];
        log_warning(
            model->path,
            pattern->matched
                ? "reference %u, '%s', matches the old path of the bank, but not the new one"
                : "reference %u, '%s', matches the new path of the bank, but not the old one",
            (unsigned)pattern->ref, pattern->text);
    }
    if (model->names_new) {
        log_warning(model->path, "already has the reference '%s'", run->rename.to.ref);
    }
}

static void log_mentions(const rename_run *run) {
    for (size_t i = 0; i < run->mentions.count; i++) {
        log_note("%s:%zu: may name the bank; text files are not changed",
                 run->mentions.items[i].path, run->mentions.items[i].line);
    }
}

static void rename_bank_log_summary(const rename_run *run) {
    if (run->models.naming == 0) {
        log_note("no model names the bank; %zu model%s searched", run->models.searched,
                 text_plural(run->models.searched));
    } else {
        log_note("%zu of %zu models %s", run->changed, run->models.searched,
                 run->options->dry_run ? "would be changed" : "changed");
    }
}

/* --- the change ------------------------------------------------------------------------------- */

static int write_model(const rename_run *run, const bank_model *model, const gait_buffer *content) {
    const rename_options *options = run->options;
    const gait_span part = {content->data, content->size};
    const file_content changed = {model->path, &part, 1};
    if (!options->dry_run) {
        return files_transaction_replace(run->transaction, &changed, options->backup,
                                         options->force);
    }
    return files_may_replace(model->path, options->backup, options->force);
}

/* Prepares the new file of one model. False when nothing may be changed. */
static bool change_model(rename_run *run, bank_model *model) {
    gait_buffer content = {0};
    int code = bank_model_change(model, &run->rename, run->file, &content);
    bool is_possible = code == EXIT_OK;
    if (is_possible) {
        code = write_model(run, model, &content);
        run->changed += code == EXIT_OK;
    }
    gait_buffer_free(&content);
    run->code = exit_worse(run->code, code);
    return code == EXIT_OK || (!is_possible && run->options->keep_going);
}

static bool change_models(rename_run *run) {
    bool goes_on = true;
    for (size_t i = 0; i < run->models.count && goes_on; i++) {
        bank_model *model = &run->models.items[i];
        if (model->ref_count > 0 && model->exit_code == EXIT_OK) {
            goes_on = change_model(run, model) && !platform_interrupted();
        }
    }
    return goes_on;
}

/* All files are prepared first. Then the bank gets its new name in addition to the old one, the
 * models are replaced, and the old name is removed: at any time, all references have files. */
static bool change_all(rename_run *run) {
    const bank_rename *rename = &run->rename;
    bool is_dry = run->options->dry_run;
    int code = EXIT_OK;
    if (rename->is_linked) {
        log_note("%s is a link to the bank: an interrupted rename is continued", rename->to.path);
    } else if (is_dry) {
        code = files_may_write(rename->to.path, false);
    } else {
        code = files_transaction_link(run->transaction, rename->from.path, rename->to.path, false);
    }
    bool goes_on = code == EXIT_OK && change_models(run);
    if (goes_on && !is_dry) {
        files_transaction_remove(run->transaction, rename->from.path);
        code = files_transaction_commit(run->transaction);
    }
    run->code = exit_worse(run->code, code);
    return goes_on && code == EXIT_OK;
}

static void change_files(rename_run *run) {
    platform_watch_interrupts();
    files_make_folders(true);
    run->transaction = run->options->dry_run ? NULL : files_transaction_new();
    run->is_renamed = change_all(run);
    if (run->is_renamed) {
        rename_bank_log_summary(run);
    } else if (run->transaction && files_transaction_has_changed(run->transaction, NULL)) {
        log_error(NULL, "the rename is not complete");
        log_hint(platform_is_same(run->rename.from.path, run->rename.to.path)
                     ? "the same command completes it"
                     : "change the other models with `gait refs --rename`, and remove OLD");
    } else {
        log_note("nothing is renamed");
    }
}

/* Searches the models, and changes them unless one of them cannot be read. */
static void rename_bank(rename_run *run) {
    run->code = bank_models_find(&run->rename, run->file, &run->models);
    for (size_t i = 0; i < run->models.count; i++) {
        warn_of_model(run, &run->models.items[i]);
    }
    if (run->options->common.verbose) {
        bank_mentions_find(&run->rename, &run->mentions);
        log_mentions(run);
    }
    if (run->models.unreadable == 0 || run->options->keep_going) {
        change_files(run);
    } else {
        log_error(NULL, "%zu model%s cannot be searched; nothing is renamed",
                  run->models.unreadable, text_plural(run->models.unreadable));
        log_hint("--keep-going leaves such models out");
    }
}

/* --- the command ------------------------------------------------------------------------------ */

static int rename_bank_check_options(const rename_options *options) {
    if (options->folder.count != 1) {
        return refuse(EXIT_USAGE, NULL,
                      options->folder.count == 0 ? "--in FOLDER is missing: the folder of the mod"
                                                 : "--in can be given only once");
    }
    if (options->force && !options->backup) {
        return refuse(EXIT_USAGE, NULL, "-f requires --backup: only backups are overwritten");
    }
    return EXIT_OK;
}

static int run_rename_bank(const command_call *call) {
    rename_run run = {.options = call->options};
    TRY(rename_bank_check_options(run.options));
    run.file = source_new();
    int code;
    TRY_DONE(bank_rename_resolve(run.options->folder.items[0], call->operands[0], call->operands[1],
                                 &run.rename));
    rename_bank(&run);
    code = run.code;
    if (run.options->json) {
        rename_bank_print_json(&run, code);
    } else {
        rename_bank_print_text(&run);
    }
done:
    files_transaction_free(run.transaction);
    bank_mentions_free(&run.mentions);
    bank_models_free(&run.models);
    bank_rename_free(&run.rename);
    source_free(run.file);
    return code;
}

const command command_rename_bank = {
    "rename-bank",
    "rename a bank of a mod, and its references in all models",
    "OLD NEW --in FOLDER",
    "gait rename-bank actors/walk actors/new/walk --in gamedata --dry-run\n"
    "gait rename-bank meshes/actors/walk.omf meshes/actors/run.omf --in gamedata",
    "OLD and NEW are files with the extension .omf, or references without it. FOLDER is\n"
    "the mod: references are relative to the folder meshes in it or in its folder\n"
    "gamedata, or to FOLDER itself if there is none. All models (.ogf) below FOLDER are\n"
    "searched. If one of them cannot be read or changed, nothing is renamed. References\n"
    "with wildcards and text files are not changed.",
    2,
    2,
    COMMAND_RUN(rename_table, rename_options, run_rename_bank)};

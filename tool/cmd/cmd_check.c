/* gait check: finds errors in files. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "base/base.h"
#include "io/source.h"
#include "options/options.h"
#include "batch/jobs.h"
#include "skeleton/skeleton.h"
#include "gait/games.h"

typedef struct check_options {
    common_options common;
    bool json;
    bool sarif;
    bool strict;
    bool summary;
    bool each;
    int min_severity;
    int game;
    text_list skeletons, folders, games;
    text_list only, ignored, reports;
    input_options inputs;
    const char *baseline, *new_baseline;
    const char *rules_url;
    option_count jobs;
} check_options;

static const option check_table[] = {
    {"strict", 0, OPTION_FLAG, NULL, offsetof(check_options, strict), "warnings count as errors"},
    OPTIONS_GAME(check_options, game,
                 "the game of the files, for the severities of findings; auto: the configs tell"),
    {"skeleton", 0, OPTION_SINGLE, "SKELETON", offsetof(check_options, skeletons),
     "report bones that are missing from this .ogf, glTF, model.cfg or built-in skeleton"},
    {"search", 0, OPTION_LIST, "FOLDER", offsetof(check_options, folders),
     "also look for the banks of models in this folder and below it"},
    {"base-game", 0, OPTION_LIST, "FOLDER", offsetof(check_options, games),
     "the unpacked game: what mods need from it is not missing"},
    {"only", 0, OPTION_LIST, "FORMAT", offsetof(check_options, only),
     "in folders, check only files of this format, such as rtm; several with commas"},
    OPTIONS_INPUTS(check_options, inputs),
    {"ignore", 0, OPTION_LIST, "RULE", offsetof(check_options, ignored),
     "do not report this rule, such as RTM051 or OMF*; several with commas"},
    {"min-severity", 0, OPTION_CHOICE, "note|warning|error", offsetof(check_options, min_severity),
     "do not report less serious findings"},
    {"baseline", 0, OPTION_TEXT, "FILE", offsetof(check_options, baseline),
     "do not report the findings in this file"},
    {"write-baseline", 0, OPTION_TEXT, "FILE", offsetof(check_options, new_baseline),
     "write the findings to this file, for --baseline in later runs"},
    {"summary", 0, OPTION_FLAG, NULL, offsetof(check_options, summary),
     "print only the number of findings per rule"},
    {"each", 0, OPTION_FLAG, NULL, offsetof(check_options, each),
     "print every finding, not one line per cause"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(check_options, json), "print JSON (gait.check/1)"},
    {"sarif", 0, OPTION_FLAG, NULL, offsetof(check_options, sarif), "print SARIF 2.1.0"},
    {"report", 0, OPTION_LIST, "FORMAT=FILE", offsetof(check_options, reports),
     "also write a report: json, sarif, junit or github"},
    {"rules-url", 0, OPTION_TEXT, "URL", offsetof(check_options, rules_url),
     "for SARIF: address of docs/rules.md, to which each rule then links"},
    OPTIONS_JOBS(check_options, jobs),
    OPTIONS_OF_FILES(check_options, "print what to do about each finding; name skipped files"),
};

typedef struct check_run {
    const check_options *options;
    const gait_skeleton *skeleton; /* of --skeleton, may be NULL */
    text_list folders;             /* those of --search, then those of --base-game */
    inputs list;
    bool prints_causes; /* one line per cause, at the end */
    check_causes causes;
    check_filter filter;
    check_reports reports;
    check_summary summary;
    check_baseline new_baseline;
    check_models *models; /* shared by the threads */
    check_mods mods;
    check_totals totals;
    int code;
} check_run;

/* Of one thread. */
typedef struct check_context {
    const check_run *run;
    source *file;
    check_skeletons *skeletons;
    check_summary summary;
    check_totals totals;
} check_context;

/* What one file adds to the reports. */
typedef struct check_outcome {
    check_reports reports;
    check_causes causes;
    check_baseline new_baseline;
} check_outcome;

/* --- one file --------------------------------------------------------------------------------- */

/* Damage and encryption are findings. Other errors, such as an unreadable file, prevent the check
 * and keep their own exit code. */
static int check_outcome_of(const check_run *run, const source *file) {
    const gait_diagnostic *error = source_error(file);
    bool is_finding = file->exit_code == EXIT_DAMAGED ||
                      (error && error->rule && strcmp(error->rule->id, "OMF003") == 0);
    if (error && (!is_finding || !error->rule)) {
        return file->exit_code;
    }
    bool found =
        file->diagnostics.errors > 0 || (run->options->strict && file->diagnostics.warnings > 0);
    return found ? EXIT_FINDINGS : EXIT_OK;
}

/* Adds findings about the bones that the skeleton lacks. */
static void check_bones(source *file, const gait_skeleton *skeleton) {
    gait_skeleton *bound = NULL;
    gait_options options = source_options(file);
    if (gait_format_get_info(file->format)->abilities & GAIT_HAS_SKELETON) {
        return;
    }
    file->diagnostics.lists_missing_bones = true;
    memory_check(gait_file_bind_skeleton(file->file, skeleton, &options, &bound));
    file->diagnostics.lists_missing_bones = false;
    gait_skeleton_free(bound);
}

/* Returns the exit code of the search for a skeleton. */
static int examine(const check_context *self) {
    const check_run *run = self->run;
    source *file = self->file;
    int code = EXIT_OK;
    if (!file->file) {
        return code;
    }
    memory_check(gait_file_check(file->file, &file->diagnostics));
    const gait_skeleton *skeleton = run->skeleton;
    if (!skeleton) {
        code = check_skeletons_examine(self->skeletons, file, &skeleton);
    }
    if (skeleton) {
        check_bones(file, skeleton);
    }
    check_models_examine(run->models, file);
    motion_check(file);
    return code;
}

static void report_file(check_context *self, check_outcome *out) {
    const check_run *run = self->run;
    const source *file = self->file;
    if (run->reports.count > 0) {
        if (!out->reports.items) {
            out->reports = check_reports_new_part(&run->reports, run->options->strict);
        }
        check_reports_add(&out->reports, file);
    }
    check_causes_add(&out->causes, file);
    if (run->options->summary) {
        check_summary_add(&self->summary, file);
    } else if (!check_reports_use_stdout(&run->reports) && !run->prints_causes) {
        check_print_findings(file, &run->options->common);
    }
    const gait_diagnostic *error = source_error(file);
    if (error && !error->rule) {
        log_diagnostic(source_label(file), error);
    }
}

static int run_check_task(void *context, size_t index, void *outcome) {
    check_context *self = context;
    check_outcome *out = outcome;
    const check_run *run = self->run;
    const input *item = &run->list.items[index];
    source *file = self->file;
    if (item->is_config) {
        source_read_input(file, item);
        file->format = check_mods_format(item->path);
    } else {
        source_open_input(file, item);
    }
    if (item->is_found && check_filter_skips(&run->filter, file)) {
        self->totals.skipped++;
        if (run->options->common.verbose) {
            log_note("%s: skipped", source_label(file));
        }
        return EXIT_OK;
    }
    gait_diagnostics_set_games(&file->diagnostics,
                               check_game_set(&run->totals.game, &run->mods, file));
    int code = examine(self);
    check_mods_examine(&run->mods, file);
    if (run->options->new_baseline) {
        check_baseline_add(&out->new_baseline, file);
    }
    check_filter_apply(&run->filter, file);
    self->totals.files++;
    self->totals.errors += file->diagnostics.errors;
    self->totals.warnings += file->diagnostics.warnings;
    report_file(self, out);
    return exit_worse(code, check_outcome_of(run, file));
}

/* --- all files -------------------------------------------------------------------------------- */

static void finish_check_task(void *user, size_t index, void *outcome) {
    check_run *run = user;
    check_outcome *out = outcome;
    (void)index;
    check_reports_append(&run->reports, &out->reports);
    check_causes_append(&run->causes, &out->causes);
    check_baseline_append(&run->new_baseline, &out->new_baseline);
}

static void free_check_outcome(void *outcome) {
    check_outcome *out = outcome;
    check_reports_free(&out->reports);
    check_causes_free(&out->causes);
    check_baseline_free(&out->new_baseline);
}

static void begin_check(void *user, void *context) {
    const check_run *run = user;
    *(check_context *)context = (check_context){
        .run = run, .file = source_new(), .skeletons = check_skeletons_new(&run->folders)};
}

static void end_check(void *user, void *context) {
    check_run *run = user;
    check_context *self = context;
    run->totals.files += self->totals.files;
    run->totals.skipped += self->totals.skipped;
    run->totals.errors += self->totals.errors;
    run->totals.warnings += self->totals.warnings;
    check_summary_merge(&run->summary, &self->summary);
    check_summary_free(&self->summary);
    check_skeletons_free(self->skeletons);
    source_free(self->file);
}

static size_t check_all(check_run *run) {
    enum { FILES_AT_A_TIME = 16 };
    const job_list list = {.count = run->list.count,
                           .portion = FILES_AT_A_TIME,
                           .threads = run->options->jobs,
                           .context_size = sizeof(check_context),
                           .outcome_size = sizeof(check_outcome),
                           .user = run,
                           .code = &run->code,
                           .begin = begin_check,
                           .run = run_check_task,
                           .finish = finish_check_task,
                           .free_outcome = free_check_outcome,
                           .end = end_check};
    return jobs_run(&list);
}

static int parse_filter(const check_options *options, check_filter *out) {
    *out = (check_filter){.min_severity = (gait_severity)options->min_severity};
    if (options->common.quiet && out->min_severity == GAIT_NOTE) {
        out->min_severity = GAIT_WARNING;
    }
    TRY(check_filter_read_formats(&options->only, &out->formats));
    TRY(check_rules_parse(&options->ignored, &out->ignored));
    return options->baseline ? check_baseline_read(options->baseline, &out->baseline) : EXIT_OK;
}

static void log_totals(const check_run *run) {
    const check_totals *totals = &run->totals;
    bool is_part = run->filter.formats.count > 0; /* --only */
    unsigned long long files = totals->files + (is_part ? 0 : run->mods.text_count);
    char *skipped = totals->skipped > 0 ? text_format(", %llu file%s of other kinds skipped",
                                                      (unsigned long long)totals->skipped,
                                                      text_plural(totals->skipped))
                                        : text_copy("");
    check_game_log(&totals->game);
    log_note("%llu file%s: %llu error%s, %llu warning%s%s", files, text_plural(files),
             (unsigned long long)totals->errors, text_plural(totals->errors),
             (unsigned long long)totals->warnings, text_plural(totals->warnings), skipped);
    free(skipped);
    size_t unused = check_baseline_unused(&run->filter.baseline);
    if (unused > 0) {
        log_note("%llu entr%s of the baseline no longer occur%s", (unsigned long long)unused,
                 unused == 1 ? "y" : "ies", unused == 1 ? "s" : "");
    }
}

static void check_finish(check_run *run, bool is_complete) {
    check_causes_sort(&run->causes);
    if (run->options->summary) {
        check_summary_print(&run->summary);
    } else if (run->prints_causes) {
        check_print_causes(&run->causes, &run->options->common);
    }
    run->code = exit_worse(
        run->code, check_reports_end(&run->reports, &run->totals, &run->causes, is_complete));
    const char *baseline = run->options->new_baseline;
    if (baseline && !is_complete) {
        log_error(baseline, "is not written, because not all files were checked");
    } else if (baseline) {
        int code = check_baseline_write(&run->new_baseline, baseline);
        /* The findings are accepted now. */
        run->code = code != EXIT_OK              ? exit_worse(run->code, code)
                    : run->code == EXIT_FINDINGS ? EXIT_OK
                                                 : run->code;
    }
    log_totals(run);
}

/* Reads the options that can be wrong. */
static int prepare(check_run *run, loaded_skeleton *skeleton) {
    const check_options *options = run->options;
    TRY(jobs_check(options->jobs));
    TRY(check_reports_parse(&options->reports, options->json, options->sarif, &run->reports));
    if (options->rules_url) {
        TRY(check_reports_set_rules_url(&run->reports, options->rules_url));
    }
    if (options->summary && check_reports_use_stdout(&run->reports)) {
        return refuse(EXIT_USAGE, NULL,
                      "--summary cannot be combined with a report to standard output");
    }
    TRY(check_reports_may_write(&run->reports));
    if (options->new_baseline) {
        TRY(check_baseline_may_write(options->new_baseline));
        for (size_t i = 0; i < run->reports.count; i++) {
            if (strcmp(run->reports.items[i].path, options->new_baseline) == 0) {
                return refuse(EXIT_USAGE, options->new_baseline,
                              "is the file of a report and of the baseline");
            }
        }
    }
    TRY(parse_filter(options, &run->filter));
    TRY(skeleton_arguments_load_bones(&options->skeletons, skeleton));
    run->skeleton = skeleton->skeleton;
    for (size_t i = 0; i < options->folders.count + options->games.count; i++) {
        size_t game = i - options->folders.count;
        text_list_add(&run->folders, i < options->folders.count ? options->folders.items[i]
                                                                : options->games.items[game]);
    }
    return check_models_begin(run->models, &run->folders, options->games.count > 0);
}

/* True when a file was found in a folder. */
static bool finds_files(const inputs *list) {
    bool is_found = false;
    for (size_t i = 0; i < list->count && !is_found; i++) {
        is_found = list->items[i].is_found;
    }
    return is_found;
}

static int run_check(const command_call *call) {
    check_models models = {0};
    check_options options = *(const check_options *)call->options;
    check_run run = {.options = &options, .models = &models};
    loaded_skeleton skeleton = {0};
    int code;
    if (options.new_baseline && !command_has_option(call, "baseline")) {
        options.baseline = NULL; /* that of the project */
    }
    TRY_DONE(prepare(&run, &skeleton));
    options.inputs.keeps_empty = true;
    TRY_DONE(inputs_read(call, &run.options->inputs, &run.list));
    const input_filter filter = {.included = &options.inputs.included,
                                 .excluded = &options.inputs.excluded};
    const check_mods_request request = {.filter = &filter,
                                        .games = &options.games,
                                        .folders = &options.folders,
                                        .game = options.game};
    run.code = check_mods_load(&run.mods, call, &request, &run.list);
    size_t empty = inputs_log_empty(&run.list);
    run.totals.game = check_game_choose(options.game, &run.mods);
    check_severities_begin();
    run.prints_causes = finds_files(&run.list) && !run.options->each && !run.options->summary &&
                        !check_reports_use_stdout(&run.reports);
    check_reports_begin(&run.reports, run.options->strict);
    size_t done = check_all(&run);
    check_finish(&run, done == run.list.count);
    inputs_log_rest(&run.list, done);
    code = run.code;
    if (code == EXIT_OK && (empty > 0 || (run.totals.files == 0 && !run.mods.has_configs))) {
        code = refuse(EXIT_USAGE, NULL, "there is nothing to check");
    }
done:
    text_list_free(&run.folders, false);
    inputs_free(&run.list);
    check_filter_free(&run.filter);
    check_models_free(&models);
    check_mods_free(&run.mods);
    check_reports_free(&run.reports);
    check_causes_free(&run.causes);
    check_summary_free(&run.summary);
    check_baseline_free(&run.new_baseline);
    loaded_skeleton_free(&skeleton);
    return code;
}

const command command_check = {
    "check",
    "find errors in files",
    "PATH...",
    "gait check animations/\n"
    "gait check --exclude backup --ignore 'OMF10*' --summary gamedata/\n"
    "gait check --strict --skeleton actor.ogf stalker_animation.omf\n"
    "gait check --report sarif=gait.sarif --report junit=gait.xml animations/",
    "The exit code is 1 if a file is damaged or has errors; with --strict, also if a file has\n"
    "warnings. Files of other programs that are found in folders are skipped. `gait rules`\n"
    "lists the rules.",
    0,
    SIZE_MAX,
    COMMAND_RUN(check_table, check_options, run_check)};

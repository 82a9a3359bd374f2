#include "cmd/command.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "gait/report.h"
#include "progress.h"
#include "results.h"
#include "skeleton/skeleton_arguments.h"
#include "io/source.h"
#include "terminal.h"

typedef struct check_options {
    common_options common;
    bool json;
    bool sarif;
    bool strict;
    text_list skeletons;
} check_options;

static const option check_table[] = {
    {"strict", 0, OPTION_FLAG, NULL, offsetof(check_options, strict), "warnings count as errors"},
    {"skeleton", 0, OPTION_SINGLE, "SKELETON", offsetof(check_options, skeletons),
     "report bones that are missing from this .ogf, glTF, model.cfg or built-in skeleton"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(check_options, json), "print JSON (gait.check/1)"},
    {"sarif", 0, OPTION_FLAG, NULL, offsetof(check_options, sarif), "print SARIF 2.1.0"},
    OPTIONS_VERBOSE(check_options, "print what to do about each finding"),
    OPTIONS_CODE_PAGE(check_options, "names"),
    OPTIONS_QUIET(check_options),
    OPTIONS_COLOR(check_options),
    OPTIONS_HELP(check_options),
};

typedef struct check_run {
    const check_options *options;
    const gait_skeleton *skeleton; /* of --skeleton, may be NULL */
    gait_buffer json;
    gait_sarif sarif;
    size_t files;
    uint64_t errors, warnings;
    int code;
} check_run;

/* --- for people ------------------------------------------------------------------------------- */

/* True when the text of the finding already contains `what` and this number. */
static bool names_number(const gait_diagnostic *finding, const char *what, int32_t number) {
    char *phrase = text_format("%s %d", what, (int)number);
    const char *at = strstr(finding->text, phrase);
    bool is_whole = at && strspn(at + strlen(phrase), "0123456789") == 0;
    free(phrase);
    return is_whole;
}

static void print_place(const source *file, const gait_diagnostic *finding) {
    result_printf(" %s", finding->rule->id);
    if (finding->offset != GAIT_NO_OFFSET) {
        result_printf(": byte %llu", (unsigned long long)finding->offset);
    }
    if (file->file && finding->clip >= 0 &&
        (uint32_t)finding->clip < gait_file_clip_count(file->file)) {
        char *name = source_clip_name(file, (uint32_t)finding->clip);
        result_printf(", clip %d ", (int)finding->clip);
        result_text(name, 0);
        free(name);
    }
    if (file->file && finding->bone >= 0 && !names_number(finding, "bone", finding->bone) &&
        (uint32_t)finding->bone < gait_file_bone_count(file->file)) {
        char *name = source_bone_name(file, (uint32_t)finding->bone);
        result_printf(", bone %d ", (int)finding->bone);
        result_text(name, 0);
        free(name);
    }
    if (finding->frame >= 0 && !names_number(finding, "frame", finding->frame)) {
        result_printf(", frame %d", (int)finding->frame);
    }
    if (finding->count > 1) {
        result_printf(" (the first of %u)", (unsigned)finding->count);
    }
}

static void print_finding(const check_run *run, const source *file,
                          const gait_diagnostic *finding) {
    static const char *const colors[] = {"36", "33", "31"}; /* per severity */
    if (!finding->rule) {
        return; /* reported on stderr: not a problem of the content */
    }
    gait_severity severity = finding->rule->severity;
    result_text(source_label(file), 0);
    result_printf(": ");
    if (result_has_colors()) {
        result_printf("\033[1;%sm%s\033[0m", colors[severity], gait_severity_name(severity));
    } else {
        result_printf("%s", gait_severity_name(severity));
    }
    print_place(file, finding);
    result_printf(": ");
    result_text(finding->text, 0);
    result_printf("\n");
    if (run->options->common.verbose && finding->rule->advice[0]) {
        result_printf("      %s\n", finding->rule->advice);
    }
}

static void print_findings(const check_run *run, const source *file) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        print_finding(run, file, &file->items[i]);
    }
    if (file->diagnostics.dropped > 0) {
        result_text(source_label(file), 0);
        result_printf(": %llu more findings are not shown\n",
                      (unsigned long long)file->diagnostics.dropped);
    }
    if (file->diagnostics.count == 0 && !run->options->common.quiet) {
        result_text(source_label(file), 0);
        result_printf(": ok\n");
    }
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Damage is a finding. Other errors, such as an unreadable file, prevent the check and keep their
 * own exit code. */
static int outcome(const check_run *run, const source *file) {
    const gait_diagnostic *error = source_error(file);
    if (error && (file->exit_code != EXIT_DAMAGED || !error->rule)) {
        return file->exit_code;
    }
    bool found =
        file->diagnostics.errors > 0 || (run->options->strict && file->diagnostics.warnings > 0);
    return found ? EXIT_FINDINGS : EXIT_OK;
}

static void check_file(check_run *run, source *file) {
    if (file->file) {
        memory_check(gait_file_check(file->file, &file->diagnostics));
        uint32_t abilities = gait_format_get_info(file->format)->abilities;
        if (run->skeleton && (abilities & GAIT_HAS_SKELETON) == 0) {
            gait_skeleton *bound = NULL;
            gait_options options = source_options(file);
            memory_check(gait_file_bind_skeleton(file->file, run->skeleton, &options, &bound));
            gait_skeleton_free(bound);
        }
    }
    run->files++;
    run->errors += file->diagnostics.errors;
    run->warnings += file->diagnostics.warnings;
    run->code = exit_worse(run->code, outcome(run, file));
}

static void report_file(check_run *run, const source *file) {
    if (run->options->json) {
        result_json_raw(run->files == 1 ? "\n" : ",\n");
        gait_status status =
            gait_report_check(file->path, file->file, file->format, &file->diagnostics, &run->json);
        result_json(status, &run->json);
    } else if (run->options->sarif) {
        gait_status status = gait_report_sarif_add(&run->sarif, file->path, file->file,
                                                   &file->diagnostics, &run->json);
        result_json(status, &run->json);
    } else {
        print_findings(run, file);
    }
    const gait_diagnostic *error = source_error(file);
    if (error && !error->rule) {
        log_diagnostic(source_label(file), error);
    }
}

static void check_all(check_run *run, const inputs *list) {
    source *file = source_new();
    progress bar = progress_start(list->count);
    for (size_t i = 0; i < list->count && !result_failed(); i++) {
        progress_step(&bar);
        source_open_input(file, &list->items[i]);
        check_file(run, file);
        if (file->diagnostics.count > 0) {
            progress_clear(&bar);
        }
        report_file(run, file);
    }
    progress_clear(&bar);
    source_free(file);
}

static void begin_report(check_run *run) {
    if (run->options->json) {
        result_json_raw("{\"schema\":\"gait.check/1\",\"files\":[");
    } else if (run->options->sarif) {
        gait_status status = gait_report_sarif_begin(&run->sarif, &run->json);
        result_json(status, &run->json);
    }
}

static void end_report(check_run *run) {
    unsigned long long errors = run->errors;
    unsigned long long warnings = run->warnings;
    if (run->options->json) {
        result_printf("],\"errors\":%llu,\"warnings\":%llu}\n", errors, warnings);
    } else if (run->options->sarif) {
        gait_status status = gait_report_sarif_end(&run->sarif, &run->json);
        result_json(status, &run->json);
    } else {
        log_note("%zu file%s: %llu error%s, %llu warning%s", run->files, text_plural(run->files),
                 errors, text_plural(errors), warnings, text_plural(warnings));
    }
    gait_buffer_free(&run->json);
}

static int run_check(const void *given, const char *const *operands, size_t count) {
    const check_options *options = given;
    if (options->json && options->sarif) {
        log_error(NULL, "--json and --sarif cannot be combined: give one of them");
        return EXIT_USAGE;
    }
    loaded_skeleton loaded;
    int code = skeleton_arguments_load_bones(&options->skeletons, &loaded);
    if (code != EXIT_OK) {
        return code;
    }
    check_run run = {.options = options, .skeleton = loaded.skeleton};
    inputs list = inputs_gather(operands, count);
    begin_report(&run);
    check_all(&run, &list);
    end_report(&run);
    inputs_free(&list);
    loaded_skeleton_free(&loaded);
    return run.code;
}

const command command_check = {
    "check",
    "find errors in files",
    "PATH...",
    "gait check animations/\n"
    "gait check --strict --skeleton actor.ogf stalker_animation.omf\n"
    "gait check --sarif animations/ > gait.sarif",
    "The exit code is 1 if a file is damaged or has errors; with --strict, also if a file has\n"
    "warnings. `gait rules` lists the rules.",
    1,
    SIZE_MAX,
    OPTION_TABLE(check_table),
    sizeof(check_options),
    run_check};

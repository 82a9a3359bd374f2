/* gait diff: lists the differences between two files or folders. */
#include <stdlib.h>

#include "cmd/command.h"
#include "diff/diff.h"
#include "base/base.h"

static const option diff_table[] = {
    {"tolerance", 0, OPTION_LIST, "LIMIT", offsetof(diff_options, tolerances),
     "ignore smaller differences of keys, such as 0.1mm, 0.02deg or 0.1mm,0.02deg; each unit once"},
    {"skeleton", 's', OPTION_LIST, "FILE", offsetof(diff_options, skeletons),
     "skeleton of the clips: a model.cfg, a model, a built-in name, motion or an .rtm for that of "
     "the motion, or a folder with models"},
    OPTIONS_SEARCH(diff_options),
    OPTIONS_PROJECT(diff_options),
    {"label", 0, OPTION_SINGLE, "TEXT", offsetof(diff_options, labels),
     "for two files: print this name instead of both paths"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(diff_options, json), "print JSON (gait.diff/1)"},
    OPTIONS_VERBOSE(diff_options, "print all findings of long lists, and equal files of folders"),
    OPTIONS_JOBS(diff_options, jobs),
    OPTIONS_CODE_PAGE(diff_options, "names"),
    OPTIONS_COMMON(diff_options),
};

typedef struct diff_run {
    const diff_options *options;
    tolerance tolerance;
    diff_pairs pairs;
    size_t counts[DIFF_RESULTS];
    int code;
} diff_run;

static void begin_diff(void *user, void *context) {
    diff_run *run = user;
    *(diff_context *)context = (diff_context){.options = run->options,
                                              .tolerance = run->tolerance,
                                              .files = {source_new(), source_new()},
                                              .cache = skeleton_cache_new(run->pairs.count > 1),
                                              .pairs = &run->pairs};
}

static int run_diff_task(void *context, size_t index, void *outcome) {
    diff_context *self = context;
    diff_result *result = outcome;
    self->index = index;
    *result = (diff_result){0};
    return diff_pair_run(self, &self->pairs->items[index], result);
}

static void finish_diff_task(void *user, size_t index, void *outcome) {
    diff_run *run = user;
    const diff_result *result = outcome;
    (void)index;
    run->counts[*result]++;
}

static void end_diff(void *user, void *context) {
    diff_context *self = context;
    (void)user;
    gait_buffer_free(&self->json);
    skeleton_cache_free(self->cache);
    source_free(self->files[0]);
    source_free(self->files[1]);
}

/* The last line for two folders. */
static void diff_print_counts(const diff_run *run) {
    static const char *const names[DIFF_RESULTS] = {
        "equal", "with the same content", "different",        "removed",
        "added", "not compared",          "of other programs"};
    const char *separator = ": ";
    result_printf("%zu file%s", run->pairs.count, text_plural(run->pairs.count));
    for (int i = 0; i < DIFF_RESULTS; i++) {
        if (run->counts[i] > 0) {
            result_printf("%s%zu %s", separator, run->counts[i], names[i]);
            separator = ", ";
        }
    }
    result_printf("\n");
}

static void compare_all(diff_run *run) {
    const job_list list = {.count = run->pairs.count,
                           .portion = 1,
                           .threads = run->options->jobs,
                           .context_size = sizeof(diff_context),
                           .outcome_size = sizeof(diff_result),
                           .user = run,
                           .code = &run->code,
                           .begin = begin_diff,
                           .run = run_diff_task,
                           .finish = finish_diff_task,
                           .end = end_diff};
    size_t done = jobs_run(&list);
    if (done < run->pairs.count) {
        log_error(NULL, "interrupted: %zu of %zu files were not compared", run->pairs.count - done,
                  run->pairs.count);
    }
}

static int check_diff_options(diff_run *run) {
    TRY(jobs_check(run->options->jobs));
    if (run->options->labels.count > 1) {
        return refuse(EXIT_USAGE, NULL, "--label can be given only once");
    }
    return tolerance_read(&run->options->tolerances, &run->tolerance);
}

static int run_diff(const command_call *call) {
    diff_run run = {.options = call->options};
    TRY(check_diff_options(&run));
    int code = run.code = diff_pairs_gather(call->operands, &run.pairs);
    if (code != EXIT_USAGE && run.pairs.are_folders && run.options->labels.count > 0) {
        code = refuse(EXIT_USAGE, NULL,
                      "--label is for two files: the files of folders are named by their paths");
    }
    if (code != EXIT_USAGE) {
        if (run.options->json) {
            result_json_raw("{\"schema\":\"gait.diff/1\",\"files\":[");
        }
        compare_all(&run);
        if (run.options->json) {
            result_json_raw("]}\n");
        } else if (run.pairs.are_folders && !run.options->common.quiet) {
            diff_print_counts(&run);
        }
        code = run.code;
    }
    diff_pairs_free(&run.pairs);
    return code;
}

const command command_diff = {
    "diff",
    "list the differences between two files or folders",
    "FILE FILE",
    "gait diff old.omf new.omf\n"
    "gait diff --tolerance 0.1mm walk.rtm walk_edited.rtm\n"
    "gait diff --json old/ new/ > changes.json",
    "The files may have different formats. For two folders, files with equal paths are\n"
    "compared. The exit code is 0 when nothing differs, and 1 for differences.\n\n"
    "For each bone, the largest differences of its keys are printed: the rotation, the movement\n"
    "of the joint, and the movement of a point 10 cm from the joint, each with its frame. Keys\n"
    "are compared relative to the parent bone. A tolerance in mm alone is the limit for that "
    "point;\n"
    "mm and deg together are the limits for the joint and for its rotation.\n\n"
    "docs/commands/diff.md explains how git uses this command for animations.",
    2,
    2,
    COMMAND_RUN(diff_table, diff_options, run_diff)};

/* gait list: lists the clips of files. */
#include "cmd/command.h"

#include <stdlib.h>

#include "base/base.h"
#include "gait/report.h"
#include "options/options.h"
#include "io/source.h"
#include "batch/jobs.h"
#include "list/list.h"
#include "mod/mod_durations.h"

typedef struct list_options {
    common_options common;
    text_list clips, parts, flags, events_named;
    bool events, names, json;
    option_count jobs;
    input_options inputs;
    state_options state;
} list_options;

static const option list_table[] = {
    {"clip", 0, OPTION_LIST, "PATTERN", offsetof(list_options, clips),
     "list only clips with this name; * matches any text, ? matches one character"},
    {"part", 0, OPTION_LIST, "PATTERN", offsetof(list_options, parts),
     "list only clips with this text in the column PART"},
    {"flag", 0, OPTION_LIST, "NAME", offsetof(list_options, flags),
     "list only clips with this flag: fx, stop-at-end, no-mix, sync-part, use-foot-steps, "
     "root-mover, idle, use-weapon-bone"},
    {"event", 0, OPTION_LIST, "PATTERN", offsetof(list_options, events_named),
     "list only clips that have an event with this name"},
    {"events", 0, OPTION_FLAG, NULL, offsetof(list_options, events),
     "also list the events of each clip: names, times, values"},
    {"names", 0, OPTION_FLAG, NULL, offsetof(list_options, names),
     "print only the names of the clips, one per line"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(list_options, json), "print JSON (gait.list/1)"},
    OPTIONS_NO_CONFIG(list_options),
    OPTIONS_VERBOSE(list_options, "print warnings and notes"),
    OPTIONS_INPUTS(list_options, inputs),
    OPTIONS_JOBS(list_options, jobs),
    OPTIONS_CODE_PAGE(list_options, "code-page"),
    OPTIONS_COMMON(list_options),
};

typedef struct list_run {
    const list_options *options;
    list_filter filter;
    inputs list;
    mod_durations *durations;
    int code;
} list_run;

/* Of one thread. */
typedef struct list_context {
    const list_run *run;
    source *file;
    gait_buffer json;
} list_context;

/* --- one file --------------------------------------------------------------------------------- */

static void list_print_json(list_context *self, size_t index, const list_rows *rows) {
    const source *file = self->file;
    const gait_report_input report = {.path = file->path,
                                      .size = file->bytes.file_size,
                                      .file = file->file,
                                      .format = file->format,
                                      .status = source_status(file),
                                      .error = source_error(file),
                                      .mod = rows->mod,
                                      .mod_file = rows->mod_file};
    result_json_raw(index == 0 ? "\n" : ",\n");
    gait_status status = gait_report_list(&report, rows->clips, (uint32_t)rows->count, &self->json);
    result_json(status, &self->json);
}

/* Sets the index with the file, if clips are listed for people or as JSON. */
static void list_find_mod(const list_context *self, list_rows *rows) {
    bool has_rows = !self->run->options->names && rows->count > 0;
    const mod_index *index =
        has_rows ? mod_durations_of_source(self->run->durations, self->file, &rows->mod_file)
                 : NULL;
    rows->mod = index ? index->mod : NULL;
}

/* True for a file in a folder that cannot contain clips, or that is of another program. */
static bool is_other_file(const input *item, const source *file) {
    bool has_format = file->format != GAIT_FORMAT_UNKNOWN;
    bool has_clips = gait_format_get_info(file->format)->abilities & GAIT_HAS_CLIPS;
    return item->is_found && ((has_format && !has_clips) || source_is_foreign(file));
}

/* Files in folders that contain no clips, such as models without a bank, are left out. */
static bool list_is_listed(const list_run *run, const input *item, const source *file,
                           size_t count) {
    bool may_be_empty = !item->is_found && run->list.count == 1 && run->filter.count == 0;
    return file->file && !run->options->json && !run->options->names && (count > 0 || may_be_empty);
}

static int run_list_task(void *context, size_t index, void *outcome) {
    list_context *self = context;
    list_matches *matches = outcome;
    const list_options *options = self->run->options;
    const input *item = &self->run->list.items[index];
    source *file = self->file;
    uint32_t *clips = NULL;
    list_rows rows = {.events = options->events};
    int code = source_open_input(file, item);
    *matches = (list_matches){0};
    if (file->file) {
        clips = list_filter_apply(&self->run->filter, file, &rows.count, matches);
        rows.clips = clips;
        list_find_mod(self, &rows);
    }
    if (options->json) {
        list_print_json(self, index, &rows);
    } else if (options->names && file->file) {
        list_print_names(file, clips, rows.count);
    } else if (list_is_listed(self->run, item, file, rows.count)) {
        list_print(file, &rows);
    }
    if (is_other_file(item, file)) {
        code = EXIT_OK;
    } else if (source_error(file)) {
        log_diagnostic(source_label(file), source_error(file));
    } else if (options->common.verbose) {
        source_log_diagnostics(file);
    }
    free(clips);
    return code;
}

/* --- all files -------------------------------------------------------------------------------- */

static void finish_list_task(void *user, size_t index, void *outcome) {
    list_run *self = user;
    (void)index;
    list_filter_collect(&self->filter, outcome);
}

static void free_list_outcome(void *outcome) {
    list_matches_free(outcome);
}

static void begin_list(void *user, void *context) {
    *(list_context *)context = (list_context){.run = user, .file = source_new()};
}

static void end_list(void *user, void *context) {
    list_context *self = context;
    (void)user;
    gait_buffer_free(&self->json);
    source_free(self->file);
}

static void list_list_all(list_run *self) {
    enum { FILES_AT_A_TIME = 16 };
    const job_list jobs = {.count = self->list.count,
                           .portion = FILES_AT_A_TIME,
                           .threads = self->options->jobs,
                           .context_size = sizeof(list_context),
                           .outcome_size = sizeof(list_matches),
                           .user = self,
                           .code = &self->code,
                           .begin = begin_list,
                           .run = run_list_task,
                           .finish = finish_list_task,
                           .free_outcome = free_list_outcome,
                           .end = end_list};
    if (self->options->json) {
        result_json_raw("{\"schema\":\"gait.list/1\",\"files\":[");
    }
    size_t done = jobs_run(&jobs);
    if (self->options->json) {
        result_json_raw("]}\n");
    }
    inputs_log_rest(&self->list, done);
    if (self->list.count > 0 && done == self->list.count) {
        const char *place = self->list.count == 1 ? self->list.items[0].path : NULL;
        self->code = exit_worse(self->code, list_filter_check(&self->filter, place));
    }
}

static int check_list_options(const list_run *self) {
    const list_options *options = self->options;
    if (options->names && (options->json || options->events)) {
        return refuse(EXIT_USAGE, NULL, "--names cannot be combined with --json and --events");
    }
    return jobs_check(options->jobs);
}

static int run_list(const command_call *call) {
    const list_options *options = call->options;
    list_run self = {.options = options};
    int code;
    TRY(check_list_options(&self));
    list_filter_add(&self.filter, LIST_CLIP, &options->clips);
    list_filter_add(&self.filter, LIST_PART, &options->parts);
    list_filter_add(&self.filter, LIST_EVENT, &options->events_named);
    TRY_DONE(list_filter_add_flags(&self.filter, &options->flags));
    TRY_DONE(inputs_read(call, &options->inputs, &self.list));
    self.durations = mod_durations_new(&options->state);
    list_list_all(&self);
    code = self.code;
done:
    mod_durations_free(self.durations);
    inputs_free(&self.list);
    list_filter_free(&self.filter);
    return code;
}

const command command_list = {
    "list",
    "list the clips of files: playback, parts, flags, events",
    "PATH...",
    "gait list stalker_animation.omf\n"
    "gait list --clip \"norm_walk*\" --events stalker_animation.omf\n"
    "gait list --names --flag fx meshes/",
    "If PATH is a folder, all files below it are listed that have clips. The column PART shows the "
    "part on which a clip plays,\n"
    "or the bone of an FX. Of several values of --clip, --part or --event, one must match; of\n"
    "--flag, a clip must have all. If no clip of any file matches a value, the exit code is 2.\n"
    "RTM files store neither seconds nor playback: their columns are the phases of the first\n"
    "and the last frame, and the root motion.\n"
    "In a mod with configs, LASTS, LOOP and USED BY show how the game plays a clip, and the first\n"
    "state or section that does.",
    0,
    SIZE_MAX,
    COMMAND_RUN(list_table, list_options, run_list)};

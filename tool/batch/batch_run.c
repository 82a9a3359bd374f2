/* Runs a command for each input in several threads, and prints the summary and the JSON report. */
#include "batch/batch.h"

#include <stdlib.h>

#include "base/base.h"
#include "io/files.h"

typedef enum batch_status {
    BATCH_DONE,
    BATCH_CURRENT, /* the outputs were newer */
    BATCH_SKIPPED,
    BATCH_FAILED,
    BATCH_NOT_DONE, /* because of an interruption */
    BATCH_STATUSES
} batch_status;

static const char *const status_names[] = {"done", "up_to_date", "skipped", "failed", "not_done"};

typedef struct batch {
    const batch_work *work;
    bool updates;
    batch_plan plan;
    size_t counts[BATCH_STATUSES];
    size_t outputs;
    int code;
} batch;

/* Of one thread. */
typedef struct batch_context {
    const batch *run;
    source *in;
    skeleton_cache *cache;
} batch_context;

typedef struct batch_outcome {
    batch_status status;
    int code;
    size_t outputs;
} batch_outcome;

/* --- one input -------------------------------------------------------------------------------- */

static void print_messages(const terminal_messages *messages) {
    result_json_raw(",\"messages\":[");
    for (size_t i = 0; messages && i < messages->count; i++) {
        const terminal_message *message = &messages->items[i];
        result_printf("%s{\"severity\":\"%s\",\"text\":", i > 0 ? "," : "",
                      message->is_error ? "error" : "warning");
        result_json_text(message->text);
        result_json_member(",\"rule\":", message->rule ? message->rule->id : NULL);
        result_json_raw("}");
    }
    result_json_raw("]");
}

/* Prints the document that the command printed for the input, without its line end. */
static void batch_print_document(const gait_buffer *document) {
    size_t size = document ? document->size : 0;
    bool has_line_end = size > 0 && document->data[size - 1] == '\n';
    result_json_raw(",\"roundtrip\":");
    if (size > 0) {
        result_bytes(document->data, size - has_line_end);
    } else {
        result_json_raw("null");
    }
    result_json_raw("}");
}

/* What is printed about an input that was processed. */
typedef struct batch_printed {
    const text_list *outputs;
    const char *reason;
    const terminal_messages *messages;
    const gait_buffer *document;
} batch_printed;

static void batch_print_json(const batch *run, size_t index, const batch_outcome *outcome,
                             const batch_printed *printed) {
    const input *in = run->plan.items[index].in;
    result_json_member(index == 0 ? "\n{\"path\":" : ",\n{\"path\":", in->path);
    result_printf(",\"status\":\"%s\",\"exit_code\":%d,\"outputs\":", status_names[outcome->status],
                  outcome->code);
    result_json_texts(printed->outputs);
    result_json_member(",\"reason\":", printed->reason);
    print_messages(printed->messages);
    batch_print_document(printed->document);
}

/* Opens an input, and runs the command for it. */
static int run_item(const batch_work *work, batch_file *file) {
    const input *in = file->item->in;
    if (in->problem) {
        return refuse(EXIT_FILES, in->path, "%s", in->problem);
    }
    file->skipped = file->item->skipped;
    if (file->skipped) {
        return EXIT_OK;
    }
    int code = batch_open_input(work, in, file->in);
    file->skipped = batch_reason_to_skip(work, in, file->in);
    if (file->skipped) {
        return EXIT_OK;
    }
    if (code != EXIT_OK && !work->takes_damaged) {
        source_log_diagnostics(file->in);
        return code;
    }
    batch_add_source(file, file->in);
    return work->run(work->user, file);
}

static batch_outcome batch_outcome_of(const batch_file *file, int code) {
    return (batch_outcome){.status = file->skipped      ? BATCH_SKIPPED
                                     : code != EXIT_OK  ? BATCH_FAILED
                                     : file->is_current ? BATCH_CURRENT
                                                        : BATCH_DONE,
                           .code = file->skipped ? EXIT_OK : code,
                           .outputs = file->outputs.count};
}

static const char *batch_first_error(const terminal_messages *messages) {
    const char *error = NULL;
    for (size_t i = messages->count; i > 0; i--) {
        error = messages->items[i - 1].is_error ? messages->items[i - 1].text : error;
    }
    return error;
}

/* Runs the command, and separates the document that it prints from its messages. */
static int run_with_document(const batch_work *work, batch_file *file, gait_buffer *document) {
    capture own = {0}, *outer = capture_current();
    capture_start(&own);
    int code = run_item(work, file);
    capture_start(outer);
    capture_split(&own, document, outer);
    capture_free(&own);
    return code;
}

static int run_batch_task(void *context, size_t index, void *out_outcome) {
    const batch_context *self = context;
    const batch_work *work = self->run->work;
    const batch_item *item = &self->run->plan.items[index];
    batch_outcome *outcome = out_outcome;
    batch_file file = {
        .item = item, .in = self->in, .cache = self->cache, .updates = self->run->updates};
    gait_buffer document = {0};
    int code = work->is_json ? run_with_document(work, &file, &document) : run_item(work, &file);
    terminal_messages messages = terminal_take_messages();
    *outcome = batch_outcome_of(&file, code);
    if (file.skipped && work->verbose) {
        log_note("%s: skipped: %s", item->in->path, file.skipped);
    } else if (outcome->status == BATCH_CURRENT && work->verbose) {
        log_note("%s: up to date", item->in->path);
    }
    if (work->is_json) {
        const char *reason = file.skipped ? file.skipped : batch_first_error(&messages);
        batch_print_json(self->run, index, outcome,
                         &(batch_printed){&file.outputs, reason, &messages, &document});
    }
    terminal_messages_free(&messages);
    gait_buffer_free(&document);
    text_list_free(&file.outputs, true);
    text_list_free(&file.made_from, true);
    return outcome->code;
}

/* --- all inputs ------------------------------------------------------------------------------- */

static void finish_batch_task(void *user, size_t index, void *out_outcome) {
    batch *self = user;
    const batch_outcome *outcome = out_outcome;
    (void)index;
    self->counts[outcome->status]++;
    self->outputs += outcome->outputs;
}

static void begin_batch(void *user, void *context) {
    *(batch_context *)context = (batch_context){user, source_new(), skeleton_cache_new(true)};
}

static void end_batch(void *user, void *context) {
    batch_context *self = context;
    (void)user;
    source_free(self->in);
    skeleton_cache_free(self->cache);
}

static void add_count(text_list *texts, size_t count, const char *what) {
    if (count > 0) {
        text_list_add(texts, text_format("%zu %s", count, what));
    }
}

static void batch_log_summary(const batch *self) {
    const size_t *counts = self->counts;
    text_list texts = {0};
    char *done = text_format("%s (%zu output%s)", self->work->done, self->outputs,
                             text_plural(self->outputs));
    add_count(&texts, counts[BATCH_DONE], done);
    add_count(&texts, counts[BATCH_CURRENT], "up to date");
    add_count(&texts, counts[BATCH_SKIPPED], "skipped");
    add_count(&texts, counts[BATCH_FAILED], "failed");
    add_count(&texts, counts[BATCH_NOT_DONE], "not done");
    char *list = text_list_join(&texts, ", ");
    log_note("%zu input%s: %s", self->plan.list.count, text_plural(self->plan.list.count), list);
    if (counts[BATCH_FAILED] > 0 && !self->work->verbose) {
        log_hint("-v explains the errors");
    }
    free(list);
    free(done);
    text_list_free(&texts, true);
}

static void print_json_end(const batch *self) {
    result_json_raw("]");
    for (int status = 0; status < BATCH_STATUSES; status++) {
        result_printf(",\"%s\":%zu", status_names[status], self->counts[status]);
    }
    result_printf(",\"outputs\":%zu}\n", self->outputs);
}

static void run_all(batch *self, option_count threads) {
    const job_list list = {.count = self->plan.list.count,
                           .portion = 1,
                           .is_useless = files_disk_is_full,
                           .threads = threads,
                           .context_size = sizeof(batch_context),
                           .outcome_size = sizeof(batch_outcome),
                           .user = self,
                           .code = &self->code,
                           .begin = begin_batch,
                           .run = run_batch_task,
                           .finish = finish_batch_task,
                           .end = end_batch};
    bool is_json = self->work->is_json;
    if (is_json) {
        result_json_raw("{\"schema\":\"gait.batch/1\",\"files\":[");
    }
    files_make_folders(true);
    terminal_hide_notes(!self->work->verbose);
    size_t done = jobs_run(&list);
    terminal_hide_notes(false);
    const batch_outcome rest = {.status = BATCH_NOT_DONE};
    for (size_t i = done; i < self->plan.list.count; i++) {
        self->counts[BATCH_NOT_DONE]++;
        if (is_json) {
            batch_print_json(self, i, &rest, &(batch_printed){.outputs = &(text_list){0}});
        }
    }
    if (is_json) {
        print_json_end(self);
    }
    batch_log_summary(self);
    inputs_log_rest(&self->plan.list, done);
}

/* The option that requires --out and was given; NULL = none. */
static const char *unused_option(const batch_options *options) {
    return options->inputs.files_from           ? "--files-from"
           : options->update                    ? "--update"
           : options->inputs.included.count > 0 ? "--include"
           : options->inputs.excluded.count > 0 ? "--exclude"
           : options->jobs.given                ? "-j"
                                                : NULL;
}

static int refuse_operands(const command_call *call, const batch_options *options) {
    const char *unused = unused_option(options);
    bool is_folder = false;
    if (call->count > 0 && !unused) {
        TRY(files_look_for_folder(call->operands[0], &is_folder));
    }
    if (unused) {
        log_error(NULL, "%s requires --out", unused);
    } else if (is_folder) {
        log_error(call->operands[0], "is a folder: use --out");
    } else if (call->count > 2) {
        log_error(NULL, "%s: unexpected operand '%s'; several inputs require --out",
                  call->self->name, call->operands[2]);
    } else {
        return call->count < 2 ? command_refuse_operands(call) : EXIT_OK;
    }
    log_hint("--out takes a folder or a pattern such as \"out/{dir}/{name}.{ext}\"");
    return EXIT_USAGE;
}

bool batch_is_asked(const command_call *call, const batch_options *options, int *out_code) {
    *out_code = options->out ? EXIT_OK : refuse_operands(call, options);
    return options->out != NULL;
}

/* Reports wrong skeletons and folders once. */
static int check_skeletons(const batch_work *work) {
    skeleton_cache *cache = skeleton_cache_new(false);
    int code = skeleton_cache_load(cache, work->skeletons, work->folders);
    skeleton_cache_free(cache);
    return code;
}

int batch_run(const batch_work *work, const batch_options *options, const command_call *call) {
    batch self = {.work = work, .updates = options->update};
    int code;
    TRY(jobs_check(options->jobs));
    TRY(check_skeletons(work));
    TRY_DONE(batch_plan_make(work, options, call, &self.plan));
    if (self.plan.list.count == 0) {
        log_error(NULL, "there are no inputs");
        log_hint("give files or folders, or a list with --files-from");
        TRY_DONE(EXIT_USAGE);
    }
    run_all(&self, options->jobs);
    TRY_DONE(self.code);
    if (self.counts[BATCH_SKIPPED] == self.plan.list.count) {
        log_error(NULL, "all inputs were skipped");
        log_hint("-v names the reasons");
        code = EXIT_USAGE;
    }
done:
    batch_plan_free(&self.plan);
    return code;
}

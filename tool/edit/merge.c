/* The steps of gait merge: opening in several threads, joining, writing. */
#include "edit/edit.h"

#include <stdlib.h>

#include "edit/edit_report.h"
#include "base/base.h"
#include "gait/bank_edit.h"
#include "batch/jobs.h"
#include "base/platform.h"
#include "list/list.h"

/* An input, which stays open until the result is written. */
typedef struct merge_input {
    source *file;
    gait_bank *bank;
    gait_status status; /* of gait_bank_open() */
    uint32_t *clips;    /* to merge; NULL = all */
    size_t clip_count;
    gait_merged merged;
} merge_input;

typedef struct merge_job {
    const merge_options *options;
    const inputs *list;
    merge_input *inputs;
    size_t count;
    list_filter filter;
    gait_buffer content; /* of a model */
    gait_span part;      /* of `content` */
    edit_report report;
} merge_job;

/* --- inputs ----------------------------------------------------------------------------------- */

static int refuse_format(const source *file, gait_status status) {
    if (status == GAIT_NOT_FOUND) {
        log_error(source_label(file), "the model has no motions of its own that can be read");
    } else {
        log_error(source_label(file), "%s is not a bank that can be merged",
                  gait_format_get_info(file->format)->name);
        log_hint(format_has(file->format, GAIT_MOVES_OBJECT)
                     ? "only motions of skeletons can be merged"
                     : "`gait convert` converts it to an .omf");
    }
    return EXIT_UNSUPPORTED;
}

/* Reads the inputs in several threads: this takes most of the time. */
static int run_open_task(void *context, size_t index, void *outcome) {
    merge_job *self = context;
    merge_input *in = &self->inputs[index];
    (void)outcome;
    if (source_open_input(in->file, &self->list->items[index]) == EXIT_OK) {
        gait_options options = source_options(in->file);
        in->status = gait_bank_open(in->file->file, &options, &in->bank);
        memory_check(in->status);
    }
    return EXIT_OK;
}

static int check_input(merge_job *self, size_t index) {
    const merge_input *in = &self->inputs[index];
    edit_report_add(&self->report, in->file);
    source_log_diagnostics(in->file);
    if (in->file->exit_code != EXIT_OK) {
        return in->file->exit_code;
    }
    if (in->status == GAIT_NOT_FOUND || in->status == GAIT_UNSUPPORTED) {
        return refuse_format(in->file, in->status);
    }
    if (in->status != GAIT_OK) {
        return exit_of_status(in->status);
    }
    bool is_bank = format_has(gait_bank_format(in->bank), GAIT_HAS_PARTS);
    if (is_bank != format_has(gait_bank_format(self->inputs[0].bank), GAIT_HAS_PARTS)) {
        log_error(source_label(in->file), "banks and SDK motions cannot be merged with each other");
        log_hint("convert one of them with `gait convert`");
        return EXIT_UNSUPPORTED;
    }
    return EXIT_OK;
}

/* Chooses the clips of --clip from all inputs after the first one. */
static int merge_choose_clips(merge_job *self) {
    list_filter_add(&self->filter, LIST_CLIP, &self->options->clips);
    for (size_t i = 1; self->filter.count > 0 && i < self->count; i++) {
        merge_input *in = &self->inputs[i];
        list_matches matches;
        in->clips = list_filter_apply(&self->filter, in->file, &in->clip_count, &matches);
        list_filter_collect(&self->filter, &matches);
    }
    return list_filter_check(&self->filter, NULL);
}

static void make_inputs(merge_job *self) {
    self->count = self->list->count;
    self->inputs = memory_resize(NULL, self->count, sizeof *self->inputs);
    for (size_t i = 0; i < self->count; i++) {
        self->inputs[i] = (merge_input){.file = source_new()};
    }
}

/* Before edit_report_begin(). */
static int open_inputs(merge_job *self) {
    const job_list jobs = {.count = self->count, .portion = 1, .user = self, .run = run_open_task};
    size_t done = jobs_run(&jobs);
    inputs_log_rest(self->list, done);
    return done == self->count ? EXIT_OK : EXIT_FILES;
}

static int check_inputs(merge_job *self) {
    for (size_t i = 0; i < self->count; i++) {
        TRY(check_input(self, i));
    }
    return merge_choose_clips(self);
}

/* --- merging ---------------------------------------------------------------------------------- */

static void log_merged(const merge_input *in) {
    const gait_merged *merged = &in->merged;
    char *renamed = merged->renamed > 0 ? text_format(" (%u renamed)", (unsigned)merged->renamed)
                                        : text_copy("");
    char *replaced = merged->replaced > 0 ? text_format(", %u replaced", (unsigned)merged->replaced)
                                          : text_copy("");
    char *skipped = merged->skipped > 0 ? text_format(", %u skipped", (unsigned)merged->skipped)
                                        : text_copy("");
    log_note("%s: %u clip%s appended%s%s%s", source_label(in->file), (unsigned)merged->appended,
             text_plural(merged->appended), renamed, replaced, skipped);
    free(renamed);
    free(replaced);
    free(skipped);
}

static void report_merged(merge_job *self, size_t index) {
    const gait_merged *merged = &self->inputs[index].merged;
    edit_report_change(&self->report, index, "appended", merged->appended);
    edit_report_change(&self->report, index, "renamed", merged->renamed);
    edit_report_change(&self->report, index, "replaced", merged->replaced);
    edit_report_change(&self->report, index, "skipped", merged->skipped);
}

static int merge_input_at(merge_job *self, size_t index) {
    const merge_options *given = self->options;
    merge_input *in = &self->inputs[index];
    const gait_merge_options options = {.names = (gait_equal_names)given->names,
                                        .parts = (gait_merged_parts)given->parts,
                                        .marks = (gait_merged_marks)given->marks,
                                        .keep_bone_order = given->keep_bone_order,
                                        .clips = in->clips,
                                        .clip_count = (uint32_t)in->clip_count};
    gait_status status = gait_bank_merge(self->inputs[0].bank, in->bank, &options,
                                         &in->file->diagnostics, &in->merged);
    memory_check(status);
    source_log_diagnostics(in->file);
    if (status == GAIT_WOULD_LOSE && in->file->diagnostics.errors == 0) {
        log_error(source_label(in->file), "its marks are refused, because the version of the first "
                                          "input cannot store them");
        log_hint("pass --marks raise-version or --marks drop");
    }
    if (status == GAIT_OK) {
        report_merged(self, index);
        log_merged(in);
    }
    return exit_of_status(status);
}

static int merge_inputs(merge_job *self) {
    for (size_t i = 1; i < self->count; i++) {
        int code = merge_input_at(self, i);
        edit_report_fail(&self->report, i, code);
        TRY(code);
    }
    return EXIT_OK;
}

/* --- output ----------------------------------------------------------------------------------- */

/* Whether the result is the first input, a model, with its bank replaced. */
static bool writes_model(const merge_job *self) {
    const edit_options *edit = &self->options->edit;
    bool is_model = format_has(self->inputs[0].file->format, GAIT_HAS_BANK);
    return is_model && (!edit->out || path_has_extension(edit->out, ".ogf"));
}

static int check_output(const merge_job *self) {
    const char *out = self->options->edit.out;
    gait_format first = gait_bank_format(self->inputs[0].bank);
    bool is_one = !format_has(first, GAIT_MANY_CLIPS);
    gait_format format = writes_model(self) ? self->inputs[0].file->format
                         : is_one           ? format_of_motions(true)
                                            : first;
    if (!out && is_one) {
        return refuse(EXIT_USAGE, source_label(self->inputs[0].file),
                      "an .skl holds one motion: write the result to an .skls with -o");
    }
    if (!out) {
        return EXIT_OK;
    }
    TRY(edit_refuse_extension(out, format));
    for (size_t i = 0; i < self->count; i++) {
        TRY(edit_refuse_input(out, self->inputs[i].file->path));
    }
    return files_may_write(out, self->options->edit.force);
}

/* Makes the content of the output as parts. */
static int merge_make_output(merge_job *self, file_content *out) {
    const merge_input *first = &self->inputs[0];
    gait_options options = source_options(first->file);
    gait_status status;
    out->path = self->options->edit.out;
    if (writes_model(self)) {
        status = gait_bank_write_model(first->bank, first->file->file, &options, &self->content);
        self->part = (gait_span){self->content.data, self->content.size};
        out->parts = &self->part;
        out->count = 1;
    } else {
        status = gait_bank_parts(first->bank, &out->parts, &out->count);
    }
    return source_finish(first->file, status);
}

static void log_output(const merge_job *self, const file_content *content, uint32_t clips) {
    const char *path = content->path ? content->path : source_label(self->inputs[0].file);
    unsigned long long size = 0;
    for (uint32_t i = 0; i < content->count; i++) {
        size += content->parts[i].size;
    }
    log_note("%s %s: %u clip%s, %llu bytes", self->options->edit.dry_run ? "would write" : "wrote",
             path, (unsigned)clips, text_plural(clips), size);
}

static void report_output(merge_job *self, uint32_t clips, bool is_changed) {
    const char *out = self->options->edit.out;
    for (size_t i = 0; i < self->count; i++) {
        edit_report_output(&self->report, i, out ? out : self->inputs[0].file->path, clips,
                           is_changed);
    }
}

static int write_output(merge_job *self) {
    const edit_options *edit = &self->options->edit;
    const merge_input *first = &self->inputs[0];
    uint32_t clips = gait_bank_clip_count(first->bank);
    bool is_changed = true;
    file_content content;
    TRY(merge_make_output(self, &content));
    if (platform_interrupted()) {
        return refuse(EXIT_FILES, NULL, "interrupted: nothing is written");
    }
    TRY(edit->out ? edit_write(edit, &content)
                  : edit_save(edit, first->file, &content, &is_changed));
    report_output(self, clips, is_changed);
    if (is_changed) {
        log_output(self, &content, clips);
    } else {
        log_note("nothing to change; no file is written");
    }
    return EXIT_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

static int merge_check_inputs(const inputs *list) {
    if (list->count < 2) {
        return refuse(EXIT_USAGE, NULL, "a merge requires two inputs or more");
    }
    if (list->items[0].is_found) {
        return refuse(EXIT_USAGE, list->items[0].path,
                      "the first input must be a file, not a folder");
    }
    return EXIT_OK;
}

static int merge_opened(merge_job *self) {
    TRY(check_inputs(self));
    TRY(check_output(self));
    TRY(merge_inputs(self));
    return write_output(self);
}

static void merge_free_job(merge_job *self) {
    /* The first bank borrows from the others. */
    for (size_t i = 0; i < self->count; i++) {
        gait_bank_free(self->inputs[i].bank);
    }
    for (size_t i = 0; i < self->count; i++) {
        free(self->inputs[i].clips);
        source_free(self->inputs[i].file);
    }
    free(self->inputs);
    list_filter_free(&self->filter);
    gait_buffer_free(&self->content);
}

int merge_command(const merge_options *options, const inputs *list) {
    merge_job self = {
        .options = options, .list = list, .content = {.allocator = large_allocator()}};
    const inputs first = {.items = list->items, .count = 1};
    int code;
    TRY(merge_check_inputs(list));
    TRY(edit_check(&options->edit, &first, options->json));
    make_inputs(&self);
    code = open_inputs(&self);
    if (code == EXIT_OK) {
        edit_report_begin(&self.report, options->json);
        code = merge_opened(&self);
        edit_report_end(&self.report, code);
    }
    merge_free_job(&self);
    return code;
}

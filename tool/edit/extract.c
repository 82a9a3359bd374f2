/* The steps of gait extract and gait split: clips, names of outputs, writing. */
#include "edit/edit.h"

#include <stdlib.h>

#include "options/options.h"
#include "edit/edit_report.h"
#include "base/base.h"
#include "gait/convert.h"
#include "gait/bank_edit.h"
#include "gait/inspect.h"
#include "gait/output_names.h"
#include "base/platform.h"

/* One run of a command. */
typedef struct extraction {
    const extract_options *options;
    const char *path; /* of the input */
    bool is_split;    /* one file for each clip */
    source *in;
    gait_bank *bank;
    clip_choice clips;
    char *pattern; /* of the names of the outputs */
    bool is_per_clip;
    gait_format format; /* of the outputs */
    text_list outputs;  /* paths, in the order of the clips; owned */
    gait_buffer content;
    files_transaction *files;
    edit_report report;
    size_t record;
} extraction;

/* --- input ------------------------------------------------------------------------------------ */

static int extract_refuse_input(const source *in, gait_status status) {
    const char *label = source_label(in);
    if (status == GAIT_NOT_FOUND) {
        log_error(label, "the model has no motions of its own that can be read");
        uint32_t refs = gait_file_ref_count(in->file);
        if (refs > 0) {
            log_hint("it refers to %u bank%s; `gait refs` lists them", (unsigned)refs,
                     text_plural(refs));
        }
    } else {
        log_error(label, "%s is not a format with several motions that can be copied as bytes",
                  gait_format_get_info(in->format)->name);
        log_hint("`gait convert --clip` converts clips of all formats");
    }
    return EXIT_UNSUPPORTED;
}

static int open_input(extraction *self) {
    int code = source_open(self->in, self->path);
    self->record = edit_report_add(&self->report, self->in);
    source_log_diagnostics(self->in);
    TRY(code);
    gait_options options = source_options(self->in);
    gait_status status = gait_bank_open(self->in->file, &options, &self->bank);
    memory_check(status);
    if (status == GAIT_NOT_FOUND || status == GAIT_UNSUPPORTED) {
        return extract_refuse_input(self->in, status);
    }
    TRY(source_finish(self->in, status));
    return clips_choose(self->in, &self->options->clips, &self->clips);
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Of SDK motions, the extension chooses between one motion and a list. */
static gait_format find_format(const extraction *self) {
    const char *out = self->options->edit.out;
    gait_format format = gait_bank_format(self->bank);
    if (format_has(format, GAIT_HAS_PARTS)) {
        return format;
    }
    bool is_one = self->is_per_clip || !format_has(format, GAIT_MANY_CLIPS);
    bool is_list = path_has_extension(out, ".skls") || !(is_one || path_has_extension(out, ".skl"));
    return format_of_motions(is_list);
}

/* Sets the pattern of the names, whether each clip has its own file, and the format. */
static void find_pattern(extraction *self) {
    const char *out = self->options->edit.out;
    bool has_clip = gait_output_name_is_per_clip(out);
    self->is_per_clip = has_clip || self->is_split;
    self->format = find_format(self);
    if (has_clip || !self->is_per_clip) {
        self->pattern = text_copy(out);
        return;
    }
    char *name = text_format("{clip}%s", gait_format_get_info(self->format)->extensions);
    self->pattern = path_join(out, name);
    free(name);
}

static void extract_name_outputs(extraction *self) {
    find_pattern(self);
    if (self->is_per_clip) {
        self->outputs = clips_name_outputs(self->in, &self->clips, self->pattern);
    } else {
        text_list_add(&self->outputs, text_copy(self->pattern));
    }
}

/* Checks all outputs before the first one is written. */
static int extract_check_outputs(const extraction *self) {
    TRY(edit_refuse_extension(self->pattern, self->format));
    if (self->clips.count == 0) {
        return refuse(EXIT_USAGE, source_label(self->in), "has no clips");
    }
    if (!format_has(self->format, GAIT_MANY_CLIPS) && self->clips.count > 1 && !self->is_per_clip) {
        log_error(self->pattern, "an .skl holds one motion, but %zu clips are chosen",
                  self->clips.count);
        log_hint("choose one with --clip, use {clip} in the name, or write an .skls");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < self->outputs.count; i++) {
        TRY(edit_refuse_input(self->outputs.items[i], self->path));
        TRY(files_may_write(self->outputs.items[i], self->options->edit.force));
    }
    return EXIT_OK;
}

/* Writes the new file next to its target. All files get their names at the end. */
static int extract_write_content(extraction *self, const char *path) {
    const gait_span part = {self->content.data, self->content.size};
    const edit_options *edit = &self->options->edit;
    const file_content content = {path, &part, 1};
    bool is_direct = edit->dry_run || path_is_stream(path);
    return is_direct ? edit_write(edit, &content)
                     : files_transaction_write(self->files, &content, edit->force);
}

static int write_clips(extraction *self, const char *path, const uint32_t *clips, uint32_t count) {
    gait_options options = source_options(self->in);
    gait_bank *bank = NULL;
    self->content.size = 0;
    gait_status status = gait_bank_extract(self->bank, clips, count, self->format, &options, &bank);
    if (status == GAIT_OK) {
        status = gait_bank_write(bank, &self->content);
    }
    gait_bank_free(bank);
    int code = source_finish(self->in, status);
    if (status == GAIT_INTERNAL) {
        log_error(path, "the result could not be read again; nothing is written");
    }
    TRY(code);
    return extract_write_content(self, path);
}

static void report_outputs(extraction *self) {
    for (size_t i = 0; i < self->outputs.count; i++) {
        uint32_t count = self->is_per_clip ? 1 : (uint32_t)self->clips.count;
        edit_report_output(&self->report, self->record, self->outputs.items[i], count, true);
        edit_report_change(&self->report, self->record, "extracted", count);
    }
}

/* One line, also for many outputs. */
static void log_outputs(const extraction *self) {
    const char *written = self->options->edit.dry_run ? "would write" : "wrote";
    const char *first = self->outputs.items[0];
    size_t count = self->clips.count;
    if (self->outputs.count > 1) {
        log_note("%s %zu files, one for each clip: %s ...", written, count, first);
    } else {
        log_note("%s %s: %zu clip%s, %zu bytes", written, first, count, text_plural(count),
                 self->content.size);
    }
}

static int write_outputs(extraction *self) {
    platform_watch_interrupts();
    if (!self->is_per_clip) {
        TRY(write_clips(self, self->pattern, self->clips.clips, (uint32_t)self->clips.count));
    }
    for (size_t i = 0; self->is_per_clip && i < self->clips.count; i++) {
        TRY(write_clips(self, self->outputs.items[i], &self->clips.clips[i], 1));
        if (platform_interrupted()) {
            return refuse(EXIT_FILES, NULL, "interrupted: nothing is written");
        }
    }
    TRY(files_transaction_commit(self->files));
    report_outputs(self);
    log_outputs(self);
    return EXIT_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

static int extract_check_options(const extract_options *options, bool is_split) {
    const edit_options *edit = &options->edit;
    if (!edit->out) {
        return refuse(EXIT_USAGE, NULL,
                      is_split ? "give the output with -o FOLDER, or a pattern with {clip}"
                               : "give the output with -o FILE");
    }
    if (is_split && path_is_stream(edit->out)) {
        return refuse(EXIT_USAGE, NULL,
                      "-o - is one output; `gait split` writes one file for each clip");
    }
    return edit_check_json(edit, options->json);
}

int extract_run(const extract_options *options, const char *in, bool is_split) {
    extraction self = {.options = options,
                       .path = in,
                       .is_split = is_split,
                       .content = {.allocator = large_allocator()}};
    int code;
    TRY(extract_check_options(options, is_split));
    files_make_folders(is_split);
    edit_report_begin(&self.report, options->json);
    self.in = source_new();
    self.files = files_transaction_new();
    TRY_DONE(open_input(&self));
    extract_name_outputs(&self);
    TRY_DONE(extract_check_outputs(&self));
    code = write_outputs(&self);
done:
    edit_report_end(&self.report, code);
    files_transaction_free(self.files);
    gait_buffer_free(&self.content);
    text_list_free(&self.outputs, true);
    free(self.pattern);
    clips_free(&self.clips);
    gait_bank_free(self.bank);
    source_free(self.in);
    return code;
}

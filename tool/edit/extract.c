#include "edit/extract.h"

#include <stdlib.h>

#include "convert/clip_choice.h"
#include "edit/edit_report.h"
#include "exit_code.h"
#include "gait/convert.h"
#include "gait/bank.h"
#include "io/large_memory.h"
#include "io/paths.h"
#include "terminal.h"

/* One run of a command. */
typedef struct extraction {
    const extract_request *request;
    source *in;
    gait_bank *bank;
    clip_choice clips;
    char *pattern; /* of the names of the outputs */
    bool is_per_clip;
    text_list outputs;        /* paths, in the order of the clips; borrowed */
    gait_output_names *names; /* of `outputs`; NULL = there is one output, `pattern` */
    gait_buffer content;
    edit_report report;
    size_t record;
} extraction;

/* --- input ------------------------------------------------------------------------------------ */

static int refuse_input(const source *in, gait_status status) {
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
    int code = source_open(self->in, self->request->in);
    self->record = edit_report_add(&self->report, self->in);
    source_log_diagnostics(self->in);
    if (code != EXIT_OK) {
        return code;
    }
    gait_options options = source_options(self->in);
    gait_status status = gait_bank_open(self->in->file, &options, &self->bank);
    memory_check(status);
    if (status == GAIT_NOT_FOUND || status == GAIT_UNSUPPORTED) {
        return refuse_input(self->in, status);
    }
    source_log_diagnostics(self->in);
    return status == GAIT_OK ? clips_choose(self->in, self->request->clips, &self->clips)
                             : exit_of_status(status);
}

/* --- outputs ---------------------------------------------------------------------------------- */

/* Sets the pattern of the names, and whether each clip has its own file. */
static void find_pattern(extraction *self) {
    const char *out = self->request->edit->out;
    self->is_per_clip = gait_output_name_is_per_clip(out);
    if (self->request->is_split && !self->is_per_clip) {
        const char *extension = gait_format_get_info(gait_bank_format(self->bank))->extensions;
        char *name = text_format("{clip}%s", extension);
        self->pattern = path_join(out, name);
        self->is_per_clip = true;
        free(name);
    } else {
        self->pattern = text_copy(out);
    }
}

static void name_outputs(extraction *self) {
    find_pattern(self);
    if (!self->is_per_clip) {
        text_list_add(&self->outputs, self->pattern);
        return;
    }
    gait_status status =
        gait_output_names_new(self->pattern, (uint32_t)self->clips.count, NULL, &self->names);
    memory_check(status);
    for (size_t i = 0; i < self->clips.count; i++) {
        char *clip = source_clip_name(self->in, self->clips.clips[i]);
        const char *name = gait_output_names_next(self->names, clip);
        memory_check(name ? GAIT_OK : GAIT_NO_MEMORY);
        text_list_add(&self->outputs, name);
        free(clip);
    }
}

/* Checks all outputs before the first one is written. */
static int check_outputs(const extraction *self) {
    const edit_options *edit = self->request->edit;
    int code = edit_refuse_extension(self->pattern, gait_bank_format(self->bank));
    if (code == EXIT_OK && self->clips.count == 0) {
        log_error(source_label(self->in), "has no clips");
        code = EXIT_USAGE;
    }
    for (size_t i = 0; i < self->outputs.count && code == EXIT_OK; i++) {
        code = edit_refuse_input(self->outputs.items[i], self->request->in);
        if (code == EXIT_OK) {
            code = files_may_write(self->outputs.items[i], edit->force);
        }
    }
    return code;
}

static int write_clips(extraction *self, const char *path, const uint32_t *clips, uint32_t count) {
    gait_options options = source_options(self->in);
    gait_bank *bank = NULL;
    self->content.size = 0;
    gait_status status = gait_bank_extract(self->bank, clips, count, &options, &bank);
    if (status == GAIT_OK) {
        status = gait_bank_write(bank, &self->content);
    }
    gait_bank_free(bank);
    memory_check(status);
    source_log_diagnostics(self->in);
    if (status == GAIT_INTERNAL) {
        log_error(path, "the result could not be read again; it is not written");
    }
    int code = status == GAIT_OK ? edit_write(self->request->edit, path, &self->content)
                                 : exit_of_status(status);
    if (code == EXIT_OK) {
        edit_report_output(&self->report, self->record,
                           &(edit_output){(char *)(uintptr_t)path, count, true});
        edit_report_change(&self->report, self->record, "extracted", count);
    }
    return code;
}

/* One line for many outputs, unless -v is given. */
static void log_outputs(const extraction *self) {
    const char *written = self->request->edit->dry_run ? "would write" : "wrote";
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
    int code = EXIT_OK;
    if (!self->is_per_clip) {
        code = write_clips(self, self->pattern, self->clips.clips, (uint32_t)self->clips.count);
    }
    for (size_t i = 0; self->is_per_clip && i < self->clips.count && code == EXIT_OK; i++) {
        code = write_clips(self, self->outputs.items[i], &self->clips.clips[i], 1);
    }
    if (code == EXIT_OK) {
        log_outputs(self);
    }
    return code;
}

/* --- the command ------------------------------------------------------------------------------ */

static int check_request(const extract_request *request) {
    const edit_options *edit = request->edit;
    if (!edit->out) {
        log_error(NULL, request->is_split
                            ? "give the output with -o FOLDER, or a pattern with {clip}"
                            : "give the output with -o FILE");
        return EXIT_USAGE;
    }
    if (request->is_split && path_is_stream(edit->out)) {
        log_error(NULL, "-o - is one output; `gait split` writes one file for each clip");
        return EXIT_USAGE;
    }
    if (request->json && edit_uses_stdout(edit)) {
        log_error(NULL, "--json and -o - cannot be combined: both write to stdout");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

int extract_run(const extract_request *request) {
    extraction self = {.request = request, .content = {.allocator = large_allocator()}};
    int code = check_request(request);
    if (code != EXIT_OK) {
        return code;
    }
    files_make_folders(request->is_split);
    edit_report_begin(&self.report, request->json);
    self.in = source_new();
    code = open_input(&self);
    if (code == EXIT_OK) {
        name_outputs(&self);
        code = check_outputs(&self);
    }
    if (code == EXIT_OK) {
        code = write_outputs(&self);
    }
    edit_report_end(&self.report, code);
    gait_buffer_free(&self.content);
    gait_output_names_free(self.names);
    text_list_free(&self.outputs, false);
    free(self.pattern);
    clips_free(&self.clips);
    gait_bank_free(self.bank);
    source_free(self.in);
    return code;
}

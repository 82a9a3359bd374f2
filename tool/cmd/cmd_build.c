/* gait build: makes files from their JSON texts. */
#include "cmd/command.h"

#include <stdlib.h>
#include <string.h>

#include "batch/batch.h"
#include "edit/edit.h"
#include "base/base.h"
#include "gait/text.h"
#include "io/files.h"
#include "base/platform.h"

typedef struct build_options {
    common_options common;
    edit_options edit;
    batch_options batch; /* `out` is not used */
    bool allow_damage;
} build_options;

static const option build_table[] = {
    OPTIONS_EDIT_OUT(build_options, "FILE",
                     "write the file to FILE, - is standard output; for several texts, write to "
                     "this folder, or to names of a pattern with {dir} and {name}"),
    {"allow-damage", 0, OPTION_FLAG, NULL, offsetof(build_options, allow_damage),
     "also write files in which `gait check` finds errors; they are printed as warnings"},
    OPTIONS_INPUTS(build_options, batch.inputs),
    {"update", 0, OPTION_FLAG, NULL, offsetof(build_options, batch.update),
     "for several texts: leave out those whose outputs are newer; other outputs are overwritten"},
    OPTIONS_JOBS(build_options, batch.jobs),
    OPTIONS_VERBOSE(build_options, "print warnings and notes"),
    OPTIONS_COMMON(build_options),
};

/* --- one text --------------------------------------------------------------------------------- */

static bool has_rule(const gait_diagnostic *item, const char *beginning) {
    return item->rule && strncmp(item->rule->id, beginning, strlen(beginning)) == 0;
}

/* True for JSON of another program in a folder. */
static bool is_other_json(const source *in, const batch_file *file) {
    const gait_diagnostics *found = &in->diagnostics;
    return file && file->item->in->is_found && found->count > 0 &&
           has_rule(&found->items[found->count - 1], "TXT002");
}

/* True for values that games change: the text was probably edited there. */
static bool build_is_value(const gait_diagnostic *item) {
    static const char *const rules[] = {"OMF113", "OMF165", "OMF168", "SKL113", "SKL114", "SKL115"};
    bool found = false;
    for (size_t i = 0; i < sizeof rules / sizeof *rules && !found; i++) {
        found = has_rule(item, rules[i]);
    }
    return found;
}

/* Logs errors, values that games change and, if asked for, warnings. Errors of a file that was
 * built are allowed. */
static void log_problems(const build_options *options, const source *in, gait_status status) {
    const char *label = source_label(in);
    char *place = text_format("%s: in its file", label);
    for (uint32_t i = 0; i < in->diagnostics.count; i++) {
        const gait_diagnostic *item = &in->diagnostics.items[i];
        bool is_error = item->rule && item->severity == GAIT_ERROR;
        if (status != GAIT_OK) {
            log_diagnostic(has_rule(item, "TXT") ? label : place, item);
        } else if (is_error || build_is_value(item) || options->common.verbose) {
            log_allowed_diagnostic(place, item);
        }
    }
    free(place);
}

/* Builds the file of a text that was read. The caller frees `out`. Logs errors; returns an exit
 * code. */
static int build_text(const build_options *options, source *in, batch_file *file, gait_buffer *out,
                      gait_format *out_format) {
    const gait_text_options building = {.common = source_options(in),
                                        .allow_damage = options->allow_damage};
    gait_span text = {in->bytes.data, in->bytes.size};
    gait_status status = gait_text_build(text, &building, out, out_format);
    memory_check(status);
    if (status != GAIT_OK && is_other_json(in, file)) {
        file->skipped = "is not a text of `gait dump`";
        return EXIT_OK;
    }
    log_problems(options, in, status);
    return exit_of_status(status);
}

/* Writes a file; "-" is standard output. */
static int write_built(const build_options *options, const char *path, const gait_buffer *out,
                       gait_format format) {
    bool is_named = !path_is_stream(path);
    gait_span bytes = {out->data, out->size};
    if (is_named) {
        TRY(edit_refuse_extension(path, format));
    }
    TRY(edit_write(&options->edit, &(file_content){path, &bytes, 1}));
    if (is_named) {
        log_note("%s %s: %s, %zu bytes", options->edit.dry_run ? "would write" : "wrote", path,
                 gait_format_get_info(format)->name, out->size);
    }
    return EXIT_OK;
}

static int build_one(const build_options *options, const char *path) {
    const input in = {.path = (char *)(uintptr_t)path};
    gait_buffer out = {0};
    gait_format format = GAIT_FORMAT_UNKNOWN;
    if (options->edit.out) {
        TRY(edit_refuse_input(options->edit.out, path));
    }
    source *file = source_new();
    int code = source_read_input(file, &in);
    source_log_diagnostics(file);
    TRY_DONE(code);
    TRY_DONE(build_text(options, file, NULL, &out, &format));
    if (options->edit.out) {
        code = write_built(options, options->edit.out, &out, format);
    }
done:
    gait_buffer_free(&out);
    source_free(file);
    return code;
}

/* --- several texts ---------------------------------------------------------------------------- */

typedef struct build_run {
    build_options options;
    char *extensions; /* of all formats with a text form, separated by spaces */
} build_run;

/* Writes the file of a text unless the output is newer. If the name of the output has no extension
 * of a format, it gets that of this one. */
static int write_item(const build_run *run, batch_file *file, bool has_extension,
                      const gait_buffer *out, gait_format format) {
    const char *added = has_extension ? "" : gait_format_get_info(format)->extensions;
    char *path = text_format("%s%s", file->item->out, added);
    int code = EXIT_OK;
    if (has_extension || !batch_is_current(file, file->in, path, NULL)) {
        code = write_built(&run->options, path, out, format);
        if (code == EXIT_OK && !run->options.edit.dry_run) {
            batch_add_output(file, path);
        }
    }
    free(path);
    return code;
}

static int build_item(void *user, batch_file *file) {
    const build_run *run = user;
    const char *path = file->item->out;
    bool has_extension = path && path_has_one_of(path, run->extensions);
    gait_buffer out = {0};
    gait_format format = GAIT_FORMAT_UNKNOWN;
    if (has_extension && batch_is_current(file, file->in, path, NULL)) {
        return EXIT_OK;
    }
    int code = build_text(&run->options, file->in, file, &out, &format);
    if (code == EXIT_OK && !file->skipped && path) {
        code = write_item(run, file, has_extension, &out, format);
    }
    gait_buffer_free(&out);
    return code;
}

static char *list_extensions(void) {
    text_list all = {0};
    for (int i = 0; i < GAIT_FORMAT_COUNT; i++) {
        const gait_format_info *info = gait_format_get_info((gait_format)i);
        if (info->abilities & GAIT_HAS_TEXT) {
            text_list_add(&all, text_copy(info->extensions));
        }
    }
    char *list = text_list_join(&all, " ");
    text_list_free(&all, true);
    return list;
}

static int build_all(const build_options *options, const command_call *call) {
    build_run run = {*options, list_extensions()};
    batch_options *batch = &run.options.batch;
    const batch_work work = {.done = options->edit.dry_run ? "checked" : "built",
                             .text_extensions = run.extensions,
                             .verbose = options->common.verbose,
                             .user = &run,
                             .run = build_item};
    batch->out = options->edit.out;
    batch->inputs.extension = ".json";
    run.options.edit.force = options->edit.force || batch->update;
    int code = batch_run(&work, batch, call);
    free(run.extensions);
    return code;
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Whether there can be several outputs. */
static int are_several(const build_options *options, const command_call *call,
                       bool *out_are_several) {
    const char *out = options->edit.out;
    *out_are_several =
        call->count != 1 || options->batch.inputs.files_from || (out && batch_is_pattern(out));
    if (!*out_are_several) {
        TRY(files_look_for_folder(call->operands[0], out_are_several));
    }
    return !*out_are_several && out ? files_look_for_folder(out, out_are_several) : EXIT_OK;
}

static int run_build(const command_call *call) {
    const build_options *options = call->options;
    const batch_options *batch = &options->batch;
    if (call->count == 0 && !batch->inputs.files_from) {
        return command_refuse_operands(call);
    }
    bool is_batch;
    TRY(are_several(options, call, &is_batch));
    if (!options->edit.out && !options->edit.dry_run) {
        log_error(NULL, "build needs --out %s", is_batch ? "FOLDER" : "FILE");
        log_hint("%s",
                 is_batch ? "gait build texts/ --out banks" : "gait build walk.json -o walk.rtm");
        return EXIT_USAGE;
    }
    if (!is_batch && (batch->update || batch->jobs.given)) {
        return refuse(EXIT_USAGE, NULL,
                      "%s requires several texts, or a folder or pattern as --out",
                      batch->update ? "--update" : "-j");
    }
    return is_batch ? build_all(options, call) : build_one(options, call->operands[0]);
}

const command command_build = {"build",
                               "make files from their JSON texts",
                               "TEXT...",
                               "gait build walk.json -o walk.rtm\n"
                               "gait dump bank.omf | gait build - -o copy.omf\n"
                               "gait dump animations/ --out texts\n"
                               "gait build texts/ --out built",
                               "A text has the form of docs/formats/text.md. Sizes and checksums "
                               "that it leaves out are computed.\n"
                               "Errors are reported with the line and the JSON pointer of the "
                               "value. The file is checked before\n"
                               "it is written. All .json files below a folder are read; see "
                               "`gait help convert`.",
                               0,
                               SIZE_MAX,
                               COMMAND_RUN(build_table, build_options, run_build)};

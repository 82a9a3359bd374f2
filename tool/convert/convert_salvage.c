/* Writes the complete motions of a damaged bank as a new bank. */
#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/base.h"
#include "gait/inspect.h"
#include "gait/output_names.h"

/* Opens the model given with --skeleton; does nothing without that option. */
static int convert_salvage_open_model(const convert_options *options, source *model) {
    if (options->skeletons.count == 0) {
        return EXIT_OK;
    }
    int code = source_open_or_fail(model, options->skeletons.items[0]);
    if (code == EXIT_OK && !format_has(model->format, GAIT_HAS_BANK)) {
        code = refuse(EXIT_UNSUPPORTED, source_label(model), "is not a model");
    }
    if (code != EXIT_OK) {
        log_hint("to salvage a bank, --skeleton takes an .ogf");
    }
    return code;
}

static char *motion_name(const gait_file *bank, uint32_t motion) {
    return text_of_name(gait_file_clip_info(bank, motion).name, gait_file_code_page(bank));
}

static void log_kept(const gait_file *bank, const gait_salvaged *salvaged) {
    log_note("kept %u of %u motion%s", (unsigned)salvaged->kept, (unsigned)salvaged->stated,
             text_plural(salvaged->stated));
    if (salvaged->kept == 1) {
        char *first = motion_name(bank, 0);
        log_note("kept: motion 1 '%s'", first);
        free(first);
    } else if (salvaged->kept > 1) {
        char *first = motion_name(bank, 0);
        char *last = motion_name(bank, salvaged->kept - 1);
        log_note("kept: motions 1 '%s' to %u '%s'", first, (unsigned)salvaged->kept, last);
        free(last);
        free(first);
    }
    unsigned first_lost = salvaged->kept + 1, stated = salvaged->stated;
    if (first_lost <= stated) {
        char *range = first_lost == stated ? text_format("motion %u", stated)
                                           : text_format("motions %u to %u", first_lost, stated);
        log_note("lost: %s; the damage begins at byte %llu", range,
                 (unsigned long long)salvaged->damage_offset);
        free(range);
    }
}

static int write_bank(const conversion *job, const gait_file *bank) {
    gait_buffer content = {0};
    gait_status status = gait_file_write(bank, &content);
    int code;
    TRY_DONE(convert_log_status(job->in, "cannot be written", status));
    TRY_DONE(convert_write(job, job->library.name, &content));
    gait_span part = {content.data, content.size};
    gait_output output = {.files = {{.name = job->library.name,
                                     .parts = &part,
                                     .part_count = 1,
                                     .size = content.size}},
                          .file_count = 1,
                          .clip_count = gait_file_clip_count(bank)};
    convert_log_output(job, GAIT_ROUTE_COPY, &output, &(gait_losses){0});
done:
    gait_buffer_free(&content);
    return code;
}

static int salvage_with(const conversion *job, const gait_file *model) {
    gait_span bytes = {job->in->bytes.data, job->in->bytes.size};
    gait_options options = source_options(job->in);
    gait_salvaged salvaged;
    gait_file *bank = NULL;
    gait_status status = gait_file_salvage(bytes, NULL, model, &options, &bank, &salvaged);
    memory_check(status);
    source_log_diagnostics(job->in);
    if (!bank) {
        return exit_of_status(status);
    }
    log_kept(bank, &salvaged);
    int code = write_bank(job, bank);
    gait_file_free(bank);
    return code;
}

/* Refuses options that do not apply to --salvage. */
static int convert_check_salvage(const conversion *job) {
    const convert_options *options = job->options;
    const char *unused = options->library.fps > 0          ? "--fps"
                         : options->library.duration_s > 0 ? "--duration"
                         : options->base                   ? "--base"
                         : options->library.is_lossy       ? "--lossy"
                         : options->library.has_sidecar    ? "--sidecar"
                         : options->add_new                ? "--add-new"
                         : options->drop_missing           ? "--drop-missing"
                         : options->version.given          ? "--format-version"
                         : options->skeletons.count > 1    ? "a second --skeleton"
                                                           : NULL;
    if (unused) {
        return refuse(EXIT_USAGE, NULL, "%s does not apply to --salvage", unused);
    }
    if (!format_has(job->library.target, GAIT_HAS_PARTS) || options->clips.count > 0 ||
        gait_output_name_is_per_clip(job->library.name)) {
        return refuse(
            EXIT_USAGE, source_label(job->in),
            "--salvage writes a complete bank: give an .omf as OUT, without --clip and {clip}");
    }
    return EXIT_OK;
}

int convert_salvage(const conversion *job) {
    TRY(convert_check_salvage(job));
    batch_add_files(job->batch, &job->options->skeletons);
    if (batch_is_current(job->batch, job->in, job->library.name, &job->clips)) {
        return EXIT_OK;
    }
    source *model = source_new();
    int code = convert_salvage_open_model(job->options, model);
    if (code == EXIT_OK) {
        code = salvage_with(job, model->file);
    }
    source_free(model);
    return code;
}

/* Applies an edited glTF to the file that it was exported from. */
#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/base.h"
#include "skeleton/skeleton.h"
#include "gait/inspect.h"

/* --- the base file ---------------------------------------------------------------------------- */

/* Uses the skeleton in the metadata of the edited file, if there is one: another skeleton may have
 * a different rest pose than the export. */
static bool use_metadata_skeleton(round_trip *trip) {
    const source *in = trip->job->in;
    gait_status status = gait_roundtrip_skeleton(trip->base->file, in->file, NULL, &trip->skeleton);
    memory_check(status);
    if (status == GAIT_OK) {
        log_note("skeleton: from the extras of %s%s", source_label(in),
                 trip->job->options->skeletons.count > 0 ? "; --skeleton is ignored" : "");
    }
    return status == GAIT_OK;
}

/* Opens the base file and finds its skeleton. Returns an exit code. */
static int roundtrip_open_base(round_trip *trip) {
    const convert_options *options = trip->job->options;
    gait_format *target = &trip->job->library.target;
    trip->base = source_new();
    if (files_code_page() == 0) { /* names must match those of the export */
        files_set_code_page(gait_file_source_code_page(trip->job->in->file));
    }
    batch_add_file(trip->job->batch, options->base);
    TRY(source_open_or_fail(trip->base, options->base));
    gait_format format = trip->base->format;
    /* Without --to, an .rtm is plain or binarised like the base. */
    if (format_has(*target, GAIT_MODEL_SPACE) && format_has_records(format) && !options->to) {
        *target = format;
    }
    if (format != *target) {
        log_error(options->base, "is %s, but OUT is %s", gait_format_get_info(format)->name,
                  gait_format_get_info(*target)->name);
        log_hint("the base must be the game file that the edited glTF was exported from");
        return EXIT_USAGE;
    }
    if (use_metadata_skeleton(trip)) {
        return EXIT_OK;
    }
    const skeleton_request request = {.given = &options->skeletons,
                                      .folders = &options->folders,
                                      .verbose = options->common.verbose,
                                      .cache = batch_cache(trip->job->batch),
                                      .used_files = batch_files(trip->job->batch)};
    return skeleton_resolve(trip->base, &request, &trip->skeleton);
}

/* --- the run ---------------------------------------------------------------------------------- */

/* Refuses options that have no effect: all clips are applied, with the version and times of the
 * base file. */
static int refuse_unused(const convert_options *options) {
    const char *unused = options->clips.count > 0          ? "--clip"
                         : options->library.fps > 0        ? "--fps"
                         : options->library.duration_s > 0 ? "--duration"
                         : options->version.given          ? "--format-version"
                         : options->library.is_lossy       ? "--lossy"
                                                           : NULL;
    if (unused) {
        return refuse(EXIT_USAGE, NULL, "%s does not apply to an edited glTF with --base", unused);
    }
    return EXIT_OK;
}

static void roundtrip_command_log_result(const round_trip *trip) {
    const convert_options *options = trip->job->options;
    const uint32_t *outcomes = trip->overview.outcomes;
    unsigned changed = outcomes[GAIT_ROUNDTRIP_CHANGED];
    char *dropped = options->drop_missing
                        ? text_format(", %u removed", (unsigned)outcomes[GAIT_ROUNDTRIP_DROPPED])
                        : NULL;
    unsigned renamed_count = outcomes[GAIT_ROUNDTRIP_RENAMED];
    char *renamed = renamed_count > 0 ? text_format(", %u renamed", renamed_count) : NULL;
    unsigned edits = changed + renamed_count + (unsigned)outcomes[GAIT_ROUNDTRIP_ADDED] +
                     (unsigned)outcomes[GAIT_ROUNDTRIP_DROPPED];
    void (*log_it)(const char *, ...) = edits > 0 ? log_news : log_note;
    log_it(
        "%s %s: %u clip%s changed, %u unchanged, %u added%s, %u not in the edited file (kept)%s, "
        "%zu bytes",
        options->dry_run ? "would write" : "wrote", trip->job->library.name, changed,
        text_plural(changed), (unsigned)outcomes[GAIT_ROUNDTRIP_UNCHANGED],
        (unsigned)outcomes[GAIT_ROUNDTRIP_ADDED], renamed ? renamed : "",
        (unsigned)outcomes[GAIT_ROUNDTRIP_KEPT], dropped ? dropped : "", trip->content.size);
    free(renamed);
    free(dropped);
}

static void roundtrip_command_run(round_trip *trip) {
    const conversion *job = trip->job;
    gait_roundtrip_options options = {.common = source_options(trip->base),
                                      .tolerance_deg = job->library.tolerance_deg,
                                      .tolerance_mm = job->library.tolerance_mm,
                                      .adds_new = job->options->add_new,
                                      .drops_missing = job->options->drop_missing,
                                      .refused = &trip->report};
    trip->status = gait_roundtrip(trip->base->file, job->in->file, trip->skeleton, &options,
                                  &trip->report, &trip->content);
    memory_check(trip->status);
    trip->overview = gait_roundtrip_report_summary(trip->report);
}

bool convert_is_roundtrip(const conversion *job) {
    gait_format target = job->library.target;
    return format_has_scene(job->in->format) && job->options->base &&
           format_has(target, GAIT_CAN_WRITE) && format_has(target, GAIT_HAS_CLIPS);
}

int convert_roundtrip(conversion *job) {
    round_trip trip = {.job = job};
    const char *out = job->library.name;
    int code;
    TRY(refuse_unused(job->options));
    TRY(files_may_write(out, job->options->force));
    TRY_DONE(roundtrip_open_base(&trip));
    if (batch_is_current(job->batch, job->in, out, &job->clips)) {
        goto done;
    }
    roundtrip_command_run(&trip);
    TRY_DONE(roundtrip_log(&trip));
    TRY_DONE(convert_write(job, out, &trip.content));
    trip.is_written = !job->options->dry_run;
    roundtrip_command_log_result(&trip);
done:
    if (trip.overview.is_compared && job->options->json) {
        roundtrip_print_json(&trip);
    }
    gait_buffer_free(&trip.content);
    gait_roundtrip_report_free(trip.report);
    gait_skeleton_free(trip.skeleton);
    source_free(trip.base);
    return code;
}

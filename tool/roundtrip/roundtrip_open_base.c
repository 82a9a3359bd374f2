/* Opens the base file of a round trip and finds its skeleton. */
#include "roundtrip/roundtrip_job.h"

#include "batch/batch_update.h"
#include "exit_code.h"
#include "skeleton/skeleton_resolve.h"
#include "terminal.h"
#include "gait/inspect.h"

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

int roundtrip_open_base(round_trip *trip, gait_format *target) {
    const convert_options *options = trip->job->options;
    trip->base = source_new();
    if (files_code_page() == 0) { /* names must match those of the export */
        files_set_code_page(gait_file_source_code_page(trip->job->in->file));
    }
    int code = source_open_or_fail(trip->base, options->base);
    batch_add_file(trip->job->batch, options->base);
    if (code != EXIT_OK) {
        return code;
    }
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

/* The file that an edited glTF came from. */
#include "roundtrip/roundtrip_job.h"

#include "exit_code.h"
#include "skeleton/skeleton_resolve.h"
#include "terminal.h"

/* An .rtm stays plain or binarised as the base is, unless it was said. */
static bool is_for(const round_trip *trip, gait_format *target) {
    gait_format base = trip->base->format;
    if (*target == GAIT_FORMAT_RTM && base == GAIT_FORMAT_BMTR && !trip->job->options->to) {
        *target = base;
    }
    return base == *target;
}

/* Most models refer to banks, and hold none. */
static int refuse_without_bank(const round_trip *trip) {
    if (trip->base->format != GAIT_FORMAT_OGF || gait_file_clip_count(trip->base->file) > 0) {
        return EXIT_OK;
    }
    log_error(source_label(trip->base), "holds no motions");
    log_hint("give the bank that it refers to, and an .omf as OUT: gait info -v lists them");
    return EXIT_UNSUPPORTED;
}

/* What is given or found today may rest elsewhere than what the file was exported on. */
static bool use_metadata_skeleton(round_trip *trip) {
    const source *in = trip->job->in;
    gait_status status = gait_roundtrip_skeleton(trip->base->file, in->file, NULL, &trip->skeleton);
    memory_check(status);
    if (status == GAIT_OK) {
        log_note("skeleton: that of the extras of %s%s", source_label(in),
                 trip->job->options->skeletons.count > 0 ? ", not --skeleton" : "");
    }
    return status == GAIT_OK;
}

static int find_skeleton(round_trip *trip) {
    const convert_options *options = trip->job->options;
    return use_metadata_skeleton(trip)
               ? EXIT_OK
               : skeleton_resolve(trip->base, &options->skeletons, SKELETON_FOR_POSES,
                                  options->common.verbose, &trip->skeleton);
}

int roundtrip_open_base(round_trip *trip, gait_format *target) {
    const convert_options *options = trip->job->options;
    trip->base = source_new();
    int code = source_open_or_fail(trip->base, options->base);
    if (code == EXIT_OK && !is_for(trip, target)) {
        log_error(options->base, "is %s, and OUT is to be %s",
                  gait_format_get_info(trip->base->format)->name,
                  gait_format_get_info(*target)->name);
        log_hint("the base is the game's file that the edited one came from");
        code = EXIT_USAGE;
    }
    if (code == EXIT_OK) {
        code = refuse_without_bank(trip);
    }
    if (code == EXIT_OK) {
        code = find_skeleton(trip);
    }
    return code;
}

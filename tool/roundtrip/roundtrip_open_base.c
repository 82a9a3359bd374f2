/* The file that an edited glTF came from. */
#include "roundtrip/roundtrip_job.h"

#include "exit_code.h"
#include "skeleton/skeleton_resolve.h"
#include "terminal.h"

/* Any other skeleton may have another rest pose than the one of the export. */
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

int roundtrip_open_base(round_trip *trip, gait_format *target) {
    const convert_options *options = trip->job->options;
    trip->base = source_new();
    int code = source_open_or_fail(trip->base, options->base);
    if (code != EXIT_OK) {
        return code;
    }
    gait_format format = trip->base->format;
    /* An .rtm stays plain or binarised as the base is, unless --to is given. */
    if (*target == GAIT_FORMAT_RTM && format == GAIT_FORMAT_BMTR && !options->to) {
        *target = format;
    }
    if (format != *target) {
        log_error(options->base, "is %s, and OUT is to be %s", gait_format_get_info(format)->name,
                  gait_format_get_info(*target)->name);
        log_hint("the base is the game's file that the edited one came from");
        return EXIT_USAGE;
    }
    /* Most models refer to banks, and hold none. */
    if (format == GAIT_FORMAT_OGF && gait_file_clip_count(trip->base->file) == 0) {
        log_error(source_label(trip->base), "holds no motions");
        log_hint("give the bank that it refers to, and an .omf as OUT: gait info -v lists them");
        return EXIT_UNSUPPORTED;
    }
    if (use_metadata_skeleton(trip)) {
        return EXIT_OK;
    }
    return skeleton_resolve(trip->base, &options->skeletons, SKELETON_FOR_POSES,
                            options->common.verbose, &trip->skeleton);
}

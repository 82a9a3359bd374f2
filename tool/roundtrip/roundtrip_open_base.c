/* The file that an edited glTF came from. */
#include "roundtrip/roundtrip_job.h"

#include "exit_code.h"
#include "skeleton/skeleton_resolve.h"
#include "terminal.h"

/* An .rtm stays plain or binarised as the base is, unless it was said. */
static bool is_for(const way_back *way, gait_format *target) {
    gait_format base = way->base->format;
    if (*target == GAIT_FORMAT_RTM && base == GAIT_FORMAT_BMTR && !way->job->options->to) {
        *target = base;
    }
    return base == *target;
}

/* Most models refer to banks, and hold none. */
static int refuse_without_bank(const way_back *way) {
    if (way->base->format != GAIT_FORMAT_OGF || gait_file_clip_count(way->base->file) > 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(way->base), "holds no motions");
    tell_advice("give the bank that it refers to, and an .omf as OUT: gait info -v lists them");
    return EXIT_UNSUPPORTED;
}

/* What is given or found today may rest elsewhere than what the file was exported on. */
static bool take_said_skeleton(way_back *way) {
    const source *in = way->job->in;
    gait_status status = gait_roundtrip_skeleton(way->base->file, in->file, NULL, &way->skeleton);
    memory_check(status);
    if (status == GAIT_OK) {
        tell_note("skeleton: that of the extras of %s%s", source_label(in),
                  way->job->options->skeletons.count > 0 ? ", not --skeleton" : "");
    }
    return status == GAIT_OK;
}

static int find_skeleton(way_back *way) {
    const convert_options *options = way->job->options;
    return take_said_skeleton(way)
               ? EXIT_FINE
               : skeleton_resolve(way->base, &options->skeletons, SKELETON_FOR_POSES,
                                  options->common.verbose, &way->skeleton);
}

int back_open_base(way_back *way, gait_format *target) {
    const convert_options *options = way->job->options;
    way->base = source_new();
    int code = source_need(way->base, options->base);
    if (code == EXIT_FINE && !is_for(way, target)) {
        tell_error(options->base, "is %s, and OUT is to be %s",
                   gait_format_about(way->base->format)->name, gait_format_about(*target)->name);
        tell_advice("the base is the game's file that the edited one came from");
        code = EXIT_USAGE;
    }
    if (code == EXIT_FINE) {
        code = refuse_without_bank(way);
    }
    if (code == EXIT_FINE) {
        code = find_skeleton(way);
    }
    return code;
}

/* The file that an edited glTF came from. */
#include "roundtrip/roundtrip_job.h"

#include "convert/convert_messages.h"
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

/* The skeleton that the file was exported on, as its extras have it: what is given or found today
 * may rest elsewhere, and would turn every motion. */
static bool take_said_skeleton(way_back *way) {
    const gait_extras *extras = gait_file_extras(way->job->in->file);
    gait_skeleton *said = NULL;
    if (extras) {
        memory_check(gait_extras_skeleton(extras, "extras", NULL, &said));
    }
    if (said) {
        memory_check(gait_file_skeleton(way->base->file, said, NULL, &way->skeleton));
    }
    gait_skeleton_free(said);
    if (way->skeleton) {
        tell_note("skeleton: that of the extras of %s%s", source_label(way->job->in),
                  way->job->options->skeletons.count > 0 ? ", not --skeleton" : "");
    }
    return way->skeleton != NULL;
}

static int find_skeleton(way_back *way) {
    const convert_options *options = way->job->options;
    return take_said_skeleton(way)
               ? EXIT_FINE
               : skeleton_resolve(way->base, &options->skeletons, SKELETON_FOR_POSES,
                                  options->common.verbose, &way->skeleton);
}

/* Keys in phases were put where the export was told to put them. An .rtm is one clip, whatever the
 * animation is called. */
gait_status back_place_keys(const way_back *way, gait_back_base *base) {
    const gait_file *file = way->job->in->file;
    const gait_extras *all = gait_file_extras(file);
    bool is_one = base->clip_count == 1 && gait_file_clip_count(file) == 1;
    gait_status status = GAIT_OK;
    for (uint32_t c = 0; all && c < base->clip_count && status == GAIT_OK; c++) {
        const gait_extras_clip *said =
            is_one ? gait_file_extras_clip(file, 0) : gait_extras_find(all, base->clip_names[c]);
        if (said && said->time_unit == GAIT_TIME_PHASE &&
            said->frame_count == base->clips[c]->frame_count) {
            status = gait_back_base_place(base, c, said->duration_s);
        }
    }
    return status;
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
    if (code == EXIT_FINE) {
        gait_options reading = source_options(way->base);
        gait_status status =
            gait_back_base_new(way->base->file, way->skeleton, &reading, &way->clips);
        status = status == GAIT_OK ? back_place_keys(way, way->clips) : status;
        code = status == GAIT_UNSUPPORTED
                   ? skeleton_refuse(way->base, GAIT_NEED_PARENTS)
                   : convert_tell_status(way->base, "its clips cannot be read", status);
    }
    return code;
}

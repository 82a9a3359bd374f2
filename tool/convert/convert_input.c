#include "convert/convert_input.h"

#include "convert/convert_messages.h"
#include "convert/retarget.h"
#include "exit_code.h"
#include "gait/ops.h"
#include "terminal.h"

static int check_timing(const conversion *job, const gait_clip *clip) {
    const convert_options *options = job->options;
    if (clip->time_unit == GAIT_TIME_PHASE || (!options->fps.given && !options->duration.given)) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "%s is for clips that hold no duration; '%s' has one",
               options->fps.given ? "--fps" : "--duration", clip->name);
    return EXIT_USAGE;
}

/* Poses of a bank are relative to parents: without them a model in pieces would be made. */
static int check_needs(const conversion *job, const gait_clip *clip) {
    gait_need need = gait_pose_needs(clip, GAIT_SPACE_MODEL);
    return need == GAIT_NEED_NOTHING ? EXIT_FINE : skeleton_refuse(job->in, need);
}

int convert_resolve(const conversion *job, skeleton_use use, gait_skeleton **out) {
    const convert_options *options = job->options;
    if (job->fit) {
        *out = fitting_skeleton(job->fit);
        return EXIT_FINE;
    }
    return skeleton_resolve(job->in, &options->skeletons, use, options->common.verbose, out);
}

int convert_read(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip) {
    source *in = job->in;
    gait_options options = source_options(in);
    if (job->fit) {
        return fitting_clip(job->fit, index, job->options->lossy, out_clip);
    }
    gait_status status = gait_file_clip(in->file, index, skeleton, &options, out_clip);
    source_tell(in);
    return convert_tell_status(in, "cannot read the clip", status);
}

int convert_lift(const conversion *job, const gait_skeleton *skeleton, uint32_t index,
                 gait_clip **out_clip) {
    int code = convert_read(job, skeleton, index, out_clip);
    if (code == EXIT_FINE) {
        code = check_timing(job, *out_clip);
    }
    if (code == EXIT_FINE) {
        code = check_needs(job, *out_clip);
    }
    return code;
}

int convert_need_clips(const conversion *job, gait_format format) {
    if (job->clips.count > 0) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "holds no clip to make %s of",
               gait_format_about(format)->name);
    convert_tell_next_step(job);
    return EXIT_UNSUPPORTED;
}

void convert_tell_next_step(const conversion *job) {
    if (job->clips.count > 0) {
        tell_note("before importing into Blender set the scene to 30 fps");
    } else if (gait_file_ref_count(job->in->file) > 0) {
        tell_note("the motions are in other files: gait info -v %s", source_label(job->in));
    }
}

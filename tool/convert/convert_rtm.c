/* From clips to RTM, plain or binarised: one file per clip. */
#include "convert/convert.h"

#include <stdlib.h>

#include "convert/convert_input.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "gait/bmtr.h"
#include "gait/ops.h"
#include "gait/rtm.h"
#include "io/large_memory.h"
#include "terminal.h"

enum { OLDEST_BMTR = 2, NEWEST_BMTR = 5 };

/* Outputs while they are made, one after the other. */
typedef struct rtm_output {
    const conversion *job;
    const gait_skeleton *skeleton;
    gait_format format;  /* GAIT_FORMAT_RTM or GAIT_FORMAT_BMTR */
    const source *base;  /* of --base, NULL = none */
    gait_buffer content; /* kept from one output to the next */
} rtm_output;

static int tell_failure(const rtm_output *output, const char *clip, gait_status status) {
    source *in = output->job->in;
    source_tell(in);
    return status == GAIT_NOT_FOUND /* which write_over() explains */
               ? exit_of_status(status)
               : convert_tell_failure(in, clip, output->format, status);
}

/* --- one clip --------------------------------------------------------------------------------- */

/* Over the file that it came from: what did not change keeps its bytes. */
static gait_status write_over(rtm_output *output, const gait_bmtr *made,
                              const gait_options *options) {
    uint32_t changed = 0;
    gait_bmtr *base = NULL;
    const source *file = output->base;
    gait_status status =
        gait_bmtr_open((gait_span){file->bytes.data, file->bytes.size}, options, &base);
    if (status == GAIT_OK) {
        status = gait_bmtr_rebase(base, made, options, &changed);
    }
    if (status == GAIT_OK) {
        status = gait_bmtr_write(base, &output->content);
        tell_note("against %s: %u records, keys and phases changed", source_label(file),
                  (unsigned)changed);
    } else if (status == GAIT_NOT_FOUND) {
        tell_error(source_label(file), "has other bones, other keys or another number of frames");
        tell_advice("leave --base out to write a new file");
    }
    gait_bmtr_free(base);
    return status;
}

static gait_status lower_binarised(rtm_output *output, const gait_clip *clip,
                                   const gait_options *options) {
    const convert_options *given = output->job->options;
    gait_bmtr *bmtr = NULL;
    int32_t version = output->base           ? gait_file_version(output->base->file)
                      : given->version.given ? (int32_t)given->version.value
                                             : NEWEST_BMTR;
    uint32_t flags = given->lossy ? GAIT_BMTR_DROP_EVENTS : 0;
    gait_status status = gait_bmtr_lower(clip, version, flags, options, &bmtr);
    if (status == GAIT_OK) {
        status = output->base ? write_over(output, bmtr, options)
                              : gait_bmtr_write(bmtr, &output->content);
    }
    gait_bmtr_free(bmtr);
    return status;
}

/* Clips of deltas stay what they are: no rest pose gets between their numbers. */
static gait_status convert_space(const gait_clip *clip, const gait_options *options,
                                 gait_clip **out) {
    bool is_delta = clip->space == GAIT_SPACE_DELTA || clip->space == GAIT_SPACE_LOCAL_DELTA;
    *out = NULL;
    return is_delta ? GAIT_OK
                    : gait_clip_convert(clip, GAIT_SPACE_DELTA, GAIT_AXES_FILE, options, out);
}

static int lower_clip(rtm_output *output, const gait_clip *clip) {
    gait_options options = source_options(output->job->in);
    gait_clip *turned = NULL;
    gait_status status = convert_space(clip, &options, &turned);
    const gait_clip *delta = turned ? turned : clip;
    if (status == GAIT_OK) {
        status = output->format == GAIT_FORMAT_RTM
                     ? gait_rtm_write_clip(delta, &options, &output->content)
                     : lower_binarised(output, delta, &options);
    }
    gait_clip_free(turned);
    return tell_failure(output, clip->name, status);
}

/* Records of binarised files are relative to parents, poses to rest poses. */
static int check_needs(const rtm_output *output, const gait_clip *clip) {
    bool binarised = output->format == GAIT_FORMAT_BMTR;
    gait_need need = binarised && !skeleton_knows_parents(output->skeleton)
                         ? GAIT_NEED_PARENTS
                         : gait_pose_needs(clip, GAIT_SPACE_DELTA);
    return need == GAIT_NEED_NOTHING ? EXIT_FINE : skeleton_refuse(output->job->in, need);
}

static int make_content(rtm_output *output, uint32_t index) {
    gait_clip *clip = NULL;
    int code = convert_read(output->job, output->skeleton, index, &clip);
    if (code == EXIT_FINE) {
        code = check_needs(output, clip);
    }
    if (code == EXIT_FINE) {
        code = lower_clip(output, clip);
    }
    gait_clip_free(clip);
    return code;
}

static int make_output(void *user, const char *path, uint32_t index) {
    rtm_output *output = user;
    const convert_options *options = output->job->options;
    int code = files_may_write(path, options->force);
    if (code == EXIT_FINE) {
        code = make_content(output, index);
    }
    if (code == EXIT_FINE) {
        code = convert_write(output->job, path, &output->content);
    }
    if (code == EXIT_FINE) {
        tell_note("%s %s: %s, %zu bytes, %u bones", options->dry_run ? "would write" : "wrote",
                  path, gait_format_about(output->format)->name, output->content.size,
                  (unsigned)output->skeleton->bone_count);
    }
    output->content.size = 0;
    return code;
}

/* --- all clips -------------------------------------------------------------------------------- */

static int refuse_many(const conversion *job) {
    tell_error(source_label(job->in), "holds %zu clips, and an RTM one", job->clips.count);
    tell_advice("choose one with --clip, or put {clip} into the name of OUT");
    return EXIT_USAGE;
}

static int refuse_option(const char *name, const char *why) {
    tell_error(NULL, "%s %s", name, why);
    return EXIT_USAGE;
}

static int check_request(const conversion *job, gait_format format) {
    const convert_options *options = job->options;
    bool is_plain = format == GAIT_FORMAT_RTM;
    if (job->clips.count != 1 && !convert_is_per_clip(job->out)) {
        return refuse_many(job);
    }
    bool is_lossy = options->lossy && !job->fit; /* which may leave a scale behind */
    if (is_plain && (options->base || options->version.given || is_lossy)) {
        return refuse_option(options->base            ? "--base"
                             : options->version.given ? "--format-version"
                                                      : "--lossy",
                             "has no use for plain RTM");
    }
    if (options->version.given && (options->base || options->version.value < OLDEST_BMTR ||
                                   options->version.value > NEWEST_BMTR)) {
        return refuse_option("--format-version",
                             options->base ? "is that of --base already" : "must be from 2 to 5");
    }
    if (options->fps.given || options->duration.given) {
        return refuse_option(options->fps.given ? "--fps" : "--duration",
                             "has no use for RTM, which holds no duration");
    }
    return EXIT_FINE;
}

/* *out_base stays NULL when none was given. */
static int open_base(const char *path, source **out_base) {
    if (!path) {
        return EXIT_FINE;
    }
    source *base = source_new();
    int code = source_need(base, path);
    if (code == EXIT_FINE && base->format != GAIT_FORMAT_BMTR) {
        tell_error(path, "is %s; the base must be what OUT shall be, bmtr",
                   gait_format_about(base->format)->name);
        code = EXIT_UNSUPPORTED;
    }
    if (code != EXIT_FINE) {
        source_free(base);
        return code;
    }
    *out_base = base;
    return EXIT_FINE;
}

int convert_to_rtm(const conversion *job, gait_format format) {
    gait_skeleton *skeleton = NULL;
    source *base = NULL;
    const convert_options *options = job->options;
    skeleton_use use = format == GAIT_FORMAT_BMTR ? SKELETON_FOR_RECORDS : SKELETON_FOR_POSES;
    int code = convert_need_clips(job, format);
    if (code == EXIT_FINE) {
        code = check_request(job, format);
    }
    if (code == EXIT_FINE) {
        code = open_base(options->base, &base);
    }
    if (code == EXIT_FINE) {
        code = convert_resolve(job, use, &skeleton);
    }
    if (code == EXIT_FINE) {
        rtm_output output = {.job = job,
                             .skeleton = skeleton,
                             .format = format,
                             .base = base,
                             .content = {.allocator = large_allocator()}};
        code = convert_each(job->in, &job->clips, job->out, make_output, &output);
        gait_buffer_free(&output.content);
    }
    gait_skeleton_free(skeleton);
    source_free(base);
    return code;
}

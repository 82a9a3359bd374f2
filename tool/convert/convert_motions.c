/* From clips to motions of X-Ray: banks, and SDK motions. */
#include "convert/convert.h"

#include <stdlib.h>

#include "convert/convert_input.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/ops.h"
#include "gait/skl.h"
#include "terminal.h"

enum { OMF_VERSION = 4, SKL_VERSION = 7, OLDEST_SKL = 6, OLDEST_OMF = 3 };

/* One output while it is made: a bank or SDK motions. */
typedef struct motions_output {
    const conversion *job;
    const gait_skeleton *skeleton;
    gait_format format;
    uint16_t version;
    gait_omf *omf;
    gait_skl *skl;
    uint32_t losses;
} motions_output;

static int tell_failure(const motions_output *output, const char *what, gait_status status) {
    source *in = output->job->in;
    source_tell(in);
    return status == GAIT_BAD_ARGUMENT ? convert_refuse_name(in, what, output->format)
                                       : convert_tell_failure(in, what, output->format, status);
}

/* --- losses ----------------------------------------------------------------------------------- */

static int refuse_losses(const motions_output *output, const char *clip, uint32_t losses) {
    tell_error(source_label(output->job->in), "%s holds more than %s can", clip,
               gait_format_about(output->format)->name);
    convert_tell_losses(losses, false);
    tell_advice("--lossy goes on without it");
    return EXIT_UNSUPPORTED;
}

/* --- one clip --------------------------------------------------------------------------------- */

/* Programs add noise to what stands still; what games hold is as exact as it was. */
static gait_omf_precision precision_for(const conversion *job) {
    const tolerance noise = {.deg = 0.01, .mm = 0.05};
    bool is_exchanged = job->in->format == GAIT_FORMAT_GLTF || job->in->format == GAIT_FORMAT_BVH;
    tolerance wanted = job->tolerance;
    wanted.deg = is_exchanged && !(wanted.deg > 0) ? noise.deg : wanted.deg;
    wanted.mm = is_exchanged && !(wanted.mm > 0) ? noise.mm : wanted.mm;
    return tolerance_precision(&wanted, 1);
}

static gait_status add_motion(motions_output *output, const gait_clip *clip, uint32_t *losses) {
    uint32_t allowed = output->job->options->lossy ? UINT32_MAX : 0;
    if (output->omf) {
        gait_omf_precision precision = precision_for(output->job);
        return gait_omf_add_clip(output->omf, clip, &precision, allowed, losses);
    }
    return gait_skl_add_clip(output->skl, clip, output->version, allowed, losses);
}

static int refuse_phases(const conversion *job, const char *clip) {
    tell_error(source_label(job->in), "%s holds no duration, and a motion needs one", clip);
    tell_advice("convert it to .glb with --fps or --duration first, and that to a bank");
    return EXIT_UNSUPPORTED;
}

static int lower_clip(motions_output *output, const gait_clip *clip) {
    gait_options options = source_options(output->job->in);
    gait_clip *turned = NULL;
    uint32_t losses = 0;
    if (clip->time_unit == GAIT_TIME_PHASE) {
        return refuse_phases(output->job, clip->name);
    }
    gait_status status =
        gait_clip_convert(clip, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &options, &turned);
    if (status == GAIT_OK) {
        status = add_motion(output, turned, &losses);
    }
    gait_clip_free(turned);
    output->losses |= status == GAIT_OK ? losses : 0;
    return status == GAIT_WOULD_LOSE ? refuse_losses(output, clip->name, losses)
                                     : tell_failure(output, clip->name, status);
}

static int add_clip(motions_output *output, uint32_t index) {
    gait_clip *clip = NULL;
    int code = convert_read(output->job, output->skeleton, index, &clip);
    if (code == EXIT_FINE) {
        code = lower_clip(output, clip);
    }
    gait_clip_free(clip);
    return code;
}

/* --- one output ------------------------------------------------------------------------------- */

static gait_status begin(motions_output *output) {
    if (output->format == GAIT_FORMAT_OMF) {
        gait_status status = gait_omf_new(output->version, NULL, &output->omf);
        return status == GAIT_OK
                   ? gait_omf_add_parts(output->omf, output->job->in->file, output->skeleton)
                   : status;
    }
    return gait_skl_new(output->format == GAIT_FORMAT_SKL ? GAIT_SKL_ONE : GAIT_SKL_MANY, NULL,
                        &output->skl);
}

static int write_output(motions_output *output, const char *path, size_t count) {
    gait_buffer content = {0};
    gait_status status =
        output->omf ? gait_omf_write(output->omf, &content) : gait_skl_write(output->skl, &content);
    int code = tell_failure(output, "the result", status);
    if (code == EXIT_FINE) {
        code = convert_write(output->job, path, &content);
    }
    if (code == EXIT_FINE) {
        tell_note("%s %s: %zu motion%s, %u bones, %zu bytes",
                  output->job->options->dry_run ? "would write" : "wrote", path, count,
                  count == 1 ? "" : "s", (unsigned)output->skeleton->bone_count, content.size);
        convert_tell_losses(output->losses, true);
    }
    gait_buffer_free(&content);
    return code;
}

static int make_output(motions_output *output, const char *path, const uint32_t *clips,
                       size_t count) {
    int code = files_may_write(path, output->job->options->force);
    if (code == EXIT_FINE) {
        code = tell_failure(output, "the result", begin(output));
    }
    for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
        code = add_clip(output, clips[i]);
    }
    if (code == EXIT_FINE) {
        code = write_output(output, path, count);
    }
    gait_omf_free(output->omf);
    gait_skl_free(output->skl);
    output->omf = NULL;
    output->skl = NULL;
    return code;
}

static int make_output_of_clip(void *user, const char *path, uint32_t clip) {
    return make_output(user, path, &clip, 1);
}

/* --- all outputs ------------------------------------------------------------------------------ */

static int refuse_version(gait_format format) {
    tell_error(NULL, "--format-version of %s must be %s", gait_format_about(format)->name,
               format == GAIT_FORMAT_OMF ? "3 or 4" : "6 or 7");
    return EXIT_USAGE;
}

static int check_request(const conversion *job, gait_format format) {
    const convert_options *options = job->options;
    uint32_t newest = format == GAIT_FORMAT_OMF ? OMF_VERSION : SKL_VERSION;
    uint32_t oldest = format == GAIT_FORMAT_OMF ? OLDEST_OMF : OLDEST_SKL;
    if (options->version.given &&
        (options->version.value < oldest || options->version.value > newest)) {
        return refuse_version(format);
    }
    if (format == GAIT_FORMAT_SKL && job->clips.count != 1 && !convert_is_per_clip(job->out)) {
        tell_error(source_label(job->in), "holds %zu clips, and an .skl one", job->clips.count);
        tell_advice("choose one with --clip, put {clip} into the name of OUT, or write .skls");
        return EXIT_USAGE;
    }
    if (options->fps.given || options->duration.given) {
        tell_error(NULL, "%s has no use for motions: they hold seconds",
                   options->fps.given ? "--fps" : "--duration");
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

int convert_to_motions(const conversion *job, gait_format format) {
    gait_skeleton *skeleton = NULL;
    const convert_options *options = job->options;
    uint16_t newest = format == GAIT_FORMAT_OMF ? OMF_VERSION : SKL_VERSION;
    int code = convert_need_clips(job, format);
    if (code == EXIT_FINE) {
        code = check_request(job, format);
    }
    if (code == EXIT_FINE) {
        code = convert_resolve(job, SKELETON_FOR_POSES, &skeleton);
    }
    if (code == EXIT_FINE && job->in->format == GAIT_FORMAT_GLTF && !job->fit) {
        tell_note(
            "axes of joints are taken as they are, and programs change them: give the model's");
        tell_advice(".ogf with --skeleton, or export with custom properties");
    }
    if (code == EXIT_FINE) {
        motions_output output = {
            .job = job,
            .skeleton = skeleton,
            .format = format,
            .version = options->version.given ? (uint16_t)options->version.value : newest};
        code = convert_is_per_clip(job->out)
                   ? convert_each(job->in, &job->clips, job->out, make_output_of_clip, &output)
                   : make_output(&output, job->out, job->clips.clips, job->clips.count);
    }
    gait_skeleton_free(skeleton);
    return code;
}

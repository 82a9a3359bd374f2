/* Opens a file, and samples its clips one after the other. */
#include <float.h>
#include <stdlib.h>

#include "batch/batch.h"
#include "base/base.h"
#include "base/platform.h"
#include "sample/sample.h"
#include "skeleton/skeleton.h"

static int sample_file_choose_clips(sample_job *job) {
    bool is_whole = job->output->is_whole && job->options->clips.count == 0;
    int code = is_whole ? clips_choose(job->in, &job->options->clips, &job->clips)
                        : clips_choose_first(job->in, &job->options->clips, &job->clips);
    if (code != EXIT_OK && job->options->clips.count == 0 &&
        gait_file_clip_count(job->in->file) > 1) {
        log_hint("--clip \"*\" samples all clips");
    }
    job->output->is_list = job->output->is_list || job->clips.count > 1;
    return code;
}

/* A clip stores either phases or seconds, which depends on the format. */
static int check_unit(const sample_job *job) {
    const sample_options *options = job->options;
    bool is_phase = job->clip->time_unit == GAIT_TIME_PHASE;
    const char *problem = NULL;
    if (is_phase && options->time.given) {
        problem = "the clip has phases, not seconds: use --phase";
    } else if (is_phase && options->fps > 0 && !(job->duration > 0)) {
        problem =
            "the clip has phases, not seconds: --fps requires --duration S or a config of its mod";
    } else if (!is_phase && options->phase.given) {
        problem = "the clip has seconds, not phases: use --time";
    } else if (!is_phase && job->duration > 0) {
        problem = "the clip has seconds: --duration applies only to clips with phases";
    }
    if (problem) {
        log_error(source_label(job->in), "%s", problem);
    }
    return problem ? EXIT_USAGE : EXIT_OK;
}

/* Samples a clip with phases as a clip whose cycle, phase 0 to 1, lasts --duration seconds. */
static int sample_with_duration(sample_job *job) {
    gait_clip timed = *job->clip;
    float *seconds = memory_resize(NULL, timed.frame_count, sizeof *seconds);
    for (uint32_t i = 0; i < timed.frame_count; i++) {
        double time = (double)timed.time[i] * job->duration;
        seconds[i] = time > (double)FLT_MAX    ? FLT_MAX
                     : time < -(double)FLT_MAX ? -FLT_MAX
                                               : (float)time;
    }
    timed.time_unit = GAIT_TIME_SECONDS;
    timed.time = seconds;
    timed.phases = job->clip->time;
    job->clip = &timed;
    int code = sample_clip(job);
    job->clip = NULL;
    free(seconds);
    return code;
}

/* Sets *out_stop when the other clips of the file would fail, too. */
static int sample_one(sample_job *job, bool *out_stop) {
    gait_options reading = source_options(job->in);
    gait_clip *clip = NULL;
    gait_status status =
        gait_file_clip(job->in->file, job->clip_index, job->skeleton, &reading, &clip);
    memory_check(status);
    source_log_diagnostics(job->in);
    if (status != GAIT_OK) {
        log_error(source_label(job->in), "cannot read the clip: %s", gait_status_name(status));
        return exit_of_status(status);
    }
    job->clip = clip;
    int code = check_unit(job);
    *out_stop = code != EXIT_OK;
    if (code == EXIT_OK) {
        code = job->duration > 0 ? sample_with_duration(job) : sample_clip(job);
        *out_stop = code == EXIT_UNSUPPORTED;
    }
    job->clip = NULL;
    gait_clip_free(clip);
    return code;
}

static int sample_clips(sample_job *job) {
    uint32_t bones = job->skeleton->bone_count;
    int code = EXIT_OK;
    bool stop = false;
    job->pose = memory_resize(NULL, bones, sizeof *job->pose);
    job->work = memory_resize(NULL, bones, sizeof *job->work);
    for (size_t i = 0; i < job->clips.count && !stop && !result_failed(); i++) {
        job->clip_index = job->clips.clips[i];
        code = exit_worse(code, sample_one(job, &stop));
    }
    return code;
}

static void sample_file_free_job(sample_job *job) {
    for (uint32_t i = 0; job->labels && i < job->skeleton->bone_count; i++) {
        free(job->labels[i]);
    }
    free(job->labels);
    free(job->pose);
    free(job->work);
    clips_free(&job->clips);
    gait_skeleton_free(job->skeleton);
}

/* Finds the duration of an animation that stores none. */
static int sample_file_find_duration(sample_job *job) {
    const sample_options *options = job->options;
    bool applies = options->fps > 0 && source_is_rtm(job->in) && !path_is_stream(job->in->path);
    if (options->state.name && (!applies || job->duration > 0)) {
        return refuse(EXIT_USAGE, source_label(job->in),
                      "--state applies only to RTM, with --fps and without "
                      "--duration");
    }
    if (!applies || job->duration > 0) {
        return EXIT_OK;
    }
    mod_duration found;
    TRY(mod_durations_find(job->output->durations, job->in->path, &found,
                           batch_files(job->output->batch)));
    job->duration = found.seconds;
    return EXIT_OK;
}

int sample_file(sample_output *output, source *in) {
    static const gait_space spaces[] = {GAIT_SPACE_MODEL, GAIT_SPACE_LOCAL, GAIT_SPACE_DELTA,
                                        GAIT_SPACE_LOCAL_DELTA};
    static const gait_axes axes[] = {GAIT_AXES_ENGINE, GAIT_AXES_FILE, GAIT_AXES_GLTF};
    const sample_options *options = output->options;
    sample_job job = {.options = options,
                      .output = output,
                      .in = in,
                      .duration = options->duration,
                      .space = spaces[options->space],
                      .axes = axes[options->axes]};
    source_log_diagnostics(in);
    int code;
    TRY_DONE(sample_file_choose_clips(&job));
    TRY_DONE(sample_file_find_duration(&job));
    /* Keys relative to the parents are sampled of all bones, also if their parents are unknown. */
    bool is_local = job.space == GAIT_SPACE_LOCAL || job.space == GAIT_SPACE_LOCAL_DELTA;
    TRY_DONE(skeleton_resolve(
        job.in,
        &(skeleton_request){.given = &options->skeletons,
                            .folders = &options->folders,
                            .verbose = options->common.verbose,
                            .use = is_local ? SKELETON_FOR_POSES : SKELETON_FOR_SHOWING,
                            .cache = output->cache,
                            .used_files = batch_files(output->batch)},
        &job.skeleton));
    code = sample_clips(&job);
done:
    sample_file_free_job(&job);
    return code;
}

/* Computes the poses of one clip. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "sample/sample.h"
#include "skeleton/skeleton.h"
#include "gait/names.h"
#include "gait/playback.h"

/* --- poses of --fast, which are those of a sampler -------------------------------------------- */

enum { MATRIX = 12 };

/* Makes the sampler of the current clip, which has frames. Returns an exit code. */
static int sample_fast_open(sample_job *job) {
    gait_sampler_memory memory;
    gait_status status = gait_sampler_measure(job->clip, &memory);
    memory_check(status);
    if (status == GAIT_OK) {
        memory.block = job->fast.block = memory_resize(NULL, memory.size, 1);
        memory.work = memory.work_size > 0 ? memory_resize(NULL, memory.work_size, 1) : NULL;
        status = gait_sampler_init(job->clip, job->axes, &memory, &job->fast.sampler);
        free(memory.work);
        job->fast.matrices =
            memory_resize(NULL, job->skeleton->bone_count, MATRIX * sizeof *job->fast.matrices);
    }
    if (status != GAIT_OK) {
        log_error(source_label(job->in), "clip '%s' cannot be prepared for fast poses",
                  job->clip->name);
    }
    return exit_of_status(status);
}

static void sample_fast_close(sample_job *job) {
    free(job->fast.block);
    free(job->fast.matrices);
    job->fast = (sample_fast){0};
}

/* Computes job->pose at a key, or at a moment of the clip. Return an exit code. */
static int sample_fast_moment(sample_job *job, const gait_moment *moment) {
    gait_sampler_space space = job->space == GAIT_SPACE_LOCAL   ? GAIT_SAMPLER_LOCAL
                               : job->space == GAIT_SPACE_MODEL ? GAIT_SAMPLER_MODEL
                                                                : GAIT_SAMPLER_SKINNING;
    uint32_t bones = job->skeleton->bone_count;
    gait_status status = gait_sampler_matrices(job->fast.sampler, moment, space, job->fast.matrices,
                                               (size_t)bones * MATRIX);
    for (uint32_t b = 0; b < bones && status == GAIT_OK; b++) {
        const float *from = job->fast.matrices + (size_t)b * MATRIX;
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                job->pose[b].m[row][column] = (double)from[4 * row + column];
            }
            job->pose[b].t[row] = (double)from[4 * row + 3];
        }
    }
    return exit_of_status(status);
}

static int sample_fast_key(sample_job *job, uint32_t key) {
    return sample_fast_moment(job, &(gait_moment){.key = key, .next = key});
}

/* A limit for damaged files, whose times can have any value. */
enum { MAX_POSES = 10000000 };

/* Times of keys are binary32: 3.3 must select the key at 3.29999995. */
static double snapped(double time, double key) {
    return fabs(time - key) <= fabs(key) / (1 << 24) ? key : time;
}

/* --- poses ------------------------------------------------------------------------------------ */

static int sample_key(sample_job *job, uint32_t frame, double time, bool is_first) {
    TRY(job->fast.sampler ? sample_fast_key(job, frame)
                          : exit_of_status(gait_pose_at_frame(job->clip, frame, job->space,
                                                              job->axes, job->pose)));
    sample_print_pose(job, frame, time, is_first);
    return EXIT_OK;
}

/* The pose at a time, which --loop wraps. */
static int sample_between(sample_job *job, double time, bool is_first) {
    gait_play_mode mode = job->options->loop ? GAIT_PLAY_LOOP : GAIT_PLAY_ONCE;
    gait_moment moment;
    TRY(exit_of_status(gait_clip_moment(job->clip, time, mode, &moment, &time)));
    TRY(job->fast.sampler ? sample_fast_moment(job, &moment)
                          : exit_of_status(gait_pose_at_moment(job->clip, &moment, job->space,
                                                               job->axes, job->pose, job->work)));
    sample_print_pose(job, UINT32_MAX, time, is_first);
    return EXIT_OK;
}

static int sample_keys(sample_job *job) {
    for (uint32_t key = 0; key < job->clip->frame_count && !result_failed(); key++) {
        TRY(sample_key(job, key, (double)job->clip->time[key], key == 0));
    }
    return EXIT_OK;
}

/* Times of keys are rounded to binary32, those of phases with a duration twice. */
static bool is_at_key(double time, float key) {
    return fabs(time - (double)key) <= fabs((double)key) / (1 << 23);
}

/* Poses 1 / N seconds apart: with --duration from 0 to the duration, else from the first key to the
 * last. At the time of a key, this is the pose of the key. */
static int sample_rate(sample_job *job) {
    const float *times = job->clip->time;
    uint32_t count = job->clip->frame_count, key = 0;
    bool has_duration = job->duration > 0;
    double start = has_duration || count == 0 ? 0 : (double)times[0];
    float end = has_duration ? (float)job->duration : count > 0 ? times[count - 1] : 0;
    for (uint32_t k = 0; count > 0 && !result_failed(); k++) {
        double time = start + k / job->options->fps;
        if (!(time <= (double)end) && !is_at_key(time, end)) {
            break;
        }
        while (key + 1 < count &&
               (time >= (double)times[key + 1] || is_at_key(time, times[key + 1]))) {
            key++;
        }
        TRY(is_at_key(time, times[key]) ? sample_key(job, key, time, k == 0)
                                        : sample_between(job, time, k == 0));
    }
    return EXIT_OK;
}

/* --- the request ------------------------------------------------------------------------------ */

/* Moves *time to an end of the clip that it nearly equals, or logs an error. */
static int place_time(sample_job *job, double *time) {
    double first = 0, last = 0;
    gait_clip_range(job->clip, &first, &last);
    *time = snapped(snapped(*time, first), last);
    if (job->options->loop || (*time >= first && *time <= last)) {
        return EXIT_OK;
    }
    log_error(source_label(job->in), "clip '%s' covers %.9g to %.9g; %.9g is outside",
              job->clip->name, first, last, *time);
    if (!job->has_advised) {
        log_hint("--loop wraps times and phases that are outside the clip");
        job->has_advised = true;
    }
    return EXIT_USAGE;
}

static int check_frame(const sample_job *job) {
    uint32_t count = job->clip->frame_count;
    bool needs_one = !job->options->all && !(job->options->fps > 0);
    if (needs_one && count == 0) {
        return refuse(EXIT_USAGE, source_label(job->in), "clip '%s' has no frames",
                      job->clip->name);
    }
    if (job->options->frame.given && job->options->frame.value >= count) {
        return refuse(EXIT_USAGE, source_label(job->in),
                      "clip '%s' has frames 0 to %u; there is no frame %u", job->clip->name,
                      (unsigned)(count - 1), (unsigned)job->options->frame.value);
    }
    return EXIT_OK;
}

static int check_rate(const sample_job *job) {
    const gait_clip *clip = job->clip;
    if (!(job->options->fps > 0) || clip->frame_count == 0) {
        return EXIT_OK;
    }
    double length = job->duration > 0
                        ? job->duration
                        : (double)clip->time[clip->frame_count - 1] - (double)clip->time[0];
    if (length * job->options->fps < MAX_POSES) {
        return EXIT_OK;
    }
    return refuse(EXIT_USAGE, source_label(job->in),
                  "clip '%s' lasts %.9g seconds: at %.9g fps, it has more than "
                  "%d poses",
                  clip->name, length, job->options->fps, MAX_POSES);
}

static int sample_clip_check_request(sample_job *job, double *time) {
    const sample_options *options = job->options;
    TRY(check_frame(job));
    if (options->time.given || options->phase.given) {
        *time = options->time.given ? options->time.value : options->phase.value;
        TRY(place_time(job, time));
    }
    TRY(check_rate(job));
    gait_requirement need = gait_pose_requirements(job->clip, job->space);
    if (need == GAIT_REQUIRES_NOTHING) {
        return EXIT_OK;
    }
    int code = skeleton_refuse(job->in, job->clip->name, need);
    if (need == GAIT_REQUIRES_PARENTS) {
        log_hint("without a skeleton, only --space %s works", gait_space_name(job->clip->space));
    }
    return code;
}

int sample_clip(sample_job *job) {
    const sample_options *options = job->options;
    double time = 0;
    int code;
    TRY(sample_clip_check_request(job, &time));
    if (options->fast && job->clip->frame_count > 0) {
        TRY_DONE(sample_fast_open(job));
    }
    sample_print_clip(job);
    if (options->all) {
        code = sample_keys(job);
    } else if (options->fps > 0) {
        code = sample_rate(job);
    } else if (options->frame.given) {
        uint32_t frame = options->frame.value;
        code = sample_key(job, frame, (double)job->clip->time[frame], true);
    } else {
        code = sample_between(job, time, true);
    }
    sample_print_clip_end(job);
done:
    sample_fast_close(job);
    return code;
}

#include "cmd/command.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "convert/clip_choice.h"
#include "exit_code.h"
#include "gait/report.h"
#include "results.h"
#include "skeleton/skeleton_resolve.h"
#include "io/source.h"
#include "terminal.h"

typedef struct sample_options {
    common_options common;
    const char *clip;
    option_count frame;
    option_number time;
    option_number phase;
    bool all;
    bool loop;
    int space;
    int axes;
    text_list skeletons;
    text_list folders;
    bool json;
} sample_options;

static const option sample_table[] = {
    {"clip", 0, OPTION_TEXT, "NAME", offsetof(sample_options, clip),
     "the clip to sample, if the file has several"},
    {"frame", 0, OPTION_COUNT, "K", offsetof(sample_options, frame),
     "the pose at key K, counted from 0 in playback order"},
    {"time", 0, OPTION_NUMBER, "S", offsetof(sample_options, time),
     "the pose at S seconds, also between keys; for clips with times in seconds"},
    {"phase", 0, OPTION_NUMBER, "P", offsetof(sample_options, phase),
     "the pose at phase P, also between keys; for RTM"},
    {"all", 0, OPTION_FLAG, NULL, offsetof(sample_options, all), "the poses at all keys"},
    {"loop", 0, OPTION_FLAG, NULL, offsetof(sample_options, loop),
     "wrap a time or phase that is outside the clip"},
    {"space", 0, OPTION_CHOICE, "model|local|delta|local_delta", offsetof(sample_options, space),
     "space of the transforms, see below; default: model"},
    {"axes", 0, OPTION_CHOICE, "engine|file|gltf", offsetof(sample_options, axes),
     "axes of the output, see below; default: engine"},
    {"skeleton", 0, OPTION_LIST, "SKELETON", offsetof(sample_options, skeletons),
     "skeleton: an .ogf, a glTF, a model.cfg or a built-in name; also a .p3d with pivots"},
    OPTIONS_SEARCH(sample_options),
    {"json", 0, OPTION_FLAG, NULL, offsetof(sample_options, json), "print JSON (gait.pose/1)"},
    OPTIONS_VERBOSE(sample_options, "print how the skeleton was found; print notes"),
    OPTIONS_CODE_PAGE(sample_options, "names"),
    OPTIONS_QUIET(sample_options),
    OPTIONS_COLOR(sample_options),
    OPTIONS_HELP(sample_options),
};

typedef struct sampling {
    const sample_options *options;
    source *in;
    uint32_t clip_index;
    gait_skeleton *skeleton;
    gait_clip *clip;
    gait_space space;
    gait_axes axes;
    gait_affine *pose;
    gait_affine *work;
    gait_buffer json;
} sampling;

/* --- printing --------------------------------------------------------------------------------- */

/* Replaces values that are printed as zero, so that no sign is printed. */
static double plain_zero(double value, double unit) {
    return fabs(value) < unit / 2 ? 0 : value;
}

static void print_bone(const char *name, const gait_affine *pose) {
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    const double *t = transform.t;
    const double *q = transform.q;
    const double *s = transform.s;
    result_text(name, 24);
    for (int i = 0; i < 3; i++) {
        result_printf(" %9.5f", plain_zero(t[i], 1e-5));
    }
    for (int i = 0; i < 4; i++) {
        result_printf("%s%9.6f", i == 0 ? "  " : " ", plain_zero(q[i], 1e-6));
    }
    if (fabs(s[0] - 1) > 1e-3 || fabs(s[1] - 1) > 1e-3 || fabs(s[2] - 1) > 1e-3) {
        result_printf("  %8.5f %8.5f %8.5f", s[0], s[1], s[2]);
    }
    result_printf("\n");
}

static void print_pose(const sampling *job, uint32_t frame, double time) {
    const char *unit = job->clip->time_unit == GAIT_TIME_PHASE ? "phase" : "second";
    if (frame == UINT32_MAX) {
        result_printf("\n%s %.9g\n", unit, time);
    } else {
        result_printf("\nframe %u, %s %.9g\n", (unsigned)frame, unit, time);
    }
    result_heading("BONE                           TX        TY        TZ"
                   "         QX        QY        QZ        QW");
    for (uint32_t i = 0; i < job->skeleton->bone_count; i++) {
        print_bone(job->skeleton->bones[i].name, &job->pose[i]);
    }
}

static void print_sample(sampling *job, uint32_t frame, double time, bool first) {
    if (job->options->json) {
        result_json_raw(first ? "\n" : ",\n");
        gait_status status = gait_report_pose(job->clip, frame, time, job->pose, &job->json);
        result_json(status, &job->json);
    } else {
        print_pose(job, frame, time);
    }
}

static void print_head(const sampling *job) {
    if (!job->options->json) {
        result_text(source_label(job->in), 0);
        result_printf(": clip ");
        result_text(job->clip->name, 0);
        result_printf(", %s space, %s axes\n", gait_space_name(job->space),
                      gait_axes_name(job->axes));
        return;
    }
    result_json_raw("{\"schema\":\"gait.pose/1\",\"path\":");
    result_json_text(job->in->path);
    result_json_raw(",\"clip\":");
    result_json_text(job->clip->name);
    result_printf(",\"clip_index\":%u,\"space\":\"%s\",\"axes\":\"%s\",\"frames\":[",
                  (unsigned)job->clip_index, gait_space_name(job->space),
                  gait_axes_name(job->axes));
}

/* --- sampling --------------------------------------------------------------------------------- */

static int sample_frames(sampling *job, uint32_t first, uint32_t end) {
    int code = EXIT_OK;
    for (uint32_t frame = first; frame < end && code == EXIT_OK && !result_failed(); frame++) {
        gait_status status = gait_pose_at_frame(job->clip, frame, job->space, job->axes, job->pose);
        code = exit_of_status(status);
        if (code == EXIT_OK) {
            print_sample(job, frame, (double)job->clip->time[frame], frame == first);
        }
    }
    return code;
}

static double wrapped(double time, double first, double last) {
    double length = last - first;
    if (!(length > 0)) {
        return first;
    }
    double in_cycle = fmod(time - first, length);
    double result = first + (in_cycle < 0 ? in_cycle + length : in_cycle);
    return result > last ? last : result;
}

/* Times of keys are binary32: 3.3 must select the key at 3.29999995. */
static double snapped(double time, double key) {
    return fabs(time - key) <= fabs(key) / (1 << 24) ? key : time;
}

/* Moves *time into the clip, or logs an error. */
static int place_time(const sampling *job, double *time) {
    double first = (double)job->clip->time[0];
    double last = (double)job->clip->time[job->clip->frame_count - 1];
    *time = snapped(snapped(*time, first), last);
    if (job->options->loop) {
        *time = wrapped(*time, first, last);
    }
    if (*time >= first && *time <= last) {
        return EXIT_OK;
    }
    log_error(source_label(job->in), "clip '%s' covers %.9g to %.9g; %.9g is outside",
              job->clip->name, first, last, *time);
    log_hint("--loop wraps times and phases that are outside the clip");
    return EXIT_USAGE;
}

/* --- the request ------------------------------------------------------------------------------ */

static int check_selectors(const sample_options *options) {
    int selectors =
        options->frame.given + options->time.given + options->phase.given + options->all;
    if (selectors != 1) {
        log_error(NULL,
                  selectors == 0
                      ? "choose poses with --frame K, --time S, --phase P or --all"
                      : "--frame, --time, --phase and --all cannot be combined: give one of them");
        return EXIT_USAGE;
    }
    if (options->loop && !options->time.given && !options->phase.given) {
        log_error(NULL, "--loop requires --time or --phase");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int check_unit(const sampling *job) {
    bool is_phase = job->clip->time_unit == GAIT_TIME_PHASE;
    if (job->options->time.given && is_phase) {
        log_error(source_label(job->in), "the clip has phases, not seconds: use --phase");
        return EXIT_USAGE;
    }
    if (job->options->phase.given && !is_phase) {
        log_error(source_label(job->in), "the clip has seconds, not phases: use --time");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int check_frame(const sampling *job) {
    uint32_t count = job->clip->frame_count;
    bool needs_one = !job->options->all;
    if (needs_one && count == 0) {
        log_error(source_label(job->in), "clip '%s' has no frames", job->clip->name);
        return EXIT_USAGE;
    }
    if (job->options->frame.given && job->options->frame.value >= count) {
        log_error(source_label(job->in), "clip '%s' has frames 0 to %u; there is no frame %u",
                  job->clip->name, (unsigned)(count - 1), (unsigned)job->options->frame.value);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int check_request(const sampling *job, double *time) {
    const sample_options *options = job->options;
    int code = check_unit(job);
    if (code == EXIT_OK) {
        code = check_frame(job);
    }
    if (code == EXIT_OK && (options->time.given || options->phase.given)) {
        *time = options->time.given ? options->time.value : options->phase.value;
        code = place_time(job, time);
    }
    gait_requirement need = gait_pose_requirements(job->clip, job->space);
    if (code == EXIT_OK && need != GAIT_REQUIRES_NOTHING) {
        code = skeleton_refuse(job->in, need);
        if (need == GAIT_REQUIRES_PARENTS) {
            log_hint("without a skeleton, only --space %s works",
                     gait_space_name(job->clip->space));
        }
    }
    return code;
}

static int sample_clip(sampling *job) {
    const sample_options *options = job->options;
    double time = 0;
    int code = check_request(job, &time);
    if (code != EXIT_OK) {
        return code;
    }
    job->pose = memory_resize(NULL, job->skeleton->bone_count, sizeof *job->pose);
    job->work = memory_resize(NULL, job->skeleton->bone_count, sizeof *job->work);
    print_head(job);
    if (options->all) {
        code = sample_frames(job, 0, job->clip->frame_count);
    } else if (options->frame.given) {
        code = sample_frames(job, options->frame.value, options->frame.value + 1);
    } else {
        gait_status status =
            gait_pose_at_time(job->clip, time, job->space, job->axes, job->pose, job->work);
        if (status == GAIT_OK) {
            print_sample(job, UINT32_MAX, time, true);
        }
        code = exit_of_status(status);
    }
    if (options->json) {
        result_json_raw("]}\n");
    }
    return code;
}

static int open_clip(sampling *job) {
    const sample_options *options = job->options;
    int code = clip_choose_one(job->in, options->clip, &job->clip_index);
    if (code == EXIT_OK) {
        code = skeleton_resolve(job->in,
                                &(skeleton_request){.given = &options->skeletons,
                                                    .folders = &options->folders,
                                                    .verbose = options->common.verbose},
                                &job->skeleton);
    }
    if (code != EXIT_OK) {
        return code;
    }
    gait_options reading = source_options(job->in);
    gait_status status =
        gait_file_clip(job->in->file, job->clip_index, job->skeleton, &reading, &job->clip);
    memory_check(status);
    source_log_diagnostics(job->in);
    if (status != GAIT_OK) {
        log_error(source_label(job->in), "cannot read the clip: %s", gait_status_name(status));
    }
    return exit_of_status(status);
}

static int run_sample(const void *given, const char *const *operands, size_t count) {
    static const gait_space spaces[] = {GAIT_SPACE_MODEL, GAIT_SPACE_LOCAL, GAIT_SPACE_DELTA,
                                        GAIT_SPACE_LOCAL_DELTA};
    static const gait_axes axes[] = {GAIT_AXES_ENGINE, GAIT_AXES_FILE, GAIT_AXES_GLTF};
    const sample_options *options = given;
    (void)count;
    int code = check_selectors(options);
    if (code != EXIT_OK) {
        return code;
    }
    sampling job = {.options = options,
                    .in = source_new(),
                    .space = spaces[options->space],
                    .axes = axes[options->axes]};
    code = source_open_or_fail(job.in, operands[0]);
    if (code == EXIT_OK) {
        source_log_diagnostics(job.in);
        code = open_clip(&job);
    }
    if (code == EXIT_OK) {
        code = sample_clip(&job);
    }
    gait_clip_free(job.clip);
    gait_skeleton_free(job.skeleton);
    source_free(job.in);
    gait_buffer_free(&job.json);
    free(job.pose);
    free(job.work);
    return code;
}

const command command_sample = {
    "sample",
    "print poses as numbers",
    "FILE",
    "gait sample --frame 0 walk.rtm\n"
    "gait sample --clip idle --time 0.5 --skeleton hands.ogf bank.omf\n"
    "gait sample --all --json walk.rtm > walk.json",
    "Translations are in metres. Rotations are quaternions (x, y, z, w).\n"
    "\n"
    "Spaces\n"
    "  model        relative to the origin of the model\n"
    "  local        relative to the parent\n"
    "  delta        from the rest pose to the pose, in model space; plain RTM stores deltas\n"
    "  local_delta  the delta, relative to the delta of the parent\n"
    "\n"
    "Axes\n"
    "  engine  left-handed: X right, Y up, Z forward\n"
    "  file    engine axes, rotated by 180 degrees about Y; plain RTM has these axes\n"
    "  gltf    right-handed: engine axes with X mirrored",
    1,
    1,
    OPTION_TABLE(sample_table),
    sizeof(sample_options),
    run_sample};

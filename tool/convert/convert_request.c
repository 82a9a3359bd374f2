/* Refuses options and clips that do not apply to a conversion. */
#include <stdlib.h>

#include "convert/convert.h"
#include "convert/convert_messages.h"
#include "convert/convert_retarget.h"
#include "exit_code.h"
#include "terminal.h"
#include "gait/output_names.h"

static int refuse_option(const char *name, const char *why) {
    log_error(NULL, "%s %s", name, why);
    return EXIT_USAGE;
}

/* Refuses several clips for a format that stores one. */
static int refuse_many(const conversion *job, const char *format, const char *advice) {
    log_error(source_label(job->in), "%s holds one clip, not %zu", format, job->clips.count);
    log_hint("%s", advice);
    return EXIT_USAGE;
}

static bool is_per_clip(const conversion *job) {
    return gait_output_name_is_per_clip(job->out);
}

/* The option that is given: --fps, --duration or none (NULL). */
static const char *timing_option(const convert_options *options) {
    return options->fps.given ? "--fps" : options->duration.given ? "--duration" : NULL;
}

/* Refuses a file without clips for a format that requires clips. */
static int check_clips(const conversion *job, gait_format format) {
    if (job->clips.count > 0) {
        return EXIT_OK;
    }
    log_error(source_label(job->in), "holds no clips to convert to %s",
              gait_format_get_info(format)->name);
    convert_log_next_step(job);
    return EXIT_UNSUPPORTED;
}

/* --- copies and banks ------------------------------------------------------------------------- */

static int refuse_unused_options(const convert_options *options, const char *format) {
    const char *unused = options->skeletons.count > 0 ? "--skeleton"
                         : timing_option(options)     ? timing_option(options)
                         : options->base              ? "--base"
                         : options->version.given     ? "--format-version"
                         : options->lossy             ? "--lossy"
                                                      : NULL;
    if (unused) {
        log_error(NULL, "%s does not apply to a conversion from %s to %s", unused, format, format);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

/* Only complete banks are copied. */
static int check_copy(const conversion *job) {
    uint32_t all = gait_file_clip_count(job->in->file);
    int code = refuse_unused_options(job->options, gait_format_get_info(job->in->format)->name);
    if (code != EXIT_OK || (job->clips.count == all && (all == 1 || !is_per_clip(job)))) {
        return code;
    }
    log_error(source_label(job->in), "holds %u clips, but a bank can only be copied completely",
              (unsigned)all);
    log_hint("leave out --clip and {clip}, or use `gait extract` to keep only some motions");
    return EXIT_UNSUPPORTED;
}

static int check_bank_timing(const convert_options *options) {
    const char *unused = timing_option(options);
    return unused
               ? refuse_option(unused, "does not apply to a bank, which has 30 frames per second")
               : EXIT_OK;
}

/* Only complete banks are extracted from a model or put into it. */
static int check_bank(const conversion *job) {
    int code = check_bank_timing(job->options);
    if (code == EXIT_OK && job->options->skeletons.count > 0) {
        code = refuse_option("--skeleton", "does not apply: the model defines the bones");
    }
    if (code == EXIT_OK && (job->options->clips.count > 0 || is_per_clip(job))) {
        log_error(source_label(job->in), "a bank can only be extracted or replaced completely");
        log_hint("leave out --clip and {clip}");
        code = EXIT_UNSUPPORTED;
    }
    return code;
}

static int check_replace(const conversion *job) {
    int code = check_bank(job);
    if (code == EXIT_OK && !job->options->base) {
        log_error(source_label(job->in), "to write an .ogf, pass the model with --base");
        log_hint("gait convert --base model.ogf bank.omf new.ogf");
        code = EXIT_USAGE;
    }
    return code;
}

static int check_salvage(const conversion *job, gait_format target) {
    const convert_options *options = job->options;
    int code = check_bank_timing(options);
    const char *unused = options->base                  ? "--base"
                         : options->lossy               ? "--lossy"
                         : options->sidecar             ? "--sidecar"
                         : options->add_new             ? "--add-new"
                         : options->drop_missing        ? "--drop-missing"
                         : options->version.given       ? "--format-version"
                         : options->skeletons.count > 1 ? "a second --skeleton"
                                                        : NULL;
    if (code == EXIT_OK && unused) {
        code = refuse_option(unused, "does not apply to --salvage");
    }
    if (code == EXIT_OK &&
        (target != GAIT_FORMAT_OMF || options->clips.count > 0 || is_per_clip(job))) {
        log_error(
            source_label(job->in),
            "--salvage writes a complete bank: give an .omf as OUT, without --clip and {clip}");
        code = EXIT_USAGE;
    }
    return code;
}

/* --- clips ------------------------------------------------------------------------------------ */

static int check_version(const convert_options *options, gait_range_id range) {
    if (!options->version.given || gait_range_contains(range, options->version.value)) {
        return EXIT_OK;
    }
    log_error(NULL, "--format-version must be %s here", gait_range_of(range).text);
    return EXIT_USAGE;
}

static int check_rtm(const conversion *job, gait_format format) {
    const convert_options *options = job->options;
    bool is_plain = format == GAIT_FORMAT_RTM;
    bool is_retargeted = retarget_is_asked(job, format); /* then --lossy is for scales */
    if (job->clips.count != 1 && !is_per_clip(job)) {
        return refuse_many(job, "an RTM",
                           "choose one with --clip, or put {clip} into the name of OUT");
    }
    if (is_plain && options->base && job->in->format == GAIT_FORMAT_BVH) {
        return refuse_option("--base", "requires an edited glTF; convert the BVH to .glb first");
    }
    if (is_plain &&
        (options->base || options->version.given || (options->lossy && !is_retargeted))) {
        return refuse_option(options->base            ? "--base"
                             : options->version.given ? "--format-version"
                                                      : "--lossy",
                             "does not apply to plain RTM");
    }
    if (options->version.given && options->base) {
        return refuse_option("--format-version",
                             "cannot be combined with --base: OUT has the version of the base");
    }
    return timing_option(options) ? refuse_option(timing_option(options),
                                                  "does not apply to RTM, which stores no duration")
                                  : check_version(options, GAIT_RANGE_BMTR_VERSION);
}

static int check_motions(const conversion *job, gait_format format) {
    const convert_options *options = job->options;
    if (format == GAIT_FORMAT_SKL && job->clips.count != 1 && !is_per_clip(job)) {
        return refuse_many(
            job, "an .skl",
            "choose one with --clip, put {clip} into the name of OUT, or write .skls");
    }
    return timing_option(options)
               ? refuse_option(timing_option(options),
                               "does not apply to motions, which store times in seconds")
               : check_version(options, format == GAIT_FORMAT_OMF ? GAIT_RANGE_OMF_VERSION
                                                                  : GAIT_RANGE_SKL_VERSION);
}

/* A BVH file stores one clip. */
static int check_bvh(const conversion *job) {
    return job->clips.count == 1 || is_per_clip(job)
               ? EXIT_OK
               : refuse_many(job, "a .bvh",
                             "choose one with --clip, or write one file per clip: \"{clip}.bvh\"");
}

int convert_check_request(const conversion *job, convert_kind kind, gait_format target) {
    bool needs_clips = kind == CONVERT_RTM || kind == CONVERT_MOTIONS || kind == CONVERT_BVH;
    int code = needs_clips ? check_clips(job, target) : EXIT_OK;
    if (code != EXIT_OK) {
        return code;
    }
    switch (kind) {
    case CONVERT_COPY:
        return check_copy(job);
    case CONVERT_EXTRACT:
        return check_bank(job);
    case CONVERT_REPLACE:
        return check_replace(job);
    case CONVERT_SALVAGE:
        return check_salvage(job, target);
    case CONVERT_RTM:
        return check_rtm(job, target);
    case CONVERT_MOTIONS:
        return check_motions(job, target);
    case CONVERT_BVH:
        return check_bvh(job);
    case CONVERT_GLTF:
    case CONVERT_NOTHING:
    default:
        return EXIT_OK;
    }
}

/* gait sample: prints poses as numbers. */
#include "cmd/command.h"

#include "batch/batch.h"
#include "base/base.h"
#include "sample/sample.h"
#include "skeleton/skeleton.h"

static const option sample_table[] = {
    {"clip", 0, OPTION_LIST, "NAME", offsetof(sample_options, clips),
     "the clips to sample, if the file has several; * matches any text, ? matches one character"},
    {"frame", 0, OPTION_COUNT, "K", offsetof(sample_options, frame),
     "the pose at key K, counted from 0 in playback order"},
    {"time", 0, OPTION_NUMBER, "S", offsetof(sample_options, time),
     "the pose at S seconds, also between keys; for clips with times in seconds"},
    {"phase", 0, OPTION_NUMBER, "P", offsetof(sample_options, phase),
     "the pose at phase P, also between keys; for RTM; 0 to 1 is inside"},
    {"fps", 0, OPTION_FPS, "N", offsetof(sample_options, fps),
     "N poses per second, from the first key on"},
    {"duration", 0, OPTION_DURATION, "S", offsetof(sample_options, duration),
     "with --fps, for RTM: the clip lasts S seconds; default: as in the configs of the mod"},
    OPTIONS_STATE(sample_options),
    {"all", 0, OPTION_FLAG, NULL, offsetof(sample_options, all), "the poses at all keys"},
    {"loop", 0, OPTION_FLAG, NULL, offsetof(sample_options, loop),
     "play a loop: times and phases wrap"},
    {"space", 0, OPTION_CHOICE, "model|local|delta|local_delta", offsetof(sample_options, space),
     "space of the transforms, see below; default: model"},
    {"axes", 0, OPTION_CHOICE, "engine|file|gltf", offsetof(sample_options, axes),
     "axes of the output, see below; default: engine"},
    {"fast", 0, OPTION_FLAG, NULL, offsetof(sample_options, fast),
     "poses as the page and games compute them many times per second: less exact"},
    {"skeleton", 0, OPTION_LIST, "SKELETON", offsetof(sample_options, skeletons), SKELETON_HELP},
    OPTIONS_SEARCH(sample_options),
    OPTIONS_BATCH(sample_options),
    {"force", 'f', OPTION_FLAG, NULL, offsetof(sample_options, force),
     "with --out: overwrite files"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(sample_options, json),
     "print JSON (gait.pose/1; for several clips gait.poses/1)"},
    {"csv", 0, OPTION_FLAG, NULL, offsetof(sample_options, csv),
     "print a CSV table with one row per bone and pose"},
    OPTIONS_OF_FILES(sample_options, "print how the skeleton was found; print notes"),
};

static int check_selectors(const sample_options *options) {
    int selectors = options->frame.given + options->time.given + options->phase.given +
                    (options->fps > 0) + options->all;
    const char *problem = NULL;
    if (selectors == 0) {
        problem = "choose poses with --frame K, --time S, --phase P, --fps N or --all";
    } else if (selectors > 1) {
        problem = "--frame, --time, --phase, --fps and --all cannot be combined: give one of them";
    } else if (options->loop && !options->time.given && !options->phase.given) {
        problem = "--loop requires --time or --phase";
    } else if (options->duration > 0 && !(options->fps > 0)) {
        problem = "--duration requires --fps";
    } else if (options->fast && options->space == SAMPLE_LOCAL_DELTA) {
        problem = "--fast has no --space local_delta: choose model, local or delta";
    } else if (options->json && options->csv) {
        problem = "--json and --csv cannot be combined: give one of them";
    }
    if (problem) {
        log_error(NULL, "%s", problem);
    }
    return problem ? EXIT_USAGE : EXIT_OK;
}

/* What all inputs of a batch have in common. */
typedef struct sample_batch {
    sample_options options;
    mod_durations *durations;
} sample_batch;

/* --- many files ------------------------------------------------------------------------------- */

static int sample_print_next(void *user, source *in, batch_file *file) {
    (void)file;
    return sample_file(user, in);
}

/* Prints the poses of all inputs. */
static int sample_print_all(const sample_options *options, const batch_work *work,
                            const inputs *list) {
    bool is_list = list->count > 1;
    sample_output output = {.options = options,
                            .is_list = is_list,
                            .is_whole = is_list,
                            .cache = skeleton_cache_new(is_list),
                            .durations = mod_durations_new(&options->state)};
    int code = batch_print_inputs(work, list, sample_print_next, &output);
    sample_finish(&output);
    skeleton_cache_free(output.cache);
    mod_durations_free(output.durations);
    return code;
}

static int sample_print_to_file(void *user, source *in, batch_file *file) {
    const sample_batch *run = user;
    sample_output output = {.options = &run->options,
                            .is_whole = true,
                            .cache = file->cache,
                            .durations = run->durations,
                            .batch = file};
    int code = sample_file(&output, in);
    sample_finish(&output);
    return code;
}

static int sample_item(void *user, batch_file *file) {
    const sample_batch *run = user;
    batch_add_files(file, &run->options.skeletons);
    return batch_write_results(file, run->options.force, sample_print_to_file, user);
}

/* --- the run ---------------------------------------------------------------------------------- */

static int run_sample(const command_call *call) {
    sample_batch run = {.options = *(const sample_options *)call->options};
    const sample_options *options = &run.options;
    const batch_work work = {.done = "sampled",
                             .extension = options->json  ? "json"
                                          : options->csv ? "csv"
                                                         : "txt",
                             .clips = &options->clips,
                             .skeletons = &options->skeletons,
                             .folders = &options->folders,
                             .needs_clips = true,
                             .verbose = options->common.verbose,
                             .user = &run,
                             .run = sample_item};
    inputs list;
    TRY(check_selectors(options));
    if (options->batch.out) {
        run.durations = mod_durations_new(&options->state);
        int code = batch_run(&work, &options->batch, call);
        mod_durations_free(run.durations);
        return code;
    }
    int code = batch_gather_printed(call, &options->batch, &list);
    if (code == EXIT_OK) {
        code = sample_print_all(options, &work, &list);
    }
    inputs_free(&list);
    return code;
}

const command command_sample = {
    "sample",
    "print poses as numbers",
    "PATH...",
    "gait sample --frame 0 walk.rtm\n"
    "gait sample --clip idle --time 0.5 --skeleton hands.ogf bank.omf\n"
    "gait sample --all --json walk.rtm > walk.json\n"
    "gait sample --clip \"walk_*\" --fps 60 --csv bank.omf > walk.csv\n"
    "gait sample --all --csv animations/ --out poses",
    "If PATH is a folder, all animations below it are sampled. Of several files, all clips are\n"
    "sampled if --clip is not given. With --out, the poses of each file\n"
    "are written to a file of its own; see `gait help convert`.\n\n"
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
    0,
    SIZE_MAX,
    COMMAND_RUN(sample_table, sample_options, run_sample)};

#include "cmd/command.h"

#include <stddef.h>

#include "exit_code.h"
#include "sample/sample.h"
#include "terminal.h"

static const option sample_table[] = {
    {"clip", 0, OPTION_LIST, "NAME", offsetof(sample_options, clips),
     "the clips to sample, if the file has several; * matches any text, ? matches one character"},
    {"frame", 0, OPTION_COUNT, "K", offsetof(sample_options, frame),
     "the pose at key K, counted from 0 in playback order"},
    {"time", 0, OPTION_NUMBER, "S", offsetof(sample_options, time),
     "the pose at S seconds, also between keys; for clips with times in seconds"},
    {"phase", 0, OPTION_NUMBER, "P", offsetof(sample_options, phase),
     "the pose at phase P, also between keys; for RTM"},
    {"fps", 0, OPTION_NUMBER, "N", offsetof(sample_options, fps),
     "N poses per second, from the first key on; 0.001 to 1000000"},
    {"duration", 0, OPTION_NUMBER, "S", offsetof(sample_options, duration),
     "with --fps, for RTM: the clip lasts S seconds, at most 279620"},
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
    {"json", 0, OPTION_FLAG, NULL, offsetof(sample_options, json),
     "print JSON (gait.pose/1; for several clips gait.poses/1)"},
    {"csv", 0, OPTION_FLAG, NULL, offsetof(sample_options, csv),
     "print a CSV table with one row per bone and pose"},
    OPTIONS_VERBOSE(sample_options, "print how the skeleton was found; print notes"),
    OPTIONS_CODE_PAGE(sample_options, "names"),
    OPTIONS_QUIET(sample_options),
    OPTIONS_COLOR(sample_options),
    OPTIONS_HELP(sample_options),
};

static int check_selectors(const sample_options *options) {
    int selectors = options->frame.given + options->time.given + options->phase.given +
                    options->fps.given + options->all;
    const char *problem = NULL;
    if (selectors == 0) {
        problem = "choose poses with --frame K, --time S, --phase P, --fps N or --all";
    } else if (selectors > 1) {
        problem = "--frame, --time, --phase, --fps and --all cannot be combined: give one of them";
    } else if (options->loop && !options->time.given && !options->phase.given) {
        problem = "--loop requires --time or --phase";
    } else if (options->duration.given && !options->fps.given) {
        problem = "--duration requires --fps";
    } else if (options->json && options->csv) {
        problem = "--json and --csv cannot be combined: give one of them";
    }
    if (problem) {
        log_error(NULL, "%s", problem);
    }
    return problem ? EXIT_USAGE : EXIT_OK;
}

static int check_numbers(const sample_options *options) {
    if (options->fps.given && !(options->fps.value >= 0.001 && options->fps.value <= 1e6)) {
        log_error(NULL, "--fps must be from 0.001 to 1000000, not %.9g", options->fps.value);
        return EXIT_USAGE;
    }
    if (options->duration.given &&
        !(options->duration.value > 0 && options->duration.value <= 279620)) {
        log_error(NULL, "--duration must be more than 0 and at most 279620 seconds, not %.9g",
                  options->duration.value);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int run_sample(const void *given, const char *const *operands, size_t count) {
    const sample_options *options = given;
    (void)count;
    int code = check_selectors(options);
    if (code == EXIT_OK) {
        code = check_numbers(options);
    }
    if (code != EXIT_OK) {
        return code;
    }
    sample_output output = {.options = options};
    code = sample_file(&output, operands[0]);
    sample_finish(&output);
    return code;
}

const command command_sample = {
    "sample",
    "print poses as numbers",
    "FILE",
    "gait sample --frame 0 walk.rtm\n"
    "gait sample --clip idle --time 0.5 --skeleton hands.ogf bank.omf\n"
    "gait sample --all --json walk.rtm > walk.json\n"
    "gait sample --clip \"walk_*\" --fps 60 --csv bank.omf > walk.csv",
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

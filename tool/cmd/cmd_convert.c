#include "cmd/command.h"

#include <stddef.h>
#include <stdlib.h>

#include "convert/convert.h"
#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "io/inputs.h"
#include "io/paths.h"
#include "io/platform.h"
#include "roundtrip/roundtrip_command.h"
#include "terminal.h"

static const option convert_table[] = {
    {"to", 0, OPTION_TEXT, "FORMAT", offsetof(convert_options, to),
     "format of OUT, if its extension does not determine it"},
    {"clip", 0, OPTION_LIST, "NAME", offsetof(convert_options, clips),
     "convert only these clips; * matches any text, ? matches one character"},
    {"skeleton", 0, OPTION_LIST, "SKELETON", offsetof(convert_options, skeletons),
     "skeleton: an .ogf, a glTF, a model.cfg or a built-in name; also a .p3d with pivots"},
    OPTIONS_SEARCH(convert_options),
    {"base", 0, OPTION_TEXT, "FILE", offsetof(convert_options, base),
     "the file that IN was made from; unchanged parts keep the bytes of FILE. For a bank to .ogf: "
     "the model that gets the bank"},
    {"add-new", 0, OPTION_FLAG, NULL, offsetof(convert_options, add_new),
     "with --base: add clips that are only in the edited file"},
    {"drop-missing", 0, OPTION_FLAG, NULL, offsetof(convert_options, drop_missing),
     "with --base: remove clips that are not in the edited file"},
    {"tolerance", 0, OPTION_LIST, "LIMIT", offsetof(convert_options, tolerances),
     "maximum error per key, such as 0.1mm or 0.02deg; for clips to .omf, and for an edited glTF "
     "with --base"},
    {"salvage", 0, OPTION_FLAG, NULL, offsetof(convert_options, salvage),
     "for a damaged .omf: write the complete motions before the damage to a new .omf"},
    {"format-version", 0, OPTION_COUNT, "N", offsetof(convert_options, version),
     "version of OUT: BMTR 2 to 5, OMF 3 or 4, SKL and SKLS 6 or 7; default: the newest"},
    {"missing-bones", 0, OPTION_CHOICE, "refuse|leave-out",
     offsetof(convert_options, missing_bones),
     "for bones of a bank that no model has; default: refuse"},
    {"lossy", 0, OPTION_FLAG, NULL, offsetof(convert_options, lossy),
     "write OUT even if games would play it differently due to losses"},
    {"sidecar", 0, OPTION_FLAG, NULL, offsetof(convert_options, sidecar),
     "for glTF: also write the metadata to NAME.gait.json next to OUT"},
    {"fps", 0, OPTION_NUMBER, "N", offsetof(convert_options, fps),
     "for RTM to glTF or BVH: place keys at N frames per second, 0.001 to 1000000"},
    {"duration", 0, OPTION_NUMBER, "S", offsetof(convert_options, duration),
     "for RTM to glTF or BVH: the clip lasts S seconds, at most 279620"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(convert_options, force), "overwrite OUT"},
    {"dry-run", 0, OPTION_FLAG, NULL, offsetof(convert_options, dry_run),
     "do everything except write files"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(convert_options, json),
     "for an edited glTF with --base: print JSON (gait.roundtrip/1)"},
    OPTIONS_VERBOSE(convert_options, "print how the skeleton was found; print notes"),
    OPTIONS_CODE_PAGE(convert_options, "names"),
    OPTIONS_QUIET(convert_options),
    OPTIONS_COLOR(convert_options),
    OPTIONS_HELP(convert_options),
};

static bool format_has_extension_of(gait_format format, const char *path) {
    return path_has_one_of(path, gait_format_get_info(format)->extensions);
}

static gait_format format_of_extension(const char *path) {
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        if (format_has_extension_of((gait_format)i, path)) {
            return (gait_format)i;
        }
    }
    return GAIT_FORMAT_UNKNOWN;
}

/* The format that has `name` as its extension, otherwise the format with the nearest name; NULL if
 * there is none. */
static const char *nearest_format(const char *name) {
    text_list names = {0};
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        text_list_add(&names, gait_format_get_info((gait_format)i)->name);
    }
    char *path = text_format("x.%s", name);
    gait_format matching = format_of_extension(path);
    const char *nearest = matching != GAIT_FORMAT_UNKNOWN
                              ? gait_format_get_info(matching)->name
                              : text_nearest(name, names.items, names.count);
    free(path);
    text_list_free(&names, false);
    return nearest;
}

static int refuse_format(const char *name) {
    const char *nearest = nearest_format(name);
    log_error(NULL, "there is no format '%s'%s%s%s", name, nearest ? "; did you mean " : "",
              nearest ? nearest : "", nearest ? "?" : "");
    log_hint("`gait formats` lists all formats");
    return EXIT_USAGE;
}

/* The format of --to, or of the extension of OUT. An extension that several formats share selects
 * the format of the input if that is one of them. */
static int find_target(const convert_options *options, const source *in, const char *out,
                       gait_format *out_format) {
    if (options->to) {
        *out_format = gait_format_from_name(options->to);
        return *out_format == GAIT_FORMAT_UNKNOWN ? refuse_format(options->to) : EXIT_OK;
    }
    if (path_is_stream(out)) {
        log_error(NULL, "standard output requires --to FORMAT");
        return EXIT_USAGE;
    }
    *out_format = in->format;
    if (format_has_extension_of(in->format, out)) {
        return EXIT_OK;
    }
    *out_format = format_of_extension(out);
    if (*out_format != GAIT_FORMAT_UNKNOWN) {
        return EXIT_OK;
    }
    platform_info info;
    if (platform_look(out, &info) == 0 && info.kind == PLATFORM_FOLDER) {
        log_error(out, "is a folder; give the name of a file");
        return EXIT_FILES;
    }
    log_error(out, "the extension does not determine the format: use --to");
    convert_log_targets(in);
    return EXIT_USAGE;
}

static int check_options(const convert_options *options) {
    if (options->fps.given && options->duration.given) {
        log_error(NULL, "--fps and --duration cannot be combined: give one of them");
        return EXIT_USAGE;
    }
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

/* RTM is included: convert_check_request() refuses options that do not apply to it. */
static bool takes_base(const conversion *job, gait_format target) {
    return format_is_rtm(target) || convert_is_roundtrip(job, target) ||
           (job->in->format == GAIT_FORMAT_OMF && target == GAIT_FORMAT_OGF);
}

/* Refuses options that apply only to a round trip. */
static int refuse_roundtrip_options(const conversion *job, gait_format target) {
    const char *unused = job->options->add_new        ? "--add-new"
                         : job->options->drop_missing ? "--drop-missing"
                                                      : NULL;
    if (!unused || convert_is_roundtrip(job, target)) {
        return EXIT_OK;
    }
    log_error(NULL, "%s applies only to an edited glTF with --base", unused);
    return EXIT_USAGE;
}

/* Refuses --base, --sidecar and --salvage for conversions to which they do not apply. */
static int refuse_bank_options(const conversion *job, gait_format target) {
    if (job->options->base && !takes_base(job, target)) {
        log_error(NULL, "--base cannot be used for a conversion from %s to %s",
                  gait_format_get_info(job->in->format)->name, gait_format_get_info(target)->name);
        log_hint(
            "--base applies from .omf to .ogf, from plain to binarised RTM, and from an edited "
            "glTF to the format of the base");
        return EXIT_USAGE;
    }
    if (job->options->sidecar && (target != GAIT_FORMAT_GLTF || path_is_stream(job->out))) {
        log_error(NULL, "--sidecar requires a glTF output file");
        return EXIT_USAGE;
    }
    if (job->options->salvage &&
        (job->in->format != GAIT_FORMAT_OMF || target != GAIT_FORMAT_OMF)) {
        log_error(NULL, "--salvage applies only to an .omf that is converted to an .omf");
        return EXIT_USAGE;
    }
    return refuse_roundtrip_options(job, target);
}

/* True when clips are quantised for a bank, or compared with a base file. */
static bool takes_tolerance(const conversion *job, gait_format target) {
    bool is_bank = job->in->format == GAIT_FORMAT_OMF || job->in->format == GAIT_FORMAT_OGF;
    return convert_is_roundtrip(job, target) || (target == GAIT_FORMAT_OMF && !is_bank);
}

static int refuse_tolerance(const conversion *job, gait_format target) {
    if (job->options->tolerances.count == 0 || takes_tolerance(job, target)) {
        return EXIT_OK;
    }
    log_error(NULL, "--tolerance does not apply to a conversion from %s to %s",
              gait_format_get_info(job->in->format)->name, gait_format_get_info(target)->name);
    log_hint(
        "--tolerance applies to clips that are converted to an .omf, and to an edited glTF with "
        "--base");
    return EXIT_USAGE;
}

/* Only a round trip has a report. */
static int refuse_json(const conversion *job, gait_format target) {
    if (job->options->json && !convert_is_roundtrip(job, target)) {
        log_error(NULL, "--json requires an edited glTF and --base FILE");
        return EXIT_USAGE;
    }
    if (job->options->json && path_is_stream(job->out)) {
        log_error(NULL, "OUT and --json cannot both use standard output: give OUT a file name");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int convert_to(conversion *job, gait_format target) {
    int code = refuse_bank_options(job, target);
    if (code != EXIT_OK) {
        return code;
    }
    if (convert_is_roundtrip(job, target)) {
        return convert_roundtrip(job, target);
    }
    code = clips_choose(job->in, &job->options->clips, &job->clips);
    return code == EXIT_OK ? convert_run(job, target) : code;
}

/* Converts a file that was opened, or salvages a damaged bank. */
static int convert_opened(conversion *job, bool is_damaged) {
    gait_format target = GAIT_FORMAT_UNKNOWN;
    source_log_diagnostics(job->in);
    int code = find_target(job->options, job->in, job->out, &target);
    if (code == EXIT_OK) {
        code = refuse_tolerance(job, target);
    }
    if (code == EXIT_OK) {
        code = refuse_json(job, target);
    }
    if (code == EXIT_OK) {
        code = is_damaged ? convert_salvage(job, target) : convert_to(job, target);
    }
    return code;
}

static int run_convert(const void *given, const char *const *operands, size_t count) {
    const convert_options *options = given;
    (void)count;
    int code = check_options(options);
    if (code != EXIT_OK) {
        return code;
    }
    conversion job = {.options = options, .out = operands[1]};
    code = tolerance_read(&options->tolerances, &job.tolerance);
    if (code != EXIT_OK) {
        return code;
    }
    convert_warn_of_braces(operands[1]);
    job.in = source_new();
    code = source_open_or_fail(job.in, operands[0]);
    bool salvages = code == EXIT_DAMAGED && options->salvage && job.in->format == GAIT_FORMAT_OMF;
    if (code == EXIT_OK || salvages) {
        code = convert_opened(&job, salvages);
    }
    clips_free(&job.clips);
    source_free(job.in);
    return code;
}

const command command_convert = {
    "convert",
    "convert a file to another format",
    "IN OUT",
    "gait convert old.omf old.glb\n"
    "gait convert --base old.omf edited.glb new.omf\n"
    "gait convert walk.rtm walk.glb\n"
    "gait convert --clip \"norm_torso_*\" --skeleton actor.ogf bank.omf torso.glb\n"
    "gait convert bank.omf \"clips/{clip}.glb\"\n"
    "gait convert --base model.ogf bank.omf new.ogf\n"
    "gait convert bank.omf \"clips/{clip}.bvh\"",
    "If OUT contains {clip}, Gait writes one file per clip. A .bvh contains one clip. A .gltf\n"
    "has a .bin next to it. If OUT is '-', --to gltf writes a .glb.\n\n"
    "If OUT has the same format as IN, OUT is a copy that is written field by field; for a\n"
    "valid IN the copy has the same bytes.\n\n"
    "The bank inside a model can be converted to an .omf. With --base it can be put back; its\n"
    "bytes do not change.\n\n"
    "An RTM stores no duration. In glTF and BVH its keys are placed on frames at 30 fps\n"
    "according to their phases, unless --fps or --duration is given.",
    2,
    2,
    OPTION_TABLE(convert_table),
    sizeof(convert_options),
    run_convert};

/* Converts one file: finds the target, and refuses options that do not apply to it. */
#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/exit_code.h"
#include "io/files.h"
#include "base/paths.h"
#include "base/platform.h"
#include "base/terminal.h"
#include "gait/inspect.h"

/* --- the target ------------------------------------------------------------------------------- */

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

const char *convert_file_extension(const char *name) {
    gait_format format = gait_format_from_name(name);
    char *path = text_format("x.%s", name);
    gait_format of_extension = format_of_extension(path);
    free(path);
    if (of_extension != GAIT_FORMAT_UNKNOWN &&
        (format == GAIT_FORMAT_UNKNOWN || format == of_extension)) {
        return name;
    }
    /* The extension of a format whose files have that of another one. */
    return format_has(format, GAIT_CAN_EXPORT) ? gait_format_get_info(format)->extensions + 1
                                               : NULL;
}

/* The format with this name or extension. */
static gait_format format_of_name(const char *name) {
    gait_format format = gait_format_from_name(name);
    if (format == GAIT_FORMAT_UNKNOWN) {
        char *path = text_format("x.%s", name);
        format = format_of_extension(path);
        free(path);
    }
    return format;
}

int convert_refuse_format(const char *name) {
    const char *nearest = nearest_format(name);
    log_error(NULL, "there is no format '%s'%s%s%s", name, nearest ? "; did you mean " : "",
              nearest ? nearest : "", nearest ? "?" : "");
    log_hint("`gait formats` lists all formats");
    return EXIT_USAGE;
}

/* The format of --to, or of the extension of OUT. An extension that several formats share selects
 * the format of the input if that is one of them. */
static int convert_file_find_target(const convert_options *options, const source *in,
                                    const char *out, gait_format *out_format) {
    if (options->to) {
        *out_format = format_of_name(options->to);
        if (*out_format == GAIT_FORMAT_UNKNOWN) {
            return convert_refuse_format(options->to);
        }
        if (!format_has_extension_of(*out_format, out) &&
            format_of_extension(out) != GAIT_FORMAT_UNKNOWN) {
            log_warning(out, "the extension belongs to another format than %s",
                        gait_format_get_info(*out_format)->name);
        }
        return EXIT_OK;
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
    bool is_folder;
    int code = files_look_for_folder(out, &is_folder);
    if (is_folder) {
        log_error(out, "is a folder; give the name of a file");
    }
    if (is_folder || code != EXIT_OK) {
        return EXIT_FILES;
    }
    log_error(out, "the extension does not determine the format: use --to");
    convert_log_targets(in);
    return EXIT_USAGE;
}

/* --- options that do not apply ---------------------------------------------------------------- */

/* RTM is included: the library refuses bases that do not apply to it. */
static bool takes_base(const conversion *job, gait_format target) {
    return format_is_rtm(target) || convert_is_roundtrip(job, target) ||
           (format_has(job->in->format, GAIT_HAS_PARTS) && format_has(target, GAIT_HAS_BANK));
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

/* Refuses --base, --sidecar, --no-mesh and --salvage for conversions to which they do not apply. */
static int refuse_bank_options(const conversion *job, gait_format target) {
    if (job->options->base && !takes_base(job, target)) {
        log_error(NULL, "--base cannot be used for a conversion from %s to %s",
                  gait_format_get_info(job->in->format)->name, gait_format_get_info(target)->name);
        log_hint(
            "--base applies from .omf to .ogf, from plain to binarised RTM, and from an edited "
            "glTF to the format of the base");
        return EXIT_USAGE;
    }
    if (job->options->sidecar && (!format_has_scene(target) || path_is_stream(job->out))) {
        log_error(NULL, "--sidecar requires a glTF output file");
        return EXIT_USAGE;
    }
    if (job->options->no_mesh && !format_has_scene(target)) {
        log_error(NULL, "--no-mesh applies only to a glTF output file");
        return EXIT_USAGE;
    }
    if (job->item && !format_has_scene(target)) {
        log_error(NULL, "hands and item become a scene only in a glTF output file");
        return EXIT_USAGE;
    }
    if (job->item && retarget_is_asked(job, target)) {
        log_error(source_label(job->in), "hands in a %s keep their own skeleton",
                  format_has_scene(job->in->format) ? "glTF" : "BVH");
        log_hint("leave out --skeleton");
        return EXIT_USAGE;
    }
    if (job->options->salvage &&
        !(format_has(job->in->format, GAIT_HAS_PARTS) && format_has(target, GAIT_HAS_PARTS))) {
        log_error(NULL, "--salvage applies only to an .omf that is converted to an .omf");
        return EXIT_USAGE;
    }
    return refuse_roundtrip_options(job, target);
}

/* True when clips are quantised for a bank, or compared with a base file. */
static bool takes_tolerance(const conversion *job, gait_format target) {
    bool is_bank = format_has(job->in->format, GAIT_HAS_PARTS | GAIT_HAS_BANK);
    return convert_is_roundtrip(job, target) || (format_has(target, GAIT_HAS_PARTS) && !is_bank);
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
    if (job->options->json && !job->batch && !convert_is_roundtrip(job, target)) {
        log_error(NULL, "--json requires an edited glTF and --base FILE");
        return EXIT_USAGE;
    }
    if (job->options->json && path_is_stream(job->out)) {
        log_error(NULL, "OUT and --json cannot both use standard output: give OUT a file name");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

static int convert_whole(conversion *job, gait_format target) {
    int code = refuse_bank_options(job, target);
    if (code != EXIT_OK) {
        return code;
    }
    if (convert_is_roundtrip(job, target)) {
        return convert_roundtrip(job, target);
    }
    code = clips_choose(job->in, &job->options->clips, &job->clips);
    return code == EXIT_OK ? convert_command(job, target) : code;
}

/* --- the conversion --------------------------------------------------------------------------- */

/* Converts a file that was opened, or salvages a damaged bank. */
static int convert_to_target(conversion *job, bool is_damaged) {
    gait_format target = GAIT_FORMAT_UNKNOWN;
    source_log_diagnostics(job->in);
    int code = convert_file_find_target(job->options, job->in, job->out, &target);
    if (code == EXIT_OK) {
        code = refuse_tolerance(job, target);
    }
    if (code == EXIT_OK) {
        code = refuse_json(job, target);
    }
    if (code == EXIT_OK) {
        code = is_damaged ? convert_salvage(job, target) : convert_whole(job, target);
    }
    return code;
}

int convert_opened_file(conversion *job) {
    const source *in = job->in;
    int code = in->exit_code;
    bool salvages =
        code == EXIT_DAMAGED && job->options->salvage && format_has(in->format, GAIT_HAS_PARTS);
    if (code != EXIT_OK && !salvages) {
        source_log_diagnostics(job->in);
        return code;
    }
    code = convert_to_target(job, salvages);
    clips_free(&job->clips);
    return code;
}

int convert_file(conversion *job, const char *path) {
    source_open(job->in, path);
    if (job->in->exit_code == EXIT_OK && job->in->is_sidecar_used) {
        log_note("metadata: %s", job->in->sidecar);
    }
    return convert_opened_file(job);
}

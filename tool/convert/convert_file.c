/* Converts one file: finds the target, and refuses options that do not apply to it. */
#include <stdlib.h>

#include "batch/batch.h"
#include "convert/convert.h"
#include "base/base.h"
#include "io/files.h"
#include "base/platform.h"
#include "gait/inspect.h"
#include "gait/report.h"

/* --- the target ------------------------------------------------------------------------------- */

/* The format whose files have this extension, without dot. */
static gait_format format_with_extension(const char *extension) {
    char *path = text_format("x.%s", extension);
    gait_format format = format_of_extension(path);
    free(path);
    return format;
}

const char *convert_file_extension(const char *name) {
    gait_format format = gait_format_from_name(name), of_extension = format_with_extension(name);
    if (of_extension != GAIT_FORMAT_UNKNOWN &&
        (format == GAIT_FORMAT_UNKNOWN || format == of_extension)) {
        return name;
    }
    /* The extension of a format whose files have that of another one. */
    return format_has(format, GAIT_CAN_EXPORT) ? gait_format_get_info(format)->extensions + 1
                                               : NULL;
}

/* Suggests the format that has `name` as its extension, otherwise the format with the nearest name.
 */
int convert_refuse_format(const char *name) {
    text_list names = {0};
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        text_list_add(&names, gait_format_get_info((gait_format)i)->name);
    }
    gait_format matching = format_with_extension(name);
    const char *nearest = matching != GAIT_FORMAT_UNKNOWN
                              ? gait_format_get_info(matching)->name
                              : text_nearest(name, names.items, names.count);
    log_error(NULL, "there is no format '%s'%s%s%s", name, nearest ? "; did you mean " : "",
              nearest ? nearest : "", nearest ? "?" : "");
    log_hint("`gait formats` lists all formats");
    text_list_free(&names, false);
    return EXIT_USAGE;
}

/* Finds the target: the format of --to, or of the extension of OUT. An extension that several
 * formats share selects the format of the input if that is one of them. */
static int convert_file_find_target(conversion *job) {
    const char *to = job->options->to, *out = job->library.name;
    gait_format *target = &job->library.target;
    if (to) {
        *target = gait_format_from_name(to);
        *target = *target == GAIT_FORMAT_UNKNOWN ? format_with_extension(to) : *target;
        if (*target == GAIT_FORMAT_UNKNOWN) {
            return convert_refuse_format(to);
        }
        if (!format_has_extension_of(*target, out) &&
            format_of_extension(out) != GAIT_FORMAT_UNKNOWN) {
            log_warning(out, "the extension belongs to another format than %s",
                        gait_format_get_info(*target)->name);
        }
        return EXIT_OK;
    }
    if (path_is_stream(out)) {
        return refuse(EXIT_USAGE, NULL, "standard output requires --to FORMAT");
    }
    *target =
        format_has_extension_of(job->in->format, out) ? job->in->format : format_of_extension(out);
    if (*target != GAIT_FORMAT_UNKNOWN) {
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
    convert_log_targets(job->in);
    return EXIT_USAGE;
}

/* --- options that do not apply ---------------------------------------------------------------- */

/* RTM is included: the library refuses bases that do not apply to it. */
static bool takes_base(const conversion *job) {
    gait_format target = job->library.target;
    return format_is_rtm(target) || convert_is_roundtrip(job) ||
           (format_has(job->in->format, GAIT_HAS_PARTS) && format_has(target, GAIT_HAS_BANK));
}

/* True when clips are quantised for a bank, or compared with a base file. */
static bool takes_tolerance(const conversion *job) {
    bool is_bank = format_has(job->in->format, GAIT_HAS_PARTS | GAIT_HAS_BANK);
    return convert_is_roundtrip(job) ||
           (format_has(job->library.target, GAIT_HAS_PARTS) && !is_bank);
}

/* True when the configs of the mod can give the duration. */
static bool takes_state(const conversion *job) {
    return source_is_rtm(job->in) && format_has(job->library.target, GAIT_OWN_JOINTS) &&
           !path_is_stream(job->in->path);
}

/* Refuses --tolerance and --json where they do not apply. Only a round trip has a report. */
static int refuse_common_options(const conversion *job) {
    if (job->options->tolerances.count > 0 && !takes_tolerance(job)) {
        convert_refuse_option(job, "--tolerance does not apply to");
        log_hint("--tolerance applies to clips that are converted to an .omf, and to an edited "
                 "glTF with --base");
        return EXIT_USAGE;
    }
    if (job->options->json && !job->batch && !convert_is_roundtrip(job)) {
        return refuse(EXIT_USAGE, NULL, "--json requires an edited glTF and --base FILE");
    }
    return job->options->json && path_is_stream(job->library.name)
               ? refuse(EXIT_USAGE, NULL,
                        "OUT and --json cannot both use standard output: give OUT a file name")
               : EXIT_OK;
}

/* Refuses the other options where they do not apply. */
static int convert_file_refuse_options(const conversion *job) {
    const convert_options *options = job->options;
    gait_format target = job->library.target;
    bool is_scene = format_has_scene(target);
    if (options->base && !takes_base(job)) {
        convert_refuse_option(job, "--base cannot be used for");
        log_hint(
            "--base applies from .omf to .ogf, from plain to binarised RTM, and from an edited "
            "glTF to the format of the base");
        return EXIT_USAGE;
    }
    if (options->library.has_sidecar && (!is_scene || path_is_stream(job->library.name))) {
        return refuse(EXIT_USAGE, NULL, "--sidecar requires a glTF output file");
    }
    if (options->library.no_mesh && !is_scene) {
        return refuse(EXIT_USAGE, NULL, "--no-mesh applies only to a glTF output file");
    }
    if (job->item && !is_scene) {
        return refuse(EXIT_USAGE, NULL, "hands and item become a scene only in a glTF output file");
    }
    if (job->item && retarget_is_asked(job)) {
        log_error(source_label(job->in), "hands in a %s keep their own skeleton",
                  format_has_scene(job->in->format) ? "glTF" : "BVH");
        log_hint("leave out --skeleton");
        return EXIT_USAGE;
    }
    if (options->state.name && (!takes_state(job) || options->library.duration_s > 0)) {
        return refuse(EXIT_USAGE, NULL,
                      takes_state(job)
                          ? "--state and --duration cannot be combined: give one of them"
                          : "--state applies only to an RTM that becomes a glTF or BVH");
    }
    if (options->salvage &&
        !(format_has(job->in->format, GAIT_HAS_PARTS) && format_has(target, GAIT_HAS_PARTS))) {
        return refuse(EXIT_USAGE, NULL,
                      "--salvage applies only to an .omf that is converted to an .omf");
    }
    if ((options->add_new || options->drop_missing) && !convert_is_roundtrip(job)) {
        return refuse(EXIT_USAGE, NULL,
                      options->add_new
                          ? "--add-new applies only to an edited glTF with --base"
                          : "--drop-missing applies only to an edited glTF with --base");
    }
    return EXIT_OK;
}

/* --- the conversion --------------------------------------------------------------------------- */

int convert_read_options(const convert_options *options, gait_convert_options *out) {
    tolerance limits = {0};
    TRY(tolerance_read(&options->tolerances, &limits));
    *out = options->library;
    out->tolerance_deg = limits.deg;
    out->tolerance_mm = limits.mm;
    out->missing_bones = (gait_missing_bones)options->missing_bones;
    return EXIT_OK;
}

/* The state goes into the metadata of a glTF. */
static void convert_file_set_config(conversion *job, const mod_duration *found) {
    memory_check(gait_report_config(found->mod, found->state, &job->config));
    memory_check(gait_buffer_append(&job->config, "", 1));
    job->library.config = (const char *)job->config.data;
}

/* Finds the duration of an animation that stores none, if the target has seconds. */
static int convert_file_find_duration(conversion *job) {
    gait_convert_options *library = &job->library;
    bool is_given = library->duration_s > 0 || (library->fps > 0 && !job->options->state.name);
    mod_duration found = {0};
    if (!is_given && takes_state(job)) {
        TRY(mod_durations_find(job->durations, job->in->path, &found, batch_files(job->batch)));
        library->duration_s = found.seconds;
    }
    if (found.state) {
        convert_file_set_config(job, &found);
    }
    return EXIT_OK;
}

/* Converts a file that was opened, or salvages a damaged bank. */
static int convert_to_target(conversion *job, bool is_damaged) {
    source_log_diagnostics(job->in);
    TRY(convert_file_find_target(job));
    TRY(refuse_common_options(job));
    if (is_damaged) {
        return convert_salvage(job);
    }
    TRY(convert_file_refuse_options(job));
    if (convert_is_roundtrip(job)) {
        return convert_roundtrip(job);
    }
    TRY(clips_choose(job->in, &job->options->clips, &job->clips));
    TRY(convert_file_find_duration(job));
    return convert_command(job);
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
    gait_buffer_free(&job->config);
    return code;
}

int convert_file(conversion *job, const char *path) {
    source_open(job->in, path);
    if (job->in->exit_code == EXIT_OK && job->in->is_sidecar_used) {
        log_note("metadata: %s", job->in->sidecar);
    }
    return convert_opened_file(job);
}

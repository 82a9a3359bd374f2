/* Refuses options of the command that do not apply to a conversion. The library refuses the others,
 * which are also its own. */
#include <stdlib.h>

#include "convert/convert.h"
#include "base/exit_code.h"
#include "base/terminal.h"
#include "gait/output_names.h"

/* The option without effect; NULL = none. */
static const char *convert_unused_option(const convert_options *options, convert_kind kind,
                                         gait_format target) {
    bool has_bones = kind == CONVERT_COPY || kind == CONVERT_EXTRACT || kind == CONVERT_REPLACE;
    bool may_lose = kind != CONVERT_COPY && !format_has(target, GAIT_MODEL_SPACE);
    return has_bones && options->skeletons.count > 0 ? "--skeleton"
           : !may_lose && options->lossy             ? "--lossy"
                                                     : NULL;
}

int convert_request_check(const conversion *job, convert_kind kind, gait_format target) {
    const char *unused = convert_unused_option(job->options, kind, target);
    if (unused) {
        log_error(NULL, "%s does not apply to a conversion from %s to %s", unused,
                  gait_format_get_info(job->in->format)->name, gait_format_get_info(target)->name);
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

int convert_check_salvage(const conversion *job, gait_format target) {
    const convert_options *options = job->options;
    const char *unused = options->fps.given             ? "--fps"
                         : options->duration.given      ? "--duration"
                         : options->base                ? "--base"
                         : options->lossy               ? "--lossy"
                         : options->sidecar             ? "--sidecar"
                         : options->add_new             ? "--add-new"
                         : options->drop_missing        ? "--drop-missing"
                         : options->version.given       ? "--format-version"
                         : options->skeletons.count > 1 ? "a second --skeleton"
                                                        : NULL;
    if (unused) {
        log_error(NULL, "%s does not apply to --salvage", unused);
        return EXIT_USAGE;
    }
    if (!format_has(target, GAIT_HAS_PARTS) || options->clips.count > 0 ||
        gait_output_name_is_per_clip(job->out)) {
        log_error(
            source_label(job->in),
            "--salvage writes a complete bank: give an .omf as OUT, without --clip and {clip}");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

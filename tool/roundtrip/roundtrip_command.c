/* An edited glTF back into the file that it came from. */
#include "roundtrip/roundtrip_command.h"

#include <stdlib.h>

#include "convert/convert_output.h"
#include "exit_code.h"
#include "roundtrip/roundtrip_job.h"
#include "terminal.h"

/* All clips go back, in the base's version and times. */
static int refuse_unused(const convert_options *options) {
    const char *unused = options->clips.count > 0  ? "--clip"
                         : options->fps.given      ? "--fps"
                         : options->duration.given ? "--duration"
                         : options->version.given  ? "--format-version"
                         : options->lossy          ? "--lossy"
                                                   : NULL;
    if (unused) {
        tell_error(NULL, "%s has no use where an edited glTF goes back into its --base", unused);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

static void tell_result(const way_back *way) {
    const convert_options *options = way->job->options;
    const uint32_t *outcomes = way->overview.outcomes;
    unsigned changed = outcomes[GAIT_ROUNDTRIP_CHANGED];
    char *dropped = options->drop_missing
                        ? text_format(", %u dropped", (unsigned)outcomes[GAIT_ROUNDTRIP_DROPPED])
                        : NULL;
    tell_note("%s %s: %u clip%s changed, %u as they were, %u added, %u missing and kept%s, "
              "%zu bytes",
              options->dry_run ? "would write" : "wrote", way->job->out, changed,
              changed == 1 ? "" : "s", (unsigned)outcomes[GAIT_ROUNDTRIP_UNCHANGED],
              (unsigned)outcomes[GAIT_ROUNDTRIP_ADDED], (unsigned)outcomes[GAIT_ROUNDTRIP_KEPT],
              dropped ? dropped : "", way->content.size);
    free(dropped);
}

static int write_result(way_back *way) {
    const conversion *job = way->job;
    int code = convert_write(job, job->out, &way->content);
    way->is_written = code == EXIT_FINE && !job->options->dry_run;
    if (code == EXIT_FINE) {
        tell_result(way);
    }
    return code;
}

static void run(way_back *way) {
    const conversion *job = way->job;
    gait_roundtrip_options options = {.common = source_options(way->base),
                                      .tolerance_deg = job->tolerance.deg,
                                      .tolerance_mm = job->tolerance.mm,
                                      .adds_new = job->options->add_new,
                                      .drops_missing = job->options->drop_missing};
    way->status = gait_roundtrip(way->base->file, job->in->file, way->skeleton, &options,
                                 &way->report, &way->content);
    memory_check(way->status);
    way->overview = gait_roundtrip_report_overview(way->report);
}

static void back_free(way_back *way) {
    gait_buffer_free(&way->content);
    gait_roundtrip_report_free(way->report);
    gait_skeleton_free(way->skeleton);
    source_free(way->base);
}

bool convert_goes_back(const conversion *job, gait_format target) {
    return job->in->format == GAIT_FORMAT_GLTF && job->options->base &&
           (target == GAIT_FORMAT_OMF || target == GAIT_FORMAT_OGF || target == GAIT_FORMAT_RTM ||
            target == GAIT_FORMAT_BMTR || target == GAIT_FORMAT_SKL || target == GAIT_FORMAT_SKLS);
}

int convert_back(const conversion *job, gait_format target) {
    way_back way = {.job = job};
    int code = refuse_unused(job->options);
    if (code == EXIT_FINE) {
        code = files_may_write(job->out, job->options->force);
    }
    if (code == EXIT_FINE) {
        code = back_open_base(&way, &target);
    }
    if (code == EXIT_FINE) {
        run(&way);
        code = back_tell(&way);
    }
    if (code == EXIT_FINE) {
        code = write_result(&way);
    }
    if (way.overview.is_compared && job->options->json) {
        back_tell_json(&way);
    }
    back_free(&way);
    return code;
}

/* An edited glTF back into the file that it came from. */
#include "roundtrip/roundtrip_command.h"

#include <stdlib.h>

#include "convert/convert_messages.h"
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

static void tell_result(const way_back *way, size_t size) {
    const convert_options *options = way->job->options;
    char *dropped =
        options->drop_missing ? text_format(", %u dropped", way->counts[BACK_DROPPED]) : NULL;
    tell_note("%s %s: %u clip%s changed, %u as they were, %u added, %u missing and kept%s, "
              "%zu bytes",
              options->dry_run ? "would write" : "wrote", way->job->out, way->counts[BACK_CHANGED],
              way->counts[BACK_CHANGED] == 1 ? "" : "s", way->counts[BACK_UNCHANGED],
              way->counts[BACK_ADDED], way->counts[BACK_KEPT], dropped ? dropped : "", size);
    free(dropped);
}

static int write_result(way_back *way, gait_format target) {
    gait_buffer content = {0};
    const conversion *job = way->job;
    gait_status status = back_apply(way, target, &content);
    source_tell(way->base);
    int code = status == GAIT_BAD_ARGUMENT
                   ? convert_refuse_name(job->in, "what was added", target)
                   : convert_tell_status(way->base, "cannot take the changes over", status);
    if (code == EXIT_FINE && way->counts[BACK_CHANGED] > 0) {
        code = back_tell_rounding(way, &content);
    }
    if (code == EXIT_FINE) {
        code = convert_write(job, job->out, &content);
    }
    way->is_written = code == EXIT_FINE && !job->options->dry_run;
    if (code == EXIT_FINE) {
        tell_result(way, content.size);
    }
    gait_buffer_free(&content);
    return code;
}

static int compare(way_back *way) {
    gait_back_options options = {.tolerance_deg = way->job->tolerance.deg,
                                 .tolerance_mm = way->job->tolerance.mm};
    gait_status status = gait_back_new(way->clips, way->edited.edit, &options, &way->back);
    return convert_tell_status(way->job->in, "cannot be compared with the base", status);
}

static void back_free(way_back *way) {
    free(way->outcomes);
    back_forget(way);
    gait_back_free(way->back);
    gait_back_base_free(way->clips);
    back_close_edit(&way->edited);
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
        code = back_open_edit(job->in, way.skeleton, &way.edited);
    }
    if (code == EXIT_FINE) {
        code = compare(&way);
    }
    if (code == EXIT_FINE) {
        code = back_listen(&way);
    }
    if (code == EXIT_FINE) {
        code = back_refuse_no_bones(&way);
    }
    if (code == EXIT_FINE) {
        back_decide(&way);
        code = back_tell(&way);
    }
    if (code == EXIT_FINE) {
        code = back_refuse_emptying(&way);
    }
    if (code == EXIT_FINE) {
        code = write_result(&way, target);
    }
    if (way.back && job->options->json) {
        back_tell_json(&way);
    }
    back_free(&way);
    return code;
}

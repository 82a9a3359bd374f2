/* The same format again, written from the fields of the file. */
#include "convert/convert.h"

#include <stdlib.h>

#include "convert/convert_messages.h"
#include "convert/convert_output.h"
#include "exit_code.h"
#include "terminal.h"

static int refuse_unused_options(const convert_options *options, const char *format) {
    const char *unused = options->skeletons.count > 0 ? "--skeleton"
                         : options->fps.given         ? "--fps"
                         : options->duration.given    ? "--duration"
                         : options->base              ? "--base"
                         : options->version.given     ? "--format-version"
                         : options->lossy             ? "--lossy"
                                                      : NULL;
    if (unused) {
        tell_error(NULL, "%s has no use where %s stays %s", unused, format, format);
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

/* A bank is written whole or not at all: a part of it is another file. */
static int refuse_parts(const conversion *job) {
    uint32_t all = gait_file_clip_count(job->in->file);
    if (job->clips.count == all && (all == 1 || !convert_is_per_clip(job->out))) {
        return EXIT_FINE;
    }
    tell_error(source_label(job->in), "holds %u clips, and a bank is only written whole",
               (unsigned)all);
    tell_advice("leave out --clip and {clip}, or convert to glTF: clips can be chosen there");
    return EXIT_UNSUPPORTED;
}

static int write_copy(const conversion *job) {
    gait_buffer content = {0};
    gait_status status = gait_file_write(job->in->file, &content);
    int code = convert_tell_status(job->in, "cannot be written", status);
    char *name = job->clips.count > 0 ? source_clip_name(job->in, 0) : text_copy("");
    char *path = convert_path(job->out, name);
    if (code == EXIT_FINE) {
        code = convert_write(job, path, &content);
    }
    if (code == EXIT_FINE) {
        tell_note("%s %s: %zu bytes, %zu clip%s", job->options->dry_run ? "would write" : "wrote",
                  path, content.size, job->clips.count, job->clips.count == 1 ? "" : "s");
    }
    free(path);
    free(name);
    gait_buffer_free(&content);
    return code;
}

int convert_copy(const conversion *job) {
    int code = refuse_unused_options(job->options, gait_format_about(job->in->format)->name);
    if (code == EXIT_FINE) {
        code = refuse_parts(job);
    }
    return code == EXIT_FINE ? write_copy(job) : code;
}

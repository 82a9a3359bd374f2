#include "convert/convert_output.h"

#include <string.h>

#include "exit_code.h"
#include "terminal.h"

void convert_warn_of_braces(const char *out) {
    if (strchr(out, '{') && !gait_output_name_is_per_clip(out)) {
        log_warning(out, "is used literally: only {clip} is replaced");
    }
}

static int write_parts(const conversion *job, const char *path, const gait_span *parts,
                       uint32_t count) {
    return job->options->dry_run ? files_may_write(path, job->options->force)
                                 : files_write_parts(path, parts, count, job->options->force);
}

int convert_write(const conversion *job, const char *path, const gait_buffer *content) {
    gait_span part = {content->data, content->size};
    return write_parts(job, path, &part, 1);
}

int convert_may_write(const conversion *job, const gait_output *output) {
    int code = EXIT_OK;
    for (uint32_t i = 0; i < output->file_count && code == EXIT_OK; i++) {
        code = files_may_write(output->files[i].name, job->options->force);
    }
    return code;
}

int convert_write_output(const conversion *job, const gait_output *output) {
    int code = EXIT_OK;
    for (uint32_t i = output->file_count; i > 0 && code == EXIT_OK; i--) {
        const gait_output_file *file = &output->files[i - 1];
        code = write_parts(job, file->name, file->parts, file->part_count);
    }
    return code;
}

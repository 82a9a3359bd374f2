/* Names and writes the files of each output, and the sidecar. */
#include "convert/convert.h"

#include <string.h>

#include "batch/batch.h"
#include "base/exit_code.h"
#include "base/terminal.h"
#include "gait/output_names.h"

void convert_warn_of_braces(const char *out) {
    if (strchr(out, '{') && !gait_output_name_is_per_clip(out)) {
        log_warning(out, "is used literally: only {clip} is replaced");
    }
}

static int add_output(const conversion *job, const char *path, int code) {
    if (code == EXIT_OK) {
        batch_add_output(job->batch, path);
    }
    return code;
}

int convert_write(const conversion *job, const char *path, const gait_buffer *content) {
    return add_output(job, path,
                      job->options->dry_run ? files_may_write(path, job->options->force)
                                            : files_write(path, content, job->options->force));
}

int convert_may_write(const conversion *job, const gait_output *output) {
    int code = EXIT_OK;
    for (uint32_t i = 0; i < output->file_count && code == EXIT_OK; i++) {
        code = files_may_write(output->files[i].name, job->options->force);
    }
    return code;
}

int convert_write_output(const conversion *job, const gait_output *output) {
    if (job->options->dry_run) {
        return add_output(job, output->files[0].name, convert_may_write(job, output));
    }
    file_content files[GAIT_OUTPUT_FILES];
    uint32_t count = output->file_count;
    for (uint32_t i = 0; i < count; i++) {
        const gait_output_file *file = &output->files[count - 1 - i];
        files[i] = (file_content){file->name, file->parts, file->part_count};
    }
    return add_output(job, output->files[0].name,
                      files_write_all(files, count, job->options->force));
}

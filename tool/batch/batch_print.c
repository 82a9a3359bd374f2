#include "batch/batch_print.h"

#include <stdlib.h>

#include "batch/batch_update.h"
#include "capture.h"
#include "exit_code.h"
#include "io/files.h"
#include "terminal.h"

int batch_write_results(const batch_item *item, bool force, int (*print)(void *user), void *user,
                        batch_result *out) {
    int code = files_may_write(item->out, force);
    if (code != EXIT_OK) {
        return code;
    }
    capture own = {0}, *outer = capture_current();
    capture_start(&own);
    code = print(user);
    capture_start(outer);
    gait_buffer content = {0};
    capture_part part;
    for (size_t at = 0; capture_read(&own, &at, &part);) {
        if (part.kind == CAPTURE_RESULT) {
            memory_check(gait_buffer_append(&content, part.bytes, part.size));
        } else if (outer) {
            capture_add(outer, part.kind, part.bytes, part.size);
        }
    }
    capture_free(&own);
    if (code == EXIT_OK) {
        code = files_write(item->out, &content, force);
    }
    if (code == EXIT_OK) {
        batch_add_output(out, item->out);
    }
    gait_buffer_free(&content);
    return code;
}

int batch_gather_printed(const command *self, const batch_options *options,
                         const char *const *operands, size_t count, inputs *out) {
    const input_filter filter = {&options->included, &options->excluded};
    *out = (inputs){0};
    if (options->update || options->jobs.given) {
        log_error(NULL, "%s requires --out", options->update ? "--update" : "-j");
        return EXIT_USAGE;
    }
    if (count == 0 && !options->files_from) {
        log_error(NULL, "%s needs %s", self->name, self->operands);
        log_hint("try: gait help %s", self->name);
        return EXIT_USAGE;
    }
    *out = inputs_gather(operands, count, &filter);
    int code =
        options->files_from ? inputs_gather_from(out, options->files_from, &filter) : EXIT_OK;
    if (code == EXIT_OK && out->count == 0) {
        log_error(NULL, "there are no inputs");
        code = EXIT_USAGE;
    }
    return code;
}

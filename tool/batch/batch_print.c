/* Prints the results of map, sample and dump, or writes each to its file. */
#include "batch/batch.h"

#include "base/base.h"
#include "io/files.h"

int batch_write_results(batch_file *file, bool force, batch_printer print, void *user) {
    const char *path = file->item->out;
    if (batch_is_current(file, file->in, path, NULL)) {
        return EXIT_OK;
    }
    TRY(files_may_write(path, force || file->updates));
    capture own = {0}, *outer = capture_current();
    capture_start(&own);
    int code = print(user, file->in, file);
    capture_start(outer);
    gait_buffer content = {0};
    capture_split(&own, &content, outer);
    capture_free(&own);
    if (code == EXIT_OK) {
        code = files_write(path, &content, force || file->updates);
    }
    if (code == EXIT_OK) {
        batch_add_output(file, path);
    }
    gait_buffer_free(&content);
    return code;
}

int batch_print_inputs(const batch_work *work, const inputs *list, batch_printer print,
                       void *user) {
    source *in = source_new();
    int worst = EXIT_OK;
    terminal_hide_notes(list->count > 1 && !work->verbose);
    for (size_t i = 0; i < list->count && !result_failed(); i++) {
        int code = batch_open_input(work, &list->items[i], in);
        if (batch_reason_to_skip(work, &list->items[i], in)) {
            continue;
        }
        if (code == EXIT_OK) {
            code = print(user, in, NULL);
        } else {
            source_log_diagnostics(in);
        }
        worst = exit_worse(worst, code);
    }
    terminal_hide_notes(false);
    source_free(in);
    return worst;
}

int batch_gather_printed(const command_call *call, const batch_options *options, inputs *out) {
    *out = (inputs){0};
    if (options->update || options->jobs.given) {
        return refuse(EXIT_USAGE, NULL, "%s requires --out", options->update ? "--update" : "-j");
    }
    TRY(inputs_read(call, &options->inputs, out));
    if (out->count == 0) {
        return refuse(EXIT_USAGE, NULL, "there are no inputs");
    }
    return EXIT_OK;
}

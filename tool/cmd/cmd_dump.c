/* gait dump: prints a file as JSON text with every field. */
#include "cmd/command.h"

#include "batch/batch.h"
#include "base/base.h"
#include "gait/text.h"

typedef struct dump_options {
    common_options common;
    bool force, clean;
    batch_options batch;
} dump_options;

static const option dump_table[] = {
    OPTIONS_BATCH(dump_options),
    {"force", 'f', OPTION_FLAG, NULL, offsetof(dump_options, force), "with --out: overwrite files"},
    {"clean", 0, OPTION_FLAG, NULL, offsetof(dump_options, clean),
     "for RTM: leave out the unused bytes after names, which the built file does not get back"},
    OPTIONS_OF_FILES(dump_options, "print warnings and notes"),
};

static int dump_print_text(void *user, source *in, batch_file *file) {
    const dump_options *options = user;
    gait_options reading = source_options(in);
    gait_buffer text = {0};
    (void)file;
    if (options->common.verbose) {
        source_log_diagnostics(in);
    }
    in->reported = in->diagnostics.count;
    gait_status status = options->clean ? gait_text_dump_clean(in->file, reading.diagnostics, &text)
                                        : gait_text_dump(in->file, reading.diagnostics, &text);
    memory_check(status);
    source_log_diagnostics(in);
    if (status == GAIT_OK) {
        result_bytes(text.data, text.size);
    }
    gait_buffer_free(&text);
    return exit_of_status(status);
}

static int dump_item(void *user, batch_file *file) {
    return batch_write_results(file, ((const dump_options *)user)->force, dump_print_text, user);
}

static int run_dump(const command_call *call) {
    dump_options options = *(const dump_options *)call->options;
    const batch_work work = {.done = "dumped",
                             .extension = "json",
                             .keeps_extension = true,
                             .needs_text = options.batch.out != NULL,
                             .verbose = options.common.verbose,
                             .user = &options,
                             .run = dump_item};
    if (options.batch.out) {
        return batch_run(&work, &options.batch, call);
    }
    inputs list;
    int code;
    TRY_DONE(batch_gather_printed(call, &options.batch, &list));
    if (list.count > 1) {
        log_error(NULL, "only one file can be printed");
        log_hint("--out FOLDER writes a text for each file");
        TRY_DONE(EXIT_USAGE);
    }
    code = batch_print_inputs(&work, &list, dump_print_text, &options);
done:
    inputs_free(&list);
    return code;
}

const command command_dump = {"dump",
                              "print a file as JSON text with every field",
                              "PATH...",
                              "gait dump walk.rtm > walk.json\n"
                              "gait dump animations/ --out texts",
                              "The text has every field of an RTM, OMF, SKL or SKLS: `gait build` "
                              "makes the same bytes from\n"
                              "it. Change a value in the text to change the file. With --out, the "
                              "text of each file is\n"
                              "written to a file of its own; see `gait help convert`.",
                              0,
                              SIZE_MAX,
                              COMMAND_RUN(dump_table, dump_options, run_dump)};

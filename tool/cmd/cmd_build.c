#include "cmd/command.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "edit/edit.h"
#include "exit_code.h"
#include "gait/gait.h"
#include "io/files.h"
#include "terminal.h"
#include "text.h"

typedef struct build_options {
    common_options common;
    edit_options edit;
    bool allow_damage;
} build_options;

static const option build_table[] = {
    OPTIONS_EDIT_OUT(build_options, "FILE", "write the file to FILE; - is standard output"),
    {"allow-damage", 0, OPTION_FLAG, NULL, offsetof(build_options, allow_damage),
     "also write files in which `gait check` finds errors; they are printed as warnings"},
    OPTIONS_VERBOSE(build_options, "print warnings and notes"),
    OPTIONS_QUIET(build_options),
    OPTIONS_COLOR(build_options),
    OPTIONS_HELP(build_options),
};

enum { BUILD_DIAGNOSTICS = 100 };

/* Logs errors and, if asked for, warnings. Errors of a file that was built are allowed. */
static void log_problems(const char *label, const build_options *options, gait_status status,
                         const gait_diagnostics *found) {
    char *place = text_format("%s: in its file", label);
    for (uint32_t i = 0; i < found->count; i++) {
        const gait_diagnostic *item = &found->items[i];
        bool is_error = item->rule && item->rule->severity == GAIT_ERROR;
        bool is_of_text = item->rule && strncmp(item->rule->id, "TXT", 3) == 0;
        if (status != GAIT_OK) {
            log_diagnostic(is_of_text ? label : place, item);
        } else if (is_error || options->common.verbose) {
            log_allowed_diagnostic(place, item);
        }
    }
    free(place);
}

static int build_text(const build_options *options, const char *path, const file_bytes *in) {
    gait_diagnostic items[BUILD_DIAGNOSTICS];
    gait_diagnostics found = {.items = items, .capacity = BUILD_DIAGNOSTICS};
    const gait_text_options building = {.common = {.diagnostics = &found},
                                        .allow_damage = options->allow_damage};
    const char *label = path[0] == '-' && !path[1] ? "standard input" : path;
    gait_buffer out = {0};
    gait_format format = GAIT_FORMAT_UNKNOWN;
    gait_status status = gait_text_build((gait_span){in->data, in->size}, &building, &out, &format);
    memory_check(status);
    log_problems(label, options, status, &found);
    int code = exit_of_status(status);
    bool is_named = options->edit.out && !edit_uses_stdout(&options->edit);
    if (code == EXIT_OK && is_named) {
        code = edit_refuse_extension(options->edit.out, format);
    }
    if (code == EXIT_OK && options->edit.out) {
        gait_span bytes = {out.data, out.size};
        code = edit_write(&options->edit, &(file_content){options->edit.out, &bytes, 1});
    }
    if (code == EXIT_OK && is_named) {
        log_note("%s %s: %s, %zu bytes", options->edit.dry_run ? "would write" : "wrote",
                 options->edit.out, gait_format_get_info(format)->name, out.size);
    }
    gait_buffer_free(&out);
    return code;
}

static int run_build(const void *given, const char *const *operands, size_t count) {
    const build_options *options = given;
    file_bytes in = {0};
    char why[FILES_WHY];
    (void)count;
    if (!options->edit.out && !options->edit.dry_run) {
        log_error(NULL, "build needs --out FILE");
        log_hint("gait build walk.json -o walk.rtm");
        return EXIT_USAGE;
    }
    int code = options->edit.out ? edit_refuse_input(options->edit.out, operands[0]) : EXIT_OK;
    if (code == EXIT_OK) {
        code = files_read(operands[0], &in, why);
        if (code != EXIT_OK) {
            log_error(operands[0], "%s", why);
        }
    }
    if (code == EXIT_OK) {
        code = build_text(options, operands[0], &in);
    }
    files_free(&in);
    return code;
}

const command command_build = {"build",
                               "make a file from its JSON text",
                               "TEXT",
                               "gait build walk.json -o walk.rtm\n"
                               "gait dump bank.omf | gait build - -o copy.omf",
                               "TEXT has the form of docs/formats/text.md. Sizes and checksums "
                               "that it leaves out are computed.\n"
                               "Errors are reported with the line and the JSON pointer of the "
                               "value. The file is checked before\n"
                               "it is written.",
                               1,
                               1,
                               OPTION_TABLE(build_table),
                               sizeof(build_options),
                               run_build};

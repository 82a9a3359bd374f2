/* gait split: copies each clip of a bank to its own file. */
#include "cmd/command.h"

#include <stddef.h>

#include "edit/edit.h"

typedef struct split_options {
    common_options common;
    edit_options edit;
    bool json;
} split_options;

static const option split_table[] = {
    OPTIONS_EDIT_OUT(
        split_options, "FOLDER",
        "write the files to FOLDER, which is created if needed; or a pattern with {clip}"),
    {"json", 0, OPTION_FLAG, NULL, offsetof(split_options, json), "print JSON (gait.edit/1)"},
    OPTIONS_VERBOSE(split_options, "print notes"),
    OPTIONS_CODE_PAGE(split_options, "names"),
    OPTIONS_QUIET(split_options),
    OPTIONS_COLOR(split_options),
    OPTIONS_HELP(split_options),
};

static int run_split(const void *given, const char *const *operands, size_t count) {
    const split_options *options = given;
    static const text_list all = {0};
    const extract_request request = {.in = operands[0],
                                     .clips = &all,
                                     .edit = &options->edit,
                                     .is_split = true,
                                     .json = options->json};
    (void)count;
    return extract_run(&request);
}

const command command_split = {
    "split",
    "copy each clip of a bank to its own file, without changing a byte",
    "IN",
    "gait split bank.omf -o motions\n"
    "gait split bank.omf -o \"motions/wpn_{clip}.omf\"",
    "The files have the names of the clips. `gait extract` copies some of the clips.\n"
    "`gait merge` joins the files again.",
    1,
    1,
    OPTION_TABLE(split_table),
    sizeof(split_options),
    run_split};

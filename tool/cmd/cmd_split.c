/* gait split: copies each clip of a bank to its own file. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option split_table[] = {
    OPTIONS_EDIT_OUT(
        extract_options, "FOLDER",
        "write the files to FOLDER, which is created if needed; or a pattern with {clip}"),
    {"json", 0, OPTION_FLAG, NULL, offsetof(extract_options, json), "print JSON (gait.edit/1)"},
    OPTIONS_OF_FILES(extract_options, "print notes"),
};

static int run_split(const command_call *call) {
    return extract_run(call->options, call->operands[0], true);
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
    COMMAND_RUN(split_table, extract_options, run_split)};

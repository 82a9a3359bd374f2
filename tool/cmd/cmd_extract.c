/* gait extract: copies clips of a bank to a new bank. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option extract_table[] = {
    {"clip", 0, OPTION_LIST, "PATTERN", offsetof(extract_options, clips),
     "copy clips with this name; * matches any text, ? matches one character; default: all"},
    OPTIONS_EDIT_OUT(extract_options, "FILE",
                     "write the clips to FILE; {clip} in the name: one file for each clip"),
    {"json", 0, OPTION_FLAG, NULL, offsetof(extract_options, json), "print JSON (gait.edit/1)"},
    OPTIONS_OF_FILES(extract_options, "print notes"),
};

static int run_extract(const command_call *call) {
    return extract_run(call->options, call->operands[0], false);
}

const command command_extract = {
    "extract",
    "copy clips of a bank to a new bank, without changing a byte",
    "IN",
    "gait extract bank.omf --clip reload --clip \"walk_*\" -o new.omf\n"
    "gait extract bank.omf --clip \"idle*\" -o \"motions/{clip}.omf\"\n"
    "gait extract model.ogf -o bank.omf",
    "IN is an OMF, an OGF with a bank inside, whose result is an OMF, or an SKLS. The clips keep\n"
    "their order, keys, marks and parameters. No skeleton is needed. If two clips\n"
    "would get the same file name, one of them gets a number.",
    1,
    1,
    COMMAND_RUN(extract_table, extract_options, run_extract)};

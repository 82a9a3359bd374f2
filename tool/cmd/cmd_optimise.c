/* gait optimise: makes banks smaller without changing how they play. */
#include "cmd/command.h"

#include "options/options.h"
#include "edit/edit.h"

static const option optimise_table[] = {
    {"clip", 0, OPTION_LIST, "PATTERN", offsetof(optimise_options, clips),
     "optimise only clips with this name; * matches any text, ? matches one character"},
    {"tolerance", 0, OPTION_LIST, "LIMIT", offsetof(optimise_options, tolerances),
     "allow errors of this size, such as 0.1mm, 0.02deg or 0.1mm,0.02deg; default: none"},
    OPTIONS_EDIT(optimise_options),
    OPTIONS_INPUTS(optimise_options, inputs),
    {"json", 0, OPTION_FLAG, NULL, offsetof(optimise_options, json),
     "print JSON (gait.optimise/1)"},
    OPTIONS_OF_FILES(optimise_options, "print notes, and also list clips that stay as they are"),
};

const command command_optimise = {
    "optimise",
    "make banks smaller without changing how they play",
    "IN...",
    "gait optimise bank.omf -o smaller.omf\n"
    "gait optimise --tolerance 0.1mm,0.02deg bank.omf -o smaller.omf\n"
    "gait optimise --dry-run meshes/",
    "IN is an OMF, an OGF with a bank inside, or a binarised RTM; folders are searched for them.\n"
    "Without --tolerance, all values that games play stay the same. With it, no bone is off by\n"
    "more than the limits relative to its parent; the errors of a chain of bones add up. The\n"
    "largest error of each clip is measured and printed. A file never becomes larger.",
    0,
    SIZE_MAX,
    COMMAND_RUN(optimise_table, optimise_options, optimise_command)};

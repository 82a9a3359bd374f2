/* gait optimise: makes banks smaller without changing how they play. */
#include "cmd/command.h"

#include <stddef.h>

#include "options/shared_options.h"
#include "edit/edit.h"
#include "base/exit_code.h"

typedef struct optimise_options {
    common_options common;
    text_list clips, tolerances;
    edit_options edit;
    input_options inputs;
    bool json;
} optimise_options;

static const option optimise_table[] = {
    {"clip", 0, OPTION_LIST, "PATTERN", offsetof(optimise_options, clips),
     "optimise only clips with this name; * matches any text, ? matches one character"},
    {"tolerance", 0, OPTION_LIST, "LIMIT", offsetof(optimise_options, tolerances),
     "allow errors of this size, such as 0.1mm, 0.02deg or 0.1mm,0.02deg; default: none"},
    OPTIONS_EDIT(optimise_options),
    OPTIONS_INPUTS(optimise_options, inputs),
    {"json", 0, OPTION_FLAG, NULL, offsetof(optimise_options, json),
     "print JSON (gait.optimise/1)"},
    OPTIONS_VERBOSE(optimise_options, "print notes, and also list clips that stay as they are"),
    OPTIONS_CODE_PAGE(optimise_options, "names"),
    OPTIONS_QUIET(optimise_options),
    OPTIONS_COLOR(optimise_options),
    OPTIONS_HELP(optimise_options),
};

static int run_optimise(const void *given, const char *const *operands, size_t count) {
    const optimise_options *options = given;
    optimise_request request = {.clips = &options->clips,
                                .edit = &options->edit,
                                .inputs = &options->inputs,
                                .json = options->json,
                                .verbose = options->common.verbose};
    int code = tolerance_read(&options->tolerances, &request.tolerance);
    return code == EXIT_OK ? optimise_command(&command_optimise, &request, operands, count) : code;
}

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
    OPTION_TABLE(optimise_table),
    sizeof(optimise_options),
    run_optimise};

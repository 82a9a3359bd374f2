/* gait remove: removes clips from banks. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option remove_table[] = {
    OPTION_OF_EDIT("clip", "NAME",
                   "remove clips with this name; * and ? match any text and any character"),
    OPTIONS_EDIT_REQUEST(),
};

const command command_remove = {
    "remove",
    "remove clips from banks",
    "IN...",
    "gait remove bank.omf --clip \"test_*\" -o new.omf",
    "Clips that follow a removed one keep their keys and parameters as bytes.",
    0,
    SIZE_MAX,
    COMMAND_RUN(remove_table, edit_request, edit_run)};

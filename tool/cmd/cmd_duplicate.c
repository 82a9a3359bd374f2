/* gait duplicate: copies clips within banks. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option duplicate_table[] = {
    OPTION_OF_EDIT("clip", "NAME=NEW", "copy the clip NAME as NEW"),
    OPTIONS_EDIT_REQUEST(),
};

const command command_duplicate = {
    "duplicate",
    "copy clips within banks",
    "IN...",
    "gait duplicate bank.omf --clip idle=idle_2 --in-place",
    "A copy is added after the last clip, with the keys, parameters and events of the\n"
    "original.",
    0,
    SIZE_MAX,
    COMMAND_RUN(duplicate_table, edit_request, edit_run)};

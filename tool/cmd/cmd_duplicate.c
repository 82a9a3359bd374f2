/* gait duplicate: copies clips within banks. */
#include "cmd/command.h"

#include <stddef.h>

#include "edit/edit.h"

static const option duplicate_table[] = {
    OPTION_OF_EDIT("clip", "NAME=NEW", "copy the clip NAME as NEW"),
    OPTIONS_EDIT_REQUEST(),
};

static int run_duplicate(const void *request, const char *const *operands, size_t count) {
    return edit_run(&command_duplicate, request, operands, count);
}

const command command_duplicate = {
    "duplicate",
    "copy clips within banks",
    "IN...",
    "gait duplicate bank.omf --clip idle=idle_2 --in-place",
    "A copy is added after the last clip, with the keys, parameters and events of the\n"
    "original.",
    0,
    SIZE_MAX,
    OPTION_TABLE(duplicate_table),
    sizeof(edit_request),
    run_duplicate};

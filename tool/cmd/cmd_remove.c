/* gait remove: removes clips from banks. */
#include "cmd/command.h"

#include <stddef.h>

#include "edit/edit.h"

static const option remove_table[] = {
    OPTION_OF_EDIT("clip", "NAME",
                   "remove clips with this name; * and ? match any text and any character"),
    OPTIONS_EDIT_REQUEST(),
};

static int run_remove(const void *request, const char *const *operands, size_t count) {
    return edit_run(&command_remove, request, operands, count);
}

const command command_remove = {
    "remove",
    "remove clips from banks",
    "IN...",
    "gait remove bank.omf --clip \"test_*\" -o new.omf",
    "Clips that follow a removed one keep their keys and parameters as bytes.",
    0,
    SIZE_MAX,
    OPTION_TABLE(remove_table),
    sizeof(edit_request),
    run_remove};

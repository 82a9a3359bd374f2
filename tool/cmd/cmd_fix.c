/* gait fix: repairs what needs no choice. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option fix_table[] = {
    OPTIONS_EDIT_REQUEST(),
};

const command command_fix = {
    "fix",
    "repair defects that need no choice, such as wrong checksums",
    "IN...",
    "gait fix bank.omf -o new.omf\n"
    "gait fix animations --in-place --backup\n"
    "gait fix animations --in-place --dry-run",
    "No pose changes. Other findings of \"gait check\" need a choice, and stay.",
    0,
    SIZE_MAX,
    COMMAND_RUN(fix_table, edit_request, edit_run)};

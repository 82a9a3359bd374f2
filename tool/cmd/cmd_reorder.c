/* gait reorder: changes the order of clips, or of bones in frames of RTM. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option reorder_table[] = {
    OPTION_OF_EDIT("clip", "NAME",
                   "move clips with this name; * and ? match any text and any character"),
    OPTION_OF_EDIT("first", NULL, "move them before all others"),
    OPTION_OF_EDIT("last", NULL, "move them after all others"),
    OPTION_OF_EDIT("before", "NAME", "move them before this clip"),
    OPTION_OF_EDIT("after", "NAME", "move them after this clip"),
    OPTION_OF_EDIT("sort", NULL, "sort all clips by name"),
    OPTION_OF_EDIT("frames", NULL,
                   "for RTM: list the bones of every frame in the order of the header"),
    OPTIONS_EDIT_REQUEST(),
};

const command command_reorder = {
    "reorder",
    "change the order of clips in banks, or of bones in frames of RTM",
    "IN...",
    "gait reorder bank.omf --clip \"walk_*\" --first -o new.omf\n"
    "gait reorder bank.omf --clip run --after walk --in-place\n"
    "gait reorder bank.omf --sort --in-place\n"
    "gait reorder walk.rtm --frames --in-place",
    "The clips are moved in the order of the --clip options. All others keep theirs.\n"
    "Some games ignore the names of bones in frames, and use their order.",
    0,
    SIZE_MAX,
    COMMAND_RUN(reorder_table, edit_request, edit_run)};

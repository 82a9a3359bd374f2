/* gait edit: makes the edits of a script, all or none. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option edit_table[] = {
    OPTIONS_EDIT_REQUEST(),
};

const command command_edit = {
    "edit",
    "make the edits of a script: all or none",
    "SCRIPT IN...",
    "gait edit changes.txt bank.omf -o new.omf\n"
    "gait edit changes.txt meshes/ --in-place --backup --dry-run",
    "Each line of the script is one edit: duplicate, event, fix, refs, remove, rename,\n"
    "reorder or set, with the options of that command. Words with blanks are written between\n"
    "quotation marks; lines that begin with # are comments. Each file gets all edits, or\n"
    "none. SCRIPT can be - for standard input.",
    1,
    SIZE_MAX,
    COMMAND_RUN(edit_table, edit_request, edit_run_script)};

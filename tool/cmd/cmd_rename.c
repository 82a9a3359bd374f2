/* gait rename: renames clips, bones and parts. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option rename_table[] = {
    OPTION_OF_EDIT("clip", "OLD=NEW", "rename clips; * and ? match any text and any character"),
    OPTION_OF_EDIT("bone", "OLD=NEW", "rename bones, in all clips"),
    OPTION_OF_EDIT("part", "OLD=NEW", "rename parts of banks"),
    {"table", 0, OPTION_TEXT, "FILE", offsetof(edit_request, tables[0]),
     "rename clips; each line is OLD, a tab, NEW; or OLD=NEW"},
    {"bone-table", 0, OPTION_TEXT, "FILE", offsetof(edit_request, tables[1]), "the same for bones"},
    OPTIONS_EDIT_REQUEST(),
};

const command command_rename = {
    "rename",
    "rename clips, bones and parts",
    "IN...",
    "gait rename bank.omf --clip idle=wait -o new.omf\n"
    "gait rename bank.omf --clip \"walk_*=go_*\" --in-place --backup\n"
    "gait rename meshes/ --table names.tsv --in-place",
    "Wildcards in NEW stand for the texts that the wildcards in OLD matched. All names\n"
    "of one command change at once, so that names can be exchanged. Two clips must not\n"
    "get the same name. In a folder, files without the old name stay as they are.",
    0,
    SIZE_MAX,
    COMMAND_RUN(rename_table, edit_request, edit_run)};

/* gait event: adds, removes, moves and renames events of clips. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option event_table[] = {
    OPTION_OF_EDIT("clip", "NAME",
                   "only clips with this name; * and ? match any text and any character"),
    OPTION_OF_EDIT("add", "NAME", "add an event"),
    OPTION_OF_EDIT("remove", "NAME",
                   "remove events with this name; * and ? match any text and any character; "
                   "NAME@2: the second one in each clip"),
    OPTION_OF_EDIT("move", "NAME", "change time, end or value of events with this name or NAME@2"),
    OPTION_OF_EDIT("rename", "OLD=NEW", "rename events; wildcards as in `gait rename`"),
    OPTION_OF_EDIT(
        "at", "TIME",
        "with --add: the time of the new event; with other edits: only events at this time"),
    OPTION_OF_EDIT("to", "TIME", "with --move: the new time; +TIME and -TIME are relative"),
    OPTION_OF_EDIT("until", "TIME",
                   "the end of an event with a duration; +TIME and -TIME are relative"),
    OPTION_OF_EDIT("value", "TEXT", "the value of a frame property or key stone"),
    OPTION_OF_EDIT("keep-empty", NULL,
                   "with --remove: keep marks without times, so that no mark moves up"),
    OPTIONS_EDIT_REQUEST(),
};

const command command_event = {
    "event",
    "add, remove, move and rename events of clips",
    "IN...",
    "gait event bank.omf --clip walk --add Step --at 0.4 -o new.omf\n"
    "gait event walk.rtm --remove \"step*\" --in-place\n"
    "gait event bank.omf --move Step --to=+0.1 --in-place",
    "Events are motion marks (OMF, SKL, SKLS), frame properties (RTM) and key stones\n"
    "(binarised RTM). `gait list --events` lists them. Without --clip, the events of all\n"
    "clips are changed. TIME is a number of seconds, or a phase from 0 to 1 in RTM; 12f\n"
    "is the time of frame 12, and 50% half of the clip.",
    0,
    SIZE_MAX,
    COMMAND_RUN(event_table, edit_request, edit_run)};

/* gait set: sets parameters of clips, root motion and phases. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option set_table[] = {
    OPTION_OF_EDIT("clip", "NAME",
                   "only clips with this name; * and ? match any text and any character"),
    OPTION_OF_EDIT("speed", "N", "set the speed; *N multiplies it"),
    OPTION_OF_EDIT("power", "N", "set the power; *N multiplies it"),
    OPTION_OF_EDIT("accrue", "N", "set accrue, the speed of blending in; *N multiplies it"),
    OPTION_OF_EDIT("falloff", "N", "set falloff, the speed of blending out; *N multiplies it"),
    OPTION_OF_EDIT("flags", "LIST", "set, add or remove flags"),
    OPTION_OF_EDIT("part", "NAME", "set the part on which a cycle plays; all: all parts"),
    OPTION_OF_EDIT("bone", "NAME", "set the bone on which an FX plays; root: the root bone"),
    OPTION_OF_EDIT("fps", "N", "set the frames per second of SKL and SKLS"),
    OPTION_OF_EDIT("format-version", "N",
                   "change the version of a bank to 3 or 4; marks require 4"),
    OPTION_OF_EDIT("root-motion", "X,Y,Z",
                   "set the displacement of an RTM, in metres; forward is -Z; *N multiplies it"),
    OPTION_OF_EDIT(
        "phases", "LIST",
        "set the phases of an RTM: one per frame, separated by commas; even; fit: from 0 to 1;\n"
        "*N, +N and -N scale and shift them"),
    OPTION_OF_EDIT("game", "GAME",
                   "make it a file that this game reads: version, bits of keys, events, frames"),
    OPTION_OF_EDIT("lossy", NULL, "with --game: remove events, and accept larger errors of keys"),
    OPTIONS_EDIT_REQUEST(),
};

const command command_set = {
    "set",
    "set parameters of clips, root motion and phases",
    "IN...",
    "gait set bank.omf --clip \"walk_*\" --speed 1.5 --flags=-stop-at-end -o new.omf\n"
    "gait set bank.omf --clip wave --part torso --in-place\n"
    "gait set walk.rtm --root-motion 0,0,-1.5 --in-place",
    "Without --clip, all clips are changed. Flags are fx, stop-at-end, no-mix, sync-part,\n"
    "use-foot-steps, root-mover, idle and use-weapon-bone, separated by commas; with +\n"
    "or - before each name, the others are kept. A number such as 0x02 is allowed too.",
    0,
    SIZE_MAX,
    COMMAND_RUN(set_table, edit_request, edit_run)};

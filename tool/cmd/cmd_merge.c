/* gait merge: joins banks. */
#include "cmd/command.h"

#include "edit/edit.h"

static const option merge_table[] = {
    {"clip", 0, OPTION_LIST, "PATTERN", offsetof(merge_options, clips),
     "merge only clips with this name from the inputs after the first; * matches any text, ? "
     "matches one character"},
    {"equal-names", 0, OPTION_CHOICE, "refuse|keep-first|replace|rename|keep-all",
     offsetof(merge_options, names), "what to do with a clip whose name the result already has"},
    {"parts", 0, OPTION_CHOICE, "equal|first|union", offsetof(merge_options, parts),
     "which parts the result has; equal: all inputs must have the same"},
    {"marks", 0, OPTION_CHOICE, "raise-version|refuse|drop", offsetof(merge_options, marks),
     "what to do with marks if the version of the first input cannot store them"},
    {"keep-bone-order", 0, OPTION_FLAG, NULL, offsetof(merge_options, keep_bone_order),
     "refuse inputs that list the bones in another order than the first one"},
    {"out", 'o', OPTION_TEXT, "FILE", offsetof(merge_options, edit.out),
     "write the result to FILE"},
    {"in-place", 0, OPTION_FLAG, NULL, offsetof(merge_options, edit.in_place),
     "replace the first input by the result"},
    {"backup", 0, OPTION_FLAG, NULL, offsetof(merge_options, edit.backup),
     "with --in-place: keep the old file as NAME.bak"},
    {"dry-run", 0, OPTION_FLAG, NULL, offsetof(merge_options, edit.dry_run),
     "print what would be written, but write nothing"},
    {"force", 'f', OPTION_FLAG, NULL, offsetof(merge_options, edit.force),
     "overwrite FILE, or the backup"},
    {"json", 0, OPTION_FLAG, NULL, offsetof(merge_options, json), "print JSON (gait.edit/1)"},
    OPTIONS_OF_FILES(merge_options, "print notes"),
};

static int run_merge(const command_call *call) {
    static const char *extensions[] = {"*.omf", "*.skl", "*.skls"};
    const text_list included = {.items = extensions, .count = 3};
    const input_filter filter = {.included = &included};
    inputs list = inputs_gather(call->operands, call->count, &filter);
    int code = merge_command(call->options, &list);
    inputs_free(&list);
    return code;
}

const command command_merge = {
    "merge",
    "join banks, without changing a byte of their keys",
    "IN...",
    "gait merge bank.omf more.omf -o new.omf\n"
    "gait merge bank.omf more.omf --clip \"reload*\" --in-place --backup\n"
    "gait merge a.omf b.omf --equal-names rename --parts union -o new.omf",
    "The clips of the other inputs are appended to those of the first one. All inputs must\n"
    "have the same bones; no skeleton is needed. With --in-place the first input is replaced\n"
    "by the result. If the first input is a model, so is the result, unless -o gives it\n"
    "another extension. If one input is refused, nothing is written.",
    2,
    SIZE_MAX,
    COMMAND_RUN(merge_table, merge_options, run_merge)};

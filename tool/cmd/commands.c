/* The list of all commands, and gait help. */
#include "cmd/command.h"

#include <string.h>

#include "base/base.h"

/* --- help ------------------------------------------------------------------------------------- */

typedef struct help_options {
    common_options common;
    bool man;
    const char *completion;
} help_options;

static const option help_table[] = {
    {"man", 0, OPTION_FLAG, NULL, offsetof(help_options, man),
     "print the manual page gait(1) with the help of all commands"},
    {"completion", 0, OPTION_TEXT, "SHELL", offsetof(help_options, completion),
     "print the completions for bash, zsh or fish"},
    OPTIONS_HELP(help_options),
    OPTIONS_COLOR(help_options),
};

/* Prints the help of all commands for another program. */
static int print_help_output(const help_options *options, size_t operand_count) {
    if (operand_count > 0 || (options->man && options->completion)) {
        return refuse(EXIT_USAGE, NULL,
                      "--man and --completion take no command and cannot be combined");
    }
    if (options->man) {
        help_print_man(commands);
    } else if (!help_print_completion(commands, options->completion)) {
        return refuse(EXIT_USAGE, NULL, "--completion requires bash, zsh or fish, not '%s'",
                      options->completion);
    }
    return EXIT_OK;
}

static int run_help(const command_call *call) {
    const help_options *options = call->options;
    if (options->man || options->completion) {
        return print_help_output(options, call->count);
    }
    if (call->count == 0) {
        command_overview();
        return EXIT_OK;
    }
    const command *found = command_find(call->operands[0]);
    if (!found) {
        return EXIT_USAGE;
    }
    command_help(found);
    return EXIT_OK;
}

static const command command_help_on = {"help",
                                        "explain a command",
                                        "[COMMAND]",
                                        "gait help convert\n"
                                        "gait help --man > gait.1\n"
                                        "gait help --completion bash > gait.bash",
                                        "",
                                        0,
                                        1,
                                        COMMAND_RUN(help_table, help_options, run_help)};

/* --- the table -------------------------------------------------------------------------------- */

const command *const commands[] = {
    &command_info,        &command_list,      &command_uses,
    &command_map,         &command_check,     &command_diff,
    &command_convert,     &command_sample,    &command_skeleton,
    &command_draw,        &command_page,      &command_extract,
    &command_split,       &command_merge,     &command_rename,
    &command_remove,      &command_duplicate, &command_reorder,
    &command_set,         &command_event,     &command_refs,
    &command_rename_bank, &command_optimise,  &command_fix,
    &command_edit,        &command_dump,      &command_build,
    &command_project,     &command_formats,   &command_rules,
    &command_help_on,     &command_version,   NULL,
};

const command *command_named(const char *name) {
    size_t at = 0;
    while (commands[at] && strcmp(commands[at]->name, name) != 0) {
        at++;
    }
    return commands[at];
}

const command *command_find(const char *name) {
    const command *found = command_named(name);
    if (found) {
        return found;
    }
    text_list names = {0};
    for (size_t i = 0; commands[i]; i++) {
        text_list_add(&names, commands[i]->name);
    }
    log_unknown(NULL, "command", name, &names);
    log_hint(name[0] == '-' ? "this option comes after the command; `gait help` lists the commands"
                            : "`gait help` lists the commands");
    text_list_free(&names, false);
    return NULL;
}

void command_overview(void) {
    result_printf("gait %s: skeletal animation files of Operation Flashpoint, Arma and DayZ\n"
                  "(RTM) and of S.T.A.L.K.E.R. (OMF): read, explain, check, convert, draw.\n\n",
                  gait_version());
    result_heading("Example");
    result_printf("  gait info animations/\n"
                  "  gait check --strict animations/\n"
                  "  gait convert walk.rtm walk.glb\n\n");
    result_heading("Commands");
    for (size_t i = 0; commands[i]; i++) {
        result_printf("  %-11s %s\n", commands[i]->name, commands[i]->summary);
    }
    result_printf("\nResults go to stdout, messages to stderr. The path '-' is stdin or stdout.\n"
                  "`gait help COMMAND` explains one command, and `gait -V` prints the version.\n"
                  "The options --color, -q and -v can also be before the command. Without a\n"
                  "command, `gait PATH...` means `gait info PATH...`.\n\n");
    result_heading("Exit codes");
    for (const exit_meaning *row = exit_meanings; row->text; row++) {
        result_printf("%3d  %s\n", row->code, row->text);
    }
    result_printf(
        "With several files, the exit code is the first one in the list 70, 3, 4, 5, 2, 1\n"
        "that occurred.\n");
}

#include "cmd/commands.h"

#include <stddef.h>

#include "exit_code.h"

typedef struct help_options {
    common_options common;
} help_options;

static const option help_table[] = {
    OPTIONS_HELP(help_options),
    OPTIONS_COLOR(help_options),
};

static int run_help(const void *options, const char *const *operands, size_t count) {
    (void)options;
    if (count == 0) {
        command_overview();
        return EXIT_FINE;
    }
    const command *found = command_find(operands[0]);
    if (!found) {
        return EXIT_USAGE;
    }
    command_help(found);
    return EXIT_FINE;
}

const command command_help_on = {"help",
                                 "explain a command",
                                 "[COMMAND]",
                                 "gait help convert",
                                 "",
                                 0,
                                 1,
                                 OPTION_TABLE(help_table),
                                 sizeof(help_options),
                                 run_help};

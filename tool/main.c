/* gait - skeletal animation files of two families of games, from the command line. */
#include <string.h>

#include "cmd/commands.h"
#include "exit_code.h"
#include "io/platform.h"
#include "results.h"
#include "terminal.h"

/* The command for the usual options --help, -h and --version. */
static const char *command_name_of(const char *name) {
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return "help";
    }
    return strcmp(name, "--version") == 0 ? "version" : name;
}

static int run(int argc, char **argv) {
    if (argc < 2) {
        command_overview();
        return EXIT_USAGE;
    }
    const command *found = command_find(command_name_of(argv[1]));
    if (!found) {
        return EXIT_USAGE;
    }
    return command_run(found, (const char *const *)argv + 2, (size_t)argc - 2);
}

/* Writes the rest of the results. */
static int finish(void) {
    int error = result_finish();
    if (error == 0) {
        return EXIT_OK;
    }
    if (!platform_is_unread(error)) { /* the reader of a pipe may stop early, as `head` does */
        log_error("standard output", "cannot write: %s", platform_explain(error));
    }
    return EXIT_FILES;
}

int main(int argc, char **argv) {
    platform_start(&argc, &argv);
    int code = run(argc, argv);
    return exit_worse(code, finish());
}

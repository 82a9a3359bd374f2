/* gait - skeletal animation files of two families of games, from the command line. */
#include <string.h>

#include "cmd/commands.h"
#include "exit_code.h"
#include "io/platform.h"
#include "results.h"

/* Words that other programs taught people's fingers. */
static const char *plain_name(const char *name) {
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
    const command *found = command_find(plain_name(argv[1]));
    if (!found) {
        return EXIT_USAGE;
    }
    return command_run(found, (const char *const *)argv + 2, (size_t)argc - 2);
}

int main(int argc, char **argv) {
    platform_start(&argc, &argv);
    int code = run(argc, argv);
    return exit_worse(code, result_finish());
}

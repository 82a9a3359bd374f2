/* gait - skeletal animation files of two families of games, from the command line. */
#include <stdlib.h>
#include <string.h>

#include "cmd/command.h"
#include "base/base.h"
#include "io/files.h"
#include "io/inputs.h"
#include "base/platform.h"

/* The command for the usual options --help, -h, --version and -V. */
static const char *command_name_of(const char *name) {
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return "help";
    }
    return strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0 ? "version" : name;
}

/* The number of arguments of an option that can be before the command; 0 = not such an option. */
static int leading_option_size(const char *argument) {
    if (argument[0] == '-' && argument[1] && argument[1 + strspn(argument + 1, "qv")] == 0) {
        return 1;
    }
    if (strcmp(argument, "--color") == 0) {
        return 2;
    }
    return strcmp(argument, "--quiet") == 0 || strcmp(argument, "--verbose") == 0 ||
           strncmp(argument, "--color=", 8) == 0;
}

/* After a double click, for people who do not use the command line. */
static void explain_drops(void) {
    result_printf("\n");
    result_heading("Without the command line");
    result_printf("  Drop animation files or a folder onto gait.exe to see what is in them.\n"
                  "  Open gait.html in a browser, and drop files into it to see them move.\n");
}

static int main_run(int argc, char **argv) {
    if (argc < 2) {
        command_overview();
        if (platform_owns_window()) {
            explain_drops();
        }
        return EXIT_USAGE;
    }
    int at = 1;
    for (int size = 1; at < argc && size > 0; at += size) {
        size = leading_option_size(argv[at]);
    }
    if (at >= argc) {
        log_error(NULL, "a command is required after %s", argv[1]);
        log_hint("`gait help` lists the commands");
        return EXIT_USAGE;
    }
    const char *name = command_name_of(argv[at]);
    const char *const *arguments = (const char *const *)argv;
    if (!command_named(name) && operands_exist(arguments + at, (size_t)(argc - at))) {
        return command_run(command_named("info"), arguments + 1, (size_t)argc - 1);
    }
    const command *found = command_find(name);
    if (!found) {
        return EXIT_USAGE;
    }
    /* The options before the command become its first arguments. */
    memmove(&argv[2], &argv[1], (size_t)(at - 1) * sizeof *argv);
    return command_run(found, arguments + 2, (size_t)argc - 2);
}

/* Writes the rest of the results. */
static int main_finish(void) {
    int error = result_finish();
    if (error == 0) {
        return EXIT_OK;
    }
    if (!platform_is_unread(error)) { /* the reader of a pipe may stop early, as `head` does */
        log_error("standard output", "cannot write: %s", platform_explain(error));
        files_print_written();
    }
    return EXIT_FILES;
}

int main(int argc, char **argv) {
    platform_start(&argc, &argv, guards_remove_files);
    memory_on_exhaustion(files_print_written);
    (void)atexit(guards_end); /* also when memory is exhausted */
    (void)atexit(platform_hold_window);
    int code = main_run(argc, argv);
    code = exit_worse(code, main_finish());
    platform_end_interrupted();
    return code;
}

/* gait version: prints the version. */
#include "cmd/command.h"

#include "base/base.h"

typedef struct version_options {
    common_options common;
} version_options;

static const option version_table[] = {
    OPTIONS_HELP(version_options),
    OPTIONS_COLOR(version_options),
};

static int run_version(const command_call *call) {
    (void)call;
    result_printf("gait %s\n", gait_version());
    return EXIT_OK;
}

const command command_version = {
    "version", "print the version",
    "",        "gait version",
    "",        0,
    0,         COMMAND_RUN(version_table, version_options, run_version)};

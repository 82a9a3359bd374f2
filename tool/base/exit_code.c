/* The exit code of each status, and the order of severity between exit codes. */
#include "base/base.h"

#include <string.h>

const exit_meaning exit_meanings[] = {
    {EXIT_OK, "success"},
    {EXIT_FINDINGS, "`gait check` found errors, or `gait diff` differences"},
    {EXIT_USAGE, "wrong usage, or an unknown clip, skeleton or rule"},
    {EXIT_FILES, "a file could not be read or written"},
    {EXIT_DAMAGED, "damaged input, or a limit was exceeded"},
    {EXIT_UNSUPPORTED, "unknown format, unsupported request, or data would be lost (see --lossy)"},
    {EXIT_INTERNAL, "a defect of Gait, or out of memory"},
    {0, NULL}};

static int exit_rank(int code) {
    static const int order[] = {EXIT_OK,      EXIT_FINDINGS, EXIT_USAGE,   EXIT_UNSUPPORTED,
                                EXIT_DAMAGED, EXIT_FILES,    EXIT_INTERNAL};
    int rank = 0;
    while (rank < 6 && order[rank] != code) {
        rank++;
    }
    return rank;
}

int exit_worse(int a, int b) {
    return exit_rank(a) >= exit_rank(b) ? a : b;
}

int exit_of_status(gait_status status) {
    switch (status) {
    case GAIT_OK:
        return EXIT_OK;
    case GAIT_LIMIT:
    case GAIT_TRUNCATED:
    case GAIT_CORRUPT:
        return EXIT_DAMAGED;
    case GAIT_UNSUPPORTED:
    case GAIT_WOULD_LOSE:
    case GAIT_NOT_FOUND:
        return EXIT_UNSUPPORTED;
    case GAIT_NO_MEMORY:
    case GAIT_BAD_ARGUMENT:
    case GAIT_INTERNAL:
    default:
        return EXIT_INTERNAL;
    }
}

int exit_of_refusal(const gait_rule *rule, gait_status status) {
    bool is_usage = rule && (rule->status == GAIT_BAD_ARGUMENT || rule->status == GAIT_NOT_FOUND);
    return is_usage ? EXIT_USAGE : exit_of_status(status);
}

bool refusal_is(const gait_rule *rule, const char *id) {
    return rule && strcmp(rule->id, id) == 0;
}

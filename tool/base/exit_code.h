/* Exit codes of the command (see `gait help`). */
#ifndef TOOL_EXIT_CODE_H
#define TOOL_EXIT_CODE_H

#include "gait/base.h"

enum exit_code {
    EXIT_OK = 0,
    EXIT_FINDINGS = 1,    /* `check` found errors, `diff` differences */
    EXIT_USAGE = 2,       /* also an unknown clip, skeleton or rule */
    EXIT_FILES = 3,       /* a file could not be read or written, or exists already */
    EXIT_DAMAGED = 4,     /* damaged input, or a limit was reached */
    EXIT_UNSUPPORTED = 5, /* unknown or unsupported input, or a refused loss */
    EXIT_INTERNAL = 70    /* a defect of the program, or out of memory */
};

typedef struct exit_meaning {
    int code;
    const char *text; /* for the help; NULL ends the table */
} exit_meaning;

extern const exit_meaning exit_meanings[];

/* Returns the exit code of a call from this function, unless it is EXIT_OK. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        const int try_code = (call);                                                               \
        if (try_code != EXIT_OK) {                                                                 \
            return try_code;                                                                       \
        }                                                                                          \
    } while (0)
/* Sets `code`, and continues at the label `done`, which frees and returns, unless it is EXIT_OK. */
#define TRY_DONE(call)                                                                             \
    do {                                                                                           \
        code = (call);                                                                             \
        if (code != EXIT_OK) {                                                                     \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

/* The exit code of two outcomes together: the one that comes first in 70, 3, 4, 5, 2, 1. */
int exit_worse(int a, int b);
int exit_of_status(gait_status status);
/* The exit code of a call that returned `status` and was refused by a rule, NULL = none. Wrong
 * options and unknown names are errors of usage. */
int exit_of_refusal(const gait_rule *rule, gait_status status);
/* True when `rule`, which may be NULL, has this id. */
bool refusal_is(const gait_rule *rule, const char *id);

#endif

/* The table of all commands. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

/* All commands in the order of the help; NULL at the end. */
extern const command *const commands[];
/* The command with this name; NULL = none. */
const command *command_named(const char *name);
/* The same; if there is none, logs an error with the nearest name. */
const command *command_find(const char *name);
/* Prints the help of `gait` itself as a result. */
void command_overview(void);

#endif

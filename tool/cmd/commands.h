/* The table of all commands. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

/* All of them in the order of the help; NULL at the end. */
extern const command *const commands[];
/* The command of this name; else tells what may have been meant, and returns NULL. */
const command *command_find(const char *name);
/* What the command can do, as a result. */
void command_overview(void);

#endif

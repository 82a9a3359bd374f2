/* Every command, one file each. */
#ifndef TOOL_COMMANDS_H
#define TOOL_COMMANDS_H

#include "options.h"

extern const command command_info;
extern const command command_map;
extern const command command_check;
extern const command command_convert;
extern const command command_sample;
extern const command command_skeleton;
extern const command command_draw;
extern const command command_formats;
extern const command command_rules;
extern const command command_help_on;
extern const command command_version;

/* All of them in the order of the help; NULL at the end. */
extern const command *const commands[];
/* The command of this name; else tells what may have been meant, and returns NULL. */
const command *command_find(const char *name);
/* What the command can do, as a result. */
void command_overview(void);

#define OPTION_TABLE(table) (table), sizeof(table) / sizeof(table)[0]

#endif

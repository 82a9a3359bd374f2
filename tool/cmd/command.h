/* The commands: each has one file; `help` and the table are in commands.c. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "options/options.h"

extern const command command_info;
extern const command command_list;
extern const command command_uses;
extern const command command_map;
extern const command command_dump;
extern const command command_build;
extern const command command_check;
extern const command command_convert;
extern const command command_sample;
extern const command command_skeleton;
extern const command command_draw;
extern const command command_page;
extern const command command_diff;
extern const command command_refs;
extern const command command_rename;
extern const command command_remove;
extern const command command_duplicate;
extern const command command_reorder;
extern const command command_set;
extern const command command_event;
extern const command command_fix;
extern const command command_edit;
extern const command command_extract;
extern const command command_split;
extern const command command_merge;
extern const command command_optimise;
extern const command command_rename_bank;
extern const command command_project;
extern const command command_formats;
extern const command command_rules;
extern const command command_version;

/* The end of the description of a command: its table of options, their struct, and its function. */
#define COMMAND_RUN(table, type, run) (table), sizeof(table) / sizeof(table)[0], sizeof(type), run

/* --- the table -------------------------------------------------------------------------------- */

/* All commands in the order of the help; NULL at the end. */
extern const command *const commands[];
/* The command with this name; NULL = none. */
const command *command_named(const char *name);
/* The same; if there is none, logs an error with the nearest name. */
const command *command_find(const char *name);
/* Prints the help of `gait` itself as a result. */
void command_overview(void);

/* --- help for other programs ------------------------------------------------------------------ */

/* The help of all commands for other programs: a manual page, and completions of shells. */

/* Prints the manual page gait(1). `all` ends with NULL. */
void help_print_man(const command *const *all);
/* Prints the completions for "bash", "zsh" or "fish". False for any other shell. */
bool help_print_completion(const command *const *all, const char *shell);

#endif

/* Declarations for commands. Each command has one file; `help` and the table are in commands.c. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "options.h"

extern const command command_info;
extern const command command_list;
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
extern const command command_edit;
extern const command command_extract;
extern const command command_split;
extern const command command_merge;
extern const command command_optimise;
extern const command command_rename_bank;
extern const command command_formats;
extern const command command_rules;
extern const command command_version;

/* A table of options and its size, for the description of a command. */
#define OPTION_TABLE(table) (table), sizeof(table) / sizeof(table)[0]

#endif

/* The help of all commands for other programs: a manual page, and completions of shells. */
#ifndef TOOL_HELP_OUTPUT_H
#define TOOL_HELP_OUTPUT_H

#include "options.h"

/* Prints the manual page gait(1). `all` ends with NULL. */
void help_print_man(const command *const *all);
/* Prints the completions for "bash", "zsh" or "fish". False for any other shell. */
bool help_print_completion(const command *const *all, const char *shell);

#endif

/* Findings as text. */
#ifndef TOOL_CHECK_PRINT_H
#define TOOL_CHECK_PRINT_H

#include "io/source.h"
#include "options.h"

/* Prints the findings of a file, or that it has none. */
void check_print_findings(const source *file, const common_options *options);

#endif

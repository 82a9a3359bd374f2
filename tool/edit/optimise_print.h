/* What `optimise` prints about each file. */
#ifndef TOOL_OPTIMISE_PRINT_H
#define TOOL_OPTIMISE_PRINT_H

#include "gait/optimise.h"
#include "io/source.h"

/* The result for one file. */
typedef struct optimise_outcome {
    const gait_optimised *result; /* NULL after an error */
    bool is_changed;              /* and written, unless it is a dry run */
    int exit_code;
} optimise_outcome;

/* Prints a table of the clips that became smaller, with `all` of all clips. */
void optimise_print(const source *file, const gait_optimised *result, bool all);
/* The beginning of a gait.optimise/1 document, one file, and the end. */
void optimise_print_json_begin(void);
void optimise_print_json_file(const source *file, const optimise_outcome *outcome, bool is_first);
void optimise_print_json_end(void);

#endif

/* A run of a command over many inputs, with an output for each. */
#ifndef TOOL_BATCH_H
#define TOOL_BATCH_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"

/* True with --out. Without it, the command takes an input and an output: logs an error, and sets
 * *out_code to EXIT_USAGE, for other operands. Otherwise *out_code is EXIT_OK. */
bool batch_is_asked(const command *self, const batch_options *options, const char *const *operands,
                    size_t count, int *out_code);
/* Runs the command for all inputs; without options->out, they have no outputs. Logs errors and a
 * summary; returns the worst exit code. */
int batch_run(const batch_work *work, const batch_options *options, const char *const *operands,
              size_t count);

#endif

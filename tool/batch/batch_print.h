/* Commands that print results: to stdout for all inputs, or with --out to a file for each. */
#ifndef TOOL_BATCH_PRINT_H
#define TOOL_BATCH_PRINT_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"
#include "io/inputs.h"

/* Calls `print`, and writes the results that it prints to item->out if it returns EXIT_OK. Logs
 * errors; returns an exit code. */
int batch_write_results(const batch_item *item, bool force, int (*print)(void *user), void *user,
                        batch_result *out);

/* The inputs of a run that prints to stdout. Logs errors and returns an exit code; the caller frees
 * the list in every case. */
int batch_gather_printed(const command *self, const batch_options *options,
                         const char *const *operands, size_t count, inputs *out);

#endif

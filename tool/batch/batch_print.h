/* Commands that print results: to stdout for all inputs, or with --out to a file for each. */
#ifndef TOOL_BATCH_PRINT_H
#define TOOL_BATCH_PRINT_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"
#include "io/inputs.h"

/* Prints the results for an open input. Logs errors; returns an exit code. */
typedef int (*batch_printer)(void *user, source *in, batch_file *file);

/* Calls `print`, and writes the results that it prints to the output of the input if it returns
 * EXIT_OK; or does nothing if this output is current. Returns an exit code. */
int batch_write_results(batch_file *file, bool force, batch_printer print, void *user);
/* Calls `print` for each input of a list, except skipped ones; `file` is then NULL. Returns the
 * worst exit code. */
int batch_print_inputs(const batch_work *work, const inputs *list, batch_printer print, void *user);

/* The inputs of a run that prints to stdout. Logs errors and returns an exit code; the caller frees
 * the list in every case. */
int batch_gather_printed(const command *self, const batch_options *options,
                         const char *const *operands, size_t count, inputs *out);

#endif

/* The inputs of a batch and the names of their outputs, which are checked before anything is
 * written. */
#ifndef TOOL_BATCH_PLAN_H
#define TOOL_BATCH_PLAN_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"

typedef struct batch_plan {
    inputs list;
    batch_item *items; /* one per input */
} batch_plan;

/* Without options->out, inputs have no outputs. Logs errors and returns an exit code. The caller
 * frees the plan in every case. */
int batch_plan_make(const batch_work *work, const batch_options *options,
                    const char *const *operands, size_t count, batch_plan *out);
void batch_plan_free(batch_plan *self);

#endif

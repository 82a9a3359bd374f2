/* Opening inputs, and files in folders that a command leaves out. */
#ifndef TOOL_BATCH_SKIP_H
#define TOOL_BATCH_SKIP_H

#include "batch/batch_work.h"
#include "io/source.h"

/* Opens an input, or reads it if the inputs are texts. Logs nothing; returns an exit code. */
int batch_open_input(const batch_work *self, const input *in, source *file);
/* Why a file that was found in a folder is left out by this work; NULL = it is not. */
const char *batch_reason_to_skip(const batch_work *self, const input *in, const source *file);

#endif

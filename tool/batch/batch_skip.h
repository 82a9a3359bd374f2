/* Files in folders that a command leaves out. */
#ifndef TOOL_BATCH_SKIP_H
#define TOOL_BATCH_SKIP_H

#include "batch/batch_work.h"
#include "io/source.h"

/* Why a file that was found in a folder is left out by this work; NULL = it is not. */
const char *batch_reason_to_skip(const batch_work *self, const input *in, const source *file);

#endif

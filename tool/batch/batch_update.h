/* --update: outputs that are newer than everything they are made from are not made again. `result`
 * may be NULL, outside of a batch. */
#ifndef TOOL_BATCH_UPDATE_H
#define TOOL_BATCH_UPDATE_H

#include "batch/batch_work.h"
#include "convert/clip_choice.h"

/* Adds a file from which the outputs are made. */
void batch_add_file(batch_result *result, const char *path);
/* Adds several files. */
void batch_add_files(batch_result *result, const text_list *paths);
/* Adds an input, and the files that belong to it. */
void batch_add_source(batch_result *result, const source *in);
/* The list for skeleton_request.used_files; NULL outside of a batch. */
text_list *batch_files(batch_result *result);

/* True with --update when all outputs exist and are newer than these files: `out`, or if it
 * contains {clip}, one file per clip. Then result->is_current is set. */
bool batch_is_current(batch_result *result, const source *in, const char *out,
                      const clip_choice *clips);
/* Adds a file that was written. */
void batch_add_output(batch_result *result, const char *path);

#endif

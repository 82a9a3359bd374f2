/* --update: outputs that are newer than everything they are made from are not made again. `file`
 * may be NULL, outside of a batch. */
#ifndef TOOL_BATCH_UPDATE_H
#define TOOL_BATCH_UPDATE_H

#include "batch/batch_work.h"
#include "convert/clip_choice.h"

/* Adds a file from which the outputs are made. */
void batch_add_file(batch_file *file, const char *path);
/* Adds several files. */
void batch_add_files(batch_file *file, const text_list *paths);
/* Adds an input, and the files that belong to it. */
void batch_add_source(batch_file *file, const source *in);
/* The cache for skeleton_request.cache; NULL outside of a batch. */
skeleton_cache *batch_cache(const batch_file *file);
/* The list for skeleton_request.used_files; NULL outside of a batch. */
text_list *batch_files(batch_file *file);

/* True with --update when all outputs exist and are newer than these files: `out`, or if it
 * contains {clip}, one file per clip. Then file->is_current is set. */
bool batch_is_current(batch_file *file, const source *in, const char *out,
                      const clip_choice *clips);
/* Adds a file that was written. */
void batch_add_output(batch_file *file, const char *path);

#endif

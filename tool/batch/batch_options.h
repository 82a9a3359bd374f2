/* Options of commands that process many files and write an output for each. */
#ifndef TOOL_BATCH_OPTIONS_H
#define TOOL_BATCH_OPTIONS_H

#include "io/input_options.h"
#include "jobs.h"

typedef struct batch_options {
    const char *out; /* a folder or a pattern; NULL = none */
    input_options inputs;
    bool update;
    option_count jobs;
} batch_options;

/* For a struct with a member `batch_options batch`. */
#define OPTIONS_BATCH(type)                                                                        \
    {"out",                                                                                        \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     "FOLDER",                                                                                     \
     offsetof(type, batch.out),                                                                    \
     "write an output for each input to this folder; a pattern may contain {dir}, {name}, "        \
     "{from}, {ext} and, for convert and draw, {clip}"},                                           \
        OPTIONS_INPUTS(type, batch.inputs),                                                        \
        {"update",                                                                                 \
         0,                                                                                        \
         OPTION_FLAG,                                                                              \
         NULL,                                                                                     \
         offsetof(type, batch.update),                                                             \
         "with --out: leave out inputs whose outputs are newer than all files they are made "      \
         "from; "                                                                                  \
         "other outputs are overwritten"},                                                         \
        OPTIONS_JOBS(type, batch.jobs)

#endif

/* The work of a command on each of many inputs. */
#ifndef TOOL_BATCH_WORK_H
#define TOOL_BATCH_WORK_H

#include "io/inputs.h"
#include "text.h"

/* One input. */
typedef struct batch_item {
    const input *in;
    char *out;           /* name of the output; may contain {clip} */
    const char *skipped; /* why it is left out; NULL = it is not */
} batch_item;

/* The result for one input. */
typedef struct batch_result {
    const char *skipped; /* why it was left out; NULL = it was not */
    bool is_current;     /* the outputs were newer: nothing was done */
    bool updates;        /* --update is given */
    text_list outputs;   /* files that were written; the texts of both lists are owned */
    text_list made_from; /* files of which the outputs are made */
} batch_result;

/* A work. */
typedef struct batch_work {
    const char *done;       /* what was done with an input: "converted" */
    const char *extension;  /* of outputs, without dot; NULL = {ext} is not allowed */
    bool keeps_extension;   /* names of outputs in a folder also contain that of the input */
    const text_list *clips; /* values of --clip; NULL = the command has no such option */
    bool has_clip_outputs;  /* an output contains one clip if its name contains {clip} */
    bool needs_clips;       /* inputs without clips are left out */
    bool is_json;           /* print gait.batch/1 */
    bool verbose;
    void *user;
    /* Makes the context of a thread. */
    void *(*begin)(void *user);
    /* Processes one input. Logs errors; returns an exit code. */
    int (*run)(void *context, const batch_item *item, batch_result *out);
    void (*end)(void *user, void *context);
} batch_work;

#endif

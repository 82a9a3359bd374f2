/* The work of a command on each of many inputs. */
#ifndef TOOL_BATCH_WORK_H
#define TOOL_BATCH_WORK_H

#include "io/inputs.h"
#include "io/source.h"
#include "skeleton/skeleton_cache.h"

/* One input. */
typedef struct batch_item {
    const input *in;
    char *out;           /* name of the output; may contain {clip}; NULL = no output */
    const char *skipped; /* why it is left out; NULL = it is not */
} batch_item;

/* An input that is processed, and what is done with it. */
typedef struct batch_file {
    const batch_item *item;
    source *in;
    skeleton_cache *cache; /* of the thread */
    bool updates;          /* --update is given */
    bool has_sidecar;      /* each output has a file NAME.gait.json next to it */
    const char *skipped;   /* why it was left out; NULL = it was not */
    bool is_current;       /* the outputs were newer: nothing was done */
    text_list outputs;     /* files that were written; the texts of both lists are owned */
    text_list made_from;   /* files of which the outputs are made, and folders that decide which */
} batch_file;

/* The work. */
typedef struct batch_work {
    const char *done;           /* what was done with an input: "converted" */
    const char *extension;      /* of outputs, without dot; NULL = unknown */
    bool keeps_extension;       /* names of outputs in a folder also contain that of the input */
    const text_list *clips;     /* values of --clip; NULL = the command has no such option */
    const text_list *skeletons; /* values of --skeleton; NULL = as above */
    const text_list *folders;   /* values of --search; NULL = as above */
    bool has_clip_outputs;      /* an output contains one clip if its name contains {clip} */
    bool needs_clips;           /* inputs without clips are left out */
    bool needs_text;            /* inputs without a text form are left out */
    /* Inputs are texts: they are read, not opened, and `run` decides what is left out. Outputs get
     * one of these extensions, separated by spaces, unless their names have one. NULL = inputs are
     * opened. */
    const char *text_extensions;
    bool takes_damaged; /* `run` is also called for files that could not be opened */
    bool is_json;       /* print gait.batch/1 */
    bool verbose;
    void *user;
    /* Processes one input, which is open. Several threads call it. Logs errors; returns an exit
     * code. */
    int (*run)(void *user, batch_file *file);
} batch_work;

#endif

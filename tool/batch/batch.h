/* A run of a command over many inputs, with an output for each. */
#ifndef TOOL_BATCH_H
#define TOOL_BATCH_H

#include "options/options.h"
#include "io/inputs.h"
#include "io/source.h"
#include "batch/jobs.h"
#include "skeleton/skeleton.h"

/* --- options ---------------------------------------------------------------------------------- */

typedef struct batch_options {
    const char *out; /* a folder or a pattern; NULL = none */
    input_options inputs;
    bool update;
    option_count jobs;
} batch_options;

/* For a struct with a member `batch_options batch`. */
#define OPTIONS_BATCH(type)                                                                        \
    OPTION_ROW("out", 0, OPTION_TEXT, "FOLDER", offsetof(type, batch.out),                         \
               "write an output for each input to this folder; a pattern may contain {dir}, "      \
               "{name}, {from}, {ext} and, for convert and draw, {clip}"),                         \
        OPTIONS_INPUTS(type, batch.inputs),                                                        \
        OPTION_ROW("update", 0, OPTION_FLAG, NULL, offsetof(type, batch.update),                   \
                   "with --out: leave out inputs whose outputs are newer than all files they are " \
                   "made from; other outputs are overwritten"),                                    \
        OPTIONS_JOBS(type, batch.jobs)

/* --- the work --------------------------------------------------------------------------------- */

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

/* --- the run ---------------------------------------------------------------------------------- */

/* True with --out. Without it, the command takes an input and an output: logs an error, and sets
 * *out_code to EXIT_USAGE, for other operands. Otherwise *out_code is EXIT_OK. */
bool batch_is_asked(const command_call *call, const batch_options *options, int *out_code);
/* Runs the command for all inputs; without options->out, they have no outputs. Logs errors and a
 * summary; returns the worst exit code. */
int batch_run(const batch_work *work, const batch_options *options, const command_call *call);

/* --- names of outputs ------------------------------------------------------------------------- */

/* True when `out` is a pattern; otherwise it is a folder. */
bool batch_is_pattern(const char *out);
/* Logs an error and returns EXIT_USAGE when the pattern has unknown words in braces. */
int batch_pattern_check(const char *pattern);
/* The folder in front of all words in braces, as a new text: "" or ending with its separator. */
char *batch_pattern_folder(const char *pattern);
/* Returns the name for an input as a new text. {dir} is its folder below the operand, or for a file
 * that is an operand its folder as given; {name} its name without extension; {from} that extension;
 * {ext} is `extension`, without a dot (NULL = the pattern has none). {clip} remains. */
char *batch_pattern_expand(const char *pattern, const input *in, const char *extension);

/* --- printed results -------------------------------------------------------------------------- */

/* Commands that print results: to stdout for all inputs, or with --out to a file for each. */

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
int batch_gather_printed(const command_call *call, const batch_options *options, inputs *out);

/* --- one input -------------------------------------------------------------------------------- */

/* Opens an input, or reads it if the inputs are texts. Logs nothing; returns an exit code. */
int batch_open_input(const batch_work *self, const input *in, source *file);
/* Why a file that was found in a folder is left out by this work; NULL = it is not. */
const char *batch_reason_to_skip(const batch_work *self, const input *in, const source *file);

/* --- --update --------------------------------------------------------------------------------- */

/* --update: outputs that are newer than everything they are made from are not made again. `file`
 * may be NULL, outside of a batch. */

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

/* --- the inputs and their outputs ------------------------------------------------------------- */

typedef struct batch_plan {
    inputs list;
    batch_item *items; /* one per input */
} batch_plan;

/* Without options->out, inputs have no outputs. Logs errors and returns an exit code. The caller
 * frees the plan in every case. */
int batch_plan_make(const batch_work *work, const batch_options *options, const command_call *call,
                    batch_plan *out);
void batch_plan_free(batch_plan *self);

#endif

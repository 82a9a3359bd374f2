/* The poses of the clips of a file, as text, JSON or CSV. */
#ifndef TOOL_SAMPLE_H
#define TOOL_SAMPLE_H

#include "batch/batch_options.h"
#include "batch/batch_work.h"
#include "skeleton/skeleton_cache.h"

/* The index of a word of --space. */
enum { SAMPLE_LOCAL_DELTA = 3 };

/* The options of `gait sample`. */
typedef struct sample_options {
    common_options common;
    text_list clips;
    option_count frame;
    option_number time;
    option_number phase;
    option_number fps;
    option_number duration;
    bool all;
    bool loop;
    bool fast;
    int space; /* index of the word of the option */
    int axes;  /* index of the word of the option */
    text_list skeletons;
    text_list folders;
    bool json;
    bool csv;
    bool force;
    batch_options batch;
} sample_options;

/* What was printed until now. Initialise it with the options. */
typedef struct sample_output {
    const sample_options *options;
    bool is_list;  /* JSON: a list of clips (gait.poses/1), not a single one (gait.pose/1) */
    bool is_whole; /* without --clip, all clips are sampled; otherwise one is required */
    bool is_open;  /* the document, or the table, has begun */
    gait_buffer buffer;
    skeleton_cache *cache; /* for many files; NULL = none */
    batch_file *batch;     /* the input of a batch; NULL = not in a batch */
} sample_output;

/* Prints the poses of the chosen clips of an open file. Logs errors. Returns an exit code. */
int sample_file(sample_output *output, source *in);
/* Prints the end of the document, if it has begun, and frees the buffer. */
void sample_finish(sample_output *output);

#endif

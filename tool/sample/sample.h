/* The poses of the clips of a file, as text, JSON or CSV. */
#ifndef TOOL_SAMPLE_H
#define TOOL_SAMPLE_H

#include "batch/batch.h"
#include "mod/mod_durations.h"
#include "options/options.h"
#include "skeleton/skeleton.h"
#include "gait/pose.h"
#include "gait/sampler.h"

/* The index of a word of --space. */
enum { SAMPLE_LOCAL_DELTA = 3 };

/* The options of `gait sample`. */
typedef struct sample_options {
    common_options common;
    text_list clips;
    option_count frame;
    option_number time;
    option_number phase;
    double fps, duration; /* 0 = not given */
    state_options state;
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
    mod_durations *durations;
    batch_file *batch; /* the input of a batch; NULL = not in a batch */
} sample_output;

/* Prints the poses of the chosen clips of an open file. Logs errors. Returns an exit code. */
int sample_file(sample_output *output, source *in);
/* Prints the end of the document, if it has begun, and frees the buffer. */
void sample_finish(sample_output *output);

/* --- the state of sampling one file ----------------------------------------------------------- */

/* Of --fast: the sampler of the current clip. */
typedef struct sample_fast {
    const gait_sampler *sampler;
    void *block;
    float *matrices; /* 12 per bone */
} sample_fast;

typedef struct sample_job {
    const sample_options *options;
    sample_output *output;
    source *in;
    clip_choice clips;
    gait_skeleton *skeleton;
    gait_space space;
    gait_axes axes;
    uint32_t clip_index;
    const gait_clip *clip; /* the current one */
    double duration;       /* of a clip in phases; 0 = unknown */
    gait_affine *pose;     /* one per bone of the skeleton, as is `work` */
    gait_affine *work;
    sample_fast fast;
    char **labels;    /* text: the names of the bones, padded; NULL = not yet made */
    bool has_advised; /* the advice about --loop was logged */
} sample_job;

/* Prints the poses of the current clip that the options choose. Returns an exit code. */
int sample_clip(sample_job *job);

/* Begins the output of the current clip. */
void sample_print_clip(sample_job *job);
/* Prints job->pose. `frame` is UINT32_MAX between keys; `is_first` is true for the first pose of
 * the clip. */
void sample_print_pose(sample_job *job, uint32_t frame, double time, bool is_first);
/* Ends the output of the current clip. */
void sample_print_clip_end(const sample_job *job);

#endif

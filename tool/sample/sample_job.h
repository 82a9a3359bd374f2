/* The state of sampling one file. */
#ifndef TOOL_SAMPLE_JOB_H
#define TOOL_SAMPLE_JOB_H

#include "convert/clip_choice.h"
#include "gait/pose.h"
#include "gait/sampler.h"
#include "sample/sample.h"

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
    gait_affine *pose;     /* one per bone of the skeleton, as is `work` */
    gait_affine *work;
    sample_fast fast;
    char **labels;    /* text: the names of the bones, padded; NULL = not yet made */
    bool has_advised; /* the advice about --loop was logged */
} sample_job;

/* Prints the poses of the current clip that the options choose. Returns an exit code. */
int sample_clip(sample_job *job);

/* Makes the sampler of the current clip, which has frames. Returns an exit code. */
int sample_fast_open(sample_job *job);
void sample_fast_close(sample_job *job);
/* Computes job->pose at a key, or at a moment of the clip. Return an exit code. */
int sample_fast_key(sample_job *job, uint32_t key);
int sample_fast_moment(sample_job *job, const gait_moment *moment);

/* Begins the output of the current clip. */
void sample_print_clip(sample_job *job);
/* Prints job->pose. `frame` is UINT32_MAX between keys; `is_first` is true for the first pose of
 * the clip. */
void sample_print_pose(sample_job *job, uint32_t frame, double time, bool is_first);
/* Ends the output of the current clip. */
void sample_print_clip_end(const sample_job *job);

#endif

/* The state of sampling one file. */
#ifndef TOOL_SAMPLE_JOB_H
#define TOOL_SAMPLE_JOB_H

#include "convert/clip_choice.h"
#include "gait/ops.h"
#include "sample/sample.h"

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

/* Poses of --fast: those of a sampler, as floats. */
#include <stdlib.h>

#include "exit_code.h"
#include "sample/sample_job.h"
#include "terminal.h"

enum { MATRIX = 12 };

int sample_fast_open(sample_job *job) {
    gait_sampler_memory memory;
    gait_status status = gait_sampler_measure(job->clip, &memory);
    memory_check(status);
    if (status == GAIT_OK) {
        memory.block = job->fast.block = memory_resize(NULL, memory.size, 1);
        memory.work = memory.work_size > 0 ? memory_resize(NULL, memory.work_size, 1) : NULL;
        status = gait_sampler_init(job->clip, job->axes, &memory, &job->fast.sampler);
        free(memory.work);
        job->fast.matrices =
            memory_resize(NULL, job->skeleton->bone_count, MATRIX * sizeof *job->fast.matrices);
    }
    if (status != GAIT_OK) {
        log_error(source_label(job->in), "clip '%s' cannot be prepared for fast poses",
                  job->clip->name);
    }
    return exit_of_status(status);
}

void sample_fast_close(sample_job *job) {
    free(job->fast.block);
    free(job->fast.matrices);
    job->fast = (sample_fast){0};
}

int sample_fast_moment(sample_job *job, const gait_moment *moment) {
    gait_sampler_space space = job->space == GAIT_SPACE_LOCAL   ? GAIT_SAMPLER_LOCAL
                               : job->space == GAIT_SPACE_MODEL ? GAIT_SAMPLER_MODEL
                                                                : GAIT_SAMPLER_SKINNING;
    uint32_t bones = job->skeleton->bone_count;
    gait_status status = gait_sampler_matrices(job->fast.sampler, moment, space, job->fast.matrices,
                                               (size_t)bones * MATRIX);
    for (uint32_t b = 0; b < bones && status == GAIT_OK; b++) {
        const float *from = job->fast.matrices + (size_t)b * MATRIX;
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 3; column++) {
                job->pose[b].m[row][column] = (double)from[4 * row + column];
            }
            job->pose[b].t[row] = (double)from[4 * row + 3];
        }
    }
    return exit_of_status(status);
}

int sample_fast_key(sample_job *job, uint32_t key) {
    return sample_fast_moment(job, &(gait_moment){.key = key, .next = key});
}

/* Measuring in ratios: what Gait does against a reference that the machine sets, in one process,
 * taken in turn. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "gait/gait.h"

/* One row of the table: the target is the largest ratio that is good enough. */
typedef struct bench_row {
    const char *id;
    const char *what;
    const char *reference;
    double target;
    double ratio;
} bench_row;

typedef void (*bench_task)(void *user);

/* Nanoseconds of a clock that only goes forward. */
uint64_t bench_now(void);
/* Median of task / reference over `rounds` rounds in turn, after one of each to warm up. */
double bench_ratio(bench_task task, bench_task reference, void *user, int rounds);
/* Prints the row, and keeps it for the TSV and the exit code. */
void bench_report(bench_row row);
/* Ends the bench with a message: a result was not what the generator put in. */
void bench_fail(const char *what);

/* An allocator that counts. */
typedef struct bench_counter {
    uint64_t allocations;
    uint64_t bytes, peak_bytes;
} bench_counter;
gait_allocator bench_counting(bench_counter *counter);

/* A bank of `motions` motions of `frames` frames on 47 bones: every rotation keyed, one translation
 * in 16 and three in 8 bits, all checksums right. The caller frees the buffer. */
gait_buffer bench_bank(uint32_t motions, uint32_t frames);
enum { BENCH_BONES = 47 };
/* Key `frame` of a rotation of that bank. */
void bench_rotation(uint32_t motion, uint32_t bone, uint32_t frame, int16_t out[4]);

/* The rows, by subject. */
void bench_omf(void);

#endif

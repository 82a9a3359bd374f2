/* Measuring in ratios: what Gait does against a reference that the machine sets, in one process or
 * one pair of processes, taken in turn. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "gait/expert.h"

/* One row of the table: the target is the largest ratio that is good enough. */
typedef struct bench_row {
    const char *id;
    const char *what;
    const char *reference;
    double target;
    double ratio;
} bench_row;

typedef void (*bench_task)(void *user);

/* Median of task / reference over `rounds` rounds in turn, after one of each to warm up, in time of
 * the processor. */
double bench_ratio(bench_task task, bench_task reference, void *user, int rounds);
/* The same, with something that happens after each of them and does not count. */
double bench_ratio_with(bench_task task, bench_task reference, bench_task after, void *user,
                        int rounds);
/* Median of the seconds of the processor that the task takes. */
double bench_seconds(bench_task task, void *user, int rounds);
/* Prints the row, and keeps it for the next two. */
void bench_report(bench_row row);
/* The rows as a file of tab separated values; false when it cannot be written. */
bool bench_write(const char *path);
/* How many rows are over their targets. */
int bench_missed(void);
/* Says that there are no such rows in this run, and why. */
void bench_omit(const char *id, const char *why);
/* Ends the bench with a message: a result was not what the generator put in. */
_Noreturn void bench_fail(const char *what);
/* Memory, or the end of the bench. The caller frees it. */
void *bench_allocate(size_t count, size_t size);

/* --- memory (memory.c) ------------------------------------------------------------------------ */

/* An allocator that counts, and keeps freed blocks for the next one that wants them. */
typedef struct bench_memory {
    uint64_t allocations;
    uint64_t bytes, peak_bytes;
    struct {
        void *block;
        size_t size;
    } kept[16];
} bench_memory;
gait_allocator bench_allocator(bench_memory *memory);
void bench_memory_free(bench_memory *memory);
/* Page faults of this process that needed no disk. */
uint64_t bench_page_faults(void);

/* --- files and processes (process.c) ---------------------------------------------------------- */

/* The path of a file of this run, in memory where the system has such a place: a new text. */
char *bench_path(const char *name);
void bench_write_file(const char *path, const gait_span *parts, uint32_t count);
/* The whole file; the caller frees the buffer. */
gait_buffer bench_read_file(const char *path);
/* Removes the files of this run; done at the end of the process too. */
void bench_remove_files(void);
/* Runs the program to its end, its output thrown away; ends the bench when it fails. Returns the
 * largest memory it had, bytes. */
uint64_t bench_run(const char *const *arguments);

/* --- subjects --------------------------------------------------------------------------------- */

enum { BENCH_BONES = 47, BENCH_MOVED = 4 /* bones whose translation moves */ };

/* A bank of `motions` motions of `frames` frames on 47 bones: every rotation keyed, one translation
 * in 16 and three in 8 bits, all checksums right. The caller frees the buffer. */
gait_buffer bench_bank(uint32_t motions, uint32_t frames);
/* Key `frame` of a rotation of that bank, as stored. */
void bench_rotation(uint32_t motion, uint32_t bone, uint32_t frame, int16_t out[4]);
/* Component `axis` of a translation key of bones 0 (16 bits) to 3 (8 bits), as stored, and as
 * metres. */
int16_t bench_translation(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis);
float bench_metres(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis);
/* A model with the bones of that bank, for --skeleton. The caller frees the buffer. */
gait_buffer bench_model(void);
/* The skeleton of the bank on that model. The caller frees it. */
gait_skeleton *bench_skeleton(const gait_omf *omf);

/* The keys of such a bank as floats in glTF axes, [motion][bone][frame]. */
typedef struct bench_floats {
    uint32_t motions, frames;
    float *times;        /* seconds, one per frame */
    float *rotations;    /* 4 each, of all bones */
    float *translations; /* 3 each, of BENCH_MOVED bones */
} bench_floats;

/* tinygltf writes all of it as one binary glTF; false without a file. */
bool bench_tinygltf_write(const bench_floats *floats, const char *path);

/* The rows, by subject. */
void bench_omf(void);
void bench_rtm(void);
void bench_trees(void);
void bench_ogf(void);
void bench_skl(void);
void bench_bmtr(void);
void bench_gltf(void);
void bench_bvh(void);
void bench_roundtrip(void);
void bench_command(void);

#endif

/* Benchmarks measure ratios: the time of Gait relative to a reference on the same machine, in the
 * same process or pair of processes, with alternating runs. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "gait/expert.h"

/* One row of the table: `target` is the largest acceptable ratio. */
typedef struct bench_row {
    const char *id;
    const char *what;
    const char *reference;
    double target;
    double ratio;
} bench_row;

typedef void (*bench_task)(void *user);

/* Median of task / reference in processor time over `rounds` alternating runs, after one run of
 * each to warm up. */
double bench_ratio(bench_task task, bench_task reference, void *user, int rounds);
/* The same, with a function that runs after each of them without being measured. */
double bench_ratio_with(bench_task task, bench_task reference, bench_task after, void *user,
                        int rounds);
/* The same as bench_ratio(), in wall time: for tasks and references that use several processors. */
double bench_ratio_wall(bench_task task, bench_task reference, void *user, int rounds);
/* Median of the processor time of the task in seconds. */
double bench_seconds(bench_task task, void *user, int rounds);
/* Prints the row and stores it for bench_write() and bench_missed(). */
void bench_report(bench_row row);
/* Writes the rows to a file of tab-separated values; false when that fails. */
bool bench_write(const char *path);
/* Number of rows above their targets. */
int bench_missed(void);
/* Prints that rows are omitted, and why. */
void bench_omit(const char *id, const char *why);
/* Exits with a message: a result differs from the generated data, or something could not be
 * done. */
_Noreturn void bench_fail(const char *what);
/* Allocates zeroed memory, or exits. The caller frees it. */
void *bench_allocate(size_t count, size_t size);

/* --- memory (memory.c) ------------------------------------------------------------------------ */

/* An allocator that counts allocations and keeps freed blocks for reuse. */
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
/* Page faults of this process that required no disk access. */
uint64_t bench_page_faults(void);

/* --- files and processes (process.c) ---------------------------------------------------------- */

/* Path of a temporary file, in a file system in memory if there is one. bench_remove_files() frees
 * it. */
char *bench_path(const char *name);
/* Makes a temporary folder in the same place, for any number of files; its name may contain the
 * name of another such folder. bench_remove_files() removes it with all its files. */
char *bench_folder(const char *name);
/* Bytes that files in that place may still use. */
uint64_t bench_room(void);
void bench_write_file(const char *path, const gait_span *parts, uint32_t count);
/* Reads a whole file; the caller frees the buffer. */
gait_buffer bench_read_file(const char *path);
/* Removes the temporary files; also called at exit. */
void bench_remove_files(void);
/* Runs a program without its output; exits when it fails. Returns its peak memory in bytes. */
uint64_t bench_run(const char *const *arguments);
/* Runs two programs at once in the same way. */
void bench_run_two(const char *const *first, const char *const *second);

/* --- test data -------------------------------------------------------------------------------- */

enum { BENCH_BONES = 47, BENCH_MOVED = 4 /* bones with translation keys */ };

/* A bank of `motions` motions with `frames` frames on 47 bones: all rotations have keys, one
 * translation has 16-bit keys and three have 8-bit keys, and all checksums are correct. The caller
 * frees the buffer. */
gait_buffer bench_bank(uint32_t motions, uint32_t frames);
/* Key `frame` of a rotation of that bank, as stored. */
void bench_rotation(uint32_t motion, uint32_t bone, uint32_t frame, int16_t out[4]);
/* Component `axis` of a translation key of bone 0 (16 bits) or bones 1 to 3 (8 bits), as stored,
 * and in metres. */
int16_t bench_translation(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis);
float bench_metres(uint32_t motion, uint32_t bone, uint32_t frame, uint32_t axis);
/* A model with the bones of that bank, for --skeleton. The caller frees the buffer. */
gait_buffer bench_model(void);
/* The same with 5 MB of geometry: BENCH_CHILDREN children. The caller frees the buffer. */
enum { BENCH_CHILDREN = 10 };
gait_buffer bench_geometry(void);
/* The skeleton of the bank, bound to that model. The caller frees it. */
gait_skeleton *bench_skeleton(const gait_omf *omf);

/* The keys of such a bank as floats in glTF axes, [motion][bone][frame]. */
typedef struct bench_floats {
    uint32_t motions, frames;
    float *times;        /* seconds, one per frame */
    float *rotations;    /* 4 per key, all bones */
    float *translations; /* 3 per key, the first BENCH_MOVED bones */
} bench_floats;

/* Writes everything with tinygltf as one GLB; false when the file cannot be written. */
bool bench_tinygltf_write(const bench_floats *floats, const char *path);

/* --- direct calls (direct.c) ------------------------------------------------------------------ */

enum { BENCH_POSES = 1000 };

/* The bank and the clip that rows about interfaces use; their references are direct calls. */
typedef struct bench_direct {
    gait_buffer bank; /* 1000 motions with 60 frames */
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip; /* the first motion */
    gait_affine pose[BENCH_BONES], work[BENCH_BONES];
} bench_direct;
/* bench_direct_close() frees it. */
void bench_direct_open(bench_direct *self);
void bench_direct_close(bench_direct *self);
/* Opens and describes the bank. Returns the size of the description. */
size_t bench_direct_describe(const bench_direct *self);
/* The time of one of BENCH_POSES poses of the clip. */
double bench_pose_time(int pose);
/* Computes that pose, in model space and glTF axes. */
void bench_direct_pose(bench_direct *self, int pose);

/* --- the calibrator (calibrator.c) ------------------------------------------------------------ */

enum { BENCH_POSE_BONES = 66 }; /* 45 of them move */

/* K, a reference task that ignores `user`: BENCH_POSES poses of BENCH_POSE_BONES bones at random
 * times, from 16-bit keys to floats, with acosf() and sinf(). About 0.6 us per pose. Call it
 * between bench_calibrator_open() and bench_calibrator_close(). */
void bench_calibrator(void *user);
void bench_calibrator_open(void);
void bench_calibrator_close(void);
/* The rotation of a bone in a frame of the calibrator's animation. Adjacent frames differ by at
 * most 5 degrees. */
void bench_pose_rotation(uint32_t bone, uint32_t frame, double out[4]);
bool bench_pose_bone_moves(uint32_t bone);
/* The time of one of BENCH_POSES poses in random order, from 0 to below 1. */
double bench_pose_fraction(int pose);

/* --- a man's animation (animation.c) ---------------------------------------------------------- */

enum { BENCH_POSE_FRAMES = 165 };

typedef enum bench_animation_format { BENCH_OMF = 0, BENCH_RTM, BENCH_BMTR } bench_animation_format;

/* The animation of the calibrator on the first BENCH_POSE_BONES bones of a man, opened from a file
 * of a format. */
typedef struct bench_animation {
    gait_buffer bytes;
    gait_file *file;
    gait_skeleton *skeleton;
    gait_clip *clip; /* BENCH_POSE_FRAMES frames */
} bench_animation;
/* bench_animation_close() frees it. */
void bench_animation_open(bench_animation_format format, bench_animation *self);
void bench_animation_close(bench_animation *self);
/* The time of a fraction of the clip. */
double bench_animation_time(const bench_animation *self, double fraction);

/* The functions that measure the rows of a subject. */
#define BENCH_SUBJECT(name) void bench_##name(void);
#include "subjects.def"
#undef BENCH_SUBJECT

#endif

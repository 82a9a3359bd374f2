/* Rows about the comparison of files: equal banks against reading them, other banks against the
 * calibrator K, and ten times as many clips against one tenth. */
#include <stdio.h>
#include <string.h>

#include "bench.h"

enum { DIFF_MOTIONS = 24, DIFF_FRAMES = 60, DIFF_ROUNDS = 41 };

/* 40 ns per bone and frame, in units of K: 0.6 us per pose. */
#define DIFF_TARGET (0.040 * BENCH_BONES * DIFF_MOTIONS * DIFF_FRAMES / (0.6 * BENCH_POSES))

typedef struct difference_subject {
    gait_buffer bank, changed;
    gait_file *files[2];
    gait_skeleton *skeleton;            /* NULL = keys are compared as stored */
    struct difference_subject *smaller; /* with one tenth of the motions */
} difference_subject;

/* Changes one bit of every rotation key. */
static void difference_change_keys(difference_subject *subject) {
    const gait_omf *bank = gait_file_omf(subject->files[0]);
    for (uint32_t m = 0; m < gait_omf_motion_count(bank); m++) {
        for (uint32_t b = 0; b < BENCH_BONES; b++) {
            gait_span keys = gait_omf_track_at(bank, m, b).rotation_keys;
            uint8_t *at = subject->changed.data + (keys.data - subject->bank.data);
            for (size_t i = 0; i < keys.size; i += 8) {
                at[i] ^= 16;
            }
        }
    }
}

static void difference_open(difference_subject *subject, uint32_t motions) {
    subject->bank = bench_bank(motions, DIFF_FRAMES);
    subject->changed = bench_bank(motions, DIFF_FRAMES);
    for (int i = 0; i < 2; i++) {
        const gait_buffer *bytes = i == 0 ? &subject->bank : &subject->changed;
        if (gait_file_open((gait_span){bytes->data, bytes->size}, "bank.omf", NULL,
                           &subject->files[i]) != GAIT_OK) {
            bench_fail("the bank did not open");
        }
    }
    difference_change_keys(subject);
}

static void difference_close(difference_subject *subject) {
    for (int i = 0; i < 2; i++) {
        gait_file_free(subject->files[i]);
    }
    gait_buffer_free(&subject->bank);
    gait_buffer_free(&subject->changed);
}

static void difference_task(void *user) {
    const difference_subject *subject = user;
    gait_file_compare_options options = {.skeleton = subject->skeleton};
    gait_file_comparison *comparison = NULL;
    if (gait_file_compare(subject->files[0], subject->files[1], &options, &comparison) != GAIT_OK) {
        bench_fail("the banks could not be compared");
    }
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    if (summary.changed != gait_file_clip_count(subject->files[0]) ||
        gait_file_comparison_clip(comparison, 0).bone_count != BENCH_BONES) {
        bench_fail("differences were not found");
    }
    gait_file_comparison_free(comparison);
}

static void difference_task_smaller(void *user) {
    difference_task(((const difference_subject *)user)->smaller);
}

#ifdef BENCH_COMMAND
typedef struct difference_pair {
    const char *const *command;
    const char *const *reference;
} difference_pair;

static void difference_task_command(void *user) {
    bench_run(((const difference_pair *)user)->command);
}

static void difference_task_read(void *user) {
    bench_run(((const difference_pair *)user)->reference);
}

static void difference_measure_equal(void) {
    enum { MOTIONS = 1000, ROUNDS = 21 };
    gait_buffer bank = bench_bank(MOTIONS, DIFF_FRAMES);
    gait_span bytes = {bank.data, bank.size};
    const char *first = bench_path("first.omf"), *second = bench_path("second.omf");
    bench_write_file(first, &bytes, 1);
    bench_write_file(second, &bytes, 1);
    const char *list = bench_path("list.txt");
    char paths[1024], size[32];
    snprintf(paths, sizeof paths, "%s\n%s\n", first, second);
    snprintf(size, sizeof size, "%zu", 2 * bank.size);
    gait_span text = {(const uint8_t *)paths, strlen(paths)};
    bench_write_file(list, &text, 1);
    const char *const diff[] = {BENCH_COMMAND, "diff", "-q", first, second, NULL};
    const char *const read[] = {BENCH_HELPER, "read", list, size, NULL};
    difference_pair pair = {diff, read};
    bench_report(
        (bench_row){"G24-equal", "gait diff of two equal banks of 24 MB, the process",
                    "a process that reads both", 4.0,
                    bench_ratio(difference_task_command, difference_task_read, &pair, ROUNDS)});
    gait_buffer_free(&bank);
}
#else
static void difference_measure_equal(void) {
    bench_omit("G24-equal", "built without the command");
}
#endif

/* Both pairs of banks are larger than the caches of most processors. */
static void difference_measure_growth(void) {
    enum { MOTIONS = 100, ROUNDS = 11 };
    difference_subject small = {0}, large = {.smaller = &small};
    difference_open(&small, MOTIONS);
    difference_open(&large, 10 * MOTIONS);
    bench_report(
        (bench_row){"G24-linear", "compare ten times as many clips", "compare one tenth of them",
                    12.0, bench_ratio(difference_task, difference_task_smaller, &large, ROUNDS)});
    difference_close(&large);
    difference_close(&small);
}

void bench_difference(void) {
    difference_subject subject = {0};
    difference_measure_equal();
    difference_open(&subject, DIFF_MOTIONS);
    bench_calibrator_open();
    bench_report((bench_row){
        "G24-keys", "compare a bank in which every rotation differs", "the calibrator K",
        DIFF_TARGET, bench_ratio(difference_task, bench_calibrator, &subject, DIFF_ROUNDS)});
    subject.skeleton = bench_skeleton(gait_file_omf(subject.files[0]));
    bench_report(
        (bench_row){"G24-posed", "the same with a skeleton", "the calibrator K", DIFF_TARGET,
                    bench_ratio(difference_task, bench_calibrator, &subject, DIFF_ROUNDS)});
    bench_calibrator_close();
    gait_skeleton_free(subject.skeleton);
    difference_close(&subject);
    difference_measure_growth();
}

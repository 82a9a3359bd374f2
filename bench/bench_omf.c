/* Rows about OMF banks. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { OMF_MOTIONS = 1000, OMF_FRAMES = 60, OMF_ROUNDS = 41 };

typedef struct omf_subject {
    gait_span bytes;
    uint8_t *copy;
    uint32_t seen; /* what the last task found, so that it is not optimised away */
} omf_subject;

static void omf_task_open(void *user) {
    omf_subject *subject = user;
    gait_omf *omf;
    if (gait_omf_open(subject->bytes, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    subject->seen = gait_omf_motion_count(omf);
    gait_omf_free(omf);
}

static void omf_task_copy(void *user) {
    omf_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

/* Every rotation key is where the index says, as the generator made it. */
static void omf_verify(gait_span bytes) {
    gait_omf *omf;
    if (gait_omf_open(bytes, NULL, &omf) != GAIT_OK || gait_omf_motion_count(omf) != OMF_MOTIONS) {
        bench_fail("the bank lost motions");
    }
    for (uint32_t m = 0; m < OMF_MOTIONS; m += 37) {
        for (uint32_t b = 0; b < BENCH_BONES; b++) {
            gait_omf_track track = gait_omf_track_at(omf, m, b);
            for (uint32_t f = 0; f < OMF_FRAMES; f++) {
                int16_t expected[4];
                const uint8_t *p = track.rotation_keys.data + 8 * (size_t)f;
                bench_rotation(m, b, f, expected);
                for (int i = 0; i < 4; i++) {
                    if ((int16_t)(p[2 * i] | p[2 * i + 1] << 8) != expected[i]) {
                        bench_fail("a rotation key changed");
                    }
                }
            }
        }
    }
    gait_omf_free(omf);
}

static void omf_measure_memory(gait_span bytes) {
    bench_counter counter = {0};
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_options options = {.allocator = bench_counting(&counter), .diagnostics = &found};
    gait_omf *omf;
    if (gait_omf_open(bytes, &options, &omf) != GAIT_OK || gait_omf_check(omf, &found) != GAIT_OK ||
        found.errors + found.warnings > 0) {
        bench_fail("the bank did not verify");
    }
    uint64_t allocations = counter.allocations;
    gait_omf_free(omf);
    bench_report((bench_row){"G18", "memory to open and verify a 24 MB bank, beside the file",
                             "4 MB", 1, (double)counter.peak_bytes / (4 << 20)});
    bench_report((bench_row){"G19", "allocations to open and verify a 24 MB bank", "4", 1,
                             (double)allocations / 4});
}

void bench_omf(void) {
    gait_buffer bank = bench_bank(OMF_MOTIONS, OMF_FRAMES);
    omf_subject subject = {.bytes = {bank.data, bank.size}, .copy = malloc(bank.size)};
    if (!subject.copy) {
        bench_fail("no memory");
    }
    omf_verify(subject.bytes);
    bench_report((bench_row){"G1", "open and index a 24 MB bank", "memcpy of the file", 0.25,
                             bench_ratio(omf_task_open, omf_task_copy, &subject, OMF_ROUNDS)});
    omf_measure_memory(subject.bytes);
    free(subject.copy);
    gait_buffer_free(&bank);
}

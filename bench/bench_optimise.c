/* Rows about smaller banks, against copying the same bytes and against a bank of a tenth. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { OPTIMISE_MOTIONS = 1000, OPTIMISE_PART = 100, OPTIMISE_FRAMES = 60, OPTIMISE_ROUNDS = 9 };
enum { OPTIMISE_PARTS = OPTIMISE_MOTIONS / OPTIMISE_PART };

typedef struct optimise_subject {
    gait_file *whole;                 /* 24 MB */
    gait_file *parts[OPTIMISE_PARTS]; /* ten banks that together have this size */
    gait_optimise_options options;
    gait_span bytes; /* of `whole` */
    uint8_t *copy;
    gait_buffer out;
    uint32_t seen; /* result of the last task, so that it is not optimised away */
} optimise_subject;

static void optimise_run_file(optimise_subject *subject, const gait_file *file) {
    subject->out.size = 0;
    if (gait_optimise(file, &subject->options, &subject->out, NULL) != GAIT_OK) {
        bench_fail("the bank could not be optimised");
    }
}

static void optimise_task_whole(void *user) {
    optimise_subject *subject = user;
    optimise_run_file(subject, subject->whole);
}

static void optimise_task_parts(void *user) {
    optimise_subject *subject = user;
    for (uint32_t i = 0; i < OPTIMISE_PARTS; i++) {
        optimise_run_file(subject, subject->parts[i]);
    }
}

static void optimise_task_copy(void *user) {
    optimise_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

static gait_file *optimise_open(const gait_buffer *bank) {
    gait_file *file;
    if (gait_file_open((gait_span){bank->data, bank->size}, "bank.omf", NULL, &file) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    return file;
}

void bench_optimise(void) {
    gait_buffer whole = bench_bank(OPTIMISE_MOTIONS, OPTIMISE_FRAMES);
    gait_buffer parts[OPTIMISE_PARTS];
    optimise_subject subject = {.whole = optimise_open(&whole),
                                .bytes = {whole.data, whole.size},
                                .copy = bench_allocate(whole.size, 1)};
    for (uint32_t i = 0; i < OPTIMISE_PARTS; i++) {
        parts[i] = bench_bank(OPTIMISE_PART, OPTIMISE_FRAMES);
        subject.parts[i] = optimise_open(&parts[i]);
    }
    bench_report((bench_row){
        "O1", "optimise a 24 MB bank without tolerances", "memcpy of the bank", 8.0,
        bench_ratio(optimise_task_whole, optimise_task_copy, &subject, OPTIMISE_ROUNDS)});
    subject.options.tolerance_mm = 0.1;
    subject.options.tolerance_deg = 0.02;
    bench_report((bench_row){
        "O2", "the same with 0.1 mm and 0.02 degrees", "memcpy of the bank", 20.0,
        bench_ratio(optimise_task_whole, optimise_task_copy, &subject, OPTIMISE_ROUNDS)});
    bench_report((bench_row){
        "O3", "the same", "ten banks of a tenth", 1.2,
        bench_ratio(optimise_task_whole, optimise_task_parts, &subject, OPTIMISE_ROUNDS)});
    gait_file_free(subject.whole);
    for (uint32_t i = 0; i < OPTIMISE_PARTS; i++) {
        gait_file_free(subject.parts[i]);
        gait_buffer_free(&parts[i]);
    }
    free(subject.copy);
    gait_buffer_free(&subject.out);
    gait_buffer_free(&whole);
}

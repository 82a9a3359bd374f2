/* Rows about edits and merging of banks, against copying the same bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/xray/omf/omf.h"

enum { EDIT_BANKS = 10, EDIT_MOTIONS = 100, EDIT_FRAMES = 60, EDIT_ROUNDS = 21 };

typedef struct edit_subject {
    gait_span bank;              /* 24 MB */
    gait_span parts[EDIT_BANKS]; /* ten banks that together have this size */
    gait_buffer out;             /* memory for the result, which all tasks reuse */
    uint8_t *copy;               /* the same for the references */
    uint32_t seen;               /* result of the last task, so that it is not optimised away */
} edit_subject;

/* --- in memory -------------------------------------------------------------------------------- */

static void edit_task_rename(void *user) {
    edit_subject *subject = user;
    static const char text[] = "rename --clip *=x_*";
    gait_span script = {(const uint8_t *)text, sizeof text - 1};
    gait_edit *edit;
    subject->out.size = 0;
    if (gait_edit_begin(subject->bank, NULL, NULL, &edit) != GAIT_OK ||
        gait_edit_script(edit, script) != GAIT_OK ||
        gait_edit_write(edit, &subject->out) != GAIT_OK ||
        subject->out.size <= subject->bank.size) {
        bench_fail("the motions could not be renamed");
    }
    gait_edit_free(edit);
}

static void edit_task_copy(void *user) {
    edit_subject *subject = user;
    memcpy(subject->copy, subject->bank.data, subject->bank.size);
    subject->seen = subject->copy[subject->bank.size / 2];
}

/* All banks have the same names, which are equal in the result too. */
static void edit_task_merge(void *user) {
    edit_subject *subject = user;
    const gait_merge_options options = {.names = GAIT_EQUAL_NAMES_KEEP_ALL};
    gait_omf *banks[EDIT_BANKS];
    for (uint32_t i = 0; i < EDIT_BANKS; i++) {
        if (gait_omf_open(subject->parts[i], NULL, &banks[i]) != GAIT_OK) {
            bench_fail("the bank did not open");
        }
    }
    for (uint32_t i = 1; i < EDIT_BANKS; i++) {
        if (gaiti_omf_merge(banks[0], banks[i], &options, NULL, NULL) != GAIT_OK) {
            bench_fail("the banks could not be merged");
        }
    }
    subject->out.size = 0;
    if (gait_omf_motion_count(banks[0]) != EDIT_BANKS * EDIT_MOTIONS ||
        gait_omf_write(banks[0], &subject->out) != GAIT_OK) {
        bench_fail("the merged bank could not be written");
    }
    for (uint32_t i = 0; i < EDIT_BANKS; i++) {
        gait_omf_free(banks[i]);
    }
}

static void edit_task_copy_parts(void *user) {
    edit_subject *subject = user;
    uint8_t *at = subject->copy;
    for (uint32_t i = 0; i < EDIT_BANKS; i++) {
        memcpy(at, subject->parts[i].data, subject->parts[i].size);
        at += subject->parts[i].size;
    }
    subject->seen = subject->copy[subject->parts[0].size];
}

/* --- processes -------------------------------------------------------------------------------- */

#ifdef BENCH_COMMAND
typedef struct edit_pair {
    const char *const *command;
    const char *const *reference;
} edit_pair;

static void edit_task_command(void *user) {
    bench_run(((const edit_pair *)user)->command);
}

static void edit_task_reference(void *user) {
    bench_run(((const edit_pair *)user)->reference);
}

static void edit_measure_command(const edit_subject *subject) {
    const char *bank = bench_path("bank.omf"), *out = bench_path("renamed.omf");
    const char *copy = bench_path("copy.omf");
    char size[32];
    bench_write_file(bank, &subject->bank, 1);
    snprintf(size, sizeof size, "%zu", subject->bank.size);
    const char *const rename[] = {BENCH_COMMAND, "rename", "-q", "-f", "--clip",
                                  "*=x_*",       bank,     "-o", out,  NULL};
    const char *const read_and_write[] = {BENCH_HELPER, "copy", bank, copy, size, NULL};
    edit_pair pair = {rename, read_and_write};
    bench_report(
        (bench_row){"G23", "gait rename of all clips in a 24 MB bank, the process",
                    "a process that reads and writes the bank", 2.0,
                    bench_ratio(edit_task_command, edit_task_reference, &pair, EDIT_ROUNDS)});
}
#else
static void edit_measure_command(const edit_subject *subject) {
    (void)subject;
    bench_omit("G23", "built without the command");
}
#endif

void bench_edit(void) {
    edit_subject subject = {0};
    size_t size = 0;
    gait_buffer whole = bench_bank(EDIT_BANKS * EDIT_MOTIONS, EDIT_FRAMES);
    gait_buffer part = bench_bank(EDIT_MOTIONS, EDIT_FRAMES);
    subject.bank = (gait_span){whole.data, whole.size};
    for (uint32_t i = 0; i < EDIT_BANKS; i++) {
        uint8_t *copy = bench_allocate(part.size, 1);
        memcpy(copy, part.data, part.size);
        subject.parts[i] = (gait_span){copy, part.size};
        size += part.size;
    }
    subject.copy = bench_allocate(size > whole.size ? size : whole.size, 1);
    edit_measure_command(&subject);
    bench_report((bench_row){"G23-rename", "rename all clips of a 24 MB bank in memory",
                             "memcpy of the bank", 2.0,
                             bench_ratio(edit_task_rename, edit_task_copy, &subject, EDIT_ROUNDS)});
    bench_report(
        (bench_row){"G23-merge", "merge 10 banks of 2.4 MB in memory", "memcpy of the banks", 2.0,
                    bench_ratio(edit_task_merge, edit_task_copy_parts, &subject, EDIT_ROUNDS)});
    for (uint32_t i = 0; i < EDIT_BANKS; i++) {
        free((void *)(uintptr_t)subject.parts[i].data);
    }
    free(subject.copy);
    gait_buffer_free(&subject.out);
    gait_buffer_free(&part);
    gait_buffer_free(&whole);
}

/* Rows about the command: whole processes. */
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

#ifdef BENCH_COMMAND
enum { COMMAND_ROUNDS = 201, COMMAND_SMALL_MOTIONS = 5, COMMAND_SMALL_FRAMES = 56 };

typedef struct command_pair {
    const char *const *command;
    const char *const *reference;
} command_pair;

static void command_task(void *user) {
    bench_run(((const command_pair *)user)->command);
}

static void command_reference(void *user) {
    bench_run(((const command_pair *)user)->reference);
}

static const char *command_write(const char *name, gait_buffer content) {
    const char *path = bench_path(name);
    bench_write_file(path, &(gait_span){content.data, content.size}, 1);
    gait_buffer_free(&content);
    return path;
}

static void command_measure_info(void) {
    gait_buffer bank = bench_bank(COMMAND_SMALL_MOTIONS, COMMAND_SMALL_FRAMES);
    const char *path = command_write("small.omf", bank);
    const char *const info[] = {BENCH_COMMAND, "info", path, NULL};
    const char *const nothing[] = {"/bin/true", NULL};
    command_pair pair = {info, nothing};
    bench_report((bench_row){"G17", "gait info of a 115 KB bank, the process", "/bin/true", 1.6,
                             bench_ratio(command_task, command_reference, &pair, COMMAND_ROUNDS)});
}

static void command_measure_convert(const char *bank) {
    const char *model = command_write("big.ogf", bench_model());
    const char *path = bench_path("big.glb"), *copy = bench_path("copy");
    const char *const convert[] = {BENCH_COMMAND, "convert", "-q", "-f", "--skeleton",
                                   model,         bank,      path, NULL};
    bench_run(convert);
    gait_buffer result = bench_read_file(path);
    char size[32];
    snprintf(size, sizeof size, "%zu", result.size);
    free(result.data);
    const char *const read_and_write[] = {BENCH_HELPER, "copy", bank, copy, size, NULL};
    command_pair pair = {convert, read_and_write};
    bench_report((bench_row){"G14", "gait convert of a 24 MB bank to GLB, the process",
                             "a process that reads the bank and writes so many bytes", 2.0,
                             bench_ratio(command_task, command_reference, &pair, 21)});
}

/* Measured from a separate small process: at first, the memory of a new process includes that of
 * its parent. */
static void command_measure_memory(const char *bank, uint64_t size) {
    const char *report = bench_path("peak");
    const char *const check[] = {BENCH_HELPER, "peak", report, BENCH_COMMAND, "check", bank, NULL};
    bench_run(check);
    gait_buffer text = bench_read_file(report);
    double peak = strtod((const char *)text.data, NULL);
    free(text.data);
    bench_report((bench_row){"G18", "memory of gait check on a 24 MB bank, the process",
                             "the file and 4 MB", 1, peak / ((double)size + (4 << 20))});
}

void bench_command(void) {
    gait_buffer bank = bench_bank(1000, 60);
    uint64_t size = bank.size;
    const char *path = command_write("big.omf", bank);
    command_measure_info();
    command_measure_convert(path);
    command_measure_memory(path, size);
}
#else
void bench_command(void) {
    bench_omit("G14 G17 G18", "built without the command");
}
#endif

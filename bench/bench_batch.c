/* Rows about the command with many files: whole processes with one thread, against a process that
 * only reads the files; and with two threads, against two processes with half of the files each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

#ifdef BENCH_COMMAND
/* Ten consecutive banks have ten different sizes, on average 70 KB. */
enum {
    BATCH_CHECKED = 10000, /* number of files */
    BATCH_CHECKED_MIN = 1000,
    BATCH_CONVERTED = 1000,
    BATCH_FEW = 10,
    BATCH_SIZES = 10,
    BATCH_MOTIONS = 5,
    BATCH_ROUNDS = 11
};

/* A folder with two folders, which contain half of the files each. */
typedef struct batch_set {
    const char *folder, *halves[2];
    uint32_t count;
    uint64_t bytes;
} batch_set;

/* Programs to compare; references[1] is NULL, or runs at the same time as references[0]. */
typedef struct batch_programs {
    const char *const *task;
    const char *const *references[2];
} batch_programs;

static void batch_task(void *user) {
    bench_run(((const batch_programs *)user)->task);
}

static void batch_reference(void *user) {
    const batch_programs *programs = user;
    if (programs->references[1]) {
        bench_run_two(programs->references[0], programs->references[1]);
    } else {
        bench_run(programs->references[0]);
    }
}

/* --- files ------------------------------------------------------------------------------------ */

static const gait_buffer *batch_banks(void) {
    static gait_buffer banks[BATCH_SIZES];
    for (uint32_t i = 0; i < BATCH_SIZES && !banks[i].data; i++) {
        banks[i] = bench_bank(BATCH_MOTIONS, 24 + 2 * i);
    }
    return banks;
}

static uint64_t batch_bytes_of(uint32_t count) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        bytes += batch_banks()[i % BATCH_SIZES].size;
    }
    return bytes;
}

/* The names are in the order in which the command processes the files. Writes the paths to `list`
 * unless it is NULL. */
static batch_set batch_write_set(const char *name, uint32_t count, FILE *list) {
    char path[128];
    batch_set set = {.folder = bench_folder(name), .count = count, .bytes = batch_bytes_of(count)};
    for (uint32_t half = 0; half < 2; half++) {
        snprintf(path, sizeof path, "%s/%c", name, "ab"[half]);
        set.halves[half] = bench_folder(path);
    }
    for (uint32_t i = 0; i < count; i++) {
        const gait_buffer *bank = &batch_banks()[i % BATCH_SIZES];
        snprintf(path, sizeof path, "%s/%05u.omf", set.halves[i >= count / 2], i);
        bench_write_file(path, &(gait_span){bank->data, bank->size}, 1);
        if (list) {
            fprintf(list, "%s\n", path);
        }
    }
    return set;
}

/* At most half of the room is used. The converted files need the space of at most four inputs:
 * themselves, their outputs, and outputs that replace others. 0 when there is no room. */
static uint32_t batch_count(void) {
    uint64_t size = batch_bytes_of(BATCH_SIZES) / BATCH_SIZES;
    uint64_t files = bench_room() / 2 / size, reserve = 4 * (uint64_t)BATCH_CONVERTED;
    if (files < reserve + BATCH_CHECKED_MIN) {
        return 0;
    }
    return files - reserve < BATCH_CHECKED ? (uint32_t)(files - reserve) : BATCH_CHECKED;
}

/* --- one thread ------------------------------------------------------------------------------- */

/* The command must examine all files; otherwise the ratios mean nothing. */
static void batch_verify(const batch_set *set) {
    char option[128];
    const char *path = bench_path("report.json");
    snprintf(option, sizeof option, "json=%s", path);
    const char *const check[] = {BENCH_COMMAND, "check",     "-q", "--report",
                                 option,        set->folder, NULL};
    bench_run(check);
    gait_buffer report = bench_read_file(path);
    uint32_t count = 0;
    for (const char *at = (const char *)report.data; (at = strstr(at, "\"path\"")); at++) {
        count++;
    }
    if (count != set->count) {
        bench_fail("gait check left out files");
    }
    free(report.data);
}

static void batch_measure_reading(const batch_set *set, const char *list) {
    static char what[2][96];
    char size[32];
    snprintf(what[0], sizeof what[0], "gait check -j1 of %u banks of 70 KB", set->count);
    snprintf(what[1], sizeof what[1], "gait info -j1 of %u banks of 70 KB", set->count);
    snprintf(size, sizeof size, "%llu", (unsigned long long)set->bytes);
    const char *const check[] = {BENCH_COMMAND, "check", "-j1", "-q", set->folder, NULL};
    const char *const info[] = {BENCH_COMMAND, "info", "-j1", "-q", set->folder, NULL};
    const char *const read[] = {BENCH_HELPER, "read", list, size, NULL};
    batch_programs programs = {check, {read}};
    bench_report((bench_row){"G15", what[0], "a process that opens, reads and closes them", 2.0,
                             bench_ratio(batch_task, batch_reference, &programs, BATCH_ROUNDS)});
    programs.task = info;
    bench_report((bench_row){"FOLDER-info", what[1], "a process that opens, reads and closes them",
                             2.0,
                             bench_ratio(batch_task, batch_reference, &programs, BATCH_ROUNDS)});
}

/* --- two threads ------------------------------------------------------------------------------ */

static void batch_measure_check(const batch_set *set) {
    static char what[96];
    snprintf(what, sizeof what, "gait check -j2 of %u banks, wall time", set->count);
    const char *const both[] = {BENCH_COMMAND, "check", "-j2", "-q", set->folder, NULL};
    const char *const first[] = {BENCH_COMMAND, "check", "-j1", "-q", set->halves[0], NULL};
    const char *const second[] = {BENCH_COMMAND, "check", "-j1", "-q", set->halves[1], NULL};
    batch_programs programs = {both, {first, second}};
    bench_report(
        (bench_row){"G16", what, "two processes with -j1 and half of the files each", 1 / 0.93,
                    bench_ratio_wall(batch_task, batch_reference, &programs, BATCH_ROUNDS)});
}

/* --- conversion ------------------------------------------------------------------------------- */

typedef struct batch_conversion {
    const char *arguments[3 + 16]; /* the first three run the rest with gait-bench-helper */
} batch_conversion;

static batch_conversion batch_convert(const char *jobs, const char *model, const char *in,
                                      const char *out) {
    return (batch_conversion){{BENCH_HELPER, "peak", NULL, BENCH_COMMAND, "convert", "-f", "-q",
                               jobs, "--to", "glb", "--skeleton", model, "--out", out, in}};
}

static double batch_peak(batch_conversion *conversion, const char *report) {
    conversion->arguments[2] = report;
    bench_run(conversion->arguments);
    gait_buffer text = bench_read_file(report);
    double peak = strtod((const char *)text.data, NULL);
    free(text.data);
    return peak;
}

static int batch_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median, because the peak depends on which files two threads convert at the same time. */
static double batch_memory_ratio(batch_conversion *many, batch_conversion *few) {
    const char *report = bench_path("batch-peak");
    double ratios[BATCH_ROUNDS];
    for (int i = 0; i < BATCH_ROUNDS; i++) {
        ratios[i] = batch_peak(many, report) / batch_peak(few, report);
    }
    qsort(ratios, BATCH_ROUNDS, sizeof ratios[0], batch_compare);
    return ratios[BATCH_ROUNDS / 2];
}

static void batch_measure_convert(const batch_set *set, const batch_set *few, bool has_two) {
    const char *model = bench_path("batch.ogf"), *out = bench_folder("out");
    const char *const halves[] = {bench_folder("out/a"), bench_folder("out/b")};
    gait_buffer content = bench_model();
    bench_write_file(model, &(gait_span){content.data, content.size}, 1);
    gait_buffer_free(&content);
    batch_conversion both = batch_convert("-j2", model, set->folder, out),
                     both_few = batch_convert("-j2", model, few->folder, out),
                     first = batch_convert("-j1", model, set->halves[0], halves[0]),
                     second = batch_convert("-j1", model, set->halves[1], halves[1]);
    batch_programs programs = {both.arguments + 3, {first.arguments + 3, second.arguments + 3}};
    if (has_two) {
        bench_report(
            (bench_row){"G20", "gait convert -j2 of 1000 banks to GLB, wall time",
                        "two processes with -j1 and half of the files each", 1 / 0.93,
                        bench_ratio_wall(batch_task, batch_reference, &programs, BATCH_ROUNDS)});
    }
    bench_report((bench_row){"G20-memory", "peak memory of gait convert -j2 of 1000 banks to GLB",
                             "of 10 banks", 1.1, batch_memory_ratio(&both, &both_few)});
}

/* The rows about reading and checking. */
static void batch_measure_many(uint32_t count, bool has_two) {
    const char *list = bench_path("batch.list");
    FILE *file = fopen(list, "w");
    if (!file) {
        bench_fail("a file could not be written");
    }
    batch_set checked = batch_write_set("checked", count, file);
    if (fclose(file) != 0) {
        bench_fail("a file could not be closed");
    }
    batch_verify(&checked);
    batch_measure_reading(&checked, list);
    if (has_two) {
        batch_measure_check(&checked);
    }
}

void bench_batch(void) {
    bool has_two = sysconf(_SC_NPROCESSORS_ONLN) > 1;
    uint32_t count = batch_count();
    if (count == 0) {
        bench_omit("G15 G16 G20 FOLDER-info", "no room for the temporary files");
        return;
    }
    if (!has_two) {
        bench_omit("G16 G20", "this machine has one processor");
    }
    batch_measure_many(count, has_two);
    batch_set converted = batch_write_set("converted", BATCH_CONVERTED, NULL);
    batch_set few = batch_write_set("few", BATCH_FEW, NULL);
    batch_measure_convert(&converted, &few, has_two);
    bench_remove_files();
}
#else
void bench_batch(void) {
    bench_omit("G15 G16 G20 FOLDER-info", "built without the command");
}
#endif

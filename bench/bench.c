/* gait-bench [TSV]: prints a table of ratios, and writes it to a file of tab separated values.
 * Exit code 1 when a row misses its target. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BENCH_ROWS = 64, BENCH_ROUNDS_MAX = 101 };

static struct {
    bench_row rows[BENCH_ROWS];
    int count;
} bench_table;

uint64_t bench_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_time(bench_task task, void *user) {
    uint64_t start = bench_now();
    task(user);
    return (double)(bench_now() - start);
}

double bench_ratio(bench_task task, bench_task reference, void *user, int rounds) {
    double ratios[BENCH_ROUNDS_MAX];
    rounds = rounds < BENCH_ROUNDS_MAX ? rounds : BENCH_ROUNDS_MAX;
    task(user);
    reference(user);
    for (int i = 0; i < rounds; i++) {
        double task_time = bench_time(task, user);
        double reference_time = bench_time(reference, user);
        ratios[i] = task_time / (reference_time > 0 ? reference_time : 1);
    }
    qsort(ratios, (size_t)rounds, sizeof ratios[0], bench_compare);
    return ratios[rounds / 2];
}

void bench_report(bench_row row) {
    printf("%-4s %8.3f  target %8.3f  %s  %s, against %s\n", row.id, row.ratio, row.target,
           row.ratio <= row.target ? "ok  " : "MISS", row.what, row.reference);
    if (bench_table.count == BENCH_ROWS) {
        bench_fail("too many rows");
    }
    bench_table.rows[bench_table.count++] = row;
}

void bench_fail(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

static void *bench_resize(void *user, void *block, size_t old_size, size_t new_size) {
    bench_counter *counter = user;
    counter->allocations += block == NULL && new_size > 0;
    counter->bytes += new_size - old_size;
    if (counter->bytes > counter->peak_bytes) {
        counter->peak_bytes = counter->bytes;
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

gait_allocator bench_counting(bench_counter *counter) {
    return (gait_allocator){bench_resize, counter};
}

static bool bench_write(const char *path) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        return false;
    }
    fprintf(file, "id\tratio\ttarget\treference\twhat\n");
    for (int i = 0; i < bench_table.count; i++) {
        const bench_row *row = &bench_table.rows[i];
        fprintf(file, "%s\t%.4f\t%.4f\t%s\t%s\n", row->id, row->ratio, row->target, row->reference,
                row->what);
    }
    return fclose(file) == 0;
}

int main(int argc, char **argv) {
    bench_omf();
    if (argc > 1 && !bench_write(argv[1])) {
        bench_fail("cannot write the table");
    }
    int missed = 0;
    for (int i = 0; i < bench_table.count; i++) {
        missed += bench_table.rows[i].ratio > bench_table.rows[i].target;
    }
    return missed > 0;
}

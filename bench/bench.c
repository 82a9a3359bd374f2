/* Time measurement, and the table of results. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { BENCH_ROUNDS_MAX = 401 };

/* All rows that were reported; it grows by one row at a time. */
static struct {
    bench_row *rows;
    int count;
} bench_table;

/* A clock, in seconds. */
typedef double bench_clock(void);

/* Processor time of this process and its finished children, which other load on the machine affects
 * little. */
static double bench_processor_clock(void) {
    struct timespec own;
    struct rusage children;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (double)own.tv_sec + 1e-9 * (double)own.tv_nsec +
           (double)(children.ru_utime.tv_sec + children.ru_stime.tv_sec) +
           1e-6 * (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec);
}

static double bench_wall_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int bench_compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_time(bench_clock *now, bench_task task, bench_task after, void *user) {
    double start = now();
    task(user);
    double time = now() - start;
    after(user);
    return time;
}

static void bench_nothing(void *user) {
    (void)user;
}

static double bench_median_ratio(bench_clock *now, bench_task task, bench_task reference,
                                 bench_task after, void *user, int rounds) {
    double ratios[BENCH_ROUNDS_MAX];
    rounds = rounds < BENCH_ROUNDS_MAX ? rounds : BENCH_ROUNDS_MAX;
    bench_time(now, task, after, user);
    bench_time(now, reference, after, user);
    for (int i = 0; i < rounds; i++) {
        double task_time = bench_time(now, task, after, user);
        double reference_time = bench_time(now, reference, after, user);
        ratios[i] = task_time / (reference_time > 0 ? reference_time : 1e-9);
    }
    qsort(ratios, (size_t)rounds, sizeof ratios[0], bench_compare);
    return ratios[rounds / 2];
}

double bench_ratio(bench_task task, bench_task reference, void *user, int rounds) {
    return bench_ratio_with(task, reference, bench_nothing, user, rounds);
}

double bench_ratio_with(bench_task task, bench_task reference, bench_task after, void *user,
                        int rounds) {
    return bench_median_ratio(bench_processor_clock, task, reference, after, user, rounds);
}

double bench_ratio_wall(bench_task task, bench_task reference, void *user, int rounds) {
    return bench_median_ratio(bench_wall_clock, task, reference, bench_nothing, user, rounds);
}

double bench_seconds(bench_task task, void *user, int rounds) {
    double times[BENCH_ROUNDS_MAX];
    rounds = rounds < BENCH_ROUNDS_MAX ? rounds : BENCH_ROUNDS_MAX;
    for (int i = 0; i < rounds; i++) {
        times[i] = bench_time(bench_processor_clock, task, bench_nothing, user);
    }
    qsort(times, (size_t)rounds, sizeof times[0], bench_compare);
    return times[rounds / 2];
}

void bench_report(bench_row row) {
    printf("%-12s %8.3f  target %7.3f  %s  %s, against %s\n", row.id, row.ratio, row.target,
           row.ratio <= row.target ? "ok  " : "MISS", row.what, row.reference);
    fflush(stdout);
    size_t size = ((size_t)bench_table.count + 1) * sizeof row;
    bench_table.rows = realloc(bench_table.rows, size);
    if (!bench_table.rows) {
        bench_fail("no memory");
    }
    bench_table.rows[bench_table.count++] = row;
}

void bench_omit(const char *id, const char *why) {
    printf("%-12s left out: %s\n", id, why);
}

void bench_fail(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(2);
}

void *bench_allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) {
        bench_fail("no memory");
    }
    return memory;
}

bool bench_write(const char *path) {
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

int bench_missed(void) {
    int missed = 0;
    for (int i = 0; i < bench_table.count; i++) {
        missed += bench_table.rows[i].ratio > bench_table.rows[i].target;
    }
    return missed;
}

/* Slow tests of number formatting and parsing: compares floats and doubles with the C library.
 *
 *     [--every N] [--doubles N] [--processes N]
 *
 * --every 1 tests all 2^32 floats, in 24 minutes of processor time; a prime samples them evenly.
 * Defaults: every seventh float and 10 million doubles, or, if GAIT_EXHAUSTIVE is set, every float
 * and 50 million doubles. Exit status: 0 = passed, 1 = failed, 2 = invalid usage. */
#include <math.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "number_reference.h"

typedef struct number_job {
    uint64_t every, doubles, processes, index;
} number_job;

/* Checks that -value prints as value with a minus sign, and that it reads back exactly. */
static const char *check_negative(float value) {
    char text[GAITI_NUMBER_MAX + 1], negative[GAITI_NUMBER_MAX + 1];
    size_t size = gaiti_print_f32(text, value);
    float back;
    if (gaiti_print_f32(negative, -value) != size + 1 || negative[0] != '-' ||
        memcmp(negative + 1, text, size) != 0) {
        return "the negative prints otherwise";
    }
    if (!gaiti_parse_f32(negative, size + 1, &back) ||
        gaiti_bits_of_f32(back) != gaiti_bits_of_f32(-value)) {
        return "the negative is read otherwise";
    }
    return NULL;
}

/* Checks the value with these bits and its negative. */
static bool check_f32_bits(uint32_t bits) {
    float value = gaiti_f32_of_bits(bits);
    const char *wrong = isfinite(value) ? reference_check_f32(value) : NULL;
    if (!wrong && isfinite(value)) {
        wrong = check_negative(value);
    }
    if (wrong) {
        fprintf(stderr, "binary32 0x%08x (%.9g): %s\n", (unsigned)bits, (double)value, wrong);
    }
    return !wrong;
}

static bool check_f64_bits(uint64_t bits) {
    double value = gaiti_f64_of_bits(bits);
    const char *wrong = isfinite(value) ? reference_check_f64(value) : NULL;
    if (wrong) {
        fprintf(stderr, "binary64 0x%016llx (%.17g): %s\n", (unsigned long long)bits, value, wrong);
    }
    return !wrong;
}

/* Runs the share of one process. Stops after ten errors. */
static int run_share(const number_job *job) {
    unsigned mistakes = 0;
    uint64_t step = job->every * job->processes;
    for (uint64_t bits = job->index * job->every; bits >> 31 == 0 && mistakes < 10; bits += step) {
        mistakes += !check_f32_bits((uint32_t)bits);
    }
    uint64_t random = 0x9E3779B97F4A7C15 + job->index;
    for (uint64_t i = job->index; i < job->doubles && mistakes < 10; i += job->processes) {
        uint64_t r = reference_random(&random);
        /* Every fourth value is an integer divided by 1000 or 65536. */
        double written = (double)(int64_t)(r >> 30) / (i & 8 ? 1000.0 : 65536.0);
        mistakes += !check_f64_bits(i & 3 ? r : gaiti_bits_of_f64(written));
    }
    return mistakes > 0;
}

static int run_processes(number_job job) {
    int failed = 0;
    uint64_t started = 0;
    for (; started < job.processes; started++) {
        job.index = started;
        pid_t child = fork();
        if (child == 0) {
            _exit(run_share(&job));
        }
        if (child < 0) {
            perror("fork");
            failed = 1;
            break;
        }
    }
    for (uint64_t i = 0; i < started; i++) {
        int status;
        failed |= wait(&status) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    return failed;
}

static bool read_options(int count, char **words, number_job *job) {
    for (int i = 1; i < count; i += 2) {
        uint64_t *target = strcmp(words[i], "--every") == 0       ? &job->every
                           : strcmp(words[i], "--doubles") == 0   ? &job->doubles
                           : strcmp(words[i], "--processes") == 0 ? &job->processes
                                                                  : NULL;
        if (!target || i + 1 == count ||
            !gaiti_parse_u64(words[i + 1], strlen(words[i + 1]), target)) {
            return false;
        }
    }
    return job->every >= 1 && job->every >> 32 == 0 && job->processes >= 1 && job->processes <= 256;
}

int main(int count, char **words) {
    number_job job = {.every = 7, .doubles = 10000000, .processes = 2};
    if (getenv("GAIT_EXHAUSTIVE")) {
        job.every = 1;
        job.doubles = 50000000;
    }
    if (!read_options(count, words, &job)) {
        fprintf(stderr, "usage: test_slow_numbers [--every N] [--doubles N] [--processes N]\n");
        return 2;
    }
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int failed = run_processes(job);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%llu floats, %llu doubles: %s, %lld s\n",
           (unsigned long long)(((((uint64_t)1 << 31) - 1) / job.every + 1) * 2),
           (unsigned long long)job.doubles, failed ? "WRONG" : "all right",
           (long long)(end.tv_sec - start.tv_sec));
    return failed;
}

/* Rows about the packages for Python and JavaScript, against direct calls of the library. The bytes
 * are in the memory of the package before a description is measured. */
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "ops/sampler_memory.h"

extern char **environ;

#define HOST_LIBRARY "build/shared/libgait.so"
#define HOST_PACKAGE "build/npm/package/core.js"

enum { HOST_ROUNDS = 41, HOST_DESCRIPTIONS = 10, HOST_SAMPLES = 10 /* of all poses */ };

/* Seconds that a pose may take more than in C. */
static const double host_pose_extra = 3e-6;

typedef struct host_subject {
    bench_direct direct;
    FILE *tasks, *answers; /* of the process that does the tasks */
    const gait_sampler *sampler;
    gait_trs transforms[BENCH_BONES];
} host_subject;

/* --- the process ------------------------------------------------------------------------------ */

static pid_t host_start(host_subject *subject, const char *const *arguments) {
    int tasks[2], answers[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    if (pipe(tasks) != 0 || pipe(answers) != 0) {
        bench_fail("no pipe");
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, tasks[0], 0);
    posix_spawn_file_actions_adddup2(&actions, answers[1], 1);
    posix_spawn_file_actions_addclose(&actions, tasks[1]);
    posix_spawn_file_actions_addclose(&actions, answers[0]);
    if (posix_spawnp(&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments,
                     environ) != 0) {
        bench_fail("a program could not be run");
    }
    posix_spawn_file_actions_destroy(&actions);
    close(tasks[0]);
    close(answers[1]);
    subject->tasks = fdopen(tasks[1], "w");
    subject->answers = fdopen(answers[0], "r");
    return child;
}

static void host_end(host_subject *subject, pid_t child) {
    fclose(subject->tasks);
    fclose(subject->answers);
    waitpid(child, NULL, 0);
}

static void host_do(host_subject *subject, const char *task) {
    char line[16];
    fprintf(subject->tasks, "%s\n", task);
    fflush(subject->tasks);
    if (!fgets(line, sizeof line, subject->answers) || strcmp(line, "done\n") != 0) {
        bench_fail("a package does not work");
    }
}

/* --- opening and describing ------------------------------------------------------------------- */

static void host_task_describe(void *user) {
    host_do(user, "describe");
}

static void host_direct_describe(void *user) {
    const host_subject *subject = user;
    for (int i = 0; i < HOST_DESCRIPTIONS; i++) {
        bench_direct_describe(&subject->direct);
    }
}

/* --- poses ------------------------------------------------------------------------------------ */

static void host_task_pose(void *user) {
    host_do(user, "pose");
}

static double host_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The same poses, and the time that each may take more. */
static void host_direct_pose(void *user) {
    host_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        bench_direct_pose(&subject->direct, i);
    }
    double end = host_now() + BENCH_POSES * host_pose_extra;
    while (host_now() < end) {
    }
}

static void host_task_sample(void *user) {
    host_do(user, "sample");
}

/* With the instructions that every processor has. */
static void host_direct_sample(void *user) {
    host_subject *subject = user;
    const gaiti_sampler_kernels *kernels = gaiti_sampler_kernels_by(GAITI_SAMPLER_BASE);
    for (int i = 0; i < HOST_SAMPLES * BENCH_POSES; i++) {
        gait_moment moment;
        gait_sampler_moment(subject->sampler, bench_pose_time(i % BENCH_POSES), GAIT_WRAP_CLAMP,
                            &moment);
        kernels->transforms(subject->sampler, &moment, subject->transforms);
    }
}

/* Fast poses in WebAssembly. */
static void host_measure_samples(host_subject *subject, const char *const *arguments) {
    gait_sampler_memory memory;
    if (gait_sampler_measure(subject->direct.clip, &memory) != GAIT_OK) {
        bench_fail("a clip could not be measured");
    }
    memory.block = bench_allocate(1, memory.size);
    memory.work = bench_allocate(1, memory.work_size + 1);
    if (gait_sampler_init(subject->direct.clip, GAIT_AXES_GLTF, &memory, &subject->sampler) !=
        GAIT_OK) {
        bench_fail("a clip could not be prepared");
    }
    pid_t child = host_start(subject, arguments);
    bench_report((bench_row){
        "G7w", "10,000 fast poses of 47 bones with JavaScript", "in C without AVX2", 2.5,
        bench_ratio_wall(host_task_sample, host_direct_sample, subject, HOST_ROUNDS)});
    host_end(subject, child);
    free(memory.block);
    free(memory.work);
}

/* --- rows ------------------------------------------------------------------------------------- */

typedef struct host_rows {
    const char *describe, *pose, *describe_what, *pose_what;
    double describe_target;
} host_rows;

static void host_measure(host_subject *subject, const char *const *arguments,
                         const host_rows *rows) {
    pid_t child = host_start(subject, arguments);
    bench_report((bench_row){
        rows->describe, rows->describe_what, "the direct calls", rows->describe_target,
        bench_ratio_wall(host_task_describe, host_direct_describe, subject, HOST_ROUNDS)});
    bench_report(
        (bench_row){rows->pose, rows->pose_what, "the direct calls and 3 us per pose", 1.0,
                    bench_ratio_wall(host_task_pose, host_direct_pose, subject, HOST_ROUNDS)});
    host_end(subject, child);
}

static void host_measure_all(host_subject *subject) {
    gait_span bank = {subject->direct.bank.data, subject->direct.bank.size};
    gait_buffer model = bench_model();
    char *bank_path = bench_path("bank.omf"), *model_path = bench_path("a.ogf");
    bench_write_file(bank_path, &bank, 1);
    bench_write_file(model_path, &(gait_span){model.data, model.size}, 1);
    gait_buffer_free(&model);
    if (access(HOST_LIBRARY, R_OK) != 0) {
        bench_omit("F3 F4", HOST_LIBRARY " is missing: make wheel");
    } else {
        setenv("GAIT_SHARED_LIBRARY", HOST_LIBRARY, 1);
        host_measure(
            subject,
            (const char *[]){"python3", "bench/hosts/tasks.py", bank_path, model_path, NULL},
            &(host_rows){"F3", "F4", "open and describe a 24 MB bank with Python",
                         "1000 poses of 47 bones with Python", 1.3});
    }
    if (access(HOST_PACKAGE, R_OK) != 0) {
        bench_omit("F5 F6 G7w", HOST_PACKAGE " is missing: make npm");
    } else {
        const char *node[] = {"node", "bench/hosts/tasks.mjs", bank_path, model_path, HOST_PACKAGE,
                              NULL};
        host_measure_samples(subject, node);
        host_measure(subject, node,
                     &(host_rows){"F5", "F6", "open and describe a 24 MB bank with JavaScript",
                                  "1000 poses of 47 bones with JavaScript", 2.5});
    }
}

void bench_hosts(void) {
    host_subject subject;
    bench_direct_open(&subject.direct);
    host_measure_all(&subject);
    bench_direct_close(&subject.direct);
}

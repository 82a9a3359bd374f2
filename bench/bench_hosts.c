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

extern char **environ;

#define HOST_LIBRARY "build/shared/libgait.so"
#define HOST_PACKAGE "build/npm/package/core.js"

enum {
    HOST_MOTIONS = 1000,
    HOST_FRAMES = 60,
    HOST_ROUNDS = 41,
    HOST_DESCRIPTIONS = 10,
    HOST_POSES = 1000
};

/* Seconds that a pose may take more than in C. */
static const double host_pose_extra = 3e-6;

typedef struct host_subject {
    gait_span bytes;
    const gait_clip *clip;
    gait_affine pose[BENCH_BONES], work[BENCH_BONES];
    FILE *tasks, *answers; /* of the process that does the tasks */
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

static void host_describe_once(host_subject *subject) {
    gait_file *file;
    gait_buffer json = {0};
    if (gait_file_open(subject->bytes, "bank.omf", NULL, &file) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    const gait_report_input input = {"bank.omf", subject->bytes.size, file, GAIT_FORMAT_OMF, "ok",
                                     NULL};
    if (gait_report_info(&input, &json) != GAIT_OK) {
        bench_fail("the bank could not be described");
    }
    gait_buffer_free(&json);
    gait_file_free(file);
}

static void host_direct_describe(void *user) {
    for (int i = 0; i < HOST_DESCRIPTIONS; i++) {
        host_describe_once(user);
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
    for (int i = 0; i < HOST_POSES; i++) {
        if (gait_pose_at_time(subject->clip, i * (2.0 / HOST_POSES) * 0.98, GAIT_SPACE_MODEL,
                              GAIT_AXES_GLTF, subject->pose, subject->work) != GAIT_OK) {
            bench_fail("there is no pose");
        }
    }
    double end = host_now() + HOST_POSES * host_pose_extra;
    while (host_now() < end) {
    }
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
    gait_buffer model = bench_model();
    char *bank_path = bench_path("bank.omf"), *model_path = bench_path("a.ogf");
    bench_write_file(bank_path, &subject->bytes, 1);
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
        bench_omit("F5 F6", HOST_PACKAGE " is missing: make npm");
    } else {
        host_measure(subject,
                     (const char *[]){"node", "bench/hosts/tasks.mjs", bank_path, model_path,
                                      HOST_PACKAGE, NULL},
                     &(host_rows){"F5", "F6", "open and describe a 24 MB bank with JavaScript",
                                  "1000 poses of 47 bones with JavaScript", 2.5});
    }
}

void bench_hosts(void) {
    gait_buffer bank = bench_bank(HOST_MOTIONS, HOST_FRAMES);
    host_subject subject = {.bytes = {bank.data, bank.size}};
    gait_omf *omf;
    gait_clip *clip;
    if (gait_omf_open(subject.bytes, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    gait_skeleton *skeleton = bench_skeleton(omf);
    if (gait_omf_clip(omf, 0, skeleton, NULL, &clip) != GAIT_OK) {
        bench_fail("there is no clip");
    }
    subject.clip = clip;
    host_measure_all(&subject);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    gait_buffer_free(&bank);
}

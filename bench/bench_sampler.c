/* Rows about fast poses, against the calibrator K. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "formats/xray/omf/omf.h"

enum {
    SAMPLER_ROUNDS = 41,
    SAMPLER_FEW_ROUNDS = 11,
    SAMPLER_CLIPS = 200,
    SAMPLER_COLD_POSES = 10000,
    SAMPLER_MOTIONS = 1000,
    SAMPLER_FRAMES = 60,
    SAMPLER_MATRIX = 12,
    SAMPLER_REPEATS = 100 /* of BENCH_POSES, per thread */
};

typedef struct sampler_subject {
    /* Times, and which of the clips has them. */
    double random[SAMPLER_COLD_POSES], ascending[SAMPLER_COLD_POSES];
    uint16_t picked[SAMPLER_COLD_POSES];
    bench_animation animation;
    gait_sampler_memory memory;
    const gait_sampler *sampler;
    const gait_sampler *clips[SAMPLER_CLIPS]; /* copies of it */
    float rows[GAIT_SAMPLER_ROWS * (BENCH_POSE_BONES + 6)];
    gait_trs transforms[BENCH_POSE_BONES];
    float matrices[BENCH_POSE_BONES * SAMPLER_MATRIX];
} sampler_subject;

static void sampler_check(gait_status status) {
    if (status != GAIT_OK) {
        bench_fail("a sampler failed");
    }
}

/* Allocates and prepares. free() of memory.block and memory.work releases it. */
static const gait_sampler *sampler_make(const gait_clip *clip, gait_sampler_memory *memory) {
    const gait_sampler *sampler;
    sampler_check(gait_sampler_measure(clip, memory));
    memory->block = bench_allocate(1, memory->size);
    memory->work = bench_allocate(1, memory->work_size + 1);
    sampler_check(gait_sampler_init(clip, GAIT_AXES_GLTF, memory, &sampler));
    return sampler;
}

static gait_moment sampler_moment(const gait_sampler *sampler, double time) {
    gait_moment moment;
    sampler_check(gait_sampler_moment(sampler, time, GAIT_WRAP_CLAMP, &moment));
    return moment;
}

/* --- poses ------------------------------------------------------------------------------------ */

static void sampler_rows(sampler_subject *subject, const gait_sampler *sampler, double time) {
    gait_moment moment = sampler_moment(sampler, time);
    sampler_check(gait_sampler_rows(sampler, &moment, subject->rows,
                                    sizeof subject->rows / sizeof *subject->rows));
}

static void sampler_transforms(sampler_subject *subject, const gait_sampler *sampler, double time) {
    gait_moment moment = sampler_moment(sampler, time);
    sampler_check(gait_sampler_transforms(sampler, &moment, GAIT_SAMPLER_LOCAL, subject->transforms,
                                          BENCH_POSE_BONES));
}

static void sampler_task_rows(void *user) {
    sampler_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        sampler_rows(subject, subject->sampler, subject->random[i]);
    }
}

static void sampler_task_forward(void *user) {
    sampler_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        sampler_rows(subject, subject->sampler, subject->ascending[i]);
    }
}

static void sampler_task_transforms(void *user) {
    sampler_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        sampler_transforms(subject, subject->sampler, subject->random[i]);
    }
}

static void sampler_task_matrices(void *user) {
    sampler_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        gait_moment moment = sampler_moment(subject->sampler, subject->random[i]);
        sampler_check(gait_sampler_matrices(subject->sampler, &moment, GAIT_SAMPLER_MODEL,
                                            subject->matrices, BENCH_POSE_BONES * SAMPLER_MATRIX));
    }
}

static void sampler_measure_poses(sampler_subject *subject) {
    const char *k = "the calibrator K";
    bench_report(
        (bench_row){"G7-rows", "a pose of 66 bones at a random time as rows", k, 0.08,
                    bench_ratio(sampler_task_rows, bench_calibrator, subject, SAMPLER_ROUNDS)});
    bench_report((bench_row){
        "G7-trs", "the same as transforms", k, 0.25,
        bench_ratio(sampler_task_transforms, bench_calibrator, subject, SAMPLER_ROUNDS)});
    bench_report(
        (bench_row){"G7-model", "the same as 3x4 matrices in model space", k, 0.60,
                    bench_ratio(sampler_task_matrices, bench_calibrator, subject, SAMPLER_ROUNDS)});
    bench_report(
        (bench_row){"G7-random", "rows at random times", "the same at ascending times", 1.10,
                    bench_ratio(sampler_task_rows, sampler_task_forward, subject, SAMPLER_ROUNDS)});
}

/* --- many clips ------------------------------------------------------------------------------- */

typedef void (*sampler_function)(sampler_subject *subject, const gait_sampler *sampler,
                                 double time);

static void sampler_many(sampler_subject *subject, sampler_function function, bool is_cold) {
    for (int i = 0; i < SAMPLER_COLD_POSES; i++) {
        function(subject, subject->clips[is_cold ? subject->picked[i] : 0], subject->random[i]);
    }
}

static void sampler_task_cold_rows(void *user) {
    sampler_many(user, sampler_rows, true);
}

static void sampler_task_warm_rows(void *user) {
    sampler_many(user, sampler_rows, false);
}

static void sampler_task_cold_transforms(void *user) {
    sampler_many(user, sampler_transforms, true);
}

static void sampler_task_warm_transforms(void *user) {
    sampler_many(user, sampler_transforms, false);
}

static void sampler_measure_cold(sampler_subject *subject) {
    gait_sampler_memory memories[SAMPLER_CLIPS];
    for (int i = 0; i < SAMPLER_CLIPS; i++) {
        subject->clips[i] = sampler_make(subject->animation.clip, &memories[i]);
    }
    const char *warm = "the same of one clip";
    bench_report((bench_row){
        "G7c-rows", "10,000 poses of 200 clips as rows", warm, 3.0,
        bench_ratio(sampler_task_cold_rows, sampler_task_warm_rows, subject, SAMPLER_FEW_ROUNDS)});
    bench_report((bench_row){"G7c-trs", "10,000 poses of 200 clips as transforms", warm, 1.5,
                             bench_ratio(sampler_task_cold_transforms, sampler_task_warm_transforms,
                                         subject, SAMPLER_FEW_ROUNDS)});
    for (int i = 0; i < SAMPLER_CLIPS; i++) {
        free(memories[i].block);
        free(memories[i].work);
    }
}

/* --- preparation ------------------------------------------------------------------------------ */

static void sampler_task_prepare(void *user) {
    sampler_subject *subject = user;
    sampler_check(gait_sampler_init(subject->animation.clip, GAIT_AXES_GLTF, &subject->memory,
                                    &subject->sampler));
}

static void sampler_measure_preparation(sampler_subject *subject, const char *id,
                                        const char *what) {
    double seconds = bench_seconds(sampler_task_prepare, subject, SAMPLER_ROUNDS);
    bench_report((bench_row){id, what, "nanoseconds", 20,
                             1e9 * seconds / (BENCH_POSE_BONES * BENCH_POSE_FRAMES)});
}

/* All motions of a bank, prepared in the same memory, and their keys as floats. */
typedef struct sampler_bank {
    gait_clip *clips[SAMPLER_MOTIONS];
    gait_sampler_memory memory;
    float *floats, *copy;
    size_t floats_per_motion;
} sampler_bank;

static void sampler_task_prepare_bank(void *user) {
    sampler_bank *bank = user;
    const gait_sampler *sampler;
    for (int m = 0; m < SAMPLER_MOTIONS; m++) {
        sampler_check(gait_sampler_init(bank->clips[m], GAIT_AXES_GLTF, &bank->memory, &sampler));
    }
}

static void sampler_task_copy_floats(void *user) {
    sampler_bank *bank = user;
    for (size_t m = 0; m < SAMPLER_MOTIONS; m++) {
        memcpy(bank->copy, bank->floats + m * bank->floats_per_motion,
               bank->floats_per_motion * sizeof(float));
    }
}

static void sampler_measure_bank(void) {
    static sampler_bank bank;
    gait_buffer bytes = bench_bank(SAMPLER_MOTIONS, SAMPLER_FRAMES);
    gait_omf *omf;
    sampler_check(gait_omf_open((gait_span){bytes.data, bytes.size}, NULL, &omf));
    gait_skeleton *skeleton = bench_skeleton(omf);
    for (uint32_t m = 0; m < SAMPLER_MOTIONS; m++) {
        sampler_check(gaiti_omf_clip(omf, m, skeleton, NULL, &bank.clips[m]));
    }
    sampler_make(bank.clips[0], &bank.memory);
    bank.floats_per_motion = (size_t)SAMPLER_FRAMES * (BENCH_BONES * 4 + BENCH_MOVED * 3);
    bank.floats = bench_allocate(SAMPLER_MOTIONS * bank.floats_per_motion, sizeof(float));
    bank.copy = bench_allocate(bank.floats_per_motion, sizeof(float));
    memset(bank.floats, 1, SAMPLER_MOTIONS * bank.floats_per_motion * sizeof(float));
    bench_report((bench_row){"G7p-omf", "prepare the motions of a 24 MB bank",
                             "memcpy of the floats", 3.0,
                             bench_ratio(sampler_task_prepare_bank, sampler_task_copy_floats, &bank,
                                         SAMPLER_FEW_ROUNDS)});
    for (int m = 0; m < SAMPLER_MOTIONS; m++) {
        gait_clip_free(bank.clips[m]);
    }
    free(bank.floats);
    free(bank.copy);
    free(bank.memory.block);
    free(bank.memory.work);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    gait_buffer_free(&bytes);
}

/* --- threads ---------------------------------------------------------------------------------- */

static void *sampler_thread(void *user) {
    sampler_subject own = *(const sampler_subject *)user; /* with outputs of its own */
    for (int i = 0; i < SAMPLER_REPEATS; i++) {
        sampler_task_rows(&own);
    }
    return NULL;
}

static void sampler_task_threads(void *user) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        if (pthread_create(&threads[i], NULL, sampler_thread, user) != 0) {
            bench_fail("a thread could not be started");
        }
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void sampler_task_processes(void *user) {
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child < 0) {
            bench_fail("a process could not be started");
        }
        if (child == 0) {
            sampler_thread(user);
            _exit(0);
        }
    }
    while (wait(NULL) > 0) {
    }
}

static void sampler_measure_threads(sampler_subject *subject) {
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        bench_omit("G7t", "this machine has one processor");
        return;
    }
    bench_report((bench_row){"G7t", "poses of one sampler by two threads, wall time",
                             "two processes", 1 / 0.93,
                             bench_ratio_wall(sampler_task_threads, sampler_task_processes, subject,
                                              SAMPLER_FEW_ROUNDS)});
}

static void sampler_open(bench_animation_format format, sampler_subject *subject) {
    bench_animation_open(format, &subject->animation);
    subject->sampler = sampler_make(subject->animation.clip, &subject->memory);
    for (int i = 0; i < SAMPLER_COLD_POSES; i++) {
        double ascending = i % BENCH_POSES / (double)BENCH_POSES;
        subject->random[i] = bench_animation_time(&subject->animation, bench_pose_fraction(i));
        subject->ascending[i] = bench_animation_time(&subject->animation, ascending);
        subject->picked[i] = (uint16_t)(bench_pose_fraction(i + BENCH_POSES) * SAMPLER_CLIPS);
    }
}

static void sampler_close(sampler_subject *subject) {
    free(subject->memory.block);
    free(subject->memory.work);
    bench_animation_close(&subject->animation);
}

void bench_sampler(void) {
    static sampler_subject subject;
    bench_calibrator_open();
    sampler_open(BENCH_OMF, &subject);
    sampler_measure_poses(&subject);
    sampler_measure_cold(&subject);
    sampler_measure_threads(&subject);
    sampler_close(&subject);
    sampler_open(BENCH_RTM, &subject);
    sampler_measure_preparation(&subject, "G7p-rtm",
                                "nanoseconds per bone and frame to prepare a plain RTM");
    sampler_close(&subject);
    sampler_open(BENCH_BMTR, &subject);
    sampler_measure_preparation(&subject, "G7p-bmtr",
                                "nanoseconds per bone and frame to prepare a binarised RTM");
    sampler_close(&subject);
    sampler_measure_bank();
    bench_calibrator_close();
}

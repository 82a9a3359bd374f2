/* Rows about the flat interface, against direct calls of the library. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "flat.h"

enum { FLAT_MOTIONS = 1000, FLAT_FRAMES = 60, FLAT_ROUNDS = 41, FLAT_POSES = 1000 };

typedef struct flat_subject {
    gait_span bytes;
    gait_flat *flat;
    uint32_t flat_clip;
    const gait_clip *clip;
    gait_affine *pose, *work;
    float *floats;
    size_t seen; /* result of the last task, so that it is not optimised away */
} flat_subject;

/* --- opening and describing ------------------------------------------------------------------- */

static void flat_task_describe(void *user) {
    flat_subject *subject = user;
    uint8_t *bytes = (uint8_t *)(uintptr_t)subject->bytes.data;
    uint32_t file =
        gait_flat_open(subject->flat, bytes, subject->bytes.size, "bank.omf", 0, GAIT_FLAT_BORROW);
    if (file == 0 || !gait_flat_info(subject->flat, file)) {
        bench_fail("the bank did not open");
    }
    subject->seen = gait_flat_result_size(subject->flat);
    gait_flat_close(subject->flat, file);
}

static void flat_direct_describe(void *user) {
    flat_subject *subject = user;
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
    subject->seen = json.size;
    gait_buffer_free(&json);
    gait_file_free(file);
}

/* --- poses ------------------------------------------------------------------------------------ */

static double flat_time(int i) {
    return i * (2.0 / FLAT_POSES) * 0.98;
}

static void flat_task_pose(void *user) {
    flat_subject *subject = user;
    for (int i = 0; i < FLAT_POSES; i++) {
        if (!gait_flat_pose(subject->flat, subject->flat_clip, flat_time(i), GAIT_FLAT_MODEL_MATRIX,
                            subject->floats)) {
            bench_fail("there is no pose");
        }
    }
}

/* The same poses as floats. */
static void flat_direct_pose(void *user) {
    flat_subject *subject = user;
    for (int i = 0; i < FLAT_POSES; i++) {
        if (gait_pose_at_time(subject->clip, flat_time(i), GAIT_SPACE_MODEL, GAIT_AXES_GLTF,
                              subject->pose, subject->work) != GAIT_OK) {
            bench_fail("there is no pose");
        }
        for (int b = 0; b < BENCH_BONES; b++) {
            for (int j = 0; j < 12; j++) {
                subject->floats[b * 16 + j] = (float)(&subject->pose[b].m[0][0])[j];
            }
        }
    }
}

static void flat_measure_poses(flat_subject *subject, gait_span bank) {
    gait_buffer model = bench_model();
    gait_flat *flat = subject->flat;
    gait_omf *omf;
    gait_clip *clip;
    uint8_t *bytes = (uint8_t *)(uintptr_t)bank.data;
    uint32_t file = gait_flat_open(flat, bytes, bank.size, "bank.omf", 0, GAIT_FLAT_BORROW);
    uint32_t body = gait_flat_open(flat, model.data, model.size, "a.ogf", 0, GAIT_FLAT_BORROW);
    uint32_t bound = gait_flat_search(flat, file, &body, 1, 0, 0, NULL, NULL);
    subject->flat_clip = gait_flat_clip(flat, file, 0, bound);
    if (gait_omf_open(bank, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    gait_skeleton *skeleton = bench_skeleton(omf);
    if (gait_omf_clip(omf, 0, skeleton, NULL, &clip) != GAIT_OK || subject->flat_clip == 0) {
        bench_fail("there is no clip");
    }
    subject->clip = clip;
    subject->pose = bench_allocate(BENCH_BONES, sizeof *subject->pose);
    subject->work = bench_allocate(BENCH_BONES, sizeof *subject->work);
    subject->floats = bench_allocate((size_t)BENCH_BONES * 16, sizeof *subject->floats);
    bench_report((bench_row){"F2", "1000 poses of 47 bones through the flat interface",
                             "the direct calls", 1.2,
                             bench_ratio(flat_task_pose, flat_direct_pose, subject, FLAT_ROUNDS)});
    free(subject->pose);
    free(subject->work);
    free(subject->floats);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    gait_flat_close(flat, file);
    gait_buffer_free(&model);
}

void bench_flat(void) {
    gait_buffer bank = bench_bank(FLAT_MOTIONS, FLAT_FRAMES);
    flat_subject subject = {.bytes = {bank.data, bank.size}, .flat = gait_flat_new(0)};
    if (!subject.flat) {
        bench_fail("there is no memory");
    }
    bench_report((bench_row){
        "F1", "open and describe a 24 MB bank through the flat interface", "the direct calls", 1.1,
        bench_ratio(flat_task_describe, flat_direct_describe, &subject, FLAT_ROUNDS)});
    flat_measure_poses(&subject, subject.bytes);
    gait_flat_delete(subject.flat);
    gait_buffer_free(&bank);
}

/* Rows about the flat interface, against direct calls of the library. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "flat.h"
#include "formats/xray/omf/omf.h"

enum { FLAT_ROUNDS = 41, FLAT_CURVE_MOTIONS = 231, FLAT_CURVE_FRAMES = 35, FLAT_CURVE_ROUNDS = 15 };

typedef struct flat_subject {
    bench_direct direct;
    gait_flat *flat;
    uint32_t flat_clip;
    float floats[BENCH_BONES * 16];
    size_t seen; /* result of the last task, so that it is not optimised away */
} flat_subject;

/* --- opening and describing ------------------------------------------------------------------- */

/* Opens the bank; the bytes stay with the subject. */
static uint32_t flat_open_bank(const flat_subject *subject) {
    const gait_buffer *bank = &subject->direct.bank;
    return gait_flat_open(subject->flat, bank->data, bank->size, "bank.omf", 0, GAIT_FLAT_BORROW);
}

static void flat_task_describe(void *user) {
    flat_subject *subject = user;
    uint32_t file = flat_open_bank(subject);
    if (file == 0 || !gait_flat_info(subject->flat, file)) {
        bench_fail("the bank did not open");
    }
    subject->seen = gait_flat_result_size(subject->flat);
    gait_flat_close(subject->flat, file);
}

static void flat_direct_describe(void *user) {
    flat_subject *subject = user;
    subject->seen = bench_direct_describe(&subject->direct);
}

/* --- poses ------------------------------------------------------------------------------------ */

static void flat_task_pose(void *user) {
    flat_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        if (!gait_flat_pose(subject->flat, subject->flat_clip, bench_pose_time(i),
                            GAIT_FLAT_MODEL_MATRIX, subject->floats)) {
            bench_fail("there is no pose");
        }
    }
}

/* The same poses as floats. */
static void flat_direct_pose(void *user) {
    flat_subject *subject = user;
    for (int i = 0; i < BENCH_POSES; i++) {
        bench_direct_pose(&subject->direct, i);
        for (int b = 0; b < BENCH_BONES; b++) {
            for (int j = 0; j < 12; j++) {
                subject->floats[b * 16 + j] = (float)(&subject->direct.pose[b].m[0][0])[j];
            }
        }
    }
}

static void flat_measure_poses(flat_subject *subject) {
    gait_buffer model = bench_model();
    gait_flat *flat = subject->flat;
    uint32_t file = flat_open_bank(subject);
    uint32_t body = gait_flat_open(flat, model.data, model.size, "a.ogf", 0, GAIT_FLAT_BORROW);
    uint32_t bound = gait_flat_search(flat, file, &body, 1, 0, 0, NULL, NULL);
    subject->flat_clip = gait_flat_clip(flat, file, 0, bound);
    if (subject->flat_clip == 0) {
        bench_fail("the clip could not be read");
    }
    bench_report((bench_row){"F2", "1000 poses of 47 bones through the flat interface",
                             "the direct calls", 1.2,
                             bench_ratio(flat_task_pose, flat_direct_pose, subject, FLAT_ROUNDS)});
    gait_flat_close(flat, file);
    gait_buffer_free(&model);
}

/* --- curves of a host ------------------------------------------------------------------------- */

typedef struct flat_curves {
    gait_span bank;
    gait_flat *flat;
    uint32_t file, skeleton;
    float *rests;
    const gait_omf *omf;
    const gait_skeleton *direct;
    gait_affine pose[BENCH_BONES];
    gait_buffer blocks[FLAT_CURVE_MOTIONS];
    char names[FLAT_CURVE_MOTIONS][16];
} flat_curves;

static void flat_task_curves(void *user) {
    flat_curves *subject = user;
    for (uint32_t m = 0; m < FLAT_CURVE_MOTIONS; m++) {
        uint32_t clip = gait_flat_clip(subject->flat, subject->file, m, subject->skeleton);
        if (!gait_flat_curves(subject->flat, clip, subject->rests, NULL, 30, 0, 0)) {
            bench_fail("there are no curves");
        }
        gait_flat_close(subject->flat, clip);
    }
}

static void flat_task_edited(void *user) {
    flat_curves *subject = user;
    uint32_t edited =
        gait_flat_edited(subject->flat, subject->file, subject->skeleton, subject->rests, NULL);
    for (uint32_t m = 0; m < FLAT_CURVE_MOTIONS; m++) {
        const gait_buffer *block = &subject->blocks[m];
        if (!gait_flat_edited_add_curves(subject->flat, edited, subject->names[m], block->data,
                                         block->size, 30, 0, 0, false)) {
            bench_fail("curves were not added");
        }
    }
    if (!gait_flat_edited_apply(subject->flat, edited, false, false) ||
        gait_flat_result_size(subject->flat) != subject->bank.size ||
        memcmp(gait_flat_result(subject->flat), subject->bank.data, subject->bank.size) != 0) {
        bench_fail("the bank has changed");
    }
    gait_flat_close(subject->flat, edited);
}

/* The reference: the poses of all frames. */
static void flat_direct_frames(void *user) {
    flat_curves *subject = user;
    for (uint32_t m = 0; m < FLAT_CURVE_MOTIONS; m++) {
        gait_clip *clip;
        if (gaiti_omf_clip(subject->omf, m, subject->direct, NULL, &clip) != GAIT_OK) {
            bench_fail("there is no clip");
        }
        for (uint32_t k = 0; k < clip->frame_count; k++) {
            if (gait_pose_at_frame(clip, k, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, subject->pose) !=
                GAIT_OK) {
                bench_fail("there is no pose");
            }
        }
        gait_clip_free(clip);
    }
}

/* Keeps the curves of all clips, for the way back. */
static void flat_keep_curves(flat_curves *subject) {
    for (uint32_t m = 0; m < FLAT_CURVE_MOTIONS; m++) {
        uint32_t clip = gait_flat_clip(subject->flat, subject->file, m, subject->skeleton);
        gait_flat_curves(subject->flat, clip, subject->rests, NULL, 30, 0, 0);
        if (gait_buffer_append(&subject->blocks[m], gait_flat_result(subject->flat),
                               gait_flat_result_size(subject->flat)) != GAIT_OK) {
            bench_fail("there is no memory");
        }
        gait_flat_close(subject->flat, clip);
        gait_span name = gait_omf_motion_at(subject->omf, m).name;
        if (name.size >= sizeof subject->names[m]) {
            bench_fail("a name is too long");
        }
        memcpy(subject->names[m], name.data, name.size);
    }
}

static void flat_measure_curves(flat_curves *subject) {
    flat_keep_curves(subject);
    bench_report(
        (bench_row){"F7", "curves of 231 clips of 47 bones through the flat interface",
                    "the poses of all frames", 1.8,
                    bench_ratio(flat_task_curves, flat_direct_frames, subject, FLAT_CURVE_ROUNDS)});
    bench_report(
        (bench_row){"F8", "the way back of these curves", "the poses of all frames", 4.5,
                    bench_ratio(flat_task_edited, flat_direct_frames, subject, FLAT_CURVE_ROUNDS)});
    for (uint32_t m = 0; m < FLAT_CURVE_MOTIONS; m++) {
        gait_buffer_free(&subject->blocks[m]);
    }
}

static void flat_bench_curves(void) {
    gait_buffer bank = bench_bank(FLAT_CURVE_MOTIONS, FLAT_CURVE_FRAMES), model = bench_model();
    gait_omf *omf;
    flat_curves *subject = bench_allocate(1, sizeof *subject);
    subject->bank = (gait_span){bank.data, bank.size};
    subject->flat = gait_flat_new(0);
    subject->rests = bench_allocate((size_t)BENCH_BONES * 16, sizeof *subject->rests);
    if (!subject->flat || gait_omf_open(subject->bank, NULL, &omf) != GAIT_OK) {
        bench_fail("the bank did not open");
    }
    gait_skeleton *direct = bench_skeleton(omf);
    subject->omf = omf;
    subject->direct = direct;
    subject->file =
        gait_flat_open(subject->flat, bank.data, bank.size, "bank.omf", 0, GAIT_FLAT_BORROW);
    uint32_t body =
        gait_flat_open(subject->flat, model.data, model.size, "a.ogf", 0, GAIT_FLAT_BORROW);
    subject->skeleton = gait_flat_search(subject->flat, subject->file, &body, 1, 0, 0, NULL, NULL);
    if (!gait_flat_rest(subject->flat, subject->skeleton, GAIT_FLAT_MODEL_MATRIX, subject->rests)) {
        bench_fail("there is no rest pose");
    }
    flat_measure_curves(subject);
    gait_flat_delete(subject->flat);
    gait_skeleton_free(direct);
    gait_omf_free(omf);
    free(subject->rests);
    free(subject);
    gait_buffer_free(&bank);
    gait_buffer_free(&model);
}

void bench_flat(void) {
    flat_subject subject = {.flat = gait_flat_new(0)};
    if (!subject.flat) {
        bench_fail("not enough memory");
    }
    bench_direct_open(&subject.direct);
    bench_report((bench_row){
        "F1", "open and describe a 24 MB bank through the flat interface", "the direct calls", 1.1,
        bench_ratio(flat_task_describe, flat_direct_describe, &subject, FLAT_ROUNDS)});
    flat_measure_poses(&subject);
    gait_flat_delete(subject.flat);
    bench_direct_close(&subject.direct);
    flat_bench_curves();
}

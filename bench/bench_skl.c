/* Rows about SDK motions. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"
#include "model/clip.h"
#include "gait/transform.h"

enum { SKL_MOTIONS = 100, SKL_FRAMES = 60, SKL_ROUNDS = 21 };

typedef struct skl_subject {
    gait_span bytes;
    uint8_t *copy;
    gait_skl *skl;
    gait_skeleton *skeleton;
    uint32_t seen;
} skl_subject;

/* Converts the motions of a bank to stepped keys, one per frame where the value changes. */
static gait_buffer skl_make(gait_skeleton **out_skeleton) {
    gait_buffer bank = bench_bank(SKL_MOTIONS, SKL_FRAMES), bytes = {0};
    gait_omf *omf;
    gait_skl *skl;
    if (gait_omf_open((gait_span){bank.data, bank.size}, NULL, &omf) != GAIT_OK ||
        gaiti_omf_bind_skeleton(omf, NULL, NULL, out_skeleton) != GAIT_OK ||
        gait_skl_new(GAIT_SKL_MANY, NULL, &skl) != GAIT_OK) {
        bench_fail("no bank to start from");
    }
    for (uint32_t m = 0; m < SKL_MOTIONS; m++) {
        gait_clip *clip;
        if (gaiti_omf_clip(omf, m, *out_skeleton, NULL, &clip) != GAIT_OK ||
            gaiti_skl_add_clip(skl, clip, 6, 0, NULL) != GAIT_OK) {
            bench_fail("a motion could not be made");
        }
        gait_clip_free(clip);
    }
    if (gait_skl_write(skl, &bytes) != GAIT_OK) {
        bench_fail("the motions could not be written");
    }
    gait_skl_free(skl);
    gait_omf_free(omf);
    gait_buffer_free(&bank);
    return bytes;
}

static void skl_task_open(void *user) {
    skl_subject *subject = user;
    gait_skl *skl;
    if (gait_skl_open(subject->bytes, NULL, &skl) != GAIT_OK) {
        bench_fail("the motions did not open");
    }
    subject->seen = gait_skl_motion_count(skl);
    gait_skl_free(skl);
}

static void skl_task_evaluate(void *user) {
    skl_subject *subject = user;
    for (uint32_t m = 0; m < SKL_MOTIONS; m++) {
        gait_clip *clip;
        if (gaiti_skl_clip(subject->skl, m, subject->skeleton, NULL, &clip) != GAIT_OK) {
            bench_fail("a motion could not be evaluated");
        }
        subject->seen += clip->frame_count;
        gait_clip_free(clip);
    }
}

static void skl_task_copy(void *user) {
    skl_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

/* Verifies rotations that were converted from integers to angles and back. */
static void skl_verify(const skl_subject *subject) {
    gait_clip *clip;
    if (gaiti_skl_clip(subject->skl, SKL_MOTIONS - 1, subject->skeleton, NULL, &clip) != GAIT_OK) {
        bench_fail("a motion could not be evaluated");
    }
    for (uint32_t f = 0; f < SKL_FRAMES; f++) {
        int16_t stored[4];
        double key[9], dot = 0, square = 0, length = 0;
        bench_rotation(SKL_MOTIONS - 1, 5, f, stored);
        gaiti_channel_get(&clip->tracks[5].rotation, true, f, key);
        for (int i = 0; i < 4; i++) {
            double value = (i < 3 ? -1 : 1) * stored[i] / 32767.0;
            dot += value * key[i];
            square += value * value;
            length += key[i] * key[i];
        }
        if (dot * dot < square * length * (1 - 1e-10)) {
            bench_fail("a rotation was evaluated wrong");
        }
    }
    gait_clip_free(clip);
}

void bench_skl(void) {
    skl_subject subject = {0};
    gait_buffer file = skl_make(&subject.skeleton);
    subject.bytes = (gait_span){file.data, file.size};
    subject.copy = bench_allocate(file.size, 1);
    bench_report((bench_row){"SKL-open", "open 7 MB of SDK motions, find all curves",
                             "memcpy of the file", 7,
                             bench_ratio(skl_task_open, skl_task_copy, &subject, SKL_ROUNDS)});
    if (gait_skl_open(subject.bytes, NULL, &subject.skl) != GAIT_OK) {
        bench_fail("the motions did not open");
    }
    skl_verify(&subject);
    bench_report((bench_row){"SKL-clip", "evaluate all curves of all frames of them",
                             "memcpy of the file", 40,
                             bench_ratio(skl_task_evaluate, skl_task_copy, &subject, SKL_ROUNDS)});
    gait_skl_free(subject.skl);
    gait_skeleton_free(subject.skeleton);
    free(subject.copy);
    gait_buffer_free(&file);
}

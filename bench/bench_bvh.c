/* Rows about BVH: 64 joints, 1000 frames, numbers with nine digits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/bvh/bvh.h"
#include "model/clip.h"
#include "gait/transform.h"

enum { BVH_BONES = 64, BVH_FRAMES = 1000, BVH_ROUNDS = 21 };

typedef struct bvh_subject {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[BVH_BONES];
    float times[BVH_FRAMES];
    float rotations[BVH_BONES][BVH_FRAMES][4];
    float translations[BVH_BONES][BVH_FRAMES][3];
    gait_buffer text;
    char *numbers; /* the frames of the text, NUL terminated */
    char *printed;
    double sum;
} bvh_subject;

static gait_skeleton *bvh_make_skeleton(void) {
    static char names[BVH_BONES][16];
    gait_bone bones[BVH_BONES];
    gait_skeleton *skeleton;
    for (int b = 0; b < BVH_BONES; b++) {
        snprintf(names[b], sizeof names[b], "bone_%02d", b);
        bones[b] = (gait_bone){.name = names[b],
                               .parent = b - 1,
                               .rest = {.t = {0, 0.125, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                               .parent_origin = GAIT_ORIGIN_FILE,
                               .rest_origin = GAIT_ORIGIN_FILE};
    }
    if (gaiti_skeleton_new("bench", bones, BVH_BONES, NULL, &skeleton) != GAIT_OK) {
        bench_fail("no skeleton");
    }
    return skeleton;
}

/* Different for every key, and always with many digits. */
static float bvh_wave(uint32_t b, uint32_t f, uint32_t i) {
    uint32_t turn = (b * 131 + f * 7 + i * 977) % 1009;
    return (float)turn / 1009.0f - 0.4f;
}

static void bvh_fill(bvh_subject *subject) {
    subject->skeleton = bvh_make_skeleton();
    for (uint32_t b = 0; b < BVH_BONES; b++) {
        for (uint32_t f = 0; f < BVH_FRAMES; f++) {
            subject->times[f] = (float)f / 30;
            for (uint32_t i = 0; i < 4; i++) {
                subject->rotations[b][f][i] = i < 3 ? bvh_wave(b, f, i) : 1;
            }
            for (uint32_t i = 0; i < 3; i++) {
                subject->translations[b][f][i] = bvh_wave(b, f, i + 4);
            }
        }
        subject->tracks[b] = (gait_track){
            .rotation = {(const uint8_t *)subject->rotations[b], BVH_FRAMES, 16, 0, GAIT_F32},
            .translation = {(const uint8_t *)subject->translations[b], BVH_FRAMES, 12, 0,
                            GAIT_F32}};
    }
    subject->clip = (gait_clip){.name = "bench",
                                .skeleton = subject->skeleton,
                                .space = GAIT_SPACE_LOCAL,
                                .axes = GAIT_AXES_GLTF,
                                .frame_count = BVH_FRAMES,
                                .time = subject->times,
                                .tracks = subject->tracks};
}

static void bvh_task_write(void *user) {
    bvh_subject *subject = user;
    subject->text.size = 0;
    if (gaiti_bvh_write_file(&subject->clip, NULL, &subject->text) != GAIT_OK) {
        bench_fail("the BVH could not be written");
    }
}

static void bvh_task_printf(void *user) {
    bvh_subject *subject = user;
    char *at = subject->printed;
    for (uint32_t f = 0; f < BVH_FRAMES; f++) {
        for (uint32_t b = 0; b < BVH_BONES; b++) {
            const float *q = subject->rotations[b][f], *t = subject->translations[b][f];
            at += sprintf(at, "%.9g %.9g %.9g %.9g %.9g %.9g ", (double)t[0], (double)t[1],
                          (double)t[2], 100 * (double)q[0], 100 * (double)q[1], 100 * (double)q[2]);
        }
    }
}

static void bvh_task_open(void *user) {
    bvh_subject *subject = user;
    gait_bvh *bvh;
    gait_span bytes = {subject->text.data, subject->text.size};
    if (gaiti_bvh_open(bytes, NULL, &bvh) != GAIT_OK || gaiti_bvh_frame_count(bvh) != BVH_FRAMES) {
        bench_fail("the BVH did not open");
    }
    subject->sum = bvh->values[(size_t)BVH_FRAMES * bvh->channel_count - 1];
    gaiti_bvh_free(bvh);
}

static void bvh_task_strtod(void *user) {
    bvh_subject *subject = user;
    char *at = subject->numbers;
    for (uint32_t i = 0; i < BVH_FRAMES * BVH_BONES * 6; i++) {
        subject->sum = strtod(at, &at);
    }
}

void bench_bvh(void) {
    bvh_subject *subject = bench_allocate(1, sizeof *subject);
    memset(subject, 0, sizeof *subject);
    bvh_fill(subject);
    subject->printed = bench_allocate((size_t)BVH_FRAMES * BVH_BONES * 6, 24);
    bench_report((bench_row){"H1", "write a BVH of 384,000 numbers, angles from quaternions",
                             "sprintf of as many", 1.5,
                             bench_ratio(bvh_task_write, bvh_task_printf, subject, BVH_ROUNDS)});
    gait_buffer *text = &subject->text;
    subject->numbers = bench_allocate(text->size + 1, 1);
    memcpy(subject->numbers, text->data, text->size);
    subject->numbers[text->size] = 0;
    char *all = subject->numbers, *frames = strchr(strstr(all, "Frame Time"), '\n');
    subject->numbers = frames;
    bench_report((bench_row){"H2", "open that BVH, with all its numbers", "strtod of them", 1,
                             bench_ratio(bvh_task_open, bvh_task_strtod, subject, BVH_ROUNDS)});
    free(all);
    free(subject->printed);
    gait_buffer_free(text);
    gait_skeleton_free(subject->skeleton);
    free(subject);
}

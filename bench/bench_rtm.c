/* Rows about plain RTM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/bi/rtm/rtm.h"

enum { RTM_BONES = 65, RTM_FRAMES = 2000, RTM_ROUNDS = 41 };

typedef struct rtm_subject {
    gait_span bytes;
    uint8_t *copy;
    float *matrices; /* 12 floats each, frame by frame */
    uint32_t seen;
} rtm_subject;

/* Different for every index, and exact as a float. */
static float rtm_number(uint32_t frame, uint32_t bone, uint32_t index) {
    return (float)((frame * RTM_BONES + bone) * 12 + index) / 64;
}

static void rtm_set(gait_rtm *rtm, uint32_t frame, uint32_t bone) {
    float matrix[12];
    for (uint32_t i = 0; i < 12; i++) {
        matrix[i] = rtm_number(frame, bone, i);
    }
    if (gaiti_rtm_set_matrix(rtm, frame, bone, matrix) != GAIT_OK) {
        bench_fail("a matrix could not be set");
    }
}

static gait_buffer rtm_make(void) {
    gait_rtm *rtm;
    gait_buffer bytes = {0};
    if (gaiti_rtm_new(RTM_BONES, RTM_FRAMES, NULL, &rtm) != GAIT_OK) {
        bench_fail("no memory");
    }
    for (uint32_t b = 0; b < RTM_BONES; b++) {
        char name[32];
        int size = snprintf(name, sizeof name, "bone_%02u", b);
        gait_span text = {(const uint8_t *)name, (size_t)size};
        if (gaiti_rtm_set_bone_name(rtm, b, text) != GAIT_OK) {
            bench_fail("a name could not be set");
        }
        for (uint32_t f = 0; f < RTM_FRAMES; f++) {
            rtm_set(rtm, f, b);
        }
    }
    if (gaiti_rtm_write(rtm, &bytes) != GAIT_OK) {
        bench_fail("the animation could not be written");
    }
    gaiti_rtm_free(rtm);
    return bytes;
}

/* Opening compares the names of every frame with those of the header. */
static void rtm_task_read(void *user) {
    rtm_subject *subject = user;
    gait_diagnostic items[8];
    gait_diagnostics found = {.items = items, .capacity = 8};
    gait_options options = {.diagnostics = &found};
    gait_rtm *rtm;
    if (gaiti_rtm_open(subject->bytes, &options, &rtm) != GAIT_OK || found.count > 0) {
        bench_fail("the animation did not open");
    }
    for (uint32_t i = 0; i < RTM_FRAMES * RTM_BONES; i++) {
        gait_rtm_matrix(rtm, i / RTM_BONES, i % RTM_BONES, subject->matrices + (size_t)i * 12);
    }
    gaiti_rtm_free(rtm);
}

static void rtm_task_copy(void *user) {
    rtm_subject *subject = user;
    memcpy(subject->copy, subject->bytes.data, subject->bytes.size);
    subject->seen = subject->copy[subject->bytes.size / 2];
}

static void rtm_verify(const rtm_subject *subject) {
    const float *at = subject->matrices;
    for (uint32_t i = 0; i < RTM_FRAMES * RTM_BONES * 12; i++) {
        if (at[i] != rtm_number(0, 0, i)) {
            bench_fail("a matrix was read wrong");
        }
    }
}

void bench_rtm(void) {
    gait_buffer file = rtm_make();
    rtm_subject subject = {.bytes = {file.data, file.size},
                           .copy = bench_allocate(file.size, 1),
                           .matrices =
                               bench_allocate((size_t)RTM_FRAMES * RTM_BONES * 12, sizeof(float))};
    bench_report((bench_row){"G4", "open a 10 MB RTM, compare all names, read all matrices",
                             "memcpy of the file", 1.5,
                             bench_ratio(rtm_task_read, rtm_task_copy, &subject, RTM_ROUNDS)});
    rtm_verify(&subject);
    free(subject.matrices);
    free(subject.copy);
    gait_buffer_free(&file);
}

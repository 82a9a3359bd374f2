/* Rows about SEAnim: 64 bones, 1000 frames. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "formats/seanim/seanim.h"

enum { SEANIM_BONES = 64, SEANIM_FRAMES = 1000, SEANIM_ROUNDS = 41, SEANIM_KEYS = 64000 };

typedef struct seanim_subject {
    gait_buffer file;
    gait_seanim *seanim;
    gait_skeleton *skeleton;
    float numbers[SEANIM_KEYS][7];
} seanim_subject;

static void seanim_write_bone(gait_buffer *file, unsigned bone) {
    static const uint8_t flags[1] = {0};
    gaiti_write(file, flags, 1);
    for (int kind = 0; kind < 2; kind++) {
        gaiti_write_u16(file, SEANIM_FRAMES);
        for (uint16_t f = 0; f < SEANIM_FRAMES; f++) {
            gaiti_write_u16(file, f);
            for (int i = 0; i < (kind ? 4 : 3); i++) {
                gaiti_write_f32(file, i == 3 ? 1 : (float)((bone * 131 + f * 7u) % 1009) / 1009);
            }
        }
    }
}

static void seanim_fill(seanim_subject *subject) {
    gait_buffer *file = &subject->file;
    gaiti_write(file, "SEAnim\1\0\x1C\0\0\0\3\0\0\0", 16);
    gaiti_write_f32(file, 30);
    gaiti_write_u32(file, SEANIM_FRAMES);
    gaiti_write_u32(file, SEANIM_BONES);
    gaiti_write_fill(file, 0, 8);
    for (unsigned b = 0; b < SEANIM_BONES; b++) {
        const char name[] = {'b', (char)('0' + b / 10), (char)('0' + b % 10), 0};
        gaiti_write(file, name, sizeof name);
    }
    for (unsigned b = 0; b < SEANIM_BONES; b++) {
        seanim_write_bone(file, b);
    }
    gait_span bytes = {file->data, file->size};
    if (gaiti_seanim_open(bytes, NULL, &subject->seanim) != GAIT_OK ||
        gaiti_seanim_bind_skeleton(subject->seanim, NULL, NULL, &subject->skeleton) != GAIT_OK) {
        bench_fail("the SEAnim did not open");
    }
}

static void seanim_task_clip(void *user) {
    seanim_subject *subject = user;
    gait_clip *clip;
    if (gaiti_seanim_clip(subject->seanim, "", subject->skeleton, NULL, &clip) != GAIT_OK) {
        bench_fail("the SEAnim has no clip");
    }
    gait_clip_free(clip);
}

/* Copies the numbers of each key. */
static void seanim_task_copy(void *user) {
    seanim_subject *subject = user;
    const uint8_t *at = subject->file.data + subject->file.size - SEANIM_KEYS * 32;
    for (int k = 0; k < SEANIM_KEYS; k++, at += 32) {
        for (int i = 0; i < 7; i++) {
            memcpy(&subject->numbers[k][i], at + 2 + 4 * i, 4);
        }
    }
}

void bench_seanim(void) {
    seanim_subject *subject = bench_allocate(1, sizeof *subject);
    memset(subject, 0, sizeof *subject);
    seanim_fill(subject);
    bench_report((bench_row){
        "V1", "make a clip of a SEAnim of 64,000 keys of each kind", "copies of their numbers", 30,
        bench_ratio(seanim_task_clip, seanim_task_copy, subject, SEANIM_ROUNDS)});
    gaiti_seanim_free(subject->seanim);
    gait_skeleton_free(subject->skeleton);
    gait_buffer_free(&subject->file);
    free(subject);
}

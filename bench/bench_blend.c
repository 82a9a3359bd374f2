/* Rows about blends of poses. */
#include "bench.h"

#include <math.h>

enum { BLEND_BONES = 66, BLEND_REPEATS = 2000, BLEND_ROUNDS = 41 };

typedef struct blend_subject {
    gait_trs from[BLEND_BONES], to[BLEND_BONES], difference[BLEND_BONES], out[BLEND_BONES];
    float mask[BLEND_BONES];
} blend_subject;

static float blend_number(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 8388608.0F - 1;
}

static gait_trs blend_random_bone(uint32_t *state) {
    gait_trs bone = {.s = {1, 1, 1}};
    float square = 0;
    for (int i = 0; i < 4; i++) {
        bone.q[i] = blend_number(state);
        square += bone.q[i] * bone.q[i];
    }
    for (int i = 0; i < 4; i++) {
        bone.q[i] /= sqrtf(square);
    }
    for (int i = 0; i < 3; i++) {
        bone.t[i] = blend_number(state);
    }
    return bone;
}

static void blend_task(void *user) {
    blend_subject *subject = user;
    for (int i = 0; i < BLEND_REPEATS; i++) {
        if (gait_blend(subject->from, subject->to, BLEND_BONES, 0.3F, subject->mask,
                       subject->out) != GAIT_OK) {
            bench_fail("the poses were not blended");
        }
    }
}

static void blend_task_add(void *user) {
    blend_subject *subject = user;
    for (int i = 0; i < BLEND_REPEATS; i++) {
        if (gait_blend_add(subject->from, subject->difference, BLEND_BONES, 0.3F, subject->mask,
                           subject->out) != GAIT_OK) {
            bench_fail("the poses were not added");
        }
    }
}

static double blend_nanoseconds(bench_task task, blend_subject *subject) {
    return 1e9 * bench_seconds(task, subject, BLEND_ROUNDS) / BLEND_REPEATS;
}

void bench_blend(void) {
    static blend_subject subject;
    uint32_t state = 1;
    for (int b = 0; b < BLEND_BONES; b++) {
        subject.from[b] = blend_random_bone(&state);
        subject.to[b] = blend_random_bone(&state);
        subject.mask[b] = 0.9F;
    }
    if (gait_blend_difference(subject.to, subject.from, BLEND_BONES, subject.difference) !=
        GAIT_OK) {
        bench_fail("there is no difference");
    }
    bench_report((bench_row){"BLEND", "nanoseconds to blend two poses of 66 bones with a mask",
                             "nanoseconds", 1000, blend_nanoseconds(blend_task, &subject)});
    bench_report((bench_row){"BLEND-add", "nanoseconds to add a difference of 66 bones to a pose",
                             "nanoseconds", 2000, blend_nanoseconds(blend_task_add, &subject)});
}

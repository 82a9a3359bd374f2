/* Rows about skeletons that are recovered from the motion: a chain of bones whose deltas turn. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "model/clip.h"

enum { JOINTS_ROUNDS = 11, JOINTS_NUMBERS = 12 };

typedef struct joints_subject {
    uint32_t bone_count, key_count;
    float *keys, *copy; /* 12 numbers per key and bone */
    float *times;
    gait_track *tracks;
    gait_skeleton *skeleton;
    gait_clip clip;
} joints_subject;

/* The delta of a bone that turns about an axis at its place in the chain, on that of its parent. */
static gait_affine joints_delta(const gait_affine *parent, uint32_t bone, uint32_t key) {
    double angle = 0.3 * sin(0.7 * bone + 0.05 * key), at = 0.05 * bone;
    gait_affine turn = gait_affine_identity();
    int i = (int)(bone % 3), j = (int)((bone + 1) % 3);
    turn.m[i][i] = turn.m[j][j] = cos(angle);
    turn.m[j][i] = sin(angle);
    turn.m[i][j] = -sin(angle);
    for (int r = 0; r < 3; r++) {
        turn.t[r] = (r == 1 ? at : 0) - turn.m[r][1] * at;
    }
    return gait_affine_multiply(parent, &turn);
}

static void joints_fill_key(joints_subject *subject, uint32_t key) {
    gait_affine delta = gait_affine_identity();
    for (uint32_t b = 0; b < subject->bone_count; b++) {
        float *out = subject->keys + ((size_t)key * subject->bone_count + b) * JOINTS_NUMBERS;
        delta = joints_delta(&delta, b, key);
        for (int c = 0; c < 3; c++) {
            for (int r = 0; r < 3; r++) {
                out[c * 3 + r] = (float)delta.m[r][c];
            }
            out[9 + c] = (float)delta.t[c];
        }
    }
}

static gait_channel joints_channel(const joints_subject *subject, const float *first,
                                   gait_element element) {
    return (gait_channel){.data = (const uint8_t *)first,
                          .count = subject->key_count,
                          .stride = subject->bone_count * JOINTS_NUMBERS * (uint32_t)sizeof(float),
                          .element = (uint8_t)element};
}

static void joints_make(joints_subject *subject, uint32_t bone_count, uint32_t key_count) {
    const size_t count = (size_t)bone_count * key_count * JOINTS_NUMBERS;
    gait_bone *bones = bench_allocate(bone_count, sizeof *bones);
    char(*names)[16] = bench_allocate(bone_count, sizeof *names);
    *subject = (joints_subject){.bone_count = bone_count,
                                .key_count = key_count,
                                .keys = bench_allocate(count, sizeof(float)),
                                .copy = bench_allocate(count, sizeof(float)),
                                .times = bench_allocate(key_count, sizeof(float)),
                                .tracks = bench_allocate(bone_count, sizeof(gait_track))};
    for (uint32_t b = 0; b < bone_count; b++) {
        (void)snprintf(names[b], sizeof *names, "part%u", (unsigned)b);
        bones[b] = (gait_bone){.name = names[b], .parent = -1};
        bones[b].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
        const float *first = subject->keys + (size_t)b * JOINTS_NUMBERS;
        subject->tracks[b].rotation = joints_channel(subject, first, GAIT_MAT3_LE);
        subject->tracks[b].translation = joints_channel(subject, first + 9, GAIT_F32_LE);
    }
    for (uint32_t k = 0; k < key_count; k++) {
        joints_fill_key(subject, k);
        subject->times[k] = (float)k;
    }
    if (gaiti_skeleton_new("", bones, bone_count, NULL, &subject->skeleton) != GAIT_OK) {
        bench_fail("there is no skeleton");
    }
    subject->clip = (gait_clip){.name = "",
                                .skeleton = subject->skeleton,
                                .space = GAIT_SPACE_DELTA,
                                .frame_count = key_count,
                                .time = subject->times,
                                .tracks = subject->tracks};
    free(bones);
    free(names);
}

static void joints_free(joints_subject *subject) {
    gait_skeleton_free(subject->skeleton);
    free(subject->keys);
    free(subject->copy);
    free(subject->times);
    free(subject->tracks);
}

static void joints_task_recover(void *user) {
    joints_subject *subject = user;
    const gait_clip *clips[] = {&subject->clip};
    gait_recovered *found;
    if (gait_recover_skeleton("", clips, 1, 0, NULL, &found) != GAIT_OK ||
        found->joint_count != subject->bone_count - 1) {
        bench_fail("a joint was not found");
    }
    gait_recovered_free(found);
}

static void joints_task_copy(void *user) {
    joints_subject *subject = user;
    const size_t count = (size_t)subject->bone_count * subject->key_count * JOINTS_NUMBERS;
    for (size_t i = 0; i < count; i++) {
        subject->copy[i] = subject->keys[i] + 1;
    }
}

/* The goals are 5 ms for 65 bones and 60 keys, and 50 ms for 130 bones and 4000 keys: one more key
 * costs little, since only the most different ones are examined. */
void bench_joints(void) {
    static const struct {
        uint32_t bones, keys;
        bench_row row;
    } sizes[] = {{65,
                  60,
                  {.id = "J1",
                   .what = "recover a skeleton of 65 bones from 60 keys",
                   .reference = "5 ms",
                   .target = 1}},
                 {130,
                  4000,
                  {.id = "J2",
                   .what = "recover a skeleton of 130 bones from 4,000 keys",
                   .reference = "50 ms",
                   .target = 1}},
                 {130,
                  4000,
                  {.id = "J3",
                   .what = "the same",
                   .reference = "a sum with each number of the keys",
                   .target = 20}}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        joints_subject subject;
        bench_row row = sizes[i].row;
        joints_make(&subject, sizes[i].bones, sizes[i].keys);
        row.ratio =
            i == 2 ? bench_ratio(joints_task_recover, joints_task_copy, &subject, JOINTS_ROUNDS)
                   : bench_seconds(joints_task_recover, &subject, JOINTS_ROUNDS) /
                         (i == 0 ? 0.005 : 0.05);
        bench_report(row);
        joints_free(&subject);
    }
}

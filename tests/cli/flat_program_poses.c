/* Fast poses, playback and blends of flat_program. */
#include <math.h>
#include <string.h>

#include "flat_program.h"

/* The matrix of a fast pose as the other poses have it: column by column. */
static void to_columns(const float *rows, float *columns) {
    for (int i = 0; i < 16; i++) {
        columns[i] = i % 4 == 3 ? (i == 15 ? 1 : 0) : rows[i % 4 * 4 + i / 4];
    }
}

static bool are_near(const float *a, const float *b, size_t count) {
    bool is_near = true;
    for (size_t i = 0; i < count; i++) {
        is_near = is_near && fabsf(a[i] - b[i]) < 1e-3F;
    }
    return is_near;
}

void sample_clips(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t bank = open_sample(flat, "stalker.omf"), walk = open_sample(flat, "walk.rtm");
    uint32_t skeletons[2] = {search(flat, bank), search(flat, walk)};
    const uint32_t clips[3] = {gait_flat_clip(flat, bank, 1, skeletons[0]),
                               gait_flat_clip(flat, walk, 0, skeletons[1]), clips[0]};
    uint32_t bones[3] = {gait_flat_bone_count(flat, skeletons[0]),
                         gait_flat_bone_count(flat, skeletons[1]), bones[0]};
    const double times[3] = {0.21, 0.43, 0};
    size_t all = 2 * bones[0] + bones[1];
    CHECK(gait_flat_sample_size(flat, clips, 3, GAIT_FLAT_FAST_MODEL) == all * 12);
    CHECK(gait_flat_sample_size(flat, clips, 3, GAIT_FLAT_FAST_JOINTS) == all * 3);
    CHECK(gait_flat_sample_size(flat, clips, 3, GAIT_FLAT_FAST_PARTS) == all * 10);
    CHECK(gait_flat_sample_size(flat, clips, 1, GAIT_FLAT_FAST_ROWS) == (bones[0] + 7) / 8 * 80);
    float *fast = calloc(all * 12, sizeof *fast), *joints = calloc(all * 3, sizeof *joints);
    float *exact = calloc(all * 16, sizeof *exact), *local = calloc(all * 12, sizeof *local);
    CHECK(fast && joints && exact && local);
    CHECK(gait_flat_sample(flat, clips, times, 3, GAIT_FLAT_FAST_MODEL, 0, fast));
    CHECK(gait_flat_sample(flat, clips, times, 3, GAIT_FLAT_FAST_JOINTS, 0, joints));
    CHECK(gait_flat_sample(flat, clips, times, 3, GAIT_FLAT_FAST_LOCAL, 0, local));
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        CHECK(gait_flat_pose(flat, clips[i], times[i], GAIT_FLAT_MODEL_MATRIX, exact));
        for (uint32_t b = 0; b < bones[i]; b++, at++) {
            float columns[16];
            to_columns(fast + 12 * at, columns);
            CHECK(are_near(columns, exact + (ptrdiff_t)16 * b, 16));
            CHECK(memcmp(columns + 12, joints + 3 * at, 3 * sizeof *joints) == 0);
        }
        CHECK(gait_flat_pose(flat, clips[i], times[i], GAIT_FLAT_LOCAL_MATRIX, exact));
        for (uint32_t b = 0; b < bones[i]; b++) {
            float columns[16];
            to_columns(local + 12 * (at - bones[i] + b), columns);
            CHECK(are_near(columns, exact + (ptrdiff_t)16 * b, 16));
        }
    }
    float *parts = fast, *rows = local;
    CHECK(gait_flat_pose(flat, clips[0], 0.21, GAIT_FLAT_LOCAL_PARTS, exact));
    CHECK(gait_flat_sample(flat, clips, times, 1, GAIT_FLAT_FAST_PARTS, 0, parts));
    CHECK(gait_flat_sample(flat, clips, times, 1, GAIT_FLAT_FAST_ROWS, 0, rows));
    size_t row = (bones[0] + 7) / 8 * 8;
    for (size_t i = 0; i < 10 * (size_t)bones[0]; i++) {
        CHECK(fabsf(parts[i] - exact[i]) < 1e-3F || fabsf(parts[i] + exact[i]) < 1e-3F);
        CHECK(parts[i] == rows[i % 10 * row + i / 10]);
    }
    CHECK(gait_flat_sample(flat, clips, times, 1, GAIT_FLAT_FAST_MODEL_PARTS, 0, parts));
    for (uint32_t b = 0; b < bones[0]; b++) {
        CHECK(are_near(parts + (ptrdiff_t)10 * b, joints + (ptrdiff_t)3 * b, 3));
    }
    CHECK(gait_flat_sample(flat, clips, times, 1, GAIT_FLAT_FAST_SKINNING, 0, fast));
    /* Times outside of a clip. */
    uint32_t frames = gait_flat_frame_count(flat, clips[0]);
    float *keys = calloc(frames, sizeof *keys);
    CHECK(keys && gait_flat_times(flat, clips[0], keys));
    const double end = (double)keys[frames - 1], around[3] = {end + 0.21, end + 9, end * 2 - 0.21};
    const double inside[3] = {0.21, end, 0.21};
    for (uint32_t wrap = 0; wrap < 3; wrap++) {
        const uint32_t order[3] = {1, 0, 2}; /* repeat, clamp, ping-pong */
        CHECK(gait_flat_sample(flat, clips, &around[wrap], 1, GAIT_FLAT_FAST_JOINTS, order[wrap],
                               exact));
        CHECK(gait_flat_sample(flat, clips, &inside[wrap], 1, GAIT_FLAT_FAST_JOINTS, 0, joints));
        CHECK(are_near(exact, joints, 3 * (size_t)bones[0]));
    }
    /* Wrong arguments. */
    CHECK(gait_flat_sample(flat, NULL, NULL, 0, GAIT_FLAT_FAST_ROWS, 0, NULL));
    CHECK(!gait_flat_sample(flat, clips, times, 1, 7, 0, exact));
    CHECK(!gait_flat_sample(flat, clips, times, 1, 0, 3, exact));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_sample(flat, NULL, times, 1, 0, 0, exact));
    CHECK(!gait_flat_sample(flat, clips, NULL, 1, 0, 0, exact));
    CHECK(!gait_flat_sample(flat, clips, times, 1, 0, 0, NULL));
    CHECK(!gait_flat_sample(flat, skeletons, times, 1, 0, 0, exact));
    CHECK(!gait_flat_sample(flat, clips, &(const double){NAN}, 1, 0, 0, exact));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_sample_size(flat, clips, 1, 7) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_sample_size(flat, NULL, 1, 0) == 0 && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_sample_size(flat, skeletons, 1, 0) == 0 && gait_flat_status(flat) != 0);
    CHECK(gait_flat_sample_size(flat, NULL, 0, 0) == 0 && gait_flat_status(flat) == 0);
    free(keys);
    free(fast);
    free(joints);
    free(exact);
    free(local);
    gait_flat_delete(flat);
}

void play_and_blend_clips(void) {
    gait_flat *flat = gait_flat_new(0);
    uint32_t walk = open_sample(flat, "walk.rtm"), bank = open_sample(flat, "stalker.omf");
    uint32_t skeleton = search(flat, walk), bones = gait_flat_bone_count(flat, skeleton);
    uint32_t clip = gait_flat_clip(flat, walk, 0, skeleton);
    double state[8], moments[6] = {0, 1, 0.5, 0, 0, 0};
    CHECK(!gait_flat_play(flat, clip, 1, 0, 0, state) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(gait_flat_play(flat, clip, 2.5, 1, 1, state));
    CHECK(state[3] == 2 && state[4] == 0 && fabs(state[6] - 3.75) < 1e-9 && state[7] == 0);
    CHECK(state[0] + 1 == state[1] && state[2] >= 0 && state[2] < 1);
    CHECK(gait_flat_play(flat, clip, 2.5, 1, 2, state) && state[3] == 0 && state[7] == 1);
    CHECK(state[0] + 1 == gait_flat_frame_count(flat, clip) && state[6] == 1.5);
    CHECK(!gait_flat_play(flat, clip, (double)NAN, 1, 0, state));
    CHECK(!gait_flat_play(flat, clip, 1, -1, 0, state) &&
          !gait_flat_play(flat, clip, 1, 1, 3, state));
    CHECK(!gait_flat_play(flat, clip, 1, 1, 0, NULL) &&
          !gait_flat_play(flat, walk, 1, 1, 0, state));
    size_t size = (size_t)bones * 10;
    float *a = calloc(size * 2, sizeof *a), *b = calloc(size, sizeof *b), *out = a + size;
    float *mask = calloc(bones, sizeof *mask);
    CHECK(a && b && mask);
    const uint32_t twice[2] = {clip, clip};
    CHECK(gait_flat_sample_played(flat, twice, moments, 2, GAIT_FLAT_FAST_PARTS, a));
    memcpy(b, a + size, size * sizeof *b);
    CHECK(gait_flat_blend(flat, a, b, bones, 0, NULL, out));
    CHECK(memcmp(out, a, size * sizeof *out) == 0);
    CHECK(gait_flat_blend(flat, a, b, bones, 1, NULL, out));
    CHECK(memcmp(out, b, size * sizeof *out) == 0);
    CHECK(gait_flat_blend(flat, a, b, bones, 1, mask, out)); /* all factors are 0 */
    CHECK(memcmp(out, a, size * sizeof *out) == 0);
    CHECK(gait_flat_blend(flat, a, b, bones, 0.5F, NULL, out));
    CHECK(memcmp(out, a, size * sizeof *out) != 0 && memcmp(out, b, size * sizeof *out) != 0);
    CHECK(gait_flat_blend_add(flat, b, a, b, bones, 1, NULL, out) && are_near(out, a, 3));
    CHECK(gait_flat_mask(flat, clip, -1, mask)); /* no X-Ray playback: all bones */
    CHECK(mask[0] == 1 && mask[bones - 1] == 1);
    CHECK(!gait_flat_mask(flat, clip, 0, mask) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_mask(flat, clip, -1, NULL) && !gait_flat_mask(flat, walk, -1, mask));
    uint32_t stalker = search(flat, bank), stand = gait_flat_clip(flat, bank, 0, stalker);
    float *part = calloc(gait_flat_bone_count(flat, stalker), sizeof *part);
    CHECK(part && gait_flat_mask(flat, stand, 0, part));
    CHECK(!gait_flat_mask(flat, stand, 99, part) && has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_blend(flat, a, b, bones, NAN, NULL, out));
    CHECK(!gait_flat_blend(flat, NULL, b, bones, 0, NULL, out));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    CHECK(!gait_flat_blend_add(flat, a, b, NULL, bones, 0, NULL, out));
    CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    const double wrong[][3] = {
        {0, 1, (double)NAN}, {0, 1e6, 0}, {-1, 0, 0}, {0.5, 1, 0}, {1e30, 1, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        CHECK(!gait_flat_sample_played(flat, twice, wrong[i], 1, 0, out));
        CHECK(has_failed(flat, GAIT_BAD_ARGUMENT));
    }
    CHECK(!gait_flat_sample_played(flat, twice, NULL, 1, 0, out));
    CHECK(!gait_flat_sample_played(flat, twice, moments, 1, 7, out));
    free(part);
    free(mask);
    free(a);
    free(b);
    gait_flat_delete(flat);
}

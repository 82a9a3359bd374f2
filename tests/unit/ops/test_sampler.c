/* The memory of samplers, and the moments of times. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "gait/transform.h"
#include "sampler_clips.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

enum { MAX_KEYS = 64 };

/* A clip without bones with these times. */
typedef struct times {
    gait_skeleton skeleton;
    gait_clip clip;
    made_sampler made;
} times;

static void times_open(times *self, const float *time, uint32_t count) {
    *self = (times){.skeleton = {.name = "s"}};
    self->clip =
        (gait_clip){.name = "c", .skeleton = &self->skeleton, .frame_count = count, .time = time};
    self->made = sampler_make(&self->clip, GAIT_AXES_ENGINE, 0);
}

static gait_moment moment_at(const times *self, double time, gait_wrap wrap) {
    gait_moment moment;
    uint32_t count = self->clip.frame_count;
    memset(&moment, 0xA5, sizeof moment);
    assert_int_equal(gait_sampler_moment(self->made.sampler, time, wrap, &moment), GAIT_OK);
    assert_true(moment.key < count && moment.next < count);
    assert_true(moment.fraction >= 0 && moment.fraction <= 1);
    return moment;
}

/* The key and fraction as one number. */
static void assert_place(const times *self, double time, gait_wrap wrap, double place) {
    gait_moment moment = moment_at(self, time, wrap);
    assert_true(moment.next == moment.key + 1 || moment.fraction == 0);
    double found = moment.key + moment.fraction;
    if (fabs(found - place) > 1e-5) {
        fail_msg("time %g with wrap %d is at %g, not %g", time, (int)wrap, found, place);
    }
}

/* --- moments ---------------------------------------------------------------------------------- */

TEST(times_outside_are_wrapped) {
    const float keys[] = {10, 10.5f, 11, 12}; /* length 2 */
    times self;
    times_open(&self, keys, 4);
    assert_true(self.made.info.first == 10 && self.made.info.last == 12);
    static const struct {
        double time, place[3];
    } rows[] = {
        {10, {0, 0, 0}},
        {10.25, {0.5, 0.5, 0.5}},
        {11.5, {2.5, 2.5, 2.5}},
        {12, {3, 3, 3}}, /* the last key belongs to the clip */
        {12.25, {3, 0.5, 2.75}},
        {13.75, {3, 2.75, 0.5}},
        {14, {3, 0, 0}},
        {14.25, {3, 0.5, 0.5}},
        {16, {3, 0, 3}},
        {9.75, {0, 2.75, 0.5}},
        {9, {0, 2, 2}},
        {8, {0, 0, 3}},
        {7.75, {0, 2.75, 2.75}},
        {6, {0, 0, 0}},
        {-5e5 + 10.25, {0, 0.5, 0.5}},
        {1e9 + 10.25, {3, 0.5, 0.5}},
        {1e9 + 12.25, {3, 0.5, 2.75}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int wrap = 0; wrap < 3; wrap++) {
            assert_place(&self, rows[i].time, (gait_wrap)wrap, rows[i].place[wrap]);
        }
    }
    sampler_free(&self.made);
}

TEST(huge_times_have_a_moment) {
    static const double huge[] = {DBL_MAX, 1e300,  1e17,    4.6e15, 9007199254740993.0,
                                  1e18,    0x1p63, DBL_MIN, 5e-324};
    static const float all[][3] = {
        {0, 0.5f, 1}, {-FLT_MAX, 0, FLT_MAX}, {0, 1e-45f, 3e-45f}, {FLT_MAX, FLT_MAX, FLT_MAX},
        {0, 0, 0},    {-1e30f, 1, 2},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        times self;
        times_open(&self, all[k], 3);
        for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
            for (int wrap = 0; wrap < 3; wrap++) {
                moment_at(&self, huge[i], (gait_wrap)wrap);
                moment_at(&self, -huge[i], (gait_wrap)wrap);
            }
        }
        sampler_free(&self.made);
    }
}

/* The key is the last one that is not after the time, but never the last of all. */
TEST(moments_are_those_of_a_search) {
    uint64_t seed = 3;
    float keys[MAX_KEYS];
    for (int round = 0; round < 200; round++) {
        uint32_t count = 2 + (uint32_t)(fabs(test_random(&seed)) * (MAX_KEYS - 2));
        float time = (float)(10 * test_random(&seed));
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = time;
            double step = round % 3 == 0 ? 1 : fabs(test_random(&seed));
            step = step < 0.1 ? 0 : step * step * step;
            time += (float)step;
        }
        keys[count - 1] = time + 1;
        times self;
        times_open(&self, keys, count);
        for (int i = 0; i < 100; i++) {
            double at = (double)keys[0] + ((double)time + 1 - (double)keys[0]) *
                                              (1.1 * fabs(test_random(&seed)) - 0.05);
            at = i % 3 == 0 ? (double)keys[(uint32_t)i % count] : at;
            uint32_t key = 0;
            while (key + 2 < count && (double)keys[key + 1] <= at) {
                key++;
            }
            double span = (double)keys[key + 1] - (double)keys[key];
            double fraction = span > 0 ? (at - (double)keys[key]) / span : 0;
            fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
            gait_moment moment = moment_at(&self, at, GAIT_WRAP_CLAMP);
            assert_int_equal(moment.key, key);
            assert_int_equal(moment.next, key + 1);
            assert_true(moment.fraction == fraction);
        }
        sampler_free(&self.made);
    }
}

TEST(times_that_do_not_ascend_have_moments) {
    static const float hostile[] = {0, 1, -1, NAN, INFINITY, -INFINITY, 2, 0.5f};
    uint64_t seed = 8;
    float keys[6];
    for (int round = 0; round < 3000; round++) {
        uint32_t count = 1 + (uint32_t)round % 6;
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = hostile[(uint32_t)(fabs(test_random(&seed)) * 8)];
        }
        times self;
        times_open(&self, keys, count);
        for (int i = 0; i < 30; i++) {
            double time =
                i < 8 && isfinite(hostile[i]) ? (double)hostile[i] : 4 * test_random(&seed);
            moment_at(&self, time, (gait_wrap)(i % 3));
        }
        sampler_free(&self.made);
    }
}

TEST(clip_of_one_key_has_one_moment) {
    const float key = 5;
    times self;
    times_open(&self, &key, 1);
    for (int wrap = 0; wrap < 3; wrap++) {
        for (double time = -10; time <= 10; time += 2.5) {
            gait_moment moment = moment_at(&self, time, (gait_wrap)wrap);
            assert_true(moment.key == 0 && moment.next == 0 && moment.fraction == 0);
        }
    }
    sampler_free(&self.made);
}

/* --- memory ----------------------------------------------------------------------------------- */

TEST(samplers_without_bones_have_empty_poses) {
    const float keys[] = {0, 1};
    times self;
    times_open(&self, keys, 2);
    gait_moment moment = moment_at(&self, 0.5, GAIT_WRAP_CLAMP);
    assert_true(self.made.info.row_size == 0 && self.made.info.bone_count == 0);
    assert_int_equal(gait_sampler_rows(self.made.sampler, &moment, NULL, 0), GAIT_OK);
    assert_int_equal(
        gait_sampler_matrices(self.made.sampler, &moment, GAIT_SAMPLER_SKINNING, NULL, 0), GAIT_OK);
    assert_int_equal(
        gait_sampler_transforms(self.made.sampler, &moment, GAIT_SAMPLER_MODEL, NULL, 0), GAIT_OK);
    sampler_free(&self.made);
}

/* Rest poses and constants that are not finite need no room in frames, which measuring did not
 * count. sampler_make() compares the bytes after the block. */
TEST(constants_that_are_not_finite_stay_in_the_block) {
    static const float hostile[3] = {NAN, INFINITY, -INFINITY};
    const float time[2] = {0, 1};
    gait_bone bones[2] = {{.name = "a", .parent = -1}, {.name = "b", .parent = 0}};
    for (int i = 0; i < 3; i++) {
        double bad = (double)hostile[i];
        bones[0].rest = (gait_transform){.t = {0, bad, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, bad}};
        bones[1].rest = (gait_transform){.t = {1, 2, 3}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}};
        gait_skeleton *skeleton;
        gait_status status = gaiti_skeleton_new("s", bones, 2, NULL, &skeleton);
        assert_int_equal(status, GAIT_OK);
        const gait_track tracks[2] = {
            {.translation = {.count = 0}},
            {.translation = {
                 .data = (const uint8_t *)hostile, .count = 1, .stride = 12, .element = GAIT_F32}}};
        gait_clip clip = {
            .name = "c", .skeleton = skeleton, .frame_count = 2, .time = time, .tracks = tracks};
        made_sampler made = sampler_make(&clip, GAIT_AXES_ENGINE, 0);
        const gait_moment moment = {.next = 1, .fraction = 0.5f};
        gait_trs pose[2];
        assert_int_equal(
            gait_sampler_transforms(made.sampler, &moment, GAIT_SAMPLER_LOCAL, pose, 2), GAIT_OK);
        assert_true(!isfinite(pose[0].t[1]) && !isfinite(pose[0].s[2]));
        assert_true(isnan(pose[1].t[0]) && pose[1].s[0] == 1);
        sampler_free(&made);
        gait_skeleton_free(skeleton);
    }
}

static uint64_t hash_bytes(const uint8_t *bytes, size_t size) {
    uint64_t hash = 1;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

TEST(poses_do_not_change_the_sampler) {
    uint64_t seed = 77;
    static float rows[80 * GAIT_SAMPLER_ROWS], matrices[80 * 12];
    static gait_trs transforms[80];
    for (int i = 0; i < 2 * SAMPLED_KINDS; i++) {
        sampled_way way = sampled_way_random(&seed, (sampled_kind)(i % SAMPLED_KINDS));
        sampled_clip clip = sampled_clip_make(&seed, &way);
        made_sampler made = sampler_make(&clip.clip, GAIT_AXES_ENGINE, 0);
        const uint8_t *block = (const uint8_t *)made.sampler;
        uint64_t before = hash_bytes(block, made.info.used);
        for (int k = 0; k < 10; k++) {
            gait_moment moment;
            double time = 20 * test_random(&seed);
            gait_sampler_moment(made.sampler, time, GAIT_WRAP_REPEAT, &moment);
            assert_int_equal(gait_sampler_rows(made.sampler, &moment, rows, 800), GAIT_OK);
            assert_int_equal(
                gait_sampler_matrices(made.sampler, &moment, GAIT_SAMPLER_SKINNING, matrices, 960),
                GAIT_OK);
            assert_int_equal(
                gait_sampler_transforms(made.sampler, &moment, GAIT_SAMPLER_MODEL, transforms, 80),
                GAIT_OK);
        }
        assert_true(hash_bytes(block, made.info.used) == before);
        sampler_free(&made);
        sampled_clip_free(&clip);
    }
}

TEST(facts_are_those_of_the_clip) {
    uint64_t seed = 31;
    for (int kind = 0; kind < SAMPLED_KINDS; kind++) {
        const sampled_way way = {.kind = (sampled_kind)kind, .bone_count = 30, .frame_count = 20};
        sampled_clip clip = sampled_clip_make(&seed, &way);
        made_sampler made = sampler_make(&clip.clip, GAIT_AXES_GLTF, 0);
        gait_sampler_memory memory;
        assert_int_equal(gait_sampler_measure(&clip.clip, &memory), GAIT_OK);
        assert_true(made.info.bone_count == 30 && made.info.row_size == 32);
        assert_true(made.info.frame_count == 20 && made.info.first == 0);
        assert_true(made.info.last == (double)clip.time[19]);
        assert_int_equal(made.info.is_scaled, kind == SAMPLED_SCALED);
        bool is_local = kind == SAMPLED_OMF || kind == SAMPLED_QUATERNIONS;
        assert_int_equal(memory.work_size == 0, is_local);
        sampler_free(&made);
        sampled_clip_free(&clip);
    }
}

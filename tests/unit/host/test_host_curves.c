/* Tests gait_host_curves(): the values and times of gait_host_keys(), and whole frames. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/transform.h"
#include "host_curves.h"
#include "host_rig.h"
#include "test.h"
#include "model/clip.h"

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* --- values and frames ------------------------------------------------------------------------ */

/* Compares the curves of a channel with its keys: a time and `width` values each. */
static void compare_channel(const host_curve *curves, const uint8_t *keys, uint32_t count,
                            uint32_t width, const gait_host_timeline *timeline) {
    for (uint32_t i = 0; i < width; i++) {
        assert_int_equal(curves[i].count, count);
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *key = keys + (size_t)k * (width + 1) * 4;
            double frame = timeline->first_frame + (double)host_rig_float(key, 0) * timeline->fps;
            double error = 1e-4 + 2.5e-7 * fabs(frame - timeline->first_frame);
            bool is_whole = fabs(frame - round(frame)) <= error;
            assert_true(host_curve_frame(&curves[i], k) ==
                        (float)(is_whole ? round(frame) : frame));
            assert_true(host_curve_value(&curves[i], k) == host_rig_float(key, 1 + i));
        }
    }
}

static void compare_clip(const host_rig *rig, const gait_clip *clip,
                         const gait_host_timeline *timeline) {
    uint32_t bones = clip->skeleton->bone_count;
    gait_buffer keys = {0}, block = {0};
    host_rig_bone *split = calloc(bones, sizeof *split);
    host_curve *curves = calloc((size_t)bones * HOST_CURVES_PER_BONE, sizeof *curves);
    assert_true(split && curves);
    assert_int_equal(gait_host_keys(&rig->host, clip, 0, NULL, &keys), GAIT_OK);
    assert_int_equal(gait_host_curves(&rig->host, clip, timeline, 0, NULL, &block), GAIT_OK);
    host_rig_split(span_of(&keys), bones, split);
    host_curves_split(span_of(&block), bones, curves);
    for (uint32_t b = 0; b < bones; b++) {
        const host_curve *of_bone = curves + (size_t)b * HOST_CURVES_PER_BONE;
        compare_channel(of_bone, split[b].rotations, split[b].rotation_count, 4, timeline);
        compare_channel(of_bone + 4, split[b].translations, split[b].translation_count, 3,
                        timeline);
    }
    gait_buffer_free(&keys);
    gait_buffer_free(&block);
    free(split);
    free(curves);
}

TEST(curves_have_the_values_and_times_of_keys) {
    uint64_t seed = 1;
    for (int s = 0; s < HOST_SAMPLES; s++) {
        host_file file = host_open(host_samples[s]);
        for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
            host_rig rig = host_rig_new(file.skeleton, (host_rig_kind)kind, &seed);
            rig.host.axes = kind ? rig.axes : NULL;
            for (uint32_t c = 0; c < gait_file_clip_count(file.file.file); c++) {
                gait_clip *clip;
                assert_int_equal(gait_file_clip(file.file.file, c, file.skeleton, NULL, &clip),
                                 GAIT_OK);
                compare_clip(&rig, clip, &host_timelines[(s + kind) % HOST_TIMELINES]);
                gait_clip_free(clip);
            }
            host_rig_free(&rig);
        }
        host_close(&file);
    }
}

/* --- a small clip ----------------------------------------------------------------------------- */

enum { FRAMES = 4 };

/* A bone that rotates, at times of which one is not on a frame of 1/30 s. */
typedef struct small_clip {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track track;
    float times[FRAMES], rotations[FRAMES * 4];
    host_rig rig;
} small_clip;

static void make_small(small_clip *self) {
    const gait_bone bone = {.name = "a",
                            .parent = -1,
                            .rest = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                            .parent_origin = GAIT_ORIGIN_FILE,
                            .rest_origin = GAIT_ORIGIN_FILE};
    uint64_t seed = 1;
    *self = (small_clip){
        .times = {0, 1.0F / 30, 0.055F, 1},
        .rotations = {0, 0, 0, 1, 0.6F, 0, 0, 0.8F, 0.8F, 0, 0, 0.6F, 1, 0, 0, 0},
    };
    assert_int_equal(gaiti_skeleton_new("small", &bone, 1, NULL, &self->skeleton), GAIT_OK);
    self->track.rotation =
        (gait_channel){.data = (const uint8_t *)self->rotations, .count = FRAMES, .stride = 16};
    self->clip = (gait_clip){.name = "small",
                             .skeleton = self->skeleton,
                             .axes = GAIT_AXES_GLTF,
                             .frame_count = FRAMES,
                             .time = self->times,
                             .tracks = &self->track};
    self->rig = host_rig_new(self->skeleton, HOST_RIG_OWN, &seed);
}

static void free_small(small_clip *self) {
    host_rig_free(&self->rig);
    gait_skeleton_free(self->skeleton);
}

static void expect_frames(const small_clip *small, gait_host_timeline timeline,
                          const float expected[FRAMES]) {
    gait_buffer block = {0};
    host_curve curves[HOST_CURVES_PER_BONE];
    assert_int_equal(gait_host_curves(&small->rig.host, &small->clip, &timeline, 0, NULL, &block),
                     GAIT_OK);
    host_curves_split(span_of(&block), 1, curves);
    for (int i = 0; i < HOST_CURVES_PER_BONE; i++) {
        assert_int_equal(curves[i].count, i < 4 ? FRAMES : 0);
        for (uint32_t k = 0; k < curves[i].count; k++) {
            float frame = host_curve_frame(&curves[i], k);
            bool is_whole = expected[k] == roundf(expected[k]);
            assert_true(fabsf(frame - expected[k]) <= (is_whole ? 0 : 4e-6F));
        }
    }
    gait_buffer_free(&block);
}

TEST(frames_near_whole_ones_are_whole) {
    small_clip small;
    make_small(&small);
    expect_frames(&small, (gait_host_timeline){30, 0}, (float[]){0, 1, 1.65F, 30});
    expect_frames(&small, (gait_host_timeline){30, 1}, (float[]){1, 2, 2.65F, 31});
    expect_frames(&small, (gait_host_timeline){60, -9}, (float[]){-9, -7, -5.7F, 51});
    expect_frames(&small, (gait_host_timeline){24, 0.5}, (float[]){0.5F, 1.3F, 1.82F, 24.5F});
    expect_frames(&small, (gait_host_timeline){1000, 0}, (float[]){0, 33.333333F, 55, 1000});
    free_small(&small);
}

/* A block is appended; a clip without frames has no keys. */
TEST(clips_without_frames_have_no_keys) {
    small_clip small;
    make_small(&small);
    gait_buffer block = {0};
    host_curve curves[HOST_CURVES_PER_BONE];
    small.clip.frame_count = 0;
    small.track = (gait_track){0};
    assert_int_equal(gait_buffer_append(&block, "text", 4), GAIT_OK);
    assert_int_equal(
        gait_host_curves(&small.rig.host, &small.clip, &host_timelines[0], 0, NULL, &block),
        GAIT_OK);
    assert_memory_equal(block.data, "text", 4);
    host_curves_split((gait_span){block.data + 4, block.size - 4}, 1, curves);
    for (int i = 0; i < HOST_CURVES_PER_BONE; i++) {
        assert_int_equal(curves[i].count, 0);
    }
    gait_buffer_free(&block);
    free_small(&small);
}

TEST(constants_have_one_key) {
    small_clip small;
    make_small(&small);
    gait_buffer block = {0};
    host_curve curves[HOST_CURVES_PER_BONE];
    for (int k = 0; k < FRAMES; k++) {
        memcpy(small.rotations + k * 4, (float[]){0.6F, 0, 0, 0.8F}, 16);
    }
    assert_int_equal(
        gait_host_curves(&small.rig.host, &small.clip, &host_timelines[1], 0, NULL, &block),
        GAIT_OK);
    host_curves_split(span_of(&block), 1, curves);
    for (int i = 0; i < HOST_CURVES_PER_BONE; i++) {
        assert_int_equal(curves[i].count, i < 4 ? 1 : 0);
    }
    assert_true(host_curve_frame(&curves[0], 0) == 1);
    assert_true(fabsf(host_curve_value(&curves[0], 0) - 0.8F) < 1e-6F);
    assert_true(fabsf(host_curve_value(&curves[1], 0) - 0.6F) < 1e-6F);
    gait_buffer_free(&block);
    free_small(&small);
}

/* --- refusals and memory ---------------------------------------------------------------------- */

TEST(other_units_are_refused) {
    host_file file = host_open(host_samples[0]);
    uint64_t seed = 1;
    host_rig rig = host_rig_new(file.skeleton, HOST_RIG_OWN, &seed);
    gait_clip *clip;
    gait_buffer block = {0};
    assert_int_equal(gait_file_clip(file.file.file, 0, file.skeleton, NULL, &clip), GAIT_OK);
    for (size_t b = 0; b < file.skeleton->bone_count; b++) {
        for (size_t i = 12; i < 15; i++) {
            rig.rests[b * 16 + i] *= 100;
        }
    }
    assert_int_equal(gait_host_curves(&rig.host, clip, &host_timelines[0], 0, NULL, &block),
                     GAIT_UNSUPPORTED);
    assert_int_equal(block.size, 0);
    gait_clip_free(clip);
    host_rig_free(&rig);
    host_close(&file);
}

static gait_status make_block(const gait_options *options, void *user) {
    const small_clip *self = user;
    gait_buffer block = {.allocator = options->allocator};
    gait_status status =
        gait_host_curves(&self->rig.host, &self->clip, &host_timelines[0], 0, options, &block);
    gait_buffer_free(&block);
    return status;
}

TEST(memory_may_run_out) {
    small_clip small;
    make_small(&small);
    assert_in_range(test_every_failing_allocation(make_block, &small), 3, 50);
    free_small(&small);
}

/* Tests gait_host_edited_add_curves(): there and back, curves with frames of their own, and invalid
 * blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/transform.h"
#include "host_curves.h"
#include "host_rig.h"
#include "test.h"
#include "model/clip.h"
#include "roundtrip/compare/compare_steps.h"

enum { EDITED_FRAME = 2 };

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

/* --- there and back --------------------------------------------------------------------------- */

/* All clips of a file as curves, and the result of their round trip. */
typedef struct curve_trip {
    host_file file;
    host_rig rig;
    gaiti_base_file *base; /* for names and key times */
    gait_host_timeline timeline;
    gait_buffer *blocks; /* one per clip */
    gait_roundtrip_report *report;
    gait_edited_file *edited;
    gait_buffer out;
    gait_status status;
} curve_trip;

static gait_host host_of(const curve_trip *self) {
    return (gait_host){self->file.skeleton, self->rig.rests, self->rig.axes};
}

static curve_trip trip_open(const char *path, host_rig_kind kind, gait_host_timeline timeline) {
    uint64_t seed = 7;
    curve_trip self = {.file = host_open(path), .timeline = timeline};
    self.rig = host_rig_new(self.file.skeleton, kind, &seed);
    assert_int_equal(gaiti_base_file_new(self.file.file.file, self.file.skeleton, NULL, &self.base),
                     GAIT_OK);
    self.blocks = calloc(self.base->clip_count, sizeof *self.blocks);
    assert_non_null(self.blocks);
    gait_host host = host_of(&self);
    for (uint32_t c = 0; c < self.base->clip_count; c++) {
        assert_int_equal(
            gait_host_curves(&host, self.base->file_clips[c], &timeline, 0, NULL, &self.blocks[c]),
            GAIT_OK);
    }
    return self;
}

static gait_host_curve_clip trip_clip(const curve_trip *self, uint32_t clip) {
    return (gait_host_curve_clip){.name = self->base->clip_names[clip],
                                  .block = span_of(&self->blocks[clip]),
                                  .timeline = self->timeline};
}

static void trip_run(curve_trip *self) {
    gait_host host = host_of(self);
    assert_int_equal(gait_host_edited_new(&host, NULL, 0, NULL, &self->edited), GAIT_OK);
    for (uint32_t c = 0; c < self->base->clip_count; c++) {
        gait_host_curve_clip clip = trip_clip(self, c);
        assert_int_equal(gait_host_edited_add_curves(self->edited, &clip), GAIT_OK);
    }
    const gait_roundtrip_options options = {.refused = &self->report};
    self->status = gait_roundtrip_edited(self->file.file.file, self->edited, self->file.skeleton,
                                         &options, &self->report, &self->out);
}

static void trip_close(curve_trip *self) {
    gait_roundtrip_report_free(self->report);
    gait_edited_file_free(self->edited);
    gait_buffer_free(&self->out);
    for (uint32_t c = 0; c < self->base->clip_count; c++) {
        gait_buffer_free(&self->blocks[c]);
    }
    free(self->blocks);
    gaiti_base_file_free(self->base);
    host_rig_free(&self->rig);
    host_close(&self->file);
}

static uint32_t changed_clips(const curve_trip *self) {
    return gait_roundtrip_report_summary(self->report).outcomes[GAIT_ROUNDTRIP_CHANGED];
}

static void assert_same_bytes(const curve_trip *self) {
    gait_span bytes = self->file.file.bytes;
    assert_int_equal(self->status, GAIT_OK);
    assert_int_equal(changed_clips(self), 0);
    assert_int_equal(self->out.size, bytes.size);
    assert_memory_equal(self->out.data, bytes.data, bytes.size);
}

TEST(unedited_curves_give_the_same_bytes) {
    const gait_host_timeline others[] = {{23.976, 0}, {29.97, 1001}, {1000, -5}};
    for (int s = 0; s < HOST_SAMPLES; s++) {
        for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
            for (int t = 0; t < HOST_TIMELINES + 3; t++) {
                gait_host_timeline timeline =
                    t < HOST_TIMELINES ? host_timelines[t] : others[t - HOST_TIMELINES];
                curve_trip trip = trip_open(host_samples[s], (host_rig_kind)kind, timeline);
                trip_run(&trip);
                assert_same_bytes(&trip);
                trip_close(&trip);
            }
        }
    }
}

/* A copy of a block without one key of one curve. */
static gait_buffer without_key(gait_span block, uint32_t bones, uint32_t curve, uint32_t removed) {
    gait_buffer out = {0};
    host_curve *curves = calloc((size_t)bones * HOST_CURVES_PER_BONE, sizeof *curves);
    assert_non_null(curves);
    host_curves_split(block, bones, curves);
    for (uint32_t c = 0; c < bones * HOST_CURVES_PER_BONE; c++) {
        float *pairs = calloc((size_t)curves[c].count + 1, 2 * sizeof *pairs);
        uint32_t count = 0;
        assert_non_null(pairs);
        for (uint32_t k = 0; k < curves[c].count; k++) {
            if (c != curve || k != removed) {
                pairs[2 * count] = host_curve_frame(&curves[c], k);
                pairs[2 * count++ + 1] = host_curve_value(&curves[c], k);
            }
        }
        host_curve_append(&out, pairs, count);
        free(pairs);
    }
    free(curves);
    return out;
}

/* The distance of a key from the line between its neighbours. */
static float bend_of(const host_curve *curve, uint32_t key) {
    float before = host_curve_value(curve, key - 1), after = host_curve_value(curve, key + 1);
    return fabsf((before + after) / 2 - host_curve_value(curve, key));
}

/* The component of a rotation that bends most at the edited frame. */
static uint32_t bent_curve(gait_span block, uint32_t bones) {
    host_curve *curves = calloc((size_t)bones * HOST_CURVES_PER_BONE, sizeof *curves);
    uint32_t bent = 0;
    float most = 0;
    assert_non_null(curves);
    host_curves_split(block, bones, curves);
    for (uint32_t c = 0; c < bones * HOST_CURVES_PER_BONE; c++) {
        bool is_rotation = c % HOST_CURVES_PER_BONE < 4 && curves[c].count > EDITED_FRAME + 1;
        float bend = is_rotation ? bend_of(&curves[c], EDITED_FRAME) : 0;
        bent = bend > most ? c : bent;
        most = bend > most ? bend : most;
    }
    assert_true(most > 2e-4F);
    free(curves);
    return bent;
}

/* Removes one key of one curve: the value there becomes that of the line between its neighbours. */
TEST(edits_of_one_curve_are_found_and_nothing_else) {
    for (int t = 0; t < HOST_TIMELINES; t++) {
        curve_trip trip = trip_open(host_samples[0], HOST_RIG_BLENDER, host_timelines[t]);
        uint32_t bones = trip.file.skeleton->bone_count, clip = trip.base->clip_count - 1;
        uint32_t curve = bent_curve(span_of(&trip.blocks[clip]), bones);
        gait_buffer changed = without_key(span_of(&trip.blocks[clip]), bones, curve, EDITED_FRAME);
        gait_buffer_free(&trip.blocks[clip]);
        trip.blocks[clip] = changed;
        trip_run(&trip);
        gait_clip_diff diff = gait_roundtrip_report_clip(trip.report, clip).diff;
        assert_int_equal(trip.status, GAIT_OK);
        assert_int_equal(changed_clips(&trip), 1);
        assert_int_equal(diff.channel_count, 1);
        assert_int_equal(diff.key_count, 1);
        assert_int_equal(diff.rotation.bone, curve / HOST_CURVES_PER_BONE);
        assert_int_equal(diff.rotation.frame, EDITED_FRAME);
        trip_close(&trip);
    }
}

/* --- one bone --------------------------------------------------------------------------------- */

/* A skeleton of one bone in the rest pose (0, 1, 0), and an edited file. */
typedef struct one_bone {
    gait_skeleton *skeleton;
    float rest[16];
    gait_host host;
    gait_edited_file *edited;
} one_bone;

static void one_bone_open(one_bone *self) {
    const gait_bone bone = {.name = "bone",
                            .parent = -1,
                            .rest = {.t = {0, 1, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                            .parent_origin = GAIT_ORIGIN_FILE,
                            .rest_origin = GAIT_ORIGIN_FILE};
    *self = (one_bone){.rest = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1}};
    assert_int_equal(gaiti_skeleton_new("one", &bone, 1, NULL, &self->skeleton), GAIT_OK);
    self->host = (gait_host){self->skeleton, self->rest, NULL};
    assert_int_equal(gait_host_edited_new(&self->host, NULL, 0, NULL, &self->edited), GAIT_OK);
}

static void one_bone_close(one_bone *self) {
    gait_edited_file_free(self->edited);
    gait_skeleton_free(self->skeleton);
}

/* Pairs (frame, value) of a curve. */
typedef struct pairs {
    float numbers[8];
    uint32_t count;
} pairs;

static gait_buffer block_of(const pairs curves[HOST_CURVES_PER_BONE]) {
    gait_buffer block = {0};
    for (int i = 0; i < HOST_CURVES_PER_BONE; i++) {
        host_curve_append(&block, curves[i].numbers, curves[i].count);
    }
    return block;
}

/* Adds a clip, and returns its tracks. */
static const gait_edited_animation *add(one_bone *bone, const pairs curves[HOST_CURVES_PER_BONE],
                                        gait_host_curve_clip clip) {
    gait_buffer block = block_of(curves);
    clip.name = "clip";
    clip.block = span_of(&block);
    assert_int_equal(gait_host_edited_add_curves(bone->edited, &clip), GAIT_OK);
    gait_buffer_free(&block);
    return &bone->edited->animations[bone->edited->animation_count - 1];
}

/* Rows of a time and `width` numbers. */
static void expect_curve(const gait_edited_curve *curve, const double *rows, uint32_t count,
                         uint32_t width) {
    assert_int_equal(curve->count, count);
    for (size_t k = 0; k < count; k++) {
        assert_true(fabs(curve->times[k] - rows[k * (width + 1)]) < 1e-7);
        for (size_t i = 0; i < width; i++) {
            assert_true(fabs(curve->values[k * width + i] - rows[k * (width + 1) + 1 + i]) < 1e-6);
        }
    }
}

static const pairs translations[HOST_CURVES_PER_BONE] = {
    [4] = {{10, 0, 20, 10, 40, 30}, 3}, [5] = {{15, 1, 25, 3}, 2}, [6] = {{0}, 0}};

/* Before its first key and after its last one a curve is constant. Without keys it has the value of
 * the rest pose, which is (0, 1, 0). */
TEST(curves_are_joined_at_all_their_frames) {
    one_bone bone;
    one_bone_open(&bone);
    const gait_host_curve_clip linear = {.timeline = {10, 10}},
                               stepped = {.timeline = {10, 10}, .is_stepped = true};
    const double of_linear[] = {0, 0, 2, 0, 0.5, 5, 2, 0, 1, 10, 3, 0, 1.5, 15, 4, 0, 3, 30, 4, 0};
    const double of_stepped[] = {0, 0, 2, 0, 0.5, 0, 2, 0, 1, 10, 2, 0, 1.5, 10, 4, 0, 3, 30, 4, 0};
    const gait_edited_animation *animation = add(&bone, translations, linear);
    expect_curve(&animation->tracks[0].translation, of_linear, 5, 3);
    assert_int_equal(animation->tracks[0].translation.interpolation, GAIT_EDITED_LINEAR);
    assert_int_equal(animation->tracks[0].rotation.count, 0);
    assert_true(animation->range[0] == 0 && fabs(animation->range[1] - 3) < 1e-7);
    assert_string_equal(animation->name, "clip");
    animation = add(&bone, translations, stepped);
    expect_curve(&animation->tracks[0].translation, of_stepped, 5, 3);
    assert_int_equal(animation->tracks[0].translation.interpolation, GAIT_EDITED_STEP);
    one_bone_close(&bone);
}

/* Components are interpolated, and then the rotation is normalised. w is 1 in the rest pose. */
TEST(rotations_are_normalised_after_joining) {
    one_bone bone;
    one_bone_open(&bone);
    const pairs curves[HOST_CURVES_PER_BONE] = {
        [0] = {{0, 2, 10, 0}, 2}, [1] = {{0, 0, 5, 1, 10, 2}, 3}};
    const pairs without_w[HOST_CURVES_PER_BONE] = {[2] = {{0, 0, 10, 1}, 2}};
    const double half = sqrt(0.5);
    const double expected[] = {0, 0, 0, 0, 1, 0.5, half, 0, 0, half, 1, 1, 0, 0, 0};
    const double turned[] = {0, 0, 0, 0, 1, 1, 0, half, 0, half};
    const gait_host_curve_clip clip = {.timeline = {10, 0}};
    expect_curve(&add(&bone, curves, clip)->tracks[0].rotation, expected, 3, 4);
    expect_curve(&add(&bone, without_w, clip)->tracks[0].rotation, turned, 2, 4);
    one_bone_close(&bone);
}

TEST(jumps_of_one_curve_stay) {
    one_bone bone;
    one_bone_open(&bone);
    const pairs curves[HOST_CURVES_PER_BONE] = {
        [4] = {{0, 0, 10, 10, 10, 20, 20, 30}, 4}, [6] = {{5, 1, 15, 3}, 2}};
    const double expected[] = {0, 0,  1, 1, 0.5, 5,  1, 1, 1, 10, 1, 2,
                               1, 20, 1, 2, 1.5, 25, 1, 3, 2, 30, 1, 3};
    expect_curve(
        &add(&bone, curves, (gait_host_curve_clip){.timeline = {10, 0}})->tracks[0].translation,
        expected, 6, 3);
    one_bone_close(&bone);
}

/* Keys outside of the clip are replaced by one at its first or last frame. */
TEST(frames_limit_the_clip) {
    one_bone bone;
    one_bone_open(&bone);
    const pairs curves[HOST_CURVES_PER_BONE] = {[4] = {{0, 0, 10, 10, 20, 20, 30, 30}, 4},
                                                [5] = {{0, 0, 10, 0, 20, 0, 30, 0}, 4},
                                                [6] = {{0, 0, 10, 0, 20, 0, 30, 0}, 4}};
    const gait_host_curve_clip part = {.timeline = {10, 5}, .frames = 20};
    const double expected[] = {0, 5, 1, 0, 0.5, 10, 1, 0, 1.5, 20, 1, 0, 2, 25, 1, 0};
    const gait_edited_animation *animation = add(&bone, curves, part);
    expect_curve(&animation->tracks[0].translation, expected, 4, 3);
    assert_true(animation->range[1] == 2);
    const gait_host_curve_clip longer = {.timeline = {10, 0}, .frames = 90};
    assert_true(add(&bone, curves, longer)->range[1] == 9);
    one_bone_close(&bone);
}

/* A host stores frames as floats. */
TEST(times_of_whole_frames_are_those_of_exports) {
    one_bone bone;
    one_bone_open(&bone);
    for (int t = 0; t < HOST_TIMELINES; t++) {
        pairs curves[HOST_CURVES_PER_BONE] = {{{0}, 0}};
        for (int i = 4; i < HOST_CURVES_PER_BONE; i++) {
            curves[i].count = 2;
            for (int k = 0; k < 2; k++) { /* at 10/30 s and 1000/30 s */
                double frame =
                    host_timelines[t].first_frame + (k ? 1000 : 10) * host_timelines[t].fps / 30;
                curves[i].numbers[2 * k] = (float)frame;
            }
        }
        const gait_edited_curve *curve =
            &add(&bone, curves, (gait_host_curve_clip){.timeline = host_timelines[t]})
                 ->tracks[0]
                 .translation;
        assert_true(curve->times[0] == (double)(10 / 30.0F));
        assert_true(curve->times[1] >= 1000 / 30.0 && curve->times[1] < 1000 / 30.0 + 4e-6);
        assert_true((double)(float)curve->times[1] == curve->times[1]);
    }
    one_bone_close(&bone);
}

/* --- invalid blocks --------------------------------------------------------------------------- */

static void refuse(one_bone *bone, gait_span block, gait_status status) {
    const gait_host_curve_clip clip = {.name = "clip", .block = block, .timeline = {30, 0}};
    assert_int_equal(gait_host_edited_add_curves(bone->edited, &clip), status);
    assert_int_equal(bone->edited->animation_count, 0);
}

TEST(invalid_blocks_are_refused) {
    one_bone bone;
    one_bone_open(&bone);
    const pairs valid[HOST_CURVES_PER_BONE] = {
        {{0, 1, 5, 1}, 2},       {{0, 0, 5, 0}, 2}, {{0, 0, 5, 0}, 2}, {{0, 0}, 1},
        {{1, 2, 3, 4, 5, 6}, 3}, {{0}, 0},          {{2, 1, 2, 2}, 2}};
    const float wrong[] = {NAN, INFINITY, -INFINITY, 1e16F};
    gait_buffer block = block_of(valid);
    for (size_t size = 0; size < block.size; size++) { /* ends too early */
        refuse(&bone, (gait_span){block.data, size}, GAIT_TRUNCATED);
    }
    for (int c = 0; c < HOST_CURVES_PER_BONE; c++) {
        for (uint32_t i = 0; i < valid[c].count * 2 * 4; i++) {
            pairs curves[HOST_CURVES_PER_BONE];
            memcpy(curves, valid, sizeof curves);
            curves[c].numbers[i / 4] = wrong[i % 4];
            gait_buffer bad = block_of(curves);
            refuse(&bone, span_of(&bad), GAIT_CORRUPT);
            gait_buffer_free(&bad);
        }
        if (valid[c].count > 1) { /* descends */
            pairs curves[HOST_CURVES_PER_BONE];
            memcpy(curves, valid, sizeof curves);
            curves[c].numbers[0] = curves[c].numbers[2] + 0.5F;
            gait_buffer bad = block_of(curves);
            refuse(&bone, span_of(&bad), GAIT_CORRUPT);
            gait_buffer_free(&bad);
        }
    }
    gait_host_curve_clip clip = {.name = "clip", .block = span_of(&block), .timeline = {30, 0}};
    assert_int_equal(gait_host_edited_add_curves(bone.edited, &clip), GAIT_OK);
    assert_int_equal(bone.edited->animation_count, 1);
    one_bone_close(&bone);
    one_bone_open(&bone);
    assert_int_equal(gait_buffer_append(&block, "", 1), GAIT_OK); /* one byte more */
    refuse(&bone, span_of(&block), GAIT_CORRUPT);
    memset(block.data, 0xFF, 4); /* a huge count */
    refuse(&bone, span_of(&block), GAIT_TRUNCATED);
    gait_buffer_free(&block);
    one_bone_close(&bone);
}

/* --- memory ----------------------------------------------------------------------------------- */

static gait_status add_clips(const gait_options *options, void *user) {
    const curve_trip *self = user;
    gait_host host = host_of(self);
    gait_edited_file *edited;
    gait_status status = gait_host_edited_new(&host, NULL, 0, options, &edited);
    for (uint32_t c = 0; c < self->base->clip_count && status == GAIT_OK; c++) {
        gait_host_curve_clip clip = trip_clip(self, c);
        status = gait_host_edited_add_curves(edited, &clip);
        assert_true(status != GAIT_OK || edited->animation_count == c + 1);
        assert_true(status == GAIT_OK || edited->animation_count == c);
    }
    gait_edited_file_free(edited);
    return status;
}

TEST(memory_may_run_out) {
    curve_trip trip =
        trip_open("skl/ok/moving.skls", HOST_RIG_BLENDER, (gait_host_timeline){30, 0});
    trip_run(&trip);
    assert_in_range(test_every_failing_allocation(add_clips, &trip), 4, 2000);
    trip_close(&trip);
}

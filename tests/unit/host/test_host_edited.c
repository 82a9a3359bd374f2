/* Tests gait_host_edited_new() and gait_roundtrip_edited(): there and back, edits, times, and
 * invalid blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/convert.h"
#include "gait/metadata.h"
#include "gait/transform.h"
#include "host_blocks.h"
#include "host_rig.h"
#include "test.h"
#include "formats/file_state.h"
#include "metadata/metadata_state.h"
#include "model/clip.h"
#include "roundtrip/compare/compare_steps.h"

enum { MOST_CLIPS = 8, EDITED_FRAME = 2 };

/* All clips of a file as blocks, and the result of their round trip. */
typedef struct host_trip {
    host_file file;
    host_rig rig;
    gaiti_base_file *base; /* for names and key times */
    uint32_t clip_count;
    gait_buffer blocks[MOST_CLIPS];
    gait_host_clip clips[MOST_CLIPS];
    gait_roundtrip_options options;
    gait_edited_file *edited;
    gait_roundtrip_report *report;
    gait_buffer out;
    gait_status status;
} host_trip;

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

static gait_host host_of(const host_trip *self) {
    return (gait_host){self->file.skeleton, self->rig.rests, self->rig.axes};
}

static host_trip trip_open(const char *path, host_rig_kind kind, host_change change) {
    uint64_t seed = 7;
    host_trip self = {.file = host_open(path)};
    self.rig = host_rig_new(self.file.skeleton, kind, &seed);
    assert_int_equal(gaiti_base_file_new(self.file.file.file, self.file.skeleton, NULL, &self.base),
                     GAIT_OK);
    self.clip_count = self.base->clip_count;
    assert_in_range(self.clip_count, 1, MOST_CLIPS);
    gait_host host = host_of(&self);
    for (uint32_t c = 0; c < self.clip_count; c++) {
        gait_buffer block = {0};
        assert_int_equal(gait_host_keys(&host, self.base->file_clips[c], 0, NULL, &block), GAIT_OK);
        self.blocks[c] = host_block_change(span_of(&block), self.file.skeleton->bone_count, change);
        gait_buffer_free(&block);
        self.clips[c] = (gait_host_clip){.name = self.base->clip_names[c],
                                         .start_s = change == HOST_LATER ? 10 : 0};
    }
    return self;
}

static void trip_run(host_trip *self) {
    gait_host host = host_of(self);
    for (uint32_t c = 0; c < self->clip_count; c++) {
        self->clips[c].block = span_of(&self->blocks[c]);
    }
    assert_int_equal(
        gait_host_edited_new(&host, self->clips, self->clip_count, NULL, &self->edited), GAIT_OK);
    self->options.refused = &self->report;
    self->status = gait_roundtrip_edited(self->file.file.file, self->edited, self->file.skeleton,
                                         &self->options, &self->report, &self->out);
    assert_non_null(self->report);
}

static void trip_close(host_trip *self) {
    gait_roundtrip_report_free(self->report);
    gait_edited_file_free(self->edited);
    gait_buffer_free(&self->out);
    for (uint32_t c = 0; c < self->clip_count; c++) {
        gait_buffer_free(&self->blocks[c]);
    }
    gaiti_base_file_free(self->base);
    host_rig_free(&self->rig);
    host_close(&self->file);
}

static void assert_same_bytes(const host_trip *self) {
    gait_span bytes = self->file.file.bytes;
    assert_int_equal(self->status, GAIT_OK);
    assert_int_equal(self->out.size, bytes.size);
    assert_memory_equal(self->out.data, bytes.data, bytes.size);
}

static uint32_t outcome_count(const host_trip *self, gait_roundtrip_outcome outcome) {
    return gait_roundtrip_report_summary(self->report).outcomes[outcome];
}

/* --- there and back --------------------------------------------------------------------------- */

TEST(unedited_keys_give_the_same_bytes) {
    for (int s = 0; s < HOST_SAMPLES; s++) {
        for (int kind = 0; kind < HOST_RIG_KINDS; kind++) {
            for (int change = 0; change < HOST_CHANGES; change++) {
                host_trip trip =
                    trip_open(host_samples[s], (host_rig_kind)kind, (host_change)change);
                trip_run(&trip);
                assert_same_bytes(&trip);
                assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_UNCHANGED), trip.clip_count);
                trip_close(&trip);
            }
        }
    }
}

/* The first bone that rotates in a clip. */
static uint32_t rotating_bone(const host_trip *self, uint32_t clip) {
    uint32_t bone = 0;
    while (self->base->clips[clip]->tracks[bone].rotation.count <= 1) {
        bone++;
    }
    return bone;
}

TEST(edits_are_found_and_nothing_else) {
    for (int s = 0; s < HOST_SAMPLES; s++) {
        for (int kind = 0; kind < HOST_RIG_MOVED; kind++) {
            host_trip trip = trip_open(host_samples[s], (host_rig_kind)kind, HOST_AS_IS);
            uint32_t bone = rotating_bone(&trip, 0);
            float time = trip.base->clips[0]->time[EDITED_FRAME] - trip.base->clips[0]->time[0];
            assert_true(host_block_rotate(&trip.blocks[0], trip.file.skeleton->bone_count, bone,
                                          time, 0.5));
            trip_run(&trip);
            assert_int_equal(trip.status, GAIT_OK);
            gait_clip_diff diff = gait_roundtrip_report_clip(trip.report, 0).diff;
            assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_CHANGED), 1);
            assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_UNCHANGED), trip.clip_count - 1);
            assert_int_equal(diff.channel_count, 1);
            assert_int_equal(diff.key_count, 1);
            assert_int_equal(diff.rotation.bone, bone);
            assert_int_equal(diff.rotation.frame, EDITED_FRAME);
            assert_true(fabs(diff.rotation.amount - 0.5) < 1e-3);
            trip_close(&trip);
        }
    }
}

TEST(absent_and_new_clips_follow_the_options) {
    host_trip trip = trip_open(host_samples[0], HOST_RIG_BLENDER, HOST_AS_IS);
    assert_true(trip.clip_count >= 2);
    trip.clips[0].name = "another name";
    gait_host_clip changed = trip.clips[1];
    trip_run(&trip);
    assert_same_bytes(&trip);
    assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_KEPT), 1);
    assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_LEFT_OUT), 1);
    gait_roundtrip_report_free(trip.report);
    gait_edited_file_free(trip.edited);
    trip.options.adds_new = trip.options.drops_missing = true;
    trip.clips[1] = changed;
    gait_buffer_free(&trip.out);
    trip_run(&trip);
    assert_int_equal(trip.status, GAIT_OK);
    assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_RENAMED), 1);
    trip_close(&trip);
}

/* --- blocks made by hand ---------------------------------------------------------------------- */

/* A skeleton of one bone in the rest pose (0, 1, 0). */
typedef struct one_bone {
    gait_skeleton *skeleton;
    float rest[16];
    gait_host host;
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
}

/* The curve of translations (time, x), with y = 1 because of the rest pose. */
static void expect_curve(const one_bone *bone, const gait_host_clip *clip, const float *keys,
                         uint32_t count, const double *expected, uint32_t expected_count) {
    gait_host_clip one = *clip;
    gait_edited_file *edited;
    gait_buffer block = {0};
    host_block_put_counts(&block, 0, count);
    for (uint32_t k = 0; k < count; k++) {
        const float key[4] = {keys[2 * k], keys[2 * k + 1], 0, 0};
        host_block_put_floats(&block, key, 4);
    }
    one.name = "clip";
    one.block = span_of(&block);
    assert_int_equal(gait_host_edited_new(&bone->host, &one, 1, NULL, &edited), GAIT_OK);
    const gait_edited_animation *animation = &edited->animations[0];
    const gait_edited_curve *curve = &animation->tracks[0].translation;
    assert_string_equal(edited->joints[0].name, "bone");
    assert_true(edited->joints[0].node.t[1] == 1);
    assert_int_equal(animation->tracks[0].rotation.count, 0);
    assert_int_equal(curve->interpolation,
                     clip->is_stepped ? GAIT_EDITED_STEP : GAIT_EDITED_LINEAR);
    assert_int_equal(curve->count, expected_count);
    for (uint32_t k = 0; k < expected_count; k++) {
        assert_true(fabs(curve->times[k] - expected[2 * k]) < 1e-9);
        assert_true(fabs(curve->values[3 * k] - expected[2 * k + 1]) < 1e-6);
        assert_true(curve->values[3 * k + 1] == 1);
    }
    double last = expected_count > 1 ? curve->times[expected_count - 1] : 0;
    assert_true(animation->range[0] == 0);
    assert_true(animation->range[1] == (clip->duration_s > 0 ? clip->duration_s : last));
    gait_edited_file_free(edited);
    gait_buffer_free(&block);
}

TEST(keys_outside_of_the_clip_are_replaced) {
    one_bone bone;
    one_bone_open(&bone);
    const float keys[] = {1, 0, 2, 10, 3, 20, 4, 30};
    const gait_host_clip whole = {.start_s = 1}, later = {.start_s = 2.5},
                         stepped = {.start_s = 2.5, .is_stepped = true},
                         part = {.start_s = 1.5, .duration_s = 1},
                         between = {.start_s = 2.25, .duration_s = 0.5}, after = {.start_s = 9},
                         before = {.start_s = -9, .duration_s = 1},
                         longer = {.start_s = 1, .duration_s = 9};
    const double of_whole[] = {0, 0, 1, 10, 2, 20, 3, 30}, of_later[] = {0, 15, 0.5, 20, 1.5, 30},
                 of_stepped[] = {0, 10, 0.5, 20, 1.5, 30}, of_part[] = {0, 5, 0.5, 10, 1, 15},
                 of_between[] = {0, 12.5, 0.5, 17.5}, of_after[] = {0, 30}, of_before[] = {1, 0};
    expect_curve(&bone, &whole, keys, 4, of_whole, 4);
    expect_curve(&bone, &later, keys, 4, of_later, 3);
    expect_curve(&bone, &stepped, keys, 4, of_stepped, 3);
    expect_curve(&bone, &part, keys, 4, of_part, 3);
    expect_curve(&bone, &between, keys, 4, of_between, 2);
    expect_curve(&bone, &after, keys, 4, of_after, 1);
    expect_curve(&bone, &before, keys, 4, of_before, 1);
    expect_curve(&bone, &longer, keys, 4, of_whole, 4);
    expect_curve(&bone, &whole, keys, 0, NULL, 0);
    gait_skeleton_free(bone.skeleton);
}

/* Rotations are normalised, and become relative to the parent. */
TEST(rotations_are_normalised) {
    one_bone bone;
    one_bone_open(&bone);
    const float turned[16] = {0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1};
    const float keys[] = {0, 2, 0, 0, 0, 1, 0, 0, 0, 0}; /* a long one, and none */
    memcpy(bone.rest, turned, sizeof turned);
    gait_edited_file *edited;
    gait_buffer block = {0};
    host_block_put_counts(&block, 2, 0);
    host_block_put_floats(&block, keys, 10);
    gait_host_clip clip = {.name = "clip", .block = span_of(&block)};
    assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited), GAIT_OK);
    const gait_edited_curve *curve = &edited->animations[0].tracks[0].rotation;
    const double expected[4] = {0, sqrt(0.5), 0, sqrt(0.5)};
    for (int i = 0; i < 8; i++) {
        assert_true(fabs(curve->values[i] - expected[i % 4]) < 1e-6);
    }
    gait_edited_file_free(edited);
    gait_buffer_free(&block);
    gait_skeleton_free(bone.skeleton);
}

TEST(invalid_blocks_are_refused) {
    one_bone bone;
    one_bone_open(&bone);
    gait_buffer block = {0};
    const float keys[] = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 2, 3, 1, 4, 5, 6};
    gait_edited_file *edited;
    host_block_put_counts(&block, 2, 2);
    host_block_put_floats(&block, keys, 18);
    gait_host_clip clip = {.name = "clip"};
    for (size_t size = 0; size < block.size; size++) { /* ends too early */
        clip.block = (gait_span){block.data, size};
        assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited), GAIT_TRUNCATED);
        assert_null(edited);
    }
    const float wrong[] = {NAN, INFINITY, -INFINITY, 1e16F};
    for (size_t i = 0; i < 18; i++) {
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            gait_buffer bad = {0};
            float numbers[18];
            memcpy(numbers, keys, sizeof keys);
            numbers[i] = wrong[w];
            host_block_put_counts(&bad, 2, 2);
            host_block_put_floats(&bad, numbers, 18);
            clip.block = span_of(&bad);
            assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited),
                             GAIT_CORRUPT);
            assert_null(edited);
            gait_buffer_free(&bad);
        }
    }
    assert_int_equal(gait_buffer_append(&block, "", 1), GAIT_OK); /* one byte more */
    clip.block = span_of(&block);
    assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited), GAIT_CORRUPT);
    memset(block.data, 0xFF, 8); /* huge counts */
    assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited), GAIT_TRUNCATED);
    gait_buffer_free(&block);
    gait_skeleton_free(bone.skeleton);
}

TEST(descending_times_are_refused) {
    one_bone bone;
    one_bone_open(&bone);
    const float keys[] = {1, 0, 0, 0, 0.5F, 0, 0, 0};
    gait_buffer block = {0};
    gait_edited_file *edited;
    host_block_put_counts(&block, 0, 2);
    host_block_put_floats(&block, keys, 8);
    gait_host_clip clip = {.name = "clip", .block = span_of(&block)};
    assert_int_equal(gait_host_edited_new(&bone.host, &clip, 1, NULL, &edited), GAIT_CORRUPT);
    assert_null(edited);
    gait_buffer_free(&block);
    gait_skeleton_free(bone.skeleton);
}

/* --- length ----------------------------------------------------------------------------------- */

/* Removes all keys of a block. */
static void remove_keys(gait_buffer *block, uint32_t bones) {
    block->size = 0;
    for (uint32_t b = 0; b < bones; b++) {
        host_block_put_counts(block, 0, 0);
    }
}

TEST(a_clip_without_motion_keeps_its_length) {
    for (int s = 0; s < HOST_SAMPLES; s++) {
        host_trip trip = trip_open(host_samples[s], HOST_RIG_RANDOM, HOST_AS_IS);
        remove_keys(&trip.blocks[0], trip.file.skeleton->bone_count);
        trip_run(&trip);
        gait_clip_diff diff = gait_roundtrip_report_clip(trip.report, 0).diff;
        assert_int_equal(trip.status, GAIT_OK);
        assert_int_equal(diff.outcome, GAIT_DIFF_CHANGED);
        assert_int_equal(diff.notes & (uint32_t)GAIT_DIFF_LENGTH, 0);
        trip_close(&trip);
    }
}

TEST(a_duration_changes_the_length) {
    host_trip trip = trip_open(host_samples[0], HOST_RIG_RANDOM, HOST_AS_IS);
    const gait_clip *clip = trip.base->clips[0];
    double last = (double)clip->time[clip->frame_count - 1];
    trip.clips[0].duration_s = last - 2.0 / 30;
    trip_run(&trip);
    gait_clip_diff diff = gait_roundtrip_report_clip(trip.report, 0).diff;
    assert_int_equal(trip.status, GAIT_OK);
    assert_true(diff.notes & (uint32_t)GAIT_DIFF_LENGTH);
    assert_true(fabs(diff.to_s - last + 2.0 / 30) < 1e-6 && fabs(diff.from_s - last) < 1e-6);
    assert_int_equal(diff.key_count, 0);
    trip_close(&trip);
}

/* --- refusals and memory ---------------------------------------------------------------------- */

TEST(an_edited_file_without_joints_is_refused) {
    host_file file = host_open(host_samples[0]);
    const gait_edited_file none = {0};
    const double backwards[2] = {1, 0};
    const gait_edited_joint joint = {
        .name = "bip01", .parent = -1, .node = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const gait_edited_track track = {0};
    const gait_edited_animation animation = {.name = "a", .tracks = &track, .range = backwards};
    const gait_edited_file invalid = {
        .joint_count = 1, .joints = &joint, .animation_count = 1, .animations = &animation};
    gait_roundtrip_report *report;
    const gait_roundtrip_options options = {.refused = &report};
    gait_buffer out = {0};
    assert_int_equal(
        gait_roundtrip_edited(file.file.file, &none, file.skeleton, &options, &report, &out),
        GAIT_UNSUPPORTED);
    assert_string_equal(gait_roundtrip_report_summary(report).rule->id, "RTP003");
    gait_roundtrip_report_free(report);
    assert_int_equal(
        gait_roundtrip_edited(file.file.file, &invalid, file.skeleton, &options, &report, &out),
        GAIT_CORRUPT);
    assert_string_equal(gait_roundtrip_report_summary(report).rule->id, "RTP021");
    assert_null(gait_roundtrip_report_summary(report).metadata);
    gait_roundtrip_report_free(report);
    assert_int_equal(out.size, 0);
    host_close(&file);
}

/* --- metadata and new files ------------------------------------------------------------------- */

static gait_metadata *metadata_of(const char *json) {
    gait_metadata *metadata;
    gait_span span = {(const uint8_t *)json, strlen(json)};
    assert_int_equal(gait_metadata_open(span, NULL, &metadata), GAIT_OK);
    return metadata;
}

#define KICK "{\"name\":\"Kick\",\"value\":\"\",\"start_s\":0.2,\"end_s\":0.2}"
#define KICK_IN_WALK                                                                               \
    "{\"schema\":\"gait.extras/1\",\"clips\":[{\"animation\":\"walk\",\"events\":[" KICK "]}]}"

TEST(metadata_of_the_caller_is_applied) {
    host_trip trip = trip_open("samples/stalker.omf", HOST_RIG_BLENDER, HOST_AS_IS);
    gait_metadata *metadata = metadata_of(KICK_IN_WALK);
    trip.options.metadata = metadata;
    trip_run(&trip);
    assert_int_equal(trip.status, GAIT_OK);
    assert_ptr_equal(gait_roundtrip_report_summary(trip.report).metadata, metadata);
    assert_int_equal(outcome_count(&trip, GAIT_ROUNDTRIP_CHANGED), 1);
    gait_file *file;
    assert_int_equal(gait_file_open(span_of(&trip.out), "out.omf", NULL, &file), GAIT_OK);
    for (uint32_t c = 0; c < trip.clip_count; c++) {
        bool is_walk = strcmp(trip.base->clip_names[c], "walk") == 0;
        gait_roundtrip_clip_result result = gait_roundtrip_report_clip(trip.report, c);
        assert_int_equal(result.metadata, is_walk ? GAIT_META_EVENTS : 0);
        assert_int_equal(result.diff.outcome, GAIT_DIFF_UNCHANGED);
        gait_clip *clip;
        assert_int_equal(gait_file_clip(file, c, trip.file.skeleton, NULL, &clip), GAIT_OK);
        if (is_walk) {
            assert_int_equal(clip->event_count, 1);
            assert_string_equal(clip->events[0].name, "Kick");
            assert_true(fabs(clip->events[0].start - 0.2) < 1e-6);
        } else {
            assert_int_equal(clip->event_count, trip.base->file_clips[c]->event_count);
        }
        gait_clip_free(clip);
    }
    gait_file_free(file);
    gait_metadata_free(metadata);
    trip_close(&trip);
}

static gait_file *gltf_of(const host_trip *trip, const gait_metadata *metadata, gait_buffer *out) {
    gait_file *file;
    assert_int_equal(gait_convert_edited(trip->edited, trip->file.skeleton, metadata, NULL, out),
                     GAIT_OK);
    assert_int_equal(gait_file_open(span_of(out), "edited.glb", NULL, &file), GAIT_OK);
    return file;
}

/* The glTF of unedited clips has the keys of the base file. */
TEST(edited_files_become_glTF) {
    for (int s = 0; s < HOST_SAMPLES; s++) {
        host_trip trip = trip_open(host_samples[s], HOST_RIG_BLENDER, HOST_AS_IS);
        trip_run(&trip);
        gait_buffer bytes = {0}, again = {0};
        gait_file *file = gltf_of(&trip, NULL, &bytes);
        gait_roundtrip_report *report;
        assert_int_equal(gait_file_clip_count(file), trip.clip_count);
        assert_int_equal(
            gait_roundtrip(trip.file.file.file, file, trip.file.skeleton, NULL, &report, &again),
            GAIT_OK);
        for (uint32_t c = 0; c < trip.clip_count; c++) {
            assert_int_equal(gait_roundtrip_report_clip(report, c).diff.channel_count, 0);
        }
        gait_roundtrip_report_free(report);
        gait_file_free(file);
        gait_buffer_free(&again);
        gait_buffer_free(&bytes);
        trip_close(&trip);
    }
}

TEST(glTF_of_edited_files_has_their_metadata) {
    host_trip trip = trip_open("samples/stalker.omf", HOST_RIG_BLENDER, HOST_AS_IS);
    gait_metadata *metadata = metadata_of(KICK_IN_WALK);
    trip_run(&trip);
    gait_buffer bytes = {0};
    gait_file *file = gltf_of(&trip, metadata, &bytes);
    const gait_metadata_clip *walk = gaiti_metadata_find(gaiti_file_metadata(file), "walk");
    assert_non_null(walk);
    assert_int_equal(walk->event_count, 1);
    assert_string_equal(walk->events[0].name, "Kick");
    gait_file_free(file);
    gait_metadata_free(metadata);
    gait_buffer_free(&bytes);
    trip_close(&trip);
}

static gait_status edit_and_convert(const gait_options *options, void *user) {
    const host_trip *self = user;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status =
        gait_convert_edited(self->edited, self->file.skeleton, NULL, options, &out);
    assert_true(status == GAIT_OK || out.size == 0);
    gait_buffer_free(&out);
    return status;
}

static gait_status edit_and_apply(const gait_options *options, void *user) {
    const host_trip *self = user;
    gait_host host = host_of(self);
    gait_roundtrip_options settings = {.common = *options};
    gait_roundtrip_report *report = NULL;
    gait_edited_file *edited;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status =
        gait_host_edited_new(&host, self->clips, self->clip_count, options, &edited);
    if (status == GAIT_OK) {
        status = gait_roundtrip_edited(self->file.file.file, edited, self->file.skeleton, &settings,
                                       &report, &out);
    }
    gait_roundtrip_report_free(report);
    gait_edited_file_free(edited);
    gait_buffer_free(&out);
    return status;
}

TEST(memory_may_run_out) {
    host_trip trip = trip_open("skl/ok/moving.skls", HOST_RIG_BLENDER, HOST_AS_IS);
    trip_run(&trip);
    assert_in_range(test_every_failing_allocation(edit_and_apply, &trip), 10, 2000);
    assert_in_range(test_every_failing_allocation(edit_and_convert, &trip), 10, 2000);
    trip_close(&trip);
}

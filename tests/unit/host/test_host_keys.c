/* Tests gait_host_keys(): poses of hosts with other axes and rest poses, and the form of blocks. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "gait/gltf.h"
#include "gait/transform.h"
#include "host_rig.h"
#include "test.h"
#include "transforms.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_writer.h"
#include "model/clip.h"
#include "ops/clip_convert.h"

#define METRES 2e-6
#define DEGREES 3e-3

static gait_span span_of(const gait_buffer *buffer) {
    return (gait_span){buffer->data, buffer->size};
}

static double degrees_between(const gait_affine *a, const gait_affine *b) {
    double square = 0;
    for (int i = 0; i < 9; i++) {
        double difference = a->m[i / 3][i % 3] - b->m[i / 3][i % 3];
        square += difference * difference;
    }
    return 2 * asin(fmin(1, sqrt(square / 8))) * 180 / 3.14159265358979;
}

/* --- poses ------------------------------------------------------------------------------------ */

static void compare_clip(const host_rig *rig, const gait_clip *clip) {
    uint32_t bones = clip->skeleton->bone_count;
    gait_buffer block = {0};
    gait_clip *rigid;
    gait_affine *wanted = calloc(bones, sizeof *wanted), *found = calloc(bones, sizeof *found);
    assert_true(wanted && found);
    assert_int_equal(gaiti_clip_convert_rigid(clip, GAIT_AXES_GLTF, NULL, &rigid), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) { /* only reports the removed scale */
        ((gait_track *)(uintptr_t)&rigid->tracks[b])->scale.count = 0;
    }
    assert_int_equal(gait_host_keys(&rig->host, clip, 0, NULL, &block), GAIT_OK);
    for (uint32_t k = 0; k < clip->frame_count; k++) {
        float time = clip->time_unit == GAIT_TIME_PHASE ? (float)k / 30 + 1e-3F
                                                        : clip->time[k] - clip->time[0] + 1e-3F;
        assert_int_equal(gait_pose_at_frame(rigid, k, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, wanted),
                         GAIT_OK);
        host_rig_pose(rig, span_of(&block), time, found);
        for (uint32_t b = 0; b < bones; b++) {
            for (int i = 0; i < 3; i++) {
                test_assert_near(found[b].t[i], wanted[b].t[i], METRES);
            }
            assert_true(degrees_between(&found[b], &wanted[b]) <= DEGREES);
        }
    }
    gait_buffer_free(&block);
    gait_clip_free(rigid);
    free(wanted);
    free(found);
}

/* --- poses of a glTF -------------------------------------------------------------------------- */

/* The glTF export of a clip, as `gait convert` makes it. */
typedef struct exported_clip {
    gait_buffer bytes;
    gait_gltf *gltf;
    gait_gltf_rig *rig;
} exported_clip;

static exported_clip export_clip(const gait_clip *clip) {
    exported_clip self = {0};
    gaiti_gltf_writer *writer;
    assert_int_equal(gaiti_gltf_writer_new(clip->skeleton, NULL, &writer), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add_file_clip(writer, clip, NULL), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(writer, &self.bytes), GAIT_OK);
    gaiti_gltf_writer_free(writer);
    assert_int_equal(gaiti_gltf_open(span_of(&self.bytes), NULL, &self.gltf), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(self.gltf, GAIT_GLTF_BEST_SKIN, NULL, &self.rig), GAIT_OK);
    assert_int_equal(gait_gltf_rig_bone_count(self.rig), clip->skeleton->bone_count);
    return self;
}

static void exported_free(exported_clip *self) {
    gait_gltf_rig_free(self->rig);
    gaiti_gltf_free(self->gltf);
    gait_buffer_free(&self->bytes);
}

/* The pose in model space at a time of the glTF. */
static void exported_pose(const exported_clip *self, double time, gait_transform *locals,
                          gait_affine *out) {
    const gait_gltf_animated_rig animated = {self->gltf, self->rig, 0};
    assert_int_equal(gaiti_gltf_sample(&animated, &time, 1, NULL, locals), GAIT_OK);
    for (uint32_t b = 0; b < gait_gltf_rig_bone_count(self->rig); b++) {
        int32_t parent = gaiti_gltf_rig_parent(self->rig, b);
        out[b] = gait_affine_from_transform(&locals[b]);
        out[b] = parent >= 0 ? gait_affine_multiply(&out[parent], &out[b]) : out[b];
    }
}

/* Compares the poses at all key times of the block. */
static void compare_export(const host_rig *rig, const gait_clip *clip) {
    uint32_t bones = clip->skeleton->bone_count;
    exported_clip exported = export_clip(clip);
    gait_buffer block = {0};
    host_rig_bone *split = calloc(bones, sizeof *split);
    gait_transform *locals = calloc(bones, sizeof *locals);
    gait_affine *wanted = calloc(bones, sizeof *wanted), *found = calloc(bones, sizeof *found);
    assert_true(split && locals && wanted && found);
    assert_int_equal(gait_host_keys(&rig->host, clip, 0, NULL, &block), GAIT_OK);
    host_rig_split(span_of(&block), bones, split);
    const uint8_t *keys = NULL; /* of the channel with the most keys */
    uint32_t count = 0, floats = 0;
    for (uint32_t b = 0; b < bones; b++) {
        if (split[b].rotation_count > count) {
            keys = split[b].rotations, count = split[b].rotation_count, floats = 5;
        }
        if (split[b].translation_count > count) {
            keys = split[b].translations, count = split[b].translation_count, floats = 4;
        }
    }
    for (size_t k = 0; k < (count ? count : 1); k++) {
        float time = count ? host_rig_float(keys, k * floats) : 0; /* 0: a still clip */
        exported_pose(&exported, (double)time, locals, wanted);
        host_rig_pose(rig, span_of(&block), time, found);
        for (uint32_t b = 0; b < bones; b++) {
            for (int i = 0; i < 3; i++) {
                test_assert_near(found[b].t[i], wanted[b].t[i], METRES);
            }
            assert_true(degrees_between(&found[b], &wanted[b]) <= DEGREES);
        }
    }
    gait_buffer_free(&block);
    exported_free(&exported);
    free(split);
    free(locals);
    free(wanted);
    free(found);
}

TEST(keys_give_the_poses_of_the_export) {
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
                compare_clip(&rig, clip);
                compare_export(&rig, clip);
                gait_clip_free(clip);
            }
            host_rig_free(&rig);
        }
        host_close(&file);
    }
}

/* --- the form of blocks ----------------------------------------------------------------------- */

enum { FRAMES = 3 };

/* A skeleton of two bones, and a clip: the first bone moves and does not rotate, the second one
 * rotates in two frames, and stays where it is in the rest pose. */
typedef struct small_clip {
    gait_skeleton *skeleton;
    gait_clip clip;
    gait_track tracks[2];
    float times[FRAMES];
    float rotations[FRAMES * 4], translations[FRAMES * 3], still[4];
} small_clip;

static gait_channel channel_of(const float *data, uint32_t count, uint32_t width) {
    return (gait_channel){.data = (const uint8_t *)data, .count = count, .stride = 4 * width};
}

static void make_small(small_clip *self) {
    const gait_bone bones[2] = {{.name = "a",
                                 .parent = -1,
                                 .rest = {.t = {0, 1, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                                 .parent_origin = GAIT_ORIGIN_FILE,
                                 .rest_origin = GAIT_ORIGIN_FILE},
                                {.name = "b",
                                 .parent = 0,
                                 .rest = {.t = {0, 0.5, 0}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}},
                                 .parent_origin = GAIT_ORIGIN_FILE,
                                 .rest_origin = GAIT_ORIGIN_FILE}};
    *self = (small_clip){
        .times = {0, 1.0F / 30, 2.0F / 30},
        .rotations = {0, 0, 0, -1, 0.6F, 0, 0, 0.8F, -0.6F, 0, 0, -0.8F},
        .translations = {0, 1.25F, 0, 0, 1.25F, 0, 0, 1.25F, 0},
        .still = {0, 0.5F, 0, 0},
    };
    assert_int_equal(gaiti_skeleton_new("small", bones, 2, NULL, &self->skeleton), GAIT_OK);
    self->tracks[0].translation = channel_of(self->translations, FRAMES, 3);
    self->tracks[1].rotation = channel_of(self->rotations, FRAMES, 4);
    self->tracks[1].translation = channel_of(self->still, 1, 3);
    self->clip = (gait_clip){.name = "small",
                             .skeleton = self->skeleton,
                             .axes = GAIT_AXES_GLTF,
                             .frame_count = FRAMES,
                             .time = self->times,
                             .tracks = self->tracks};
}

TEST(blocks_have_the_documented_form) {
    const float expected[FRAMES * 5] = {0, 1, 0,         0,    0,    1.0F / 30, 0.8F, 0.6F,
                                        0, 0, 2.0F / 30, 0.8F, 0.6F, 0,         0};
    small_clip small;
    make_small(&small);
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_OWN, &seed);
    gait_buffer block = {0};
    host_rig_bone bones[2];
    assert_int_equal(gait_host_keys(&rig.host, &small.clip, 0, NULL, &block), GAIT_OK);
    host_rig_split(span_of(&block), 2, bones);
    assert_int_equal(bones[0].rotation_count, 0);    /* absent: the rest pose */
    assert_int_equal(bones[0].translation_count, 1); /* three equal keys */
    for (size_t i = 0; i < 4; i++) {
        assert_true(host_rig_float(bones[0].translations, i) == (i == 2 ? 0.25F : 0));
    }
    assert_int_equal(bones[1].rotation_count, FRAMES);
    assert_int_equal(bones[1].translation_count, 0);
    for (size_t i = 0; i < FRAMES * 5; i++) {
        test_assert_near((double)host_rig_float(bones[1].rotations, i), (double)expected[i], 1e-6);
    }
    gait_buffer_free(&block);
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

/* A block is appended; a clip without frames has no keys. */
TEST(clips_without_frames_have_no_keys) {
    small_clip small;
    make_small(&small);
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_BLENDER, &seed);
    rig.host.axes = rig.axes;
    gait_buffer block = {0};
    assert_int_equal(gait_buffer_append(&block, "text", 4), GAIT_OK);
    small.clip.frame_count = 0;
    small.tracks[0] = small.tracks[1] = (gait_track){0};
    assert_int_equal(gait_host_keys(&rig.host, &small.clip, 0, NULL, &block), GAIT_OK);
    assert_int_equal(block.size, 4 + 16);
    assert_memory_equal(block.data, "text\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    gait_buffer_free(&block);
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

TEST(phases_get_the_times_of_an_export) {
    small_clip small;
    make_small(&small);
    const float phases[FRAMES] = {0, 0.5F, 1};
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_OWN, &seed);
    const double durations[] = {0, 2}, last[] = {2.0 / 30, 2};
    small.clip.time = phases;
    small.clip.time_unit = GAIT_TIME_PHASE;
    for (int i = 0; i < 2; i++) {
        gait_buffer block = {0};
        host_rig_bone bones[2];
        assert_int_equal(gait_host_keys(&rig.host, &small.clip, durations[i], NULL, &block),
                         GAIT_OK);
        host_rig_split(span_of(&block), 2, bones);
        assert_int_equal(bones[1].rotation_count, FRAMES);
        test_assert_near((double)host_rig_float(bones[1].rotations, 5), last[i] / 2, 1e-6);
        test_assert_near((double)host_rig_float(bones[1].rotations, 10), last[i], 1e-6);
        gait_buffer_free(&block);
    }
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

/* --- refused hosts ---------------------------------------------------------------------------- */

static gait_status keys_of(const host_rig *rig, const gait_clip *clip) {
    gait_buffer block = {0};
    gait_status status = gait_host_keys(&rig->host, clip, 0, NULL, &block);
    assert_true((status == GAIT_OK) == (block.size > 0));
    gait_buffer_free(&block);
    return status;
}

TEST(other_units_and_axes_are_refused) {
    small_clip small;
    make_small(&small);
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_Z_UP, &seed);
    assert_int_equal(keys_of(&rig, &small.clip), GAIT_UNSUPPORTED); /* axes are missing */
    rig.host.axes = rig.axes;
    assert_int_equal(keys_of(&rig, &small.clip), GAIT_OK);
    for (size_t b = 0; b < 2; b++) { /* centimetres */
        for (size_t i = 12; i < 15; i++) {
            rig.rests[b * 16 + i] *= 100;
        }
    }
    assert_int_equal(keys_of(&rig, &small.clip), GAIT_UNSUPPORTED);
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

TEST(invalid_matrices_are_refused) {
    small_clip small;
    make_small(&small);
    const struct {
        int index;
        float value;
    } wrong[] = {{0, 1.01F}, {0, -1},        {0, NAN},  {5, 0},     {1, 0.1F},
                 {3, 1},     {12, INFINITY}, {13, NAN}, {14, 1e8F}, {15, 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (int is_axes = 0; is_axes < 2; is_axes++) {
            uint64_t seed = 1;
            host_rig rig = host_rig_new(small.skeleton, HOST_RIG_OWN, &seed);
            rig.host.axes = rig.axes;
            (is_axes ? rig.axes : rig.rests + 16)[wrong[i].index] = wrong[i].value;
            assert_int_equal(keys_of(&rig, &small.clip), GAIT_BAD_ARGUMENT);
            host_rig_free(&rig);
        }
    }
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_OWN, &seed);
    rig.host.axes = rig.axes;
    rig.axes[13] = 1; /* a translation is valid only in rest poses */
    assert_int_equal(keys_of(&rig, &small.clip), GAIT_BAD_ARGUMENT);
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

TEST(scaled_rest_poses_are_refused) {
    small_clip small;
    make_small(&small);
    uint64_t seed = 1;
    host_rig rig = host_rig_new(small.skeleton, HOST_RIG_OWN, &seed);
    ((gait_affine *)(uintptr_t)small.skeleton->rest_model)[1].m[0][0] = 2;
    assert_int_equal(keys_of(&rig, &small.clip), GAIT_UNSUPPORTED);
    host_rig_free(&rig);
    gait_skeleton_free(small.skeleton);
}

typedef struct attempt {
    host_rig rig;
    const gait_clip *clip;
} attempt;

static gait_status make_block(const gait_options *options, void *user) {
    const attempt *self = user;
    gait_buffer block = {.allocator = options->allocator};
    gait_status status = gait_host_keys(&self->rig.host, self->clip, 0, options, &block);
    gait_buffer_free(&block);
    return status;
}

TEST(memory_may_run_out) {
    small_clip small;
    make_small(&small);
    uint64_t seed = 1;
    attempt self = {host_rig_new(small.skeleton, HOST_RIG_OWN, &seed), &small.clip};
    assert_in_range(test_every_failing_allocation(make_block, &self), 3, 50);
    host_rig_free(&self.rig);
    gait_skeleton_free(small.skeleton);
}

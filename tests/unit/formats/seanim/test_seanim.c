/* Conversion of SEAnim to clips and back, compared with values computed by hand. */
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "formats/seanim/seanim.h"
#include "gait/convert.h"
#include "gait/pose.h"
#include "model/clip.h"
#include "test.h"
#include "transforms.h"

/* --- reading ---------------------------------------------------------------------------------- */

/* A skeleton pelvis - spine in engine axes: pelvis 1 m above the origin, spine 0.5 m above it. */
static gait_skeleton *make_skeleton(void) {
    static const gait_bone bones[] = {
        {"pelvis", -1, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
        {"spine",
         0,
         {{0.25, 0.5, 0}, {0, 0, 0, 1}, {1, 1, 1}},
         GAIT_ORIGIN_FILE,
         GAIT_ORIGIN_FILE}};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("test", bones, 2, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

typedef struct opened_clip {
    test_file file;
    gait_skeleton *tree, *skeleton;
    gait_clip *clip;
} opened_clip;

static opened_clip open_clip(const char *path, bool with_tree) {
    opened_clip self = {.file = test_open(path)};
    self.tree = with_tree ? make_skeleton() : NULL;
    assert_int_equal(gait_file_bind_skeleton(self.file.file, self.tree, NULL, &self.skeleton),
                     GAIT_OK);
    assert_int_equal(gait_file_clip(self.file.file, 0, self.skeleton, NULL, &self.clip), GAIT_OK);
    return self;
}

static void close_clip(opened_clip *self) {
    gait_clip_free(self->clip);
    gait_skeleton_free(self->skeleton);
    gait_skeleton_free(self->tree);
    test_close(&self->file);
}

/* Compares a key of a channel. */
static void assert_key(const gait_channel *channel, bool is_rotation, uint32_t key, double x,
                       double y, double z, double w) {
    const double expected[4] = {x, y, z, w};
    double found[9];
    assert_int_not_equal(channel->count, 0);
    gaiti_channel_get(channel, is_rotation, key, found);
    for (int i = 0; i < (is_rotation ? 4 : 3); i++) {
        test_assert_near(found[i], expected[i], 1e-6);
    }
}

TEST(relative_keys_are_added_to_the_rest_pose_and_z_is_up) {
    opened_clip self = open_clip("seanim/ok/relative.seanim", true);
    const gait_clip *clip = self.clip;
    assert_int_equal(clip->frame_count, 9);
    test_assert_near((double)clip->time[8], 8 / 30.0, 1e-7);
    assert_int_equal(clip->axes, GAIT_AXES_GLTF);
    assert_true(clip->playback.loop);
    assert_key(&clip->tracks[0].translation, false, 0, 0, 2, 0, 0);
    assert_key(&clip->tracks[0].translation, false, 4, 0.05, 2, 0, 0);
    assert_key(&clip->tracks[0].translation, false, 8, 0.1, 2, 0, 0);
    assert_int_equal(clip->tracks[1].translation.count, 0);
    assert_key(&clip->tracks[1].rotation, true, 4, 0.38268343, 0, 0, 0.92387953);
    assert_key(&clip->tracks[1].rotation, true, 8, 0.70710678, 0, 0, 0.70710678);
    assert_int_equal(clip->event_count, 1);
    assert_string_equal(clip->events[0].name, "StepSound");
    test_assert_near(clip->events[0].start, 4 / 30.0, 1e-9);
    close_clip(&self);
}

TEST(absolute_keys_replace_the_rest_pose) {
    opened_clip self = open_clip("seanim/ok/absolute.seanim", true);
    assert_key(&self.clip->tracks[0].translation, false, 0, 0, 1, 0, 0);
    assert_false(self.clip->playback.loop);
    close_clip(&self);
}

TEST(first_keys_are_the_rest_pose_without_a_model) {
    opened_clip self = open_clip("seanim/ok/absolute.seanim", false);
    assert_int_equal(self.skeleton->bones[0].rest_origin, GAIT_ORIGIN_FIRST_FRAME);
    test_assert_near(self.skeleton->bones[0].rest.t[1], 1, 1e-6);
    assert_int_equal(self.skeleton->bones[1].parent, -1);
    close_clip(&self);
}

TEST(modifiers_apply_to_descendants) {
    opened_clip self = open_clip("seanim/ok/modifiers.seanim", true);
    assert_key(&self.clip->tracks[0].translation, false, 0, 0, 2, 0, 0); /* relative */
    assert_key(&self.clip->tracks[1].rotation, true, 8, 0.70710678, 0, 0, 0.70710678);
    close_clip(&self);
}

TEST(doubles_are_read_as_floats) {
    opened_clip self = open_clip("seanim/ok/doubles.seanim", true);
    assert_key(&self.clip->tracks[0].translation, false, 8, 0.1, 1, 0, 0);
    close_clip(&self);
}

TEST(both_sizes_of_frames_are_read) {
    static const char *const paths[] = {
        "seanim/ok/frames_255.seanim",      "seanim/ok/frames_256.seanim",
        "seanim/ok/frames_256_wide.seanim", "seanim/ok/frames_257.seanim",
        "seanim/ok/frames_65536.seanim",    "seanim/ok/frames_65536_wide.seanim",
        "seanim/ok/frames_65537.seanim",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        opened_clip self = open_clip(paths[i], false);
        uint32_t last = self.clip->frame_count - 1;
        assert_key(&self.clip->tracks[0].translation, false, 0, 0, 0, 0, 0);
        assert_key(&self.clip->tracks[0].translation, false, last, 0.01, 0, 0, 0);
        close_clip(&self);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

enum { KEYS = 4 };

/* A clip of one bone whose keys are at these times, written and opened again. */
static gait_seanim *write_and_open(const float *times, const gait_event *event, uint32_t *losses,
                                   gait_buffer *out) {
    static const float translations[KEYS][3] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0.5f, 1, 0.25f}};
    static const float rotations[KEYS][4] = {
        {0, 0, 0, 1}, {0, 0, 1, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}};
    gait_skeleton *skeleton = make_skeleton();
    gait_track tracks[2] = {
        {.rotation = {(const uint8_t *)rotations, KEYS, 16, 0, GAIT_F32},
         .translation = {(const uint8_t *)translations, KEYS, 12, 0, GAIT_F32}}};
    const gait_clip clip = {.name = "clip",
                            .skeleton = skeleton,
                            .space = GAIT_SPACE_LOCAL,
                            .axes = GAIT_AXES_GLTF,
                            .frame_count = KEYS,
                            .time = times,
                            .tracks = tracks,
                            .event_count = event ? 1 : 0,
                            .events = event,
                            .playback = {.loop = true}};
    const gaiti_clip_writing writing = {.fps = 0};
    gait_seanim *seanim;
    *losses = 0;
    assert_int_equal(gaiti_seanim_write_clip(&clip, &writing, out, losses), GAIT_OK);
    assert_int_equal(gaiti_seanim_open((gait_span){out->data, out->size}, NULL, &seanim), GAIT_OK);
    assert_int_equal(gaiti_seanim_check(seanim, NULL), GAIT_OK);
    gait_skeleton_free(skeleton);
    return seanim;
}

TEST(clips_are_written_with_z_up_and_without_repeated_keys) {
    static const float times[] = {0, 1 / 24.0f, 2 / 24.0f, 3 / 24.0f};
    const gait_event event = {"Step", "", 1 / 12.0, 1 / 12.0};
    gait_buffer out = {0};
    uint32_t losses;
    double value[4];
    gait_seanim *seanim = write_and_open(times, &event, &losses, &out);
    assert_int_equal(losses, 0);
    assert_true(seanim->rate == 24);
    assert_int_equal(seanim->frame_count, 4);
    assert_int_equal(seanim->type, GAITI_SEANIM_ABSOLUTE);
    assert_int_equal(seanim->flags, GAITI_SEANIM_LOOPED);
    assert_int_equal(seanim->bone_count, 1); /* that with keys */
    const gaiti_seanim_keys *keys = seanim->bones[0].keys;
    assert_int_equal(keys[GAITI_SEANIM_TRANSLATION].count, 3); /* frames 0, 2 and 3 */
    assert_int_equal(gaiti_seanim_key(seanim, &keys[0], 0, 1, value), 2);
    assert_int_equal(gaiti_seanim_key(seanim, &keys[0], 0, 2, value), 3);
    test_assert_near(value[0], 50, 1e-5);
    test_assert_near(value[1], -25, 1e-5);
    test_assert_near(value[2], 100, 1e-5);
    assert_int_equal(gaiti_seanim_key(seanim, &keys[1], 1, 1, value), 1);
    test_assert_near(value[1], -1, 0);
    assert_int_equal(keys[GAITI_SEANIM_SCALE].count, 0);
    assert_int_equal(seanim->notes[0].frame, 2);
    assert_string_equal(seanim->notes[0].utf8, "Step");
    gaiti_seanim_free(seanim);
    gait_buffer_free(&out);
}

TEST(rates_are_those_at_which_keys_are_on_frames) {
    static const struct {
        float times[KEYS];
        float rate;
        uint32_t frames, losses;
    } cases[] = {
        {{0, 1 / 27.5f, 2 / 27.5f, 3 / 27.5f}, 27.5f, 4, 0},
        {{0, 1 / 30.0f, 3 / 30.0f, 1}, 30, 31, 0},
        {{0, 1 / 60.0f, 3 / 60.0f, 1}, 60, 61, 0},
        {{0, 0.0004f, 0.5f, 1}, 1000, 1001, GAIT_LOSES_KEY_TIMES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gait_buffer out = {0};
        uint32_t losses;
        gait_seanim *seanim = write_and_open(cases[i].times, NULL, &losses, &out);
        test_assert_near((double)seanim->rate, (double)cases[i].rate, 1e-3);
        assert_int_equal(seanim->frame_count, cases[i].frames);
        assert_int_equal(losses, cases[i].losses);
        gaiti_seanim_free(seanim);
        gait_buffer_free(&out);
    }
}

/* --- through the row -------------------------------------------------------------------------- */

/* Converts to a format; the result is opened. Frees `bytes` after the file. */
static gait_file *converted(const gait_file *from, gait_format target, const gait_skeleton *on,
                            gait_buffer *bytes) {
    const gait_convert_options options = {.target = target, .skeleton = on};
    gait_conversion *conversion;
    gait_output output;
    gait_file *made;
    assert_int_equal(gait_convert_begin(from, &options, &conversion), GAIT_OK);
    assert_int_equal(gait_convert_next(conversion, &output), GAIT_OK);
    for (uint32_t p = 0; p < output.files[0].part_count; p++) {
        gait_span part = output.files[0].parts[p];
        assert_true(gaiti_write(bytes, part.data, part.size));
    }
    gait_conversion_free(conversion);
    assert_int_equal(gait_file_open((gait_span){bytes->data, bytes->size}, "x", NULL, &made),
                     GAIT_OK);
    assert_int_equal(gait_file_format(made), target);
    return made;
}

/* Clips go to glTF and BVH and come back with the same poses. */
TEST(conversions_there_and_back_keep_the_poses) {
    static const gait_format formats[] = {GAIT_FORMAT_GLTF, GAIT_FORMAT_BVH};
    opened_clip first = open_clip("seanim/ok/relative.seanim", true);
    for (int i = 0; i < 2; i++) {
        gait_buffer there = {0}, back = {0};
        gait_file *exchange = converted(first.file.file, formats[i], first.tree, &there);
        gait_file *again = converted(exchange, GAIT_FORMAT_SEANIM, NULL, &back);
        gait_skeleton *skeleton;
        gait_clip *clip;
        assert_int_equal(gait_file_bind_skeleton(again, first.tree, NULL, &skeleton), GAIT_OK);
        assert_int_equal(gait_file_clip(again, 0, skeleton, NULL, &clip), GAIT_OK);
        assert_int_equal(clip->frame_count, 9);
        for (uint32_t f = 0; f < 9; f++) {
            gait_affine expected[2], found[2];
            assert_int_equal(
                gait_pose_at_frame(first.clip, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, expected),
                GAIT_OK);
            assert_int_equal(gait_pose_at_frame(clip, f, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, found),
                             GAIT_OK);
            test_assert_affine_near(&found[0], &expected[0], 1e-5);
            test_assert_affine_near(&found[1], &expected[1], 1e-5);
        }
        gait_clip_free(clip);
        gait_skeleton_free(skeleton);
        gait_file_free(again);
        gait_file_free(exchange);
        gait_buffer_free(&there);
        gait_buffer_free(&back);
    }
    close_clip(&first);
}

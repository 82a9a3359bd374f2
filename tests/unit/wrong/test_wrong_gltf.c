/* Wrong calls of gltf.h. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/clip.h"
#include "gait/gltf.h"
#include "wrong.h"

static const gait_span text = {(const uint8_t *)"torso", 5};

/* A clip that glTFs take. */
typedef struct sample {
    wrong_file file;
    gait_skeleton *skeleton;
    gait_clip *clip, *local;
} sample;

static sample sample_open(void) {
    sample self = {.file = wrong_open("samples/walk.rtm")};
    const gait_file *file = self.file.file;
    gait_skeleton *tree;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &tree), GAIT_OK);
    assert_int_equal(gait_file_skeleton(file, tree, NULL, &self.skeleton), GAIT_OK);
    assert_int_equal(gait_file_clip(file, 0, self.skeleton, NULL, &self.clip), GAIT_OK);
    assert_int_equal(gait_clip_convert_rigid(self.clip, GAIT_AXES_GLTF, NULL, &self.local),
                     GAIT_OK);
    gait_skeleton_free(tree);
    return self;
}

static void sample_close(sample *self) {
    gait_clip_free(self->local);
    wrong_free_clip(self->clip, self->skeleton);
    wrong_close(&self->file);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void beginning(void **state) {
    (void)state;
    static const gait_gltf_options wrong[] = {{.fps = -1},
                                              {.fps = 2e6},
                                              {.duration_s = -1},
                                              {.duration_s = 3e5},
                                              {.fps = 30, .duration_s = 1}};
    gait_skeleton *skeleton;
    gait_gltf *gltf;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &skeleton), GAIT_OK);
    assert_bad(gait_gltf_begin(skeleton, NULL, NULL));
    assert_bad_out(gltf, gait_gltf_begin(NULL, NULL, &gltf));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_bad_out(gltf, gait_gltf_begin(skeleton, &wrong[i], &gltf));
    }
    gait_gltf_free(NULL);
    gait_skeleton_free(skeleton);
}

static void no_gltf(void **state) {
    (void)state;
    sample from = sample_open();
    gait_buffer out = {0}, bin = {0};
    const gait_span *parts;
    uint32_t count = 7;
    assert_bad(gait_gltf_add_part(NULL, text));
    assert_bad(gait_gltf_add_part_bone(NULL, text));
    assert_bad(gait_gltf_add_parts(NULL, from.file.file));
    assert_bad(gait_gltf_add(NULL, from.local));
    assert_bad(gait_gltf_add_lifted(NULL, from.clip, NULL));
    assert_bad(gait_gltf_finish_glb(NULL, &out));
    assert_bad_out(parts, gait_gltf_finish_parts(NULL, &parts, &count));
    assert_int_equal(count, 0);
    assert_bad(gait_gltf_finish_text(NULL, "walk.bin", &out, &bin));
    assert_bad(gait_gltf_finish_extras(NULL, &out));
    assert_int_equal(out.size + bin.size, 0);
    sample_close(&from);
}

static void adding(void **state) {
    (void)state;
    sample from = sample_open();
    gait_clip wrong[WRONG_CLIPS];
    gait_skeleton few = *from.skeleton;
    gait_gltf *gltf;
    assert_int_equal(gait_gltf_begin(from.skeleton, NULL, &gltf), GAIT_OK);
    assert_bad(gait_gltf_add_part_bone(gltf, text));
    assert_bad(gait_gltf_add_part(gltf, wrong_span));
    assert_bad(gait_gltf_add_part_bone(gltf, text));
    assert_int_equal(gait_gltf_add_part(gltf, (gait_span){0}), GAIT_OK);
    assert_bad(gait_gltf_add_part_bone(gltf, wrong_span));
    assert_bad(gait_gltf_add_parts(gltf, NULL));
    assert_bad(gait_gltf_add(gltf, NULL));
    assert_bad(gait_gltf_add(gltf, from.clip)); /* deltas */
    assert_bad(gait_gltf_add_lifted(gltf, NULL, NULL));
    wrong_clips(from.local, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_gltf_add(gltf, &wrong[i]));
    }
    wrong_clips(from.clip, wrong);
    for (int i = 0; i < WRONG_CLIPS; i++) {
        assert_bad(gait_gltf_add_lifted(gltf, &wrong[i], NULL));
    }
    few.bone_count--;
    wrong[0] = *from.local;
    wrong[0].skeleton = &few;
    assert_bad(gait_gltf_add(gltf, &wrong[0]));
    assert_bad(gait_gltf_add_lifted(gltf, &wrong[0], NULL));
    assert_int_equal(gait_gltf_add(gltf, from.local), GAIT_OK); /* none of it did harm */
    gait_gltf_free(gltf);
    sample_close(&from);
}

/* Channels that no clip has. */
static void adding_channels(void **state) {
    (void)state;
    sample from = sample_open();
    gait_gltf *gltf;
    assert_int_equal(gait_gltf_begin(from.skeleton, NULL, &gltf), GAIT_OK);
    size_t size = from.skeleton->bone_count * sizeof(gait_track);
    gait_track *tracks = malloc(size);
    assert_non_null(tracks);
    gait_clip clip = *from.local;
    clip.tracks = tracks;
    for (int i = 0; i < 4; i++) {
        for (uint32_t b = 0; b < from.skeleton->bone_count; b++) {
            tracks[b] = from.local->tracks[b];
        }
        gait_channel *channel = &tracks[0].translation;
        *channel = (gait_channel){.data = i == 0 ? NULL : (const uint8_t *)clip.time,
                                  .count = i == 1 ? clip.frame_count + 1 : 1,
                                  .stride = 12,
                                  .element = (uint8_t)(i == 2   ? GAIT_SNORM16
                                                       : i == 3 ? GAIT_MAT3_LE + 1
                                                                : GAIT_F32)};
        assert_bad(gait_gltf_add(gltf, &clip));
    }
    free(tracks);
    gait_gltf_free(gltf);
    sample_close(&from);
}

static void finishing(void **state) {
    (void)state;
    sample from = sample_open();
    gait_buffer out = {0}, bin = {0};
    const gait_span *parts;
    uint32_t count = 7;
    gait_gltf *gltf;
    assert_int_equal(gait_gltf_begin(from.skeleton, NULL, &gltf), GAIT_OK);
    for (int clips = 0; clips < 2; clips++) {
        assert_bad(gait_gltf_finish_glb(gltf, NULL));
        assert_bad_out(parts, gait_gltf_finish_parts(gltf, &parts, NULL));
        assert_bad(gait_gltf_finish_parts(gltf, NULL, &count));
        assert_int_equal(count, 0);
        assert_bad(gait_gltf_finish_text(gltf, NULL, &out, &bin));
        assert_bad(gait_gltf_finish_text(gltf, "", &out, &bin));
        assert_bad(gait_gltf_finish_text(gltf, "walk.bin", NULL, &bin));
        assert_bad(gait_gltf_finish_text(gltf, "walk.bin", &out, NULL));
        assert_bad(gait_gltf_finish_extras(gltf, NULL));
        assert_int_equal(out.size + bin.size, 0);
        assert_int_equal(gait_gltf_add(gltf, from.local), GAIT_OK);
    }
    gait_gltf_free(gltf);
    sample_close(&from);
}

/* No bones, then no frames, then more frames than can be: the glTF is of no use. */
static void of_no_use(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    const float time = 0;
    gait_clip clip = {
        .name = "", .skeleton = &nothing, .space = GAIT_SPACE_LOCAL, .axes = GAIT_AXES_GLTF};
    gait_buffer out = {0}, bin = {0};
    const gait_span *parts = (void *)&wrong_place;
    uint32_t count = 7;
    gait_gltf *gltf;
    assert_int_equal(gait_gltf_begin(&nothing, NULL, &gltf), GAIT_OK);
    assert_int_equal(gait_gltf_finish_glb(gltf, &out), GAIT_OK);
    assert_int_equal(gait_gltf_finish_extras(gltf, &bin), GAIT_OK);
    gait_buffer_free(&out);
    gait_buffer_free(&bin);
    assert_int_equal(gait_gltf_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gait_gltf_add_lifted(gltf, &clip, NULL), GAIT_OK);
    gait_clip endless = clip;
    endless.frame_count = UINT32_MAX;
    endless.time = &time;
    assert_int_equal(gait_gltf_add(gltf, &endless), GAIT_LIMIT);
    assert_int_equal(gait_gltf_add(gltf, &clip), GAIT_LIMIT);
    assert_int_equal(gait_gltf_add_lifted(gltf, &clip, NULL), GAIT_LIMIT);
    assert_int_equal(gait_gltf_add_part(gltf, text), GAIT_LIMIT);
    assert_int_equal(gait_gltf_finish_glb(gltf, &out), GAIT_LIMIT);
    assert_int_equal(gait_gltf_finish_parts(gltf, &parts, &count), GAIT_LIMIT);
    assert_null(parts);
    assert_int_equal(count, 0);
    assert_int_equal(gait_gltf_finish_text(gltf, "walk.bin", &out, &bin), GAIT_LIMIT);
    assert_int_equal(gait_gltf_finish_extras(gltf, &out), GAIT_LIMIT);
    assert_int_equal(out.size + bin.size, 0);
    gait_gltf_free(gltf);
}

/* --- reading ---------------------------------------------------------------------------------- */

static void opening(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("gltf/ok/waving.glb");
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_gltf_file *file = (void *)&wrong_place;
    assert_bad(gait_gltf_open(bytes, NULL, NULL));
    assert_bad_out(file, gait_gltf_open(wrong_span, NULL, &file));
    file = (void *)&wrong_place;
    assert_int_not_equal(gait_gltf_open((gait_span){0}, NULL, &file), GAIT_OK);
    assert_null(file);
    assert_null(gait_file_gltf(NULL));
    assert_null(gait_file_gltf(walk.file));
    gait_gltf_close(NULL);
    wrong_close(&walk);
    free((void *)(uintptr_t)bytes.data);
}

static void no_file(void **state) {
    (void)state;
    double times[4], values[4];
    int32_t node = 3;
    gait_affine matrix;
    assert_int_equal(gait_gltf_need_count(NULL), 0);
    assert_null(gait_gltf_need_at(NULL, 0).path);
    assert_bad(gait_gltf_give(NULL, 0, text, NULL));
    assert_bad(gait_gltf_complete(NULL, NULL));
    assert_empty(gait_gltf_generator(NULL));
    assert_empty(gait_gltf_scene_extras(NULL));
    assert_empty(gait_gltf_armature_extras(NULL, NULL));
    assert_empty(gait_gltf_armature_extras(NULL, &node));
    assert_int_equal(node, -1);
    assert_int_equal(gait_gltf_node_count(NULL), 0);
    assert_int_equal(gait_gltf_node_at(NULL, 0).parent, -1);
    assert_int_equal(gait_gltf_skin_count(NULL), 0);
    assert_int_equal(gait_gltf_skin_at(NULL, 0).joint_count, 0);
    assert_false(gait_gltf_inverse_bind(NULL, 0, 0, &matrix));
    assert_true(matrix.m[0][0] == 1);
    assert_int_equal(gait_gltf_animation_count(NULL), 0);
    assert_int_equal(gait_gltf_animation_at(NULL, 0).channel_count, 0);
    assert_int_equal(gait_gltf_channel_at(NULL, 0, 0).node, -1);
    assert_true(gait_gltf_key_time(NULL, 0, 0, 0) == 0);
    gait_gltf_key_value(NULL, 0, 0, 0, values);
    gait_gltf_channel_keys(NULL, 0, 0, times, values);
    assert_bad(gait_gltf_check(NULL, NULL));
    assert_bad(gait_gltf_map(NULL, wrong_visit, NULL));
}

static void out_of_range(void **state) {
    (void)state;
    static const char *const paths[] = {"gltf/ok/waving.glb",      "gltf/ok/extras.glb",
                                        "gltf/ok/cubic.glb",       "gltf/ok/no_binds.glb",
                                        "gltf/ok/other_paths.glb", "gltf/ok/nothing.gltf"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wrong_file self = wrong_open(paths[i]);
        const gait_gltf_file *file = gait_file_gltf(self.file);
        double times[1], values[4];
        gait_affine matrix;
        for (int far = 0; far < 2; far++) {
            uint32_t more = far ? UINT32_MAX : 0;
            uint32_t animation = gait_gltf_animation_count(file) | more;
            uint32_t channel = gait_gltf_animation_at(file, 0).channel_count | more;
            uint32_t key = gait_gltf_channel_at(file, 0, 0).key_count | more;
            uint32_t skin = gait_gltf_skin_count(file) | more;
            assert_empty(gait_gltf_need_at(file, gait_gltf_need_count(file) | more).uri);
            assert_int_equal(gait_gltf_node_at(file, gait_gltf_node_count(file) | more).parent, -1);
            assert_int_equal(gait_gltf_skin_at(file, skin).joint_count, 0);
            assert_false(gait_gltf_inverse_bind(file, skin, 0, &matrix));
            assert_false(gait_gltf_inverse_bind(
                file, 0, gait_gltf_skin_at(file, 0).joint_count | more, &matrix));
            assert_int_equal(gait_gltf_animation_at(file, animation).channel_count, 0);
            assert_int_equal(gait_gltf_channel_at(file, animation, 0).node, -1);
            assert_int_equal(gait_gltf_channel_at(file, 0, channel).node, -1);
            assert_true(gait_gltf_key_time(file, animation, 0, 0) == 0);
            assert_true(gait_gltf_key_time(file, 0, channel, 0) == 0);
            assert_true(gait_gltf_key_time(file, 0, 0, key) == 0);
            gait_gltf_key_value(file, animation, 0, 0, values);
            gait_gltf_key_value(file, 0, channel, 0, values);
            gait_gltf_key_value(file, 0, 0, key, values);
            gait_gltf_channel_keys(file, animation, 0, times, values);
            gait_gltf_channel_keys(file, 0, channel, times, values);
        }
        assert_false(gait_gltf_inverse_bind(file, 0, 0, NULL));
        gait_gltf_key_value(file, 0, 0, 0, NULL);
        gait_gltf_channel_keys(file, 0, 0, NULL, values);
        gait_gltf_channel_keys(file, 0, 0, times, NULL);
        assert_bad(gait_gltf_map(file, NULL, NULL));
        assert_int_equal(gait_gltf_check(file, NULL), GAIT_OK);
        assert_int_equal(gait_gltf_complete(file, NULL), GAIT_OK);
        wrong_close(&self);
    }
}

/* Channels that move nothing of a node have no keys. */
static void channels_without_keys(void **state) {
    (void)state;
    wrong_file self = wrong_open("gltf/ok/other_paths.glb");
    const gait_gltf_file *file = gait_file_gltf(self.file);
    double times[1], values[4];
    uint32_t others = 0;
    for (uint32_t a = 0; a < gait_gltf_animation_count(file); a++) {
        for (uint32_t c = 0; c < gait_gltf_animation_at(file, a).channel_count; c++) {
            if (gait_gltf_channel_at(file, a, c).path == GAIT_GLTF_OTHER) {
                assert_true(gait_gltf_key_time(file, a, c, 0) == 0);
                gait_gltf_key_value(file, a, c, 0, values);
                gait_gltf_channel_keys(file, a, c, times, values);
                others++;
            }
        }
    }
    assert_true(others > 0);
    wrong_close(&self);
}

/* --- bones ------------------------------------------------------------------------------------ */

static void no_rig(void **state) {
    (void)state;
    assert_int_equal(gait_gltf_rig_skin(NULL), -1);
    assert_int_equal(gait_gltf_rig_space(NULL), -1);
    assert_int_equal(gait_gltf_rig_bone_count(NULL), 0);
    assert_int_equal(gait_gltf_rig_node(NULL, 0), 0);
    assert_int_equal(gait_gltf_rig_parent(NULL, 0), -1);
    gait_gltf_rig_free(NULL);
}

static void rigs(void **state) {
    (void)state;
    wrong_file self = wrong_open("gltf/ok/waving.glb"), empty = wrong_open("gltf/ok/nothing.gltf");
    const gait_gltf_file *file = gait_file_gltf(self.file);
    gait_gltf_rig *rig;
    assert_bad(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, NULL));
    assert_bad_out(rig, gait_gltf_rig_new(NULL, GAIT_GLTF_BEST_SKIN, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, GAIT_GLTF_PLAIN_TREE - 1, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, INT32_MIN, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, INT32_MAX, NULL, &rig));
    assert_bad_out(rig, gait_gltf_rig_new(file, (int32_t)gait_gltf_skin_count(file), NULL, &rig));
    rig = (void *)&wrong_place;
    assert_int_equal(gait_gltf_rig_new(gait_file_gltf(empty.file), GAIT_GLTF_BEST_SKIN, NULL, &rig),
                     GAIT_NOT_FOUND);
    assert_null(rig);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    for (int far = 0; far < 2; far++) {
        uint32_t bone = gait_gltf_rig_bone_count(rig) | (far ? UINT32_MAX : 0);
        assert_int_equal(gait_gltf_rig_node(rig, bone), 0);
        assert_int_equal(gait_gltf_rig_parent(rig, bone), -1);
    }
    gait_gltf_rig_free(rig);
    wrong_close(&empty);
    wrong_close(&self);
}

static void posing(void **state) {
    (void)state;
    wrong_file self = wrong_open("gltf/ok/waving.glb"), other = wrong_open("gltf/ok/nothing.gltf");
    const gait_gltf_file *file = gait_file_gltf(self.file), *empty = gait_file_gltf(other.file);
    const double time = 0, no_time = (double)NAN;
    const gait_skeleton nothing = {.name = ""};
    const uint32_t count = gait_gltf_animation_count(file);
    gait_gltf_timing timing;
    gait_skeleton *skeleton, *bones;
    gait_gltf_rig *rig;
    gait_clip *clip;
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    gait_transform *pose = calloc(gait_gltf_rig_bone_count(rig), sizeof *pose);
    assert_non_null(pose);
    assert_bad(gait_gltf_skeleton(file, rig, "", NULL, NULL));
    assert_bad_out(skeleton, gait_gltf_skeleton(NULL, rig, "", NULL, &skeleton));
    assert_bad_out(skeleton, gait_gltf_skeleton(file, NULL, "", NULL, &skeleton));
    assert_bad_out(skeleton, gait_gltf_skeleton(file, rig, NULL, NULL, &skeleton));
    assert_bad_out(skeleton, gait_gltf_skeleton(empty, rig, "", NULL, &skeleton));
    assert_int_equal(gait_gltf_skeleton(file, rig, "", NULL, &bones), GAIT_OK);

    assert_bad(gait_gltf_sample(NULL, 0, rig, &time, 1, NULL, pose));
    assert_bad(gait_gltf_sample(file, 0, NULL, &time, 1, NULL, pose));
    assert_bad(gait_gltf_sample(empty, 0, rig, &time, 1, NULL, pose));
    assert_bad(gait_gltf_sample(file, 0, rig, NULL, 1, NULL, pose));
    assert_bad(gait_gltf_sample(file, 0, rig, &time, 1, NULL, NULL));
    assert_bad(gait_gltf_sample(file, 0, rig, &no_time, 1, NULL, pose));
    assert_bad(gait_gltf_sample(file, count, rig, &time, 1, NULL, pose));
    assert_bad(gait_gltf_sample(file, UINT32_MAX, rig, &time, 1, NULL, pose));
    assert_int_equal(gait_gltf_sample(file, 0, rig, NULL, 0, NULL, NULL), GAIT_OK);

    assert_bad(gait_gltf_timing_of(file, 0, rig, 0, NULL, NULL));
    timing.frame_count = 7;
    assert_bad(gait_gltf_timing_of(NULL, 0, rig, 0, NULL, &timing));
    assert_int_equal(timing.frame_count, 0);
    assert_bad(gait_gltf_timing_of(file, 0, NULL, 0, NULL, &timing));
    assert_bad(gait_gltf_timing_of(empty, 0, rig, 0, NULL, &timing));
    assert_bad(gait_gltf_timing_of(file, count, rig, 0, NULL, &timing));
    assert_bad(gait_gltf_timing_of(file, UINT32_MAX, rig, 0, NULL, &timing));
    assert_bad(gait_gltf_timing_of(file, 0, rig, -1, NULL, &timing));
    assert_bad(gait_gltf_timing_of(file, 0, rig, no_time, NULL, &timing));

    assert_bad(gait_gltf_file_clip(file, 0, rig, bones, 0, NULL, NULL));
    assert_bad_out(clip, gait_gltf_file_clip(NULL, 0, rig, bones, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, 0, NULL, bones, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, 0, rig, NULL, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, 0, rig, &nothing, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(empty, 0, rig, bones, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, count, rig, bones, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, UINT32_MAX, rig, bones, 0, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, 0, rig, bones, -1, NULL, &clip));
    assert_bad_out(clip, gait_gltf_file_clip(file, 0, rig, bones, 2e6, NULL, &clip));
    free(pose);
    gait_skeleton_free(bones);
    gait_gltf_rig_free(rig);
    wrong_close(&other);
    wrong_close(&self);
}

/* A .gltf whose .bin was not given. */
static void without_needs(void **state) {
    (void)state;
    sample from = sample_open();
    gait_buffer text_of = {0}, bin = {0};
    const double time = 0;
    gait_affine matrix;
    gait_transform *pose = calloc(from.skeleton->bone_count, sizeof *pose);
    double *keys = calloc(from.local->frame_count, 5 * sizeof *keys);
    gait_gltf_timing timing;
    gait_skeleton *skeleton = (void *)&wrong_place;
    gait_clip *clip = (void *)&wrong_place;
    gait_gltf *gltf;
    gait_gltf_file *file;
    gait_gltf_rig *rig;
    assert_true(pose && keys);
    assert_int_equal(gait_gltf_begin(from.skeleton, NULL, &gltf), GAIT_OK);
    assert_int_equal(gait_gltf_add(gltf, from.local), GAIT_OK);
    assert_int_equal(gait_gltf_finish_text(gltf, "walk.bin", &text_of, &bin), GAIT_OK);
    gait_span bytes = {text_of.data, text_of.size}, given = {bin.data, bin.size};
    assert_int_equal(gait_gltf_open(bytes, NULL, &file), GAIT_OK);
    assert_int_equal(gait_gltf_need_count(file), 1);
    assert_int_equal(gait_gltf_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_check(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_map(file, wrong_visit, NULL), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_OK);
    assert_false(gait_gltf_inverse_bind(file, 0, 0, &matrix));
    assert_true(gait_gltf_key_time(file, 0, 0, 0) == 0);
    gait_gltf_key_value(file, 0, 0, 0, keys);
    gait_gltf_channel_keys(file, 0, 0, keys, keys + from.local->frame_count);
    assert_int_equal(gait_gltf_skeleton(file, rig, "", NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(gait_gltf_sample(file, 0, rig, &time, 1, NULL, pose), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_timing_of(file, 0, rig, 0, NULL, &timing), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_file_clip(file, 0, rig, from.skeleton, 0, NULL, &clip),
                     GAIT_UNSUPPORTED);
    assert_null(clip);
    assert_bad(gait_gltf_give(file, 1, given, NULL));
    assert_bad(gait_gltf_give(file, UINT32_MAX, given, NULL));
    assert_bad(gait_gltf_give(file, 0, wrong_span, NULL));
    assert_int_equal(gait_gltf_give(file, 0, (gait_span){0}, NULL), GAIT_TRUNCATED);
    assert_int_equal(gait_gltf_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_gltf_give(file, 0, given, NULL), GAIT_OK);
    assert_int_equal(gait_gltf_complete(file, NULL), GAIT_OK);
    assert_int_equal(gait_gltf_sample(file, 0, rig, &time, 1, NULL, pose), GAIT_OK);
    gait_gltf_rig_free(rig);
    gait_gltf_close(file);
    gait_gltf_free(gltf);
    gait_buffer_free(&text_of);
    gait_buffer_free(&bin);
    free(pose);
    free(keys);
    sample_close(&from);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beginning),    cmocka_unit_test(no_gltf),
        cmocka_unit_test(adding),       cmocka_unit_test(adding_channels),
        cmocka_unit_test(finishing),    cmocka_unit_test(of_no_use),
        cmocka_unit_test(opening),      cmocka_unit_test(no_file),
        cmocka_unit_test(out_of_range), cmocka_unit_test(channels_without_keys),
        cmocka_unit_test(no_rig),       cmocka_unit_test(rigs),
        cmocka_unit_test(posing),       cmocka_unit_test(without_needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

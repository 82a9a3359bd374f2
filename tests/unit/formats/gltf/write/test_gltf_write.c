/* Whole glTF files: structure, rest pose, animations, extras, containers, limits. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "gait/gltf.h"
#include "gait/transform.h"
#include "glb.h"
#include "test.h"
#include "transforms.h"
#include "formats/gltf/write/gltf_writer.h"
#include "model/clip.h"

enum { FRAMES = 7, BONES = 4 };

/* --- a small clip ----------------------------------------------------------------------------- */

static gait_diagnostic items[32];
static gait_diagnostics diagnostics;
static gait_skeleton *skeleton;
static float times[FRAMES];
static uint8_t turning[FRAMES * 8];
static float moving[FRAMES][3];
static gait_track tracks[BONES];
static gait_clip clip;

static const gait_bone bones[BONES] = {
    {.name = "root", .parent = -1, .rest = {{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}}},
    {.name = "arm \"l\"", .parent = 0, .rest = {{0.5, 0, 0}, {0.5, 0.5, 0.5, 0.5}, {1, 1, 1}}},
    {.name = "Рука", .parent = 1, .rest = {{0, 0.25, 0}, {0, 0.6, 0, 0.8}, {1, 1, 1}}},
    {.name = "weapon", .parent = -1, .rest = {{0, 0, 9}, {0, 0, 0, 1}, {1, 1, 1}}},
};

/* Bone 0 rotates about Y, bone 2 moves, bone 1 is constant, and bone 3 has no keys. */
static void fill_clip(void) {
    for (uint32_t i = 0; i < FRAMES; i++) {
        double angle = 0.1 * i;
        times[i] = (float)(i / 30.0);
        moving[i][0] = (float)i;
        gaiti_store_s16(turning + i * 8 + 2, (int16_t)(sin(angle) * 32767));
        gaiti_store_s16(turning + i * 8 + 6, (int16_t)(cos(angle) * 32767));
    }
    tracks[0].rotation = (gait_channel){turning, FRAMES, 8, 2, GAIT_SNORM16};
    tracks[1].rotation = (gait_channel){turning, 1, 8, 0, GAIT_SNORM16};
    tracks[1].translation = (gait_channel){(const uint8_t *)moving[1], 1, 12, 0, GAIT_F32};
    tracks[2].translation = (gait_channel){(const uint8_t *)moving, FRAMES, 12, 1, GAIT_F32};
    clip = (gait_clip){.name = "walk",
                       .skeleton = skeleton,
                       .space = GAIT_SPACE_LOCAL,
                       .axes = GAIT_AXES_GLTF,
                       .frame_count = FRAMES,
                       .time = times,
                       .tracks = tracks};
}

static int begin(void **state) {
    (void)state;
    diagnostics = (gait_diagnostics){.items = items, .capacity = 32};
    memset(tracks, 0, sizeof tracks);
    assert_int_equal(gaiti_skeleton_new("man", bones, BONES, NULL, &skeleton), GAIT_OK);
    fill_clip();
    return 0;
}

static int end(void **state) {
    (void)state;
    gait_skeleton_free(skeleton);
    return 0;
}

static const gaiti_gltf_writer_options plain = {.common.diagnostics = &diagnostics,
                                                .source = {"omf", 4, "bank.omf"}};

static gaiti_gltf_writer *start(const gaiti_gltf_writer_options *options) {
    gaiti_gltf_writer *gltf;
    assert_int_equal(gaiti_gltf_writer_new(skeleton, options, &gltf), GAIT_OK);
    return gltf;
}

/* Writes a file of `count` clips. The caller frees `bytes`. */
static test_glb write_clips(const gaiti_gltf_writer_options *options, const gait_clip *clips,
                            uint32_t count, gait_buffer *bytes) {
    gaiti_gltf_writer *gltf = start(options);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(gaiti_gltf_writer_add(gltf, &clips[i]), GAIT_OK);
    }
    *bytes = (gait_buffer){0};
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, bytes), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    return test_glb_open(bytes);
}

static void finish(test_glb *glb, gait_buffer *bytes) {
    test_glb_close(glb);
    gait_buffer_free(bytes);
}

static bool was_raised(const char *id) {
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        if (strcmp(items[i].rule->id, id) == 0) {
            return true;
        }
    }
    return false;
}

#define GLTF_TEST(name) TEST_WITH(name, begin, end)

/* --- structure -------------------------------------------------------------------------------- */

GLTF_TEST(scene_contains_armature_and_mesh) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const char *scene = test_glb_item(&glb, "scenes", 0);
    const char *skin = test_glb_item(&glb, "skins", 0);
    assert_true(test_json_is(test_json_member(scene, "nodes"), "[0,5]"));
    assert_true(
        test_json_is(test_json_member(test_glb_item(&glb, "nodes", 0), "name"), "\"gait\""));
    assert_true(
        test_json_is(test_json_member(test_glb_item(&glb, "nodes", 0), "children"), "[1,4]"));
    assert_true(test_json_is(test_glb_item(&glb, "nodes", 5),
                             "{\"name\":\"gait_bind\",\"mesh\":0,\"skin\":0}"));
    assert_int_equal(test_json_count(test_json_member(glb.json, "nodes")), BONES + 2);
    assert_true(test_json_is(test_json_member(skin, "joints"), "[1,2,3,4]"));
    assert_null(test_json_member(skin, "skeleton"));
    finish(&glb, &bytes);
}

GLTF_TEST(nodes_are_bones_in_gltf_axes) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    assert_true(test_json_is(test_glb_item(&glb, "nodes", 2),
                             "{\"name\":\"arm \\\"l\\\"\",\"children\":[3],"
                             "\"translation\":[-0.5,0,0],\"rotation\":[0.5,-0.5,-0.5,0.5]}"));
    assert_true(
        test_json_is(test_json_member(test_glb_item(&glb, "nodes", 3), "name"), "\"Рука\""));
    finish(&glb, &bytes);
}

/* "Guess original bind pose" of Blender and the skinning of all viewers depend on this. */
GLTF_TEST(inverse_binds_invert_the_node_transforms) {
    gait_buffer bytes;
    uint64_t seed = 11;
    gait_skeleton_free(skeleton);
    skeleton = test_random_skeleton(&seed, 60);
    clip.skeleton = skeleton;
    test_glb glb = write_clips(&plain, NULL, 0, &bytes);
    test_accessor binds =
        test_glb_accessor(&glb, (uint32_t)test_json_number(test_json_member(
                                    test_glb_item(&glb, "skins", 0), "inverseBindMatrices")));
    assert_int_equal(binds.count, 60);
    for (uint32_t b = 0; b < 60; b++) {
        gait_affine rest =
            gait_affine_change_axes(&skeleton->rest_model[b], GAIT_AXES_ENGINE, GAIT_AXES_GLTF);
        gait_affine inverse = {{{0}}, {0}}, identity = gait_affine_identity();
        for (uint32_t c = 0; c < 4; c++) {
            for (uint32_t r = 0; r < 3; r++) {
                double value = test_accessor_get(&binds, b, c * 4 + r);
                *(c < 3 ? &inverse.m[r][c] : &inverse.t[r]) = value;
            }
            assert_true(test_accessor_get(&binds, b, c * 4 + 3) == (c == 3 ? 1 : 0));
        }
        gait_affine product = gait_affine_multiply(&inverse, &rest);
        test_assert_affine_near(&product, &identity, 3e-6);
    }
    finish(&glb, &bytes);
}

GLTF_TEST(every_joint_shows_an_octahedron) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const char *mesh = test_glb_item(&glb, "meshes", 0);
    const char *part = test_json_item(test_json_member(mesh, "primitives"), 0);
    const char *attributes = test_json_member(part, "attributes");
    const char *const keys[] = {"POSITION", "JOINTS_0", "WEIGHTS_0"};
    test_accessor data[3];
    test_accessor indices =
        test_glb_accessor(&glb, (uint32_t)test_json_number(test_json_member(part, "indices")));
    for (int i = 0; i < 3; i++) {
        data[i] = test_glb_accessor(
            &glb, (uint32_t)test_json_number(test_json_member(attributes, keys[i])));
        assert_int_equal(data[i].count, BONES * 6);
    }
    assert_int_equal(indices.count, BONES * 24);
    for (uint32_t i = 0; i < BONES * 24; i++) {
        uint32_t vertex = (uint32_t)test_accessor_get(&indices, i, 0), bone = i / 24;
        assert_int_equal(vertex / 6, bone);
        assert_true(test_accessor_get(&data[1], vertex, 0) == bone);
        assert_true(test_accessor_get(&data[2], vertex, 0) == 255);
        double square = 0;
        for (uint32_t j = 0; j < 3; j++) {
            double center = skeleton->rest_model[bone].t[j] * (j == 0 ? -1 : 1);
            double away = test_accessor_get(&data[0], vertex, j) - center;
            square += away * away;
            assert_true(j == 0 || test_accessor_get(&data[1], vertex, j) == 0);
            assert_true(j == 0 || test_accessor_get(&data[2], vertex, j) == 0);
        }
        assert_true(fabs(sqrt(square) - 0.006) < 1e-6);
    }
    finish(&glb, &bytes);
}

/* Computes signed volumes of tetrahedra: negative if a triangle has the wrong winding order. */
GLTF_TEST(octahedra_face_outwards) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, NULL, 0, &bytes);
    test_accessor positions = test_glb_accessor(&glb, 1), indices = test_glb_accessor(&glb, 4);
    for (uint32_t triangle = 0; triangle < 8; triangle++) {
        double p[3][3];
        for (uint32_t corner = 0; corner < 3; corner++) {
            uint32_t vertex = (uint32_t)test_accessor_get(&indices, triangle * 3 + corner, 0);
            for (uint32_t j = 0; j < 3; j++) {
                double center = skeleton->rest_model[0].t[j] * (j == 0 ? -1 : 1);
                p[corner][j] = test_accessor_get(&positions, vertex, j) - center;
            }
        }
        double volume = p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) +
                        p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2]) +
                        p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]);
        assert_true(fabs(volume - 0.006 * 0.006 * 0.006) < 1e-9);
    }
    finish(&glb, &bytes);
}

GLTF_TEST(many_bones_use_32_bit_indices) {
    enum { MANY = 10923 };
    gait_bone *many = calloc(MANY, sizeof *many);
    gait_buffer bytes;
    for (int32_t i = 0; i < MANY; i++) {
        many[i] = (gait_bone){.name = "b", .parent = i - 1, .rest = bones[0].rest};
    }
    gait_skeleton_free(skeleton);
    assert_int_equal(gaiti_skeleton_new("many", many, MANY, NULL, &skeleton), GAIT_OK);
    test_glb glb = write_clips(&plain, NULL, 0, &bytes);
    test_accessor indices = test_glb_accessor(&glb, 4);
    assert_int_equal(indices.component, 5125);
    assert_true(test_accessor_get(&indices, MANY * 24 - 1, 0) == MANY * 6 - 2);
    finish(&glb, &bytes);
    free(many);
}

/* --- animations ------------------------------------------------------------------------------- */

GLTF_TEST(every_bone_is_keyed_in_every_clip) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const uint32_t keys[BONES][2] = {{FRAMES, 1}, {1, 1}, {1, FRAMES}, {1, 1}};
    const char *animation = test_glb_item(&glb, "animations", 0);
    assert_int_equal(test_json_count(test_json_member(animation, "channels")), BONES * 2);
    assert_int_equal(test_json_count(test_json_member(animation, "samplers")), BONES * 2);
    for (uint32_t b = 0; b < BONES; b++) {
        for (uint32_t path = 0; path < 2; path++) {
            test_accessor input, output;
            test_glb_channel(&glb, 0, b, path ? "translation" : "rotation", &input, &output);
            assert_int_equal(output.count, keys[b][path]);
            assert_true(test_accessor_get(&input, 0, 0) == 0);
        }
    }
    finish(&glb, &bytes);
}

GLTF_TEST(integer_rotations_stay_integers) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_accessor input, output;
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_int_equal(output.component, 5122);
    assert_true(test_json_is(test_json_member(output.json, "normalized"), "true"));
    for (uint32_t i = 0; i < FRAMES; i++) {
        assert_true(test_accessor_get(&output, i, 1) == -gaiti_load_s16(turning + i * 8 + 2));
        assert_true(test_accessor_get(&output, i, 3) == gaiti_load_s16(turning + i * 8 + 6));
    }
    finish(&glb, &bytes);
}

GLTF_TEST(keys_are_on_frames) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_accessor input, output;
    test_glb_channel(&glb, 0, 2, "translation", &input, &output);
    for (uint32_t i = 0; i < FRAMES; i++) {
        double time = test_accessor_get(&input, i, 0);
        assert_true(time >= i / 30.0 && time < i / 30.0 + 1e-7);
        assert_true(test_accessor_get(&output, i, 0) == -(double)i);
    }
    assert_true(test_json_is(test_json_member(input.json, "min"), "[0]"));
    assert_true((float)test_json_number(test_json_item(test_json_member(input.json, "max"), 0)) ==
                (float)test_accessor_get(&input, FRAMES - 1, 0));
    finish(&glb, &bytes);
}

GLTF_TEST(absent_channels_get_a_rest_pose_key) {
    gait_buffer bytes;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_accessor input, output;
    test_glb_channel(&glb, 0, 2, "rotation", &input, &output);
    assert_true(test_accessor_get(&output, 0, 1) == (double)-0.6f);
    assert_true(test_accessor_get(&output, 0, 3) == (double)0.8f);
    test_glb_channel(&glb, 0, 3, "translation", &input, &output);
    assert_true(test_accessor_get(&output, 0, 2) == 9);
    finish(&glb, &bytes);
}

/* 1016 of 11864 real clips have a duration but no moving channel. Blender computes the duration
 * from the keys. */
GLTF_TEST(still_clip_keeps_its_length) {
    gait_buffer bytes;
    test_accessor input, output;
    for (uint32_t i = 0; i < FRAMES; i++) {
        memcpy(turning + i * 8, turning, 8);
    }
    tracks[2].translation.count = 0;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_int_equal(output.count, 2);
    assert_memory_equal(output.data, output.data + 8, 8);
    assert_true(test_accessor_get(&input, 1, 0) >= (FRAMES - 1) / 30.0);
    for (uint32_t b = 1; b < BONES; b++) {
        test_glb_channel(&glb, 0, b, "rotation", &input, &output);
        assert_int_equal(output.count, 1);
    }
    finish(&glb, &bytes);
}

/* q and -q are the same rotation: a channel that only changes sign is constant. */
GLTF_TEST(rotations_differing_only_in_sign_are_constant) {
    gait_buffer bytes;
    test_accessor input, output;
    for (uint32_t i = 0; i < FRAMES; i++) {
        gaiti_store_s16(turning + i * 8 + 2, 0);
        gaiti_store_s16(turning + i * 8 + 6, i % 2 ? -32767 : 32767);
    }
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_int_equal(output.count, 1);
    finish(&glb, &bytes);
}

GLTF_TEST(one_frame_is_one_key) {
    gait_buffer bytes;
    test_accessor input, output;
    tracks[0].rotation.count = tracks[2].translation.count = clip.frame_count = 1;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    for (uint32_t b = 0; b < BONES; b++) {
        test_glb_channel(&glb, 0, b, "rotation", &input, &output);
        assert_int_equal(output.count, 1);
    }
    finish(&glb, &bytes);
}

GLTF_TEST(clip_without_frames_is_one_key) {
    gait_buffer bytes;
    test_accessor input, output;
    tracks[0].rotation.count = tracks[2].translation.count = clip.frame_count = 0;
    clip.time = NULL;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_int_equal(output.count, 1);
    assert_true(was_raised("GLT031"));
    finish(&glb, &bytes);
}

GLTF_TEST(equal_clips_share_their_data) {
    gait_buffer bytes;
    gait_clip twice[2] = {clip, clip};
    twice[1].name = "run";
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    size_t size = glb.bin_size;
    uint32_t accessors = test_json_count(test_json_member(glb.json, "accessors"));
    finish(&glb, &bytes);
    glb = write_clips(&plain, twice, 2, &bytes);
    assert_int_equal(glb.bin_size, size);
    assert_int_equal(test_json_count(test_json_member(glb.json, "accessors")), accessors);
    assert_int_equal(test_json_count(test_json_member(glb.json, "animations")), 2);
    finish(&glb, &bytes);
}

GLTF_TEST(phases_become_frames) {
    gait_buffer bytes;
    test_accessor input, output;
    for (uint32_t i = 0; i < FRAMES; i++) {
        times[i] = (float)((i + 1.0) / FRAMES);
    }
    clip.time_unit = GAIT_TIME_PHASE;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    for (uint32_t i = 0; i < FRAMES; i++) {
        assert_int_equal(lround(test_accessor_get(&input, i + 1, 0) * 30), i + 1);
    }
    assert_true(input.count == FRAMES + 1 && test_accessor_get(&input, 0, 0) == 0);
    for (uint32_t i = 0; i < 4; i++) { /* the first pose is held */
        assert_true(test_accessor_get(&output, 0, i) == test_accessor_get(&output, 1, i));
    }
    assert_int_equal(diagnostics.count, 0);
    finish(&glb, &bytes);
}

GLTF_TEST(requested_duration_is_used) {
    gait_buffer bytes;
    test_accessor input, output;
    gaiti_gltf_writer_options options = plain;
    for (uint32_t i = 0; i < FRAMES; i++) {
        times[i] = (float)(i / (FRAMES - 1.0));
    }
    clip.time_unit = GAIT_TIME_PHASE;
    options.duration_s = 2.51;
    test_glb glb = write_clips(&options, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_true(fabs(test_accessor_get(&input, FRAMES - 1, 0) - 2.51) < 1e-6);
    assert_true(was_raised("GLT024"));
    finish(&glb, &bytes);
    options.duration_s = 0.1;
    options.fps = (FRAMES - 1) * 10; /* a frame for each key */
    glb = write_clips(&options, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    for (uint32_t i = 0; i < FRAMES; i++) {
        assert_true(fabs(test_accessor_get(&input, i, 0) - i / options.fps) < 1e-6);
    }
    finish(&glb, &bytes);
    times[FRAMES - 1] = 2; /* after the end of the cycle */
    glb = write_clips(&options, &clip, 1, &bytes);
    test_glb_channel(&glb, 0, 0, "rotation", &input, &output);
    assert_true(fabs(test_accessor_get(&input, FRAMES - 1, 0) - 0.1) < 1e-6);
    assert_true(was_raised("GLT025"));
    finish(&glb, &bytes);
}

GLTF_TEST(irregular_times_are_reported) {
    gait_buffer bytes;
    times[3] = times[2];
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    assert_true(was_raised("GLT020"));
    finish(&glb, &bytes);
    for (uint32_t i = 0; i < FRAMES; i++) {
        times[i] = (float)(i / 50.0);
    }
    glb = write_clips(&plain, &clip, 1, &bytes);
    assert_true(was_raised("GLT023"));
    finish(&glb, &bytes);
}

GLTF_TEST(dropped_scale_is_reported) {
    const float scales[2][3] = {{1, 1.0009f, 1}, {1, 1, 1.002f}};
    gait_buffer bytes;
    for (int i = 0; i < 2; i++) {
        tracks[1].scale = (gait_channel){(const uint8_t *)scales[i], 1, 12, 0, GAIT_F32};
        test_glb glb = write_clips(&plain, &clip, 1, &bytes);
        assert_int_equal(was_raised("GLT001"), i);
        assert_null(strstr(glb.json, "\"scale\""));
        finish(&glb, &bytes);
    }
}

/* --- extras ----------------------------------------------------------------------------------- */

static void add_facts(void) {
    static const gait_event events[] = {{"step", "left", 0.1, 0.1}, {"s\"2", "", 0, 0.2}};
    clip.events = events;
    clip.event_count = 2;
    clip.root_motion[2] = -1.5f;
    clip.playback = (gait_playback){.known = true,
                                    .loop = true,
                                    .flags = 2,
                                    .bone_or_part = 65535,
                                    .speed = 0.7f,
                                    .power = 1,
                                    .accrue = 2,
                                    .falloff = 3};
}

GLTF_TEST(animation_extras_describe_the_clip) {
    gait_buffer bytes;
    add_facts();
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const char *animation = test_glb_item(&glb, "animations", 0);
    assert_true(test_json_is(
        test_json_member(test_json_member(animation, "extras"), "gait"),
        "{\"name\":\"walk\",\"animation\":\"walk\",\"frames\":7,\"time_unit\":\"seconds\","
        "\"timing\":\"exact\",\"duration_s\":0.2,\"times\":null,\"motion\":[0,0,-1.5],"
        "\"playback\":{\"loop\":true,\"flags\":2,\"bone_or_part\":65535,\"speed\":0.7,\"power\":1,"
        "\"accrue\":2,\"falloff\":3},\"events\":[{\"name\":\"step\",\"value\":\"left\","
        "\"start\":0.1,\"end\":0.1,\"start_s\":0.1,\"end_s\":0.1},{\"name\":\"s\\\"2\","
        "\"value\":\"\",\"start\":0,\"end\":0.2,\"start_s\":0,\"end_s\":0.2}]}"));
    finish(&glb, &bytes);
}

/* Blender keeps a string in the extras of a node and drops the extras of animations. */
GLTF_TEST(armature_extras_repeat_the_metadata_as_a_string) {
    gait_buffer bytes;
    gait_clip twice[2];
    add_facts();
    twice[0] = twice[1] = clip;
    test_glb glb = write_clips(&plain, twice, 2, &bytes);
    const char *scene_extras = test_json_member(test_glb_item(&glb, "scenes", 0), "extras");
    const char *scene = test_json_member(scene_extras, "gait");
    const char *node_extras = test_json_member(test_glb_item(&glb, "nodes", 0), "extras");
    char *text = test_json_text(test_json_member(node_extras, "gait"));
    assert_memory_equal(scene, text, strlen(text));
    assert_int_equal(scene[strlen(text)], '}');
    assert_true(test_json_is(test_json_member(text, "schema"), "\"gait.extras/1\""));
    assert_true(test_json_is(test_json_member(text, "source"),
                             "{\"format\":\"omf\",\"version\":4,\"file\":\"bank.omf\"}"));
    assert_true(test_json_is(
        test_json_member(text, "skeleton"),
        "{\"name\":\"man\",\"bones\":[\"root\",\"arm \\\"l\\\"\",\"Рука\",\"weapon\"],"
        "\"parents\":[-1,0,1,-1],\"rest\":[[-1,2,3,0,0,0,1],[-0.5,0,0,0.5,-0.5,-0.5,0.5],"
        "[0,0.25,0,0,-0.6,0,0.8],[0,0,9,0,0,0,1]]}"));
    const char *clips = test_json_member(text, "clips");
    assert_int_equal(test_json_count(clips), 2);
    assert_true(test_json_is(test_json_member(test_json_item(clips, 1), "name"), "\"walk\""));
    assert_true(
        test_json_is(test_json_member(test_json_item(clips, 1), "animation"), "\"walk.001\""));
    free(text);
    finish(&glb, &bytes);
}

GLTF_TEST(parts_list_their_bones) {
    gait_buffer bytes = {0};
    gaiti_gltf_writer *gltf = start(&plain);
    const gait_span legs = {(const uint8_t *)"legs", 4}, arm = {(const uint8_t *)"\xD0\"", 2};
    assert_int_equal(gaiti_gltf_writer_add_part_bone(gltf, arm), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_add_part(gltf, legs), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add_part_bone(gltf, arm), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add_part_bone(gltf, legs), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add_part(gltf, arm), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &bytes), GAIT_OK);
    gaiti_gltf_writer_free(gltf);
    test_glb glb = test_glb_open(&bytes);
    const char *extras = test_json_member(test_glb_item(&glb, "scenes", 0), "extras");
    const char *parts = test_json_member(test_json_member(extras, "gait"), "parts");
    assert_true(test_json_is(parts, "[{\"name\":\"legs\",\"bones\":[\"Р\\\"\",\"legs\"]},"
                                    "{\"name\":\"Р\\\"\",\"bones\":[]}]"));
    finish(&glb, &bytes);
}

GLTF_TEST(phases_and_events_are_stored_in_both_units) {
    const float phases[3] = {0.25f, 0.5f, 1};
    const gait_event events[] = {{"a", "", 0.75, 1}, {"b", "", 0, 0.375}, {"c", "", NAN, 2}};
    const double seconds[3][2] = {{3 / 30.0, 4 / 30.0}, {0, 1.5 / 30}, {-1, 4 / 30.0}};
    gait_buffer bytes;
    tracks[0].rotation.count = 3;
    tracks[2].translation.count = 3;
    clip.time_unit = GAIT_TIME_PHASE;
    clip.frame_count = 3;
    clip.time = phases;
    clip.events = events;
    clip.event_count = 3;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const char *extras = test_json_member(test_glb_item(&glb, "animations", 0), "extras");
    const char *about = test_json_member(extras, "gait");
    assert_true(test_json_is(test_json_member(about, "time_unit"), "\"phase\""));
    assert_true(test_json_is(test_json_member(about, "phases"), "[0.25,0.5,1]"));
    assert_true(test_json_is(test_json_member(about, "playback"), "null"));
    for (uint32_t i = 0; i < 3; i++) {
        const char *event = test_json_item(test_json_member(about, "events"), i);
        assert_true(fabs(test_json_number(test_json_member(event, "end_s")) - seconds[i][1]) <
                    1e-7);
        if (seconds[i][0] >= 0) {
            assert_true(fabs(test_json_number(test_json_member(event, "start_s")) - seconds[i][0]) <
                        1e-7);
        } else {
            assert_true(test_json_is(test_json_member(event, "start_s"), "null"));
        }
    }
    finish(&glb, &bytes);
}

GLTF_TEST(seconds_off_the_frame_grid_are_stored) {
    gait_buffer bytes;
    const gait_event event = {"a", "", 1.5, 1.6};
    for (uint32_t i = 0; i < FRAMES; i++) {
        times[i] = 1 + (float)i / 8;
    }
    clip.events = &event;
    clip.event_count = 1;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    const char *extras = test_json_member(test_glb_item(&glb, "animations", 0), "extras");
    const char *about = test_json_member(extras, "gait");
    assert_true(
        test_json_is(test_json_member(about, "times"), "[1,1.125,1.25,1.375,1.5,1.625,1.75]"));
    assert_true(test_json_is(test_json_member(about, "timing"), "\"kept\""));
    const char *stored = test_json_item(test_json_member(about, "events"), 0);
    assert_true(test_json_is(test_json_member(stored, "start_s"), "0.5"));
    finish(&glb, &bytes);
}

/* --- containers ------------------------------------------------------------------------------- */

GLTF_TEST(joined_parts_equal_the_glb) {
    gaiti_gltf_writer *gltf = start(&plain);
    const gait_span *parts;
    gait_buffer whole = {0}, joined = {0};
    uint32_t count;
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &whole), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_parts(gltf, &parts, &count), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(gaiti_write(&joined, parts[i].data, parts[i].size));
    }
    assert_int_equal(joined.size, whole.size);
    assert_memory_equal(joined.data, whole.data, whole.size);
    gait_buffer_free(&whole);
    gait_buffer_free(&joined);
    gaiti_gltf_writer_free(gltf);
}

GLTF_TEST(text_output_equals_the_glb_with_external_buffer) {
    gait_buffer text = {0}, bin = {0}, bytes;
    gaiti_gltf_writer *gltf = start(&plain);
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_text(gltf, "a b%ж-1.bin", &text, &bin), GAIT_OK);
    assert_true(gaiti_write_u8(&text, 0));
    gaiti_gltf_writer_free(gltf);
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    assert_int_equal(bin.size, glb.bin_size);
    assert_memory_equal(bin.data, glb.bin, bin.size);
    const char *const json = (const char *)text.data;
    const char *buffer = test_json_item(test_json_member(json, "buffers"), 0);
    assert_true(test_json_is(test_json_member(buffer, "uri"), "\"a%20b%25%D0%B6-1.bin\""));
    assert_true(test_json_number(test_json_member(buffer, "byteLength")) == (double)bin.size);
    size_t same = (size_t)(test_json_member(json, "buffers") - json);
    assert_memory_equal(json, glb.json, same);
    finish(&glb, &bytes);
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
}

GLTF_TEST(clips_can_be_added_after_finishing) {
    gaiti_gltf_writer *gltf = start(&plain);
    gait_buffer first = {0}, both = {0}, bytes;
    gait_clip twice[2] = {clip, clip};
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &first), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_finish_glb(gltf, &both), GAIT_OK);
    test_glb glb = write_clips(&plain, twice, 2, &bytes);
    assert_int_equal(both.size, bytes.size);
    assert_memory_equal(both.data, bytes.data, both.size);
    finish(&glb, &bytes);
    gait_buffer_free(&first);
    gait_buffer_free(&both);
    gaiti_gltf_writer_free(gltf);
}

/* --- limits ----------------------------------------------------------------------------------- */

GLTF_TEST(skeleton_without_bones_gives_an_empty_armature) {
    gait_buffer bytes;
    gait_skeleton_free(skeleton);
    assert_int_equal(gaiti_skeleton_new("none", NULL, 0, NULL, &skeleton), GAIT_OK);
    clip.skeleton = skeleton;
    test_glb glb = write_clips(&plain, &clip, 1, &bytes);
    assert_true(was_raised("GLT030"));
    assert_null(test_json_member(glb.json, "animations"));
    assert_null(test_json_member(glb.json, "skins"));
    assert_null(test_json_member(glb.json, "buffers"));
    assert_int_equal(test_json_count(test_json_member(glb.json, "nodes")), 1);
    assert_int_equal(glb.bin_size, 0);
    finish(&glb, &bytes);
}

GLTF_TEST(invalid_rest_pose_is_reported) {
    const gait_transform broken[] = {{{NAN, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                     {{0, -1e300, 0}, {0, 0, 0, 1}, {1, 1, 1}},
                                     {{0, 0, 0}, {0, 0, INFINITY, 1}, {1, 1, 1}},
                                     {{0, 0, 0}, {0, 0, 0, 0}, {1, 1, 1}}};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        gait_bone bone = {.name = "b", .parent = -1, .rest = broken[i]};
        gait_buffer bytes;
        diagnostics.count = 0;
        gait_skeleton_free(skeleton);
        assert_int_equal(gaiti_skeleton_new("one", &bone, 1, NULL, &skeleton), GAIT_OK);
        test_glb glb = write_clips(&plain, NULL, 0, &bytes);
        assert_true(was_raised("GLT006"));
        assert_true(
            test_json_is(test_glb_item(&glb, "nodes", 1),
                         "{\"name\":\"b\",\"translation\":[0,0,0],\"rotation\":[0,0,0,1]}"));
        finish(&glb, &bytes);
    }
}

GLTF_TEST(more_than_four_gigabytes_are_refused) {
    gaiti_gltf_writer *gltf = start(&plain);
    clip.frame_count = (1u << 23) + 1;
    tracks[0].rotation.count = tracks[2].translation.count = 1;
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_LIMIT);
    assert_true(was_raised("GLT032"));
    clip.frame_count = FRAMES;
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_LIMIT); /* the failure is permanent */
    gaiti_gltf_writer_free(gltf);
}

GLTF_TEST(invalid_clips_return_bad_argument) {
    gaiti_gltf_writer *gltf = start(&plain);
    const gait_clip good = clip;
    for (int i = 0; i < 9; i++) {
        clip = good;
        fill_clip();
        gait_track *track = &tracks[0];
        gait_channel *const channel = &track->rotation;
        clip.space = i == 0 ? GAIT_SPACE_MODEL : clip.space;
        clip.axes = i == 1 ? GAIT_AXES_ENGINE : clip.axes;
        clip.tracks = i == 2 ? NULL : clip.tracks;
        clip.time = i == 3 ? NULL : clip.time;
        channel->count = i == 4 ? FRAMES - 1 : FRAMES;
        channel->data = i == 5 ? NULL : channel->data;
        track->translation = i == 6 ? *channel : track->translation;
        clip.skeleton = i == 7 ? NULL : clip.skeleton;
        channel->element = i == 8 ? 77 : GAIT_SNORM16;
        assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_BAD_ARGUMENT);
        track->translation.count = 0;
    }
    clip = good;
    fill_clip();
    assert_int_equal(gaiti_gltf_writer_add(gltf, &clip), GAIT_OK);
    assert_int_equal(gaiti_gltf_writer_add(gltf, NULL), GAIT_BAD_ARGUMENT);
    gaiti_gltf_writer_free(gltf);
}

GLTF_TEST(invalid_options_return_bad_argument) {
    const double bad[][2] = {{-1, 0}, {NAN, 0}, {1e-9, 0}, {1e9, 0}, {0, -1}, {0, NAN}, {0, 1e9}};
    gaiti_gltf_writer *gltf;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        gaiti_gltf_writer_options options = {.fps = bad[i][0], .duration_s = bad[i][1]};
        assert_int_equal(gaiti_gltf_writer_new(skeleton, &options, &gltf), GAIT_BAD_ARGUMENT);
        assert_null(gltf);
    }
    assert_int_equal(gaiti_gltf_writer_new(NULL, NULL, &gltf), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_writer_new(skeleton, NULL, NULL), GAIT_BAD_ARGUMENT);
    gaiti_gltf_writer_free(NULL);
}

static gait_status write_both(const gait_options *options, void *user) {
    gaiti_gltf_writer_options gltf_options = {.common.allocator = options->allocator,
                                              .source = {"omf", 4, "x"}};
    gait_buffer glb = {.allocator = options->allocator}, text = glb, bin = glb;
    gaiti_gltf_writer *gltf;
    gait_status status = gaiti_gltf_writer_new(skeleton, &gltf_options, &gltf);
    (void)user;
    for (int i = 0; i < 40 && status == GAIT_OK; i++) { /* enough to grow all arrays */
        moving[3][0] += 1;
        status = gaiti_gltf_writer_add(gltf, &clip);
    }
    status = status == GAIT_OK ? gaiti_gltf_writer_finish_glb(gltf, &glb) : status;
    status = status == GAIT_OK ? gaiti_gltf_writer_finish_text(gltf, "x.bin", &text, &bin) : status;
    gait_buffer_free(&glb);
    gait_buffer_free(&text);
    gait_buffer_free(&bin);
    gaiti_gltf_writer_free(gltf);
    return status;
}

GLTF_TEST(every_failing_allocation_is_reported) {
    assert_true(test_every_failing_allocation(write_both, NULL) > 50);
}

/* Reading glTF: contents of files, interpolation by the formulas of the specification, bones from
 * skins and from node trees, frames of clips, and external buffers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/gltf.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/gltf/read/gltf_read.h"
#include "model/clip.h"

/* An open fixture with its best rig and skeleton. */
typedef struct scene {
    gait_span bytes;
    gait_gltf *file;
    gait_gltf_rig *rig;
    gait_skeleton *skeleton;
} scene;

static scene open_scene(const char *name) {
    char path[96];
    scene it = {0};
    snprintf(path, sizeof path, "gltf/%s", name);
    it.bytes = test_fixture_bytes(path);
    assert_int_equal(gaiti_gltf_open(it.bytes, NULL, &it.file), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(it.file, GAIT_GLTF_BEST_SKIN, NULL, &it.rig), GAIT_OK);
    assert_int_equal(gaiti_gltf_skeleton(it.file, it.rig, "him", NULL, &it.skeleton), GAIT_OK);
    return it;
}

static void close_scene(scene *it) {
    gait_skeleton_free(it->skeleton);
    gait_gltf_rig_free(it->rig);
    gaiti_gltf_free(it->file);
    free((void *)(uintptr_t)it->bytes.data);
}

enum { MOST_BONES = 8 };

/* The pose of a bone at a time. */
static gait_transform pose(const scene *it, uint32_t animation, double time, uint32_t bone) {
    gait_transform out[MOST_BONES];
    assert_in_range(gait_gltf_rig_bone_count(it->rig), bone + 1, MOST_BONES);
    assert_int_equal(gaiti_gltf_sample(&(gait_gltf_animated_rig){it->file, it->rig, animation},
                                       &time, 1, NULL, out),
                     GAIT_OK);
    return out[bone];
}

static void assert_vector(const double *actual, double x, double y, double z) {
    test_assert_near(actual[0], x, 1e-7);
    test_assert_near(actual[1], y, 1e-7);
    test_assert_near(actual[2], z, 1e-7);
}

/* Asserts a rotation about Z by `degrees`; q and -q are equal. */
static void assert_turn(const double q[4], double degrees, double tolerance) {
    double half = degrees * 3.14159265358979323846 / 360, sign = q[3] < 0 ? -1 : 1;
    test_assert_near(q[0], 0, tolerance);
    test_assert_near(q[1], 0, tolerance);
    test_assert_near(q[2] * sign, sin(half), tolerance);
    test_assert_near(q[3] * sign, cos(half), tolerance);
}

static void assert_text(gait_span text, const char *expected) {
    assert_int_equal(text.size, strlen(expected));
    assert_memory_equal(text.data, expected, text.size);
}

/* --- contents --------------------------------------------------------------------------------- */

TEST(nodes_skins_and_animations_are_listed) {
    scene it = open_scene("ok/waving.glb");
    assert_int_equal(gaiti_gltf_node_count(it.file), 3);
    gaiti_gltf_node hand = gaiti_gltf_node_at(it.file, 2);
    assert_text(hand.name, "hand");
    assert_int_equal(hand.parent, 1);
    assert_vector(hand.local.t, 0, 1, 0);
    assert_false(hand.is_scenery);
    assert_int_equal(gait_gltf_skin_count(it.file), 1);
    gait_gltf_skin skin = gait_gltf_skin_at(it.file, 0);
    assert_int_equal(skin.joint_count, 2);
    assert_int_equal(skin.joints[1], 2);
    gait_affine bind;
    assert_true(gaiti_gltf_inverse_bind(it.file, 0, 1, &bind));
    assert_vector(bind.t, 0, -2, 0);
    assert_int_equal(gait_gltf_animation_count(it.file), 1);
    gait_gltf_animation wave = gait_gltf_animation_at(it.file, 0);
    assert_text(wave.name, "wave");
    assert_int_equal(wave.channel_count, 1);
    gaiti_gltf_channel channel = gaiti_gltf_channel_at(it.file, 0, 0);
    assert_int_equal(channel.node, 2);
    assert_int_equal(channel.path, GAITI_GLTF_PATH_ROTATION);
    assert_int_equal(channel.interpolation, GAITI_GLTF_LINEAR);
    assert_int_equal(channel.key_count, 3);
    test_assert_near(gaiti_gltf_key_time(it.file, 0, 0, 2), 0.2, 1e-7);
    double times[3], values[3][4];
    gaiti_gltf_channel_keys(it.file, 0, 0, times, values[0]);
    assert_turn(values[2], 180, 1e-7);
    close_scene(&it);
}

TEST(key_array_matches_single_key_queries) {
    static const char *const files[] = {"ok/waving.glb", "ok/cubic.glb", "ok/integers.glb",
                                        "ok/sparse.glb"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        scene it = open_scene(files[i]);
        double times[16], values[16 * 4];
        gaiti_gltf_channel about = gaiti_gltf_channel_at(it.file, 0, 0);
        assert_in_range(about.key_count, 2, 16);
        gaiti_gltf_channel_keys(it.file, 0, 0, times, values);
        for (uint32_t k = 0; k < about.key_count; k++) {
            assert_true(times[k] == gaiti_gltf_key_time(it.file, 0, 0, k));
        }
        close_scene(&it);
    }
}

TEST(metadata_and_names_are_read_exactly) {
    scene it = open_scene("ok/extras.glb");
    int32_t node;
    assert_text(gaiti_gltf_generator(it.file), "a \xC3\xA9"
                                               "ditor");
    assert_text(gaiti_gltf_scene_extras(it.file), "[1,2]");
    assert_text(gaiti_gltf_armature_extras(it.file, &node), "{\"schema\":\"gait.extras/1\"}");
    assert_int_equal(node, 0);
    assert_text(gait_gltf_animation_at(it.file, 0).name, "odd \\ \"name\"");
    assert_int_equal(gait_gltf_animation_at(it.file, 0).extras.size, 0);
    assert_text(gait_gltf_animation_at(it.file, 1).extras,
                "{\"speed\":2,\"deep\":[[1],{\"a\":null}]}");
    assert_text(gaiti_gltf_node_at(it.file, 1).original, "root.001");
    assert_string_equal(it.skeleton->bones[1].name, "hand \xD1\x80\xD1\x83\xD0\xBA\xD0\xB0");
    close_scene(&it);
    it = open_scene("ok/no_name.glb");
    assert_string_equal(it.skeleton->bones[1].name, "Node_2");
    assert_int_equal(gaiti_gltf_node_at(it.file, 2).name.size, 0);
    close_scene(&it);
}

TEST(other_paths_have_no_keys) {
    scene it = open_scene("ok/other_paths.glb");
    assert_int_equal(gait_gltf_animation_at(it.file, 0).channel_count, 4);
    for (uint32_t c = 1; c < 4; c++) {
        gaiti_gltf_channel channel = gaiti_gltf_channel_at(it.file, 0, c);
        assert_int_equal(channel.path, GAITI_GLTF_PATH_OTHER);
        assert_int_equal(channel.key_count, 0);
    }
    assert_turn(pose(&it, 0, 0.1, 1).q, 90, 1e-7);
    close_scene(&it);
}

/* --- interpolation ---------------------------------------------------------------------------- */

TEST(linear_rotations_use_slerp_and_hold_at_the_ends) {
    static const char *const names[] = {"ok/waving.glb", "ok/waving.gltf", "ok/strided.glb",
                                        "ok/byte_order_mark.gltf", "ok/unpadded_base64.gltf"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scene it = open_scene(names[i]);
        static const double samples[][2] = {{-1, 0},   {0, 0},      {0.025, 22.5}, {0.05, 45},
                                            {0.1, 90}, {0.16, 144}, {0.2, 180},    {7, 180}};
        for (size_t s = 0; s < sizeof samples / sizeof *samples; s++) {
            assert_turn(pose(&it, 0, samples[s][0], 1).q, samples[s][1], 1e-6);
        }
        assert_vector(pose(&it, 0, 0.05, 0).t, 0, 1, 0); /* value of its node */
        close_scene(&it);
    }
}

TEST(vectors_are_interpolated_linearly) {
    scene it = open_scene("ok/translation_and_scale.glb");
    assert_vector(pose(&it, 0, 0.05, 0).t, 0.125, 1, 0);
    assert_vector(pose(&it, 0, 0.15, 0).t, 0.375, 1.125, 0);
    assert_vector(pose(&it, 0, 0.05, 1).s, 1.5, 1.5, 1.5);
    close_scene(&it);
}

TEST(steps_hold_until_the_next_key) {
    scene it = open_scene("ok/step.glb");
    assert_turn(pose(&it, 0, 0.0999, 1).q, 0, 1e-7);
    assert_turn(pose(&it, 0, 0.1001, 1).q, 90, 1e-7);
    assert_turn(pose(&it, 0, 5, 1).q, 180, 1e-7);
    close_scene(&it);
}

/* Keys of 0 and 180 degrees; both tangents between them are (0,0,2,0) per second. The file has the
 * in-tangent, value and out-tangent of each key. */
TEST(splines_use_hermite_interpolation) {
    scene it = open_scene("ok/cubic.glb");
    for (int i = 0; i <= 10; i++) {
        double t = i / 10.0, span = (double)0.2f;
        double from = 2 * t * t * t - 3 * t * t + 1, to = 3 * t * t - 2 * t * t * t;
        double leaving = span * (t * t * t - 2 * t * t + t), arriving = span * (t * t * t - t * t);
        double z = leaving * 2 + to * 1 + arriving * 2, w = from;
        double length = sqrt(z * z + w * w);
        gait_transform hand = pose(&it, 0, t * span, 1);
        test_assert_near(hand.q[2], z / length, 1e-7);
        test_assert_near(hand.q[3], w / length, 1e-7);
    }
    double times[2], values[2][4];
    assert_int_equal(gaiti_gltf_channel_at(it.file, 0, 0).key_count, 2);
    gaiti_gltf_channel_keys(it.file, 0, 0, times, values[0]);
    assert_turn(values[1], 180, 1e-7);
    close_scene(&it);
}

TEST(every_kind_of_integer_is_read) {
    scene it = open_scene("ok/integers.glb");
    static const double tolerance[] = {1e-2, 1e-4, 1e-2, 1e-4};
    for (uint32_t a = 0; a < 4; a++) {
        assert_turn(pose(&it, a, 0.2, 1).q, 90, tolerance[a]);
    }
    assert_vector(pose(&it, 3, 0.1 + 1e-7, 0).t, -3, 100, 7);
    close_scene(&it);
}

TEST(sparse_elements_replace_base_elements) {
    scene it = open_scene("ok/sparse.glb");
    assert_vector(pose(&it, 0, 0, 1).t, 0, 1, 0);
    assert_vector(pose(&it, 0, 0.1 + 1e-8, 1).t, 0, 2, 0);
    assert_vector(pose(&it, 0, 1, 1).t, 0, 1, 0);
    close_scene(&it);
    it = open_scene("ok/sparse_bytes.glb"); /* without a buffer view: the other values are 0 */
    assert_vector(pose(&it, 0, 0, 1).t, 0, 2, 0);
    assert_vector(pose(&it, 0, (double)0.1f, 1).t, 0, 0, 0);
    assert_vector(pose(&it, 0, 1, 1).t, 0, 2, 0);
    close_scene(&it);
}

TEST(times_are_sampled_in_any_order) {
    scene it = open_scene("ok/waving.glb");
    static const double order[] = {0.2, 0.05, 0.15, -3, 0.1, 0.0, 9, 0.05};
    static const double degrees[] = {180, 45, 135, 0, 90, 0, 180, 45};
    gait_transform out[8 * 2];
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){it.file, it.rig, 0}, order, 8, NULL, out),
        GAIT_OK);
    for (size_t i = 0; i < 8; i++) {
        assert_turn(out[i * 2 + 1].q, degrees[i], 1e-6);
    }
    const double nan = NAN;
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){it.file, it.rig, 0}, &nan, 1, NULL, out),
        GAIT_BAD_ARGUMENT);
    assert_int_equal(
        gaiti_gltf_sample(&(gait_gltf_animated_rig){it.file, it.rig, 1}, order, 1, NULL, out),
        GAIT_BAD_ARGUMENT);
    close_scene(&it);
}

/* --- bones ------------------------------------------------------------------------------------ */

TEST(the_rest_pose_comes_from_the_skin) {
    scene it = open_scene("ok/waving.glb");
    assert_int_equal(it.skeleton->bone_count, 2);
    assert_string_equal(it.skeleton->name, "him");
    assert_vector(it.skeleton->rest_model[1].t, 0, 2, 0);
    assert_int_equal(it.skeleton->bones[1].rest_origin, GAIT_ORIGIN_FILE);
    assert_int_equal(gait_gltf_rig_skin(it.rig), 0);
    assert_int_equal(gaiti_gltf_rig_space(it.rig), 0);
    close_scene(&it);
    it = open_scene("ok/translation_and_scale.glb");
    assert_vector(it.skeleton->rest_model[1].t, 0, 2, 0);
    close_scene(&it);
    it = open_scene("ok/no_binds.glb"); /* computed from the nodes */
    assert_vector(it.skeleton->rest_model[1].t, 0, 2, 0);
    close_scene(&it);
}

/* The transform of the armature node does not affect poses. */
TEST(moved_armature_does_not_change_poses) {
    scene it = open_scene("ok/placed.glb");
    /* The inverse bind matrices are unchanged, so they are relative to the moved armature. */
    assert_vector(it.skeleton->rest_model[0].t, 0, 1, 0);
    assert_vector(it.skeleton->rest_model[1].t, 0, 2, 0);
    assert_vector(pose(&it, 0, 0, 0).t, 0, 1, 0);
    close_scene(&it);
}

TEST(nodes_between_joints_are_folded) {
    scene it = open_scene("ok/folded.glb");
    assert_int_equal(it.skeleton->bone_count, 3);
    assert_string_equal(it.skeleton->bones[0].name, "left");
    assert_string_equal(it.skeleton->bones[1].name, "tip");
    assert_string_equal(it.skeleton->bones[2].name, "right");
    assert_int_equal(gaiti_gltf_rig_parent(it.rig, 0), -1);
    assert_int_equal(gaiti_gltf_rig_parent(it.rig, 1), 0);
    assert_int_equal(gaiti_gltf_rig_parent(it.rig, 2), -1);
    assert_int_equal(gaiti_gltf_rig_node(it.rig, 1), 5);
    assert_int_equal(gaiti_gltf_rig_space(it.rig), 0);
    double end = (double)(float)(1 / 30.0);
    assert_vector(pose(&it, 0, 0, 0).t, 1, 0, 2);
    assert_vector(pose(&it, 0, end, 0).t, 1, 0, 3);
    assert_vector(pose(&it, 0, 0, 1).t, 0, 0, 1);
    assert_vector(pose(&it, 0, end, 1).t, 1, 0, 0);
    test_assert_near(fabs(pose(&it, 0, end, 1).q[1]), sqrt(0.5), 1e-7);
    close_scene(&it);
}

TEST(animation_of_parent_nodes_is_applied_to_bones) {
    scene it = open_scene("ok/carried.glb");
    assert_int_equal(gaiti_gltf_rig_space(it.rig), -1);
    assert_vector(pose(&it, 0, 0, 0).t, 0, 1, 0);
    assert_vector(pose(&it, 0, 0.1, 0).t, 0.5, 1, 0);
    assert_vector(pose(&it, 0, 1, 0).t, 1, 1, 0);
    close_scene(&it);
}

TEST(node_trees_without_a_skin_become_bones) {
    static const char *const names[] = {"Hips", "Leg", "Head"};
    scene it = open_scene("ok/plain_tree.glb");
    assert_int_equal(gait_gltf_rig_skin(it.rig), GAIT_GLTF_PLAIN_TREE);
    assert_int_equal(it.skeleton->bone_count, 3);
    for (uint32_t b = 0; b < 3; b++) {
        assert_string_equal(it.skeleton->bones[b].name, names[b]);
        assert_int_equal(it.skeleton->bones[b].parent, b == 1 ? 0 : -1);
    }
    assert_vector(it.skeleton->rest_model[1].t, 0, 0.5, 0);
    close_scene(&it);
    it = open_scene("ok/waving.glb");
    gait_gltf_rig *tree;
    assert_int_equal(gait_gltf_rig_new(it.file, GAIT_GLTF_PLAIN_TREE, NULL, &tree), GAIT_OK);
    assert_int_equal(gait_gltf_rig_bone_count(tree), 1); /* only the last node is animated */
    gait_gltf_rig_free(tree);
    assert_int_equal(gait_gltf_rig_new(it.file, 1, NULL, &tree), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_gltf_rig_new(it.file, -3, NULL, &tree), GAIT_BAD_ARGUMENT);
    close_scene(&it);
}

TEST(file_without_nodes_has_no_skeleton) {
    gait_span bytes = test_fixture_bytes("gltf/ok/nothing.gltf");
    gait_gltf *file;
    gait_gltf_rig *rig;
    assert_int_equal(gaiti_gltf_open(bytes, NULL, &file), GAIT_OK);
    assert_int_equal(gait_gltf_rig_new(file, GAIT_GLTF_BEST_SKIN, NULL, &rig), GAIT_NOT_FOUND);
    assert_null(rig);
    gaiti_gltf_free(file);
    free((void *)(uintptr_t)bytes.data);
}

/* --- clips ------------------------------------------------------------------------------------ */

static gait_clip *read_clips(const scene *it, double fps) {
    gait_clip *clip;
    assert_int_equal(gaiti_gltf_clip(&(gait_gltf_animated_rig){it->file, it->rig, 0}, it->skeleton,
                                     fps, NULL, &clip),
                     GAIT_OK);
    gait_gltf_timing timing;
    assert_int_equal(
        gait_gltf_timing_of(&(gait_gltf_animated_rig){it->file, it->rig, 0}, fps, NULL, &timing),
        GAIT_OK);
    assert_int_equal(timing.frame_count, clip->frame_count);
    assert_int_equal(clip->space, GAIT_SPACE_LOCAL);
    assert_int_equal(clip->axes, GAIT_AXES_GLTF);
    assert_int_equal(clip->time_unit, GAIT_TIME_SECONDS);
    return clip;
}

static void assert_key_turn(const gait_clip *clip, uint32_t bone, uint32_t key, double degrees) {
    double q[9];
    gaiti_channel_get(&clip->tracks[bone].rotation, true, key, q);
    assert_turn(q, degrees, 1e-6);
}

TEST(keys_on_frames_are_kept) {
    scene it = open_scene("ok/waving.glb"); /* keys at frames 0, 3 and 6 */
    gait_clip *clip = read_clips(&it, 0);
    assert_string_equal(clip->name, "wave");
    assert_int_equal(clip->frame_count, 3);
    assert_true(clip->time[1] == 0.1f && clip->time[2] == 0.2f);
    assert_int_equal(clip->tracks[1].rotation.count, 3);
    assert_int_equal(clip->tracks[0].rotation.count, 1);
    assert_int_equal(clip->tracks[0].translation.count, 1);
    assert_int_equal(clip->tracks[1].scale.count, 0);
    assert_key_turn(clip, 1, 1, 90);
    gait_clip_free(clip);
    clip = read_clips(&it, 30);
    assert_int_equal(clip->frame_count, 7);
    assert_key_turn(clip, 1, 2, 60);
    assert_key_turn(clip, 1, 3, 90);
    gait_clip_free(clip);
    clip = read_clips(&it, 12.5); /* frames 0, 0.08, 0.16, 0.24: one after the end */
    assert_int_equal(clip->frame_count, 4);
    assert_key_turn(clip, 1, 2, 144);
    assert_key_turn(clip, 1, 3, 180);
    gait_clip_free(clip);
    close_scene(&it);
}

TEST(steps_and_splines_are_sampled_at_every_frame) {
    scene it = open_scene("ok/step.glb");
    gait_clip *clip = read_clips(&it, 0);
    assert_int_equal(clip->frame_count, 7);
    assert_key_turn(clip, 1, 2, 0);
    assert_key_turn(clip, 1, 3, 90);
    gait_clip_free(clip);
    close_scene(&it);
    it = open_scene("ok/cubic.glb");
    clip = read_clips(&it, 0);
    assert_int_equal(clip->frame_count, 7);
    gait_clip_free(clip);
    close_scene(&it);
}

TEST(keys_between_frames_are_resampled_at_30_fps) {
    scene it = open_scene("ok/between_frames.glb"); /* keys at 0, 0.05 and 0.125 s */
    gait_gltf_timing timing;
    assert_int_equal(
        gait_gltf_timing_of(&(gait_gltf_animated_rig){it.file, it.rig, 0}, 0, NULL, &timing),
        GAIT_OK);
    assert_false(timing.is_exact || timing.is_own_keys);
    test_assert_near(timing.last_s, 0.125, 1e-9);
    gait_clip *clip = read_clips(&it, 0);
    assert_int_equal(clip->frame_count, 5);
    assert_key_turn(clip, 1, 1, 60);
    assert_key_turn(clip, 1, 4, 180);
    gait_clip_free(clip);
    assert_int_equal(
        gait_gltf_timing_of(&(gait_gltf_animated_rig){it.file, it.rig, 0}, 40, NULL, &timing),
        GAIT_OK);
    assert_true(timing.is_exact);
    assert_int_equal(timing.frame_count, 6);
    assert_int_equal(
        gait_gltf_timing_of(&(gait_gltf_animated_rig){it.file, it.rig, 0}, -1, NULL, &timing),
        GAIT_BAD_ARGUMENT);
    close_scene(&it);
}

TEST(still_animations_have_one_frame) {
    scene it = open_scene("ok/still.glb");
    gait_clip *clip;
    assert_int_equal(
        gaiti_gltf_clip(&(gait_gltf_animated_rig){it.file, it.rig, 1}, it.skeleton, 0, NULL, &clip),
        GAIT_OK);
    assert_int_equal(clip->frame_count, 1);
    assert_string_equal(clip->name, "none");
    gait_clip_free(clip);
    close_scene(&it);
}

TEST(scale_is_reported) {
    scene it = open_scene("ok/translation_and_scale.glb");
    gait_clip *clip = read_clips(&it, 0);
    double scale[9];
    assert_int_equal(clip->tracks[0].scale.count, 0);
    assert_int_equal(clip->tracks[1].scale.count, 3);
    gaiti_channel_get(&clip->tracks[1].scale, false, 1, scale);
    assert_vector(scale, 2, 2, 2);
    gait_clip_free(clip);
    close_scene(&it);
}

/* Uses a different skeleton with more bones in a different order. */
TEST(bones_are_found_by_name) {
    scene it = open_scene("ok/waving.glb");
    const gait_bone bones[] = {
        {"extra", -1, {{9, 9, 9}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
        {"Root", -1, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
        {"hand", 1, {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}, GAIT_ORIGIN_FILE, GAIT_ORIGIN_FILE},
    };
    gait_skeleton *other;
    gait_clip *clip;
    assert_int_equal(gaiti_skeleton_new("other", bones, 3, NULL, &other), GAIT_OK);
    assert_int_equal(
        gaiti_gltf_clip(&(gait_gltf_animated_rig){it.file, it.rig, 0}, other, 0, NULL, &clip),
        GAIT_OK);
    assert_int_equal(clip->tracks[0].rotation.count, 0);
    assert_key_turn(clip, 2, 1, 90);
    gait_clip_free(clip);
    gait_skeleton_free(other);
    assert_int_equal(gaiti_skeleton_new("other", bones, 2, NULL, &other), GAIT_OK);
    assert_int_equal(
        gaiti_gltf_clip(&(gait_gltf_animated_rig){it.file, it.rig, 0}, other, 0, NULL, &clip),
        GAIT_BAD_ARGUMENT);
    assert_null(clip);
    gait_skeleton_free(other);
    close_scene(&it);
}

/* --- external buffers ------------------------------------------------------------------------- */

TEST(external_buffers_are_listed_as_dependencies) {
    gait_span text = test_fixture_bytes("gltf/bad/not_here.gltf");
    gait_span glb = test_fixture_bytes("gltf/ok/waving.glb");
    gait_gltf *file;
    gait_diagnostic items[4];
    gait_diagnostics diagnostics = {.items = items, .capacity = 4};
    assert_int_equal(gaiti_gltf_open(text, NULL, &file), GAIT_OK);
    assert_int_equal(gaiti_gltf_dependency_count(file), 1);
    gaiti_gltf_dependency need = gaiti_gltf_dependency_at(file, 0);
    assert_text(need.uri, "not%20here.bin");
    assert_string_equal(need.path, "not here.bin");
    gait_span bin = {glb.data + glb.size - need.size_bytes, (size_t)need.size_bytes};
    assert_int_equal(gaiti_gltf_check_complete(file, &diagnostics), GAIT_UNSUPPORTED);
    assert_string_equal(items[0].rule->id, "GLR034");
    gait_gltf_rig *rig;
    gait_gltf_timing timing;
    gait_skeleton *skeleton;
    assert_int_equal(gait_gltf_rig_new(file, 0, NULL, &rig), GAIT_OK);
    assert_int_equal(gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, 0}, 0, NULL, &timing),
                     GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_gltf_skeleton(file, rig, "", NULL, &skeleton), GAIT_UNSUPPORTED);
    gait_span few = {bin.data, bin.size - 1};
    assert_int_equal(gaiti_gltf_provide(file, 0, few, &diagnostics), GAIT_TRUNCATED);
    assert_string_equal(items[1].rule->id, "GLR032");
    assert_int_equal(gaiti_gltf_provide(file, 1, bin, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_gltf_provide(file, 0, bin, NULL), GAIT_OK);
    assert_int_equal(gaiti_gltf_check_complete(file, NULL), GAIT_OK);
    assert_int_equal(gait_gltf_timing_of(&(gait_gltf_animated_rig){file, rig, 0}, 0, NULL, &timing),
                     GAIT_OK);
    assert_int_equal(timing.frame_count, 3);
    gait_gltf_rig_free(rig);
    gaiti_gltf_free(file);
    free((void *)(uintptr_t)glb.data);
    free((void *)(uintptr_t)text.data);
}

TEST(buffers_with_the_same_path_are_one_dependency) {
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}],"
        "\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":4},{\"uri\":\"A.bin\",\"byteLength\":12},"
        "{\"uri\":\".//a%2Ebin\",\"byteLength\":16}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":4},{\"buffer\":1,\"byteLength\":12},"
        "{\"buffer\":2,\"byteOffset\":4,\"byteLength\":12}],"
        "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\"},"
        "{\"bufferView\":1,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"},"
        "{\"bufferView\":2,\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}],"
        "\"animations\":[{\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,\"output\":2}],"
        "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"scale\"}}]}]}";
    static const uint8_t bytes[16] = {[6] = 0x80, [7] = 0x3F}; /* the second float is 1 */
    gait_gltf *file;
    double time, value[3];
    assert_int_equal(gaiti_gltf_open(test_span(text), NULL, &file), GAIT_OK);
    assert_int_equal(gaiti_gltf_dependency_count(file), 2);
    assert_string_equal(gaiti_gltf_dependency_at(file, 0).path, "a.bin");
    assert_int_equal(gaiti_gltf_dependency_at(file, 0).size_bytes, 16);
    assert_int_equal(gaiti_gltf_provide(file, 0, (gait_span){bytes, 15}, NULL), GAIT_TRUNCATED);
    assert_int_equal(gaiti_gltf_provide(file, 0, (gait_span){bytes, 16}, NULL), GAIT_OK);
    assert_int_equal(gaiti_gltf_check_complete(file, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gaiti_gltf_provide(file, 1, (gait_span){bytes, 12}, NULL), GAIT_OK);
    assert_int_equal(gaiti_gltf_check_complete(file, NULL), GAIT_OK);
    gaiti_gltf_channel_keys(file, 0, 1, &time, value);
    assert_true(value[0] == 1 && value[1] == 0);
    gaiti_gltf_free(file);
}

/* The status of opening a file with so many joints. */
static gait_status open_joints(uint32_t count, gait_diagnostics *diagnostics) {
    gait_file *file;
    gait_options options = {.diagnostics = diagnostics};
    char *text = calloc(count, 16);
    size_t size = 0;
    size += (size_t)sprintf(text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}");
    for (uint32_t i = 1; i < count; i++) {
        size += (size_t)sprintf(text + size, ",{}");
    }
    size += (size_t)sprintf(text + size, "],\"skins\":[{\"joints\":[0");
    for (uint32_t i = 1; i < count; i++) {
        size += (size_t)sprintf(text + size, ",%u", (unsigned)i);
    }
    size += (size_t)sprintf(text + size, "]}]}");
    gait_status status =
        gait_file_open((gait_span){(uint8_t *)text, size}, "a.gltf", &options, &file);
    gait_file_free(file);
    free(text);
    return status;
}

TEST(too_many_joints_are_refused_with_a_rule) {
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    assert_int_equal(open_joints(65535, &diagnostics), GAIT_OK);
    assert_int_equal(diagnostics.count, 0);
    assert_int_equal(open_joints(65536, &diagnostics), GAIT_LIMIT);
    assert_int_equal(diagnostics.count, 1);
    assert_string_equal(items[0].rule->id, "GLR057");
}

static gait_status open_all(const gait_options *options, void *user) {
    gait_span *bytes = user;
    gait_file *file;
    gait_status status = gait_file_open(*bytes, "x.glb", options, &file);
    gait_file_free(file);
    return status;
}

TEST(opening_takes_few_allocations) {
    static const char *const names[] = {"gltf/ok/waving.glb", "gltf/ok/extras.glb",
                                        "gltf/ok/waving.gltf", "gltf/ok/folded.glb"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        gait_span bytes = test_fixture_bytes(names[i]);
        assert_in_range(test_every_failing_allocation(open_all, &bytes), 1, 12);
        free((void *)(uintptr_t)bytes.data);
    }
}

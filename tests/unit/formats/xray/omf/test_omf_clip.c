/* Conversion of banks to clips, compared with values computed by hand: rotations, quantised
 * positions, order of tracks, playback. */
#include <math.h>
#include <stdlib.h>

#include "base/bytes.h"
#include "fixtures.h"
#include "gait/file.h"
#include "gait/ogf.h"
#include "gait/omf.h"
#include "gait/pose.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/xray/ogf/ogf.h"
#include "formats/xray/omf/omf.h"
#include "model/clip.h"

typedef struct file_clips {
    gait_span bytes;
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
} file_clips;

static file_clips read_clips(const char *file, uint32_t motion) {
    file_clips made = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_omf_open(made.bytes, NULL, &made.omf), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(made.omf, NULL, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(made.omf, motion, made.skeleton, NULL, &made.clip), GAIT_OK);
    return made;
}

static void drop(file_clips *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_omf_free(made->omf);
    free((void *)(uintptr_t)made->bytes.data);
}

static void assert_key(const gait_channel *channel, bool is_rotation, uint32_t key, double x,
                       double y, double z) {
    double at[9];
    gaiti_channel_get(channel, is_rotation, key, at);
    assert_true(at[0] == x && at[1] == y && at[2] == z);
}

/* The pose of a bone whose only key is this stored quaternion. */
static gait_affine pose_of(const int16_t stored[4]) {
    uint8_t key[8];
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
    gait_affine pose;
    for (int i = 0; i < 4; i++) {
        gaiti_store_s16(key + 2 * i, stored[i]);
    }
    gait_omf_motion motion = {.name = test_span("m"), .label = test_span("m"), .frame_count = 1};
    gait_omf_track track = {.flags = GAIT_OMF_ROTATION_CONSTANT, .rotation_keys = {key, 8}};
    assert_int_equal(gaiti_omf_new(4, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_add_part(omf, test_span("p")), GAIT_OK);
    assert_int_equal(gaiti_omf_add_bone(omf, test_span("root"), 0), GAIT_OK);
    assert_int_equal(gaiti_omf_add_motion(omf, &motion, &track), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(omf, NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(omf, 0, skeleton, NULL, &clip), GAIT_OK);
    assert_int_equal(gait_pose_at_frame(clip, 0, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, &pose),
                     GAIT_OK);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    return pose;
}

/* The stored quaternion (0, sin a/2, 0, cos a/2) rotates column vectors about Y by -a. */
TEST(rotations_are_stored_as_conjugates) {
    const double a = 0.7;
    const int16_t stored[4] = {0, (int16_t)lrint(32767 * sin(a / 2)), 0,
                               (int16_t)lrint(32767 * cos(a / 2))};
    gait_affine pose = pose_of(stored);
    gait_affine expected = {{{cos(a), 0, -sin(a)}, {0, 1, 0}, {sin(a), 0, cos(a)}}, {0, 0, 0}};
    test_assert_affine_near(&pose, &expected, 1e-4);
}

TEST(degenerate_quaternions_pose_as_identity) {
    static const int16_t zero[4] = {0, 0, 0, 0}, lowest[4] = {0, 0, 0, -32768},
                         short_one[4] = {0, 0, 0, 100};
    gait_affine identity = gait_affine_identity(), pose = pose_of(zero);
    test_assert_affine_near(&pose, &identity, 0);
    pose = pose_of(lowest);
    test_assert_affine_near(&pose, &identity, 1e-12);
    pose = pose_of(short_one);
    test_assert_affine_near(&pose, &identity, 1e-12);
}

/* Sizes 0.5, 0.25, 0.125 and centre 1, 2, 3; keys (0,0,0), (1,-2,3), (127,-128,5). */
TEST(quantised_positions_are_key_times_size_plus_init) {
    file_clips made = read_clips("omf/ok/every_track_kind.omf", 0);
    for (uint32_t flags = 0; flags < 8; flags++) {
        const gait_channel *channel = &made.clip->tracks[flags].translation;
        bool keyed = flags & GAIT_OMF_TRANSLATION_KEYS;
        assert_int_equal(channel->count, keyed ? 3 : 1);
        assert_key(channel, false, 0, 1, 2, 3);
        if (keyed) {
            assert_key(channel, false, 1, 1.5, 1.5, 3.375);
            assert_key(channel, false, 2, 64.5, -30, 3.625);
        }
    }
    drop(&made);
}

TEST(rotations_are_views_of_the_file) {
    file_clips made = read_clips("omf/ok/every_track_kind.omf", 0);
    for (uint32_t flags = 0; flags < 8; flags++) {
        const gait_channel *channel = &made.clip->tracks[flags].rotation;
        gait_omf_track track = gait_omf_track_at(made.omf, 0, flags);
        assert_int_equal(channel->count, flags & GAIT_OMF_ROTATION_CONSTANT ? 1 : 3);
        assert_int_equal(channel->element, GAIT_SNORM16);
        assert_ptr_equal(channel->data, track.rotation_keys.data);
        assert_true(track.rotation_keys.data > made.bytes.data &&
                    track.rotation_keys.data < made.bytes.data + made.bytes.size);
    }
    assert_key(&made.clip->tracks[0].rotation, true, 1, 0, -12539 / 32767.0, 0);
    drop(&made);
}

TEST(float_keys_have_no_size) {
    file_clips made = read_clips("omf/ok/float_keys.omf", 0);
    const gait_track *track = &made.clip->tracks[5]; /* both kinds of keys, and the 16-bit flag */
    assert_int_equal(track->rotation.element, GAIT_F32_LE);
    assert_key(&track->rotation, true, 1, 0, -0.5, 0);
    assert_key(&track->translation, false, 2, 127, -128, 5);
    assert_key(&made.clip->tracks[2].translation, false, 0, 1, 2, 3);
    drop(&made);
}

TEST(bone_ids_select_the_tracks) {
    file_clips made = read_clips("omf/ok/listed_unordered.omf", 0);
    static const char *const names[3] = {"a", "b", "c"}; /* track i is at x = i */
    for (int i = 0; i < 3; i++) {
        int32_t bone = gait_skeleton_find(made.skeleton, names[i]);
        assert_key(&made.clip->tracks[bone].translation, false, 0, i, 0, 0);
    }
    drop(&made);
}

TEST(invalid_bone_ids_fall_back_to_the_listed_order) {
    file_clips made = read_clips("omf/bad/bone_ids.omf", 0);
    assert_memory_equal(gait_omf_bone_name(made.omf, 0).data, "root", 5);
    assert_memory_equal(gait_omf_bone_name(made.omf, 1).data, "hand", 5);
    drop(&made);
}

TEST(motions_are_paired_by_order_not_by_label) {
    file_clips made = read_clips("omf/ok/motions_unordered.omf", 1);
    assert_string_equal(made.clip->name, "b");
    assert_int_equal(gait_omf_motion_count(made.omf), 2);
    drop(&made);
    made = read_clips("omf/ok/scrambled_labels.omf", 0);
    assert_string_equal(made.clip->name, "walk");
    assert_int_equal(gait_omf_motion_at(made.omf, 0).motion, 50992);
    drop(&made);
}

TEST(keys_are_at_30_fps) {
    file_clips made = read_clips("omf/ok/two_parts.omf", 0);
    assert_int_equal(made.clip->time_unit, GAIT_TIME_SECONDS);
    assert_int_equal(made.clip->frame_count, 4);
    for (uint32_t k = 0; k < 4; k++) {
        assert_true(made.clip->time[k] == (float)(k / 30.0));
    }
    assert_true(made.clip->playback.known && made.clip->playback.loop);
    drop(&made);
    made = read_clips("omf/ok/two_parts.omf", 1);
    assert_false(made.clip->playback.loop);
    assert_int_equal(made.clip->playback.bone_or_part, 1);
    assert_true(made.clip->playback.speed == 1.5F && made.clip->playback.falloff == 4);
    drop(&made);
}

TEST(marks_become_events) {
    file_clips made = read_clips("omf/ok/marks.omf", 0);
    assert_int_equal(gait_omf_mark_count(made.omf, 0), 3);
    assert_int_equal(made.clip->event_count, 3); /* one per interval; "Right" has no interval */
    assert_string_equal(made.clip->events[0].name, "Left");
    assert_true(made.clip->events[0].start == 0.125 && made.clip->events[0].end == 0.25);
    assert_true(made.clip->events[1].start == 0.5 && made.clip->events[1].end == 0.5);
    assert_string_equal(made.clip->events[2].name, "lmg_reload");
    drop(&made);
}

TEST(without_a_tree_only_local_poses_are_known) {
    file_clips made = read_clips("omf/ok/two_parts.omf", 0);
    gait_affine poses[2];
    assert_int_equal(made.skeleton->bone_count, 2);
    assert_int_equal(made.skeleton->bones[0].parent_origin, GAIT_ORIGIN_UNKNOWN);
    assert_int_equal(made.skeleton->bones[0].rest_origin, GAIT_ORIGIN_FIRST_FRAME);
    assert_int_equal(gait_pose_requirements(made.clip, GAIT_SPACE_LOCAL), GAIT_REQUIRES_NOTHING);
    assert_int_equal(gait_pose_requirements(made.clip, GAIT_SPACE_MODEL), GAIT_REQUIRES_PARENTS);
    assert_int_equal(gait_pose_at_frame(made.clip, 0, GAIT_SPACE_LOCAL, GAIT_AXES_ENGINE, poses),
                     GAIT_OK);
    test_assert_affine_near(&poses[0], &made.skeleton->rest_model[0], 1e-12);
    drop(&made);
}

/* Regression test: all bones, whose names are empty, were matched with the first track. */
TEST(unnamed_bones_take_the_rest_pose_of_their_tracks) {
    gait_span bytes = test_fixture_bytes("omf/bad/bones_without_names.omf");
    uint8_t *changed = (uint8_t *)(uintptr_t)bytes.data;
    file_clips made = {.bytes = bytes};
    assert_int_equal(gait_omf_open(bytes, NULL, &made.omf), GAIT_OK);
    gait_omf_track track = gait_omf_track_at(made.omf, 0, 1);
    size_t at = (size_t)(track.rotation_keys.data + track.rotation_keys.size - bytes.data);
    gaiti_store_f32(changed + at, 9);
    assert_int_equal(gaiti_omf_bind_skeleton(made.omf, NULL, NULL, &made.skeleton), GAIT_OK);
    assert_true(made.skeleton->bones[0].rest.t[0] == 1);
    assert_true(made.skeleton->bones[1].rest.t[0] == 9);
    drop(&made);
}

TEST(clip_without_frames_has_no_channels) {
    file_clips made = read_clips("omf/bad/no_frames.omf", 0);
    assert_int_equal(made.clip->frame_count, 0);
    assert_int_equal(made.clip->tracks[0].rotation.count, 0);
    assert_int_equal(made.skeleton->bones[0].rest_origin, GAIT_ORIGIN_UNKNOWN);
    drop(&made);
}

/* Regression test: a file of 150 bytes required 1 GB of memory and 12 seconds. */
TEST(excessive_frame_counts_return_a_limit_error) {
    gait_span bytes = test_fixture_bytes("omf/bad/frames_beyond_24_bits.omf");
    gait_omf *omf;
    gait_skeleton *skeleton;
    gait_clip *clip;
    assert_int_equal(gait_omf_open(bytes, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(omf, NULL, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(omf, 0, skeleton, NULL, &clip), GAIT_LIMIT);
    assert_null(clip);
    gait_skeleton_free(skeleton);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bytes.data);
}

TEST(tree_supplies_parents_and_unanimated_bones) {
    gait_span bank = test_fixture_bytes("omf/ok/version_4.omf");
    gait_span model = test_fixture_bytes("ogf/ok/skeleton.ogf");
    gait_omf *omf;
    gait_ogf *ogf;
    gait_skeleton *tree, *skeleton;
    gait_clip *clip;
    assert_int_equal(gait_omf_open(bank, NULL, &omf), GAIT_OK);
    assert_int_equal(gaiti_ogf_open(model, NULL, &ogf), GAIT_OK);
    assert_int_equal(gaiti_ogf_skeleton(ogf, "model", NULL, &tree), GAIT_OK);
    assert_int_equal(gaiti_omf_bind_skeleton(omf, tree, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gaiti_omf_clip(omf, 0, skeleton, NULL, &clip), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 3);
    gait_affine poses[3], moved = gait_affine_identity();
    moved.t[0] = 1;
    moved.t[1] = 2;
    moved.t[2] = 3; /* key of root; spine and head have no tracks and keep their rest pose */
    assert_int_equal(gait_pose_at_frame(clip, 0, GAIT_SPACE_MODEL, GAIT_AXES_ENGINE, poses),
                     GAIT_OK);
    gait_affine spine = gait_affine_from_transform(&tree->bones[1].rest);
    gait_affine expected = gait_affine_multiply(&moved, &spine);
    test_assert_affine_near(&poses[0], &moved, 1e-12);
    test_assert_affine_near(&poses[1], &expected, 1e-12);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(tree);
    gaiti_ogf_free(ogf);
    gait_omf_free(omf);
    free((void *)(uintptr_t)bank.data);
    free((void *)(uintptr_t)model.data);
}

/* Conversion of binarised RTM to clips, compared with poses computed by hand: matching of records,
 * bones and times. */
#include <stdlib.h>

#include "allocator.h"
#include "fixtures.h"
#include "gait/expert.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/bmtr/bmtr.h"
#include "formats/bi/rtm/rtm.h"
#include "model/clip.h"
#include "ops/clip_convert.h"

enum { HALF_1 = 0x3C00, HALF_2 = 0x4000, HALF_4 = 0x4400, HALF_MINUS_1 = 0xBC00 };

static gait_bmtr *make(const char *const *names, uint32_t bones, uint32_t frames) {
    gait_bmtr *bmtr;
    assert_int_equal(gaiti_bmtr_new(5, bones, frames, NULL, &bmtr), GAIT_OK);
    for (uint32_t b = 0; b < bones; b++) {
        assert_int_equal(gaiti_bmtr_set_bone_name(bmtr, b, test_span(names[b])), GAIT_OK);
    }
    return bmtr;
}

static void set(gait_bmtr *bmtr, uint32_t frame, uint32_t bone, gait_bmtr_record record) {
    assert_int_equal(gaiti_bmtr_set_record(bmtr, frame, bone, &record), GAIT_OK);
}

static gait_skeleton *builtin(const char *name) {
    gait_skeleton *tree;
    assert_int_equal(gait_builtin_skeleton(name, NULL, &tree), GAIT_OK);
    return tree;
}

typedef struct file_clips {
    gait_bmtr *bmtr;
    gait_skeleton *skeleton;
    gait_clip *clip;
} file_clips;

static file_clips read_clips(gait_bmtr *bmtr) {
    file_clips made = {.bmtr = bmtr};
    gait_skeleton *tree = builtin("arma3-man");
    assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, tree, NULL, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_bmtr_clip(bmtr, "walk", made.skeleton, NULL, &made.clip), GAIT_OK);
    gait_skeleton_free(tree);
    return made;
}

static void drop(file_clips *made) {
    gait_clip_free(made->clip);
    gait_skeleton_free(made->skeleton);
    gait_bmtr_free(made->bmtr);
}

static void assert_pose(const file_clips *made, const char *bone, uint32_t frame, gait_space space,
                        gait_axes axes, gait_affine expected) {
    gait_affine poses[8];
    assert_int_equal(gait_pose_at_frame(made->clip, frame, space, axes, poses), GAIT_OK);
    int32_t b = gait_skeleton_find(made->skeleton, bone);
    assert_true(b >= 0);
    test_assert_affine_near(&poses[b], &expected, 1e-4);
}

static gait_affine at(double x, double y, double z) {
    gait_affine affine = gait_affine_identity();
    affine.t[0] = x, affine.t[1] = y, affine.t[2] = z;
    return affine;
}

TEST(records_store_conjugates_in_game_axes) {
    static const char *const names[] = {"pelvis"};
    gait_bmtr *bmtr = make(names, 1, 1);
    /* Stored (s, 0, 0, c): rotates column vectors by -90 degrees about X, which maps Z to Y. */
    set(bmtr, 0, 0, (gait_bmtr_record){{11585, 0, 0, 11585}, {HALF_1, HALF_2, HALF_4}});
    file_clips made = read_clips(bmtr);
    assert_int_equal(made.clip->space, GAIT_SPACE_LOCAL_DELTA);
    assert_int_equal(made.clip->axes, GAIT_AXES_ENGINE);
    assert_int_equal(made.clip->time_unit, GAIT_TIME_PHASE);
    assert_string_equal(made.clip->name, "walk");
    assert_pose(&made, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE,
                (gait_affine){{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {1, 2, 4}});
    /* In the axes of plain files, the rotation is that of the quaternion (-qx, -qy, qz, qw), and
     * the translation is (-x, y, -z). */
    assert_pose(&made, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_FILE,
                (gait_affine){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {-1, 2, -4}});
    drop(&made);
}

TEST(records_are_relative_to_the_parent_s_delta) {
    static const char *const names[] = {"spine", "pelvis"}; /* in any order */
    gait_bmtr *bmtr = make(names, 2, 1);
    set(bmtr, 0, 1, (gait_bmtr_record){{0, 0, 11585, 11585}, {HALF_1, 0, 0}});
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_2, 0, 0}});
    file_clips made = read_clips(bmtr);
    /* -90 degrees about Z maps X to -Y. */
    assert_pose(&made, "spine", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE,
                (gait_affine){{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {1, -2, 0}});
    assert_pose(&made, "spine", 0, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE, at(2, 0, 0));
    drop(&made);
}

static void assert_entry(const gait_rtm *rtm, uint32_t entry, const char *name) {
    gait_span found = gait_rtm_bone_name(rtm, entry);
    assert_int_equal(found.size, strlen(name));
    assert_memory_equal(found.data, name, found.size);
}

TEST(plain_rtm_keeps_the_order_of_the_bones) {
    static const char *const names[] = {"spine", "head", "pelvis"};
    gait_bmtr *bmtr = make(names, 3, 1);
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_2, 0, 0}});
    set(bmtr, 0, 1, (gait_bmtr_record){{0, 0, 0, 16384}, {0, HALF_4, 0}});
    set(bmtr, 0, 2, (gait_bmtr_record){{0, 0, 11585, 11585}, {HALF_1, 0, 0}});
    file_clips made = read_clips(bmtr), plain = {0};
    assert_int_equal(made.clip->bone_order_count, 3);
    gait_clip *moved;
    gait_rtm *rtm;
    assert_int_equal(gaiti_clip_convert(made.clip, GAIT_SPACE_DELTA, GAIT_AXES_FILE, NULL, &moved),
                     GAIT_OK);
    const gait_clip *const from[] = {made.clip, moved};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gaiti_rtm_from_clip(from[i], NULL, &rtm), GAIT_OK);
        for (uint32_t b = 0; b < 3; b++) {
            assert_entry(rtm, b, names[b]);
        }
        assert_int_equal(gaiti_rtm_bind_skeleton(rtm, made.skeleton, NULL, &plain.skeleton),
                         GAIT_OK);
        assert_int_equal(gaiti_rtm_clip(rtm, "", plain.skeleton, NULL, &plain.clip), GAIT_OK);
        assert_pose(&plain, "spine", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE,
                    (gait_affine){{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {1, -2, 0}});
        assert_pose(&plain, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE,
                    (gait_affine){{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {1, 0, 0}});
        drop(&plain);
        gaiti_rtm_free(rtm);
    }
    gait_clip_free(moved);
    drop(&made);
}

TEST(bones_in_the_order_of_the_skeleton_need_no_list) {
    static const char *const names[] = {"pelvis", "spine"};
    file_clips made = read_clips(make(names, 2, 1));
    assert_null(made.clip->bone_order);
    drop(&made);
}

TEST(records_below_a_missing_parent_are_absolute) {
    static const char *const names[] = {"pelvis", "spine1"};
    gait_bmtr *bmtr = make(names, 2, 1);
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_skeleton *tree = builtin("arma3-man");
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_4, 0, 0}});
    set(bmtr, 0, 1, (gait_bmtr_record){{0, 0, 0, 16384}, {0, HALF_1, 0}});
    file_clips made = {.bmtr = bmtr};
    assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, tree, &options, &made.skeleton), GAIT_OK);
    assert_int_equal(gaiti_bmtr_clip(bmtr, "", made.skeleton, NULL, &made.clip), GAIT_OK);
    assert_string_equal(item.rule->id, "BMT141");
    assert_int_equal(made.skeleton->bones[1].parent, -1);
    test_assert_affine_near(&made.skeleton->rest_model[1],
                            &tree->rest_model[gait_skeleton_find(tree, "spine1")], 1e-12);
    assert_pose(&made, "spine1", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, at(0, 1, 0));
    gait_skeleton_free(tree);
    drop(&made);
}

TEST(a_tree_must_have_every_bone) {
    static const char *const names[] = {"pelvis", "vlajka"};
    gait_bmtr *bmtr = make(names, 2, 1);
    gait_skeleton *tree = builtin("arma3-man"), *skeleton;
    assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, tree, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, NULL, NULL, &skeleton), GAIT_OK);
    gait_clip *clip;
    assert_int_equal(gaiti_bmtr_clip(bmtr, "", skeleton, NULL, &clip), GAIT_OK);
    assert_int_equal(gait_pose_requirements(clip, GAIT_SPACE_MODEL), GAIT_REQUIRES_PARENTS);
    assert_int_equal(gait_pose_requirements(clip, GAIT_SPACE_LOCAL_DELTA), GAIT_REQUIRES_NOTHING);
    gait_clip_free(clip);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(tree);
    gait_bmtr_free(bmtr);
}

TEST(lengths_off_one_are_scales) {
    static const char *const names[] = {"pelvis", "spine"};
    gait_bmtr *bmtr = make(names, 2, 2);
    set(bmtr, 1, 0, (gait_bmtr_record){{0, 0, 0, 23170}, {0}}); /* length sqrt 2 */
    set(bmtr, 1, 1, (gait_bmtr_record){{0, 0, 0, 16465}, {0}}); /* 1.00494: noise */
    file_clips made = read_clips(bmtr);
    int32_t pelvis = gait_skeleton_find(made.skeleton, "pelvis");
    assert_int_equal(made.clip->tracks[pelvis].scale.count, 2);
    assert_int_equal(made.clip->tracks[1 - pelvis].scale.count, 0);
    gait_affine doubled = gait_affine_identity();
    doubled.m[0][0] = doubled.m[1][1] = doubled.m[2][2] = 2;
    assert_pose(&made, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, gait_affine_identity());
    assert_pose(&made, "pelvis", 1, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, doubled);
    assert_pose(&made, "spine", 1, GAIT_SPACE_LOCAL_DELTA, GAIT_AXES_ENGINE,
                gait_affine_identity());
    drop(&made);
}

TEST(every_quaternion_length_is_checked) {
    enum { MANY = 11 };
    static const char letters[] = "abcdefghijk";
    static const int16_t lengths[] = {16302, 16303, 16465, 16466, 32767, -32768};
    static const bool unit[] = {false, true, true, false, false, false};
    for (uint32_t odd = 0; odd < MANY; odd++) {
        gait_bmtr *bmtr;
        assert_int_equal(gaiti_bmtr_new(5, MANY, 1, NULL, &bmtr), GAIT_OK);
        gait_skeleton *skeleton;
        gait_clip *clip;
        for (uint32_t b = 0; b < MANY; b++) {
            gait_span name = {(const uint8_t *)letters + b, 1};
            assert_int_equal(gaiti_bmtr_set_bone_name(bmtr, b, name), GAIT_OK);
        }
        assert_int_equal(gaiti_bmtr_bind_skeleton(bmtr, NULL, NULL, &skeleton), GAIT_OK);
        for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
            int16_t others = lengths[i] == -32768 ? -32768 : 0; /* greatest possible length */
            set(bmtr, 0, odd, (gait_bmtr_record){{lengths[i], others, others, others}, {0}});
            assert_int_equal(gaiti_bmtr_clip(bmtr, "", skeleton, NULL, &clip), GAIT_OK);
            for (uint32_t b = 0; b < MANY; b++) {
                assert_int_equal(clip->tracks[b].scale.count, b == odd && !unit[i]);
            }
            gait_clip_free(clip);
        }
        gait_skeleton_free(skeleton);
        gait_bmtr_free(bmtr);
    }
}

TEST(zero_quaternion_becomes_identity) {
    static const char *const names[] = {"pelvis"};
    gait_diagnostic item;
    gait_diagnostics diagnostics = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &diagnostics};
    gait_bmtr *bmtr = make(names, 1, 3);
    set(bmtr, 2, 0, (gait_bmtr_record){{0, 0, 0, 0}, {HALF_1, 0, 0}});
    file_clips made = read_clips(bmtr);
    assert_pose(&made, "pelvis", 2, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, at(1, 0, 0));
    gait_clip_free(made.clip);
    assert_int_equal(gaiti_bmtr_clip(bmtr, "", made.skeleton, &options, &made.clip), GAIT_OK);
    assert_string_equal(item.rule->id, "BMT060");
    assert_int_equal(item.frame, 2);
    drop(&made);
}

TEST(records_without_the_axes_flag_are_in_file_axes) {
    static const char *const names[] = {"pelvis"};
    static const float root_motion[3] = {0.5F, 0.25F, -2};
    gait_bmtr *bmtr = make(names, 1, 1);
    assert_int_equal(gait_bmtr_set_root_motion(bmtr, root_motion), GAIT_OK);
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_1, HALF_2, HALF_4}});
    file_clips made = read_clips(bmtr);
    assert_true(made.clip->root_motion[0] == -0.5F && made.clip->root_motion[1] == 0.25F &&
                made.clip->root_motion[2] == 2);
    gait_clip_free(made.clip);
    gait_buffer bytes = {0};
    assert_int_equal(gait_bmtr_write(bmtr, &bytes), GAIT_OK);
    gait_bmtr_free(bmtr);
    bytes.data[8] = 0; /* flag for the axes */
    assert_int_equal(gait_bmtr_open((gait_span){bytes.data, bytes.size}, NULL, &made.bmtr),
                     GAIT_OK);
    assert_int_equal(gait_bmtr_reversed(made.bmtr), 0);
    assert_int_equal(gaiti_bmtr_clip(made.bmtr, "", made.skeleton, NULL, &made.clip), GAIT_OK);
    assert_int_equal(made.clip->axes, GAIT_AXES_FILE);
    assert_memory_equal(made.clip->root_motion, root_motion, sizeof root_motion);
    assert_pose(&made, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, at(-1, 2, -4));
    drop(&made);
    gait_buffer_free(&bytes);
}

TEST(keys_are_ordered_by_phase) {
    static const char *const names[] = {"pelvis"};
    static const float phases[] = {1, 0.5F, 0};
    static const uint16_t places[] = {HALF_4, HALF_2, HALF_1};
    gait_bmtr *bmtr = make(names, 1, 3);
    for (uint32_t f = 0; f < 3; f++) {
        assert_int_equal(gaiti_bmtr_set_phase(bmtr, f, phases[f]), GAIT_OK);
        set(bmtr, f, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {places[f], 0, 0}});
    }
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 32767}, {HALF_4, 0, 0}}); /* has a scale */
    file_clips made = read_clips(bmtr);
    double scale[9];
    gait_affine poses[1];
    for (uint32_t k = 0; k < 3; k++) {
        assert_true(made.clip->time[k] == 0.5F * (float)k);
        assert_int_equal(
            gait_pose_at_frame(made.clip, k, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, poses), GAIT_OK);
        assert_true(poses[0].t[0] == 1 << k);
        gaiti_channel_get(&made.clip->tracks[0].scale, false, k, scale);
        test_assert_near(scale[0], k == 2 ? 3.9998 : 1, 1e-4);
    }
    drop(&made);
}

TEST(last_of_duplicate_bone_names_is_used) {
    static const char *const names[] = {"pelvis", "spine", "Pelvis"};
    gait_bmtr *bmtr = make(names, 3, 1);
    set(bmtr, 0, 0, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_1, 0, 0}});
    set(bmtr, 0, 2, (gait_bmtr_record){{0, 0, 0, 16384}, {HALF_MINUS_1, 0, 0}});
    file_clips made = read_clips(bmtr);
    assert_int_equal(made.skeleton->bone_count, 2);
    assert_pose(&made, "pelvis", 0, GAIT_SPACE_DELTA, GAIT_AXES_ENGINE, at(-1, 0, 0));
    drop(&made);
}

TEST(key_stones_become_events) {
    gait_span bytes = test_fixture_bytes("bmtr/ok/key_stones.rtm");
    gait_bmtr *bmtr;
    assert_int_equal(gait_bmtr_open(bytes, NULL, &bmtr), GAIT_OK);
    file_clips made = read_clips(bmtr);
    assert_int_equal(made.clip->event_count, 2);
    assert_string_equal(made.clip->events[0].name, "StepSound");
    assert_string_equal(made.clip->events[1].value, "left");
    assert_true(made.clip->events[1].start == 0.75 && made.clip->events[1].end == 0.75);
    drop(&made);
    free((void *)(uintptr_t)bytes.data);
}

TEST(compressed_keys_give_the_same_poses) {
    gait_span plain = test_fixture_bytes("bmtr/ok/two_bones.rtm");
    gait_span packed = test_fixture_bytes("bmtr/ok/lzo.rtm");
    gait_bmtr *bmtr[2];
    assert_int_equal(gait_bmtr_open(plain, NULL, &bmtr[0]), GAIT_OK);
    assert_int_equal(gait_bmtr_open(packed, NULL, &bmtr[1]), GAIT_OK);
    file_clips a = read_clips(bmtr[0]), b = read_clips(bmtr[1]);
    gait_affine pose[2][2];
    for (uint32_t f = 0; f < 2; f++) {
        gait_pose_at_frame(a.clip, f, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, pose[0]);
        gait_pose_at_frame(b.clip, f, GAIT_SPACE_MODEL, GAIT_AXES_GLTF, pose[1]);
        assert_memory_equal(pose[0], pose[1], sizeof pose[0]);
    }
    drop(&a);
    drop(&b);
    free((void *)(uintptr_t)plain.data);
    free((void *)(uintptr_t)packed.data);
}

TEST(empty_file_gives_an_empty_clip) {
    static const char *const names[] = {"pelvis"};
    file_clips made = read_clips(make(NULL, 0, 0));
    assert_int_equal(made.clip->frame_count, 0);
    assert_int_equal(made.skeleton->bone_count, 0);
    drop(&made);
    made = read_clips(make(names, 1, 0));
    assert_int_equal(made.clip->tracks[0].rotation.count, 0);
    drop(&made);
}

/* Tests the matching of joints and clips after changes that tools make to names, and the alignment
 * of skeletons. */
#include "base_motions.h"
#include "blender.h"
#include "gait/edited_file.h"
#include "gait/transform.h"
#include "roundtrip/compare/roundtrip_state.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"
#include "roundtrip/compare/compare_steps.h"

/* --- joints ----------------------------------------------------------------------------------- */

enum { NAMED = 6 };

/* Expected joints of the bones "a b.c", "A B.C", "Bip01", "spine", "spine.001" and "neck". */
static void expect_joints(const char *const *joints, const char *const *others, uint32_t count,
                          const int32_t *expected) {
    static const char *const names[NAMED] = {"a b.c", "A B.C",     "Bip01",
                                             "spine", "spine.001", "neck"};
    gait_bone bones[NAMED] = {{0}};
    for (int b = 0; b < NAMED; b++) {
        bones[b] = (gait_bone){.name = names[b], .parent = -1};
        bones[b].rest.q[3] = bones[b].rest.s[0] = bones[b].rest.s[1] = bones[b].rest.s[2] = 1;
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, NAMED, NULL, &skeleton), GAIT_OK);
    gait_edited_joint made[16] = {{0}};
    for (uint32_t j = 0; j < count; j++) {
        made[j] = (gait_edited_joint){.name = joints[j],
                                      .alternative = others ? others[j] : NULL,
                                      .parent = -1,
                                      .rest = gait_affine_identity()};
        made[j].node.q[3] = made[j].node.s[0] = made[j].node.s[1] = made[j].node.s[2] = 1;
    }
    gaiti_base_file base = {.skeleton = skeleton};
    gait_edited_file edit = {.joint_count = count, .joints = made};
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(&base, &edit, NULL, &diff), GAIT_OK);
    for (uint32_t b = 0; b < NAMED; b++) {
        if (gaiti_diff_joint_of(diff, b) != expected[b]) {
            fail_msg("bone %s is at joint %d, not %d", names[b], gaiti_diff_joint_of(diff, b),
                     expected[b]);
        }
    }
    gaiti_diff_free(diff);
    gait_skeleton_free(skeleton);
}

TEST(names_are_found_as_they_are) {
    const char *joints[] = {"neck", "spine.001", "spine", "Bip01", "A B.C", "a b.c", "extra"};
    const int32_t expected[NAMED] = {5, 4, 3, 2, 1, 0};
    expect_joints(joints, NULL, 7, expected);
}

TEST(names_are_found_by_what_tools_make_of_them) {
    const char *joints[] = {"a_bc", "A_BC_1", "BIP01.002", "SPINE", "gone", "neck.001"};
    const int32_t expected[NAMED] = {0, 1, 2, 3, -1, 5};
    expect_joints(joints, NULL, 6, expected);
}

TEST(the_name_that_a_tool_kept_comes_first) {
    const char *joints[] = {"a_bc", "a_bc_1", "Bip01"};
    const char *others[] = {"A B.C", "a b.c", NULL};
    const int32_t expected[NAMED] = {1, 0, 2, -1, -1, -1};
    expect_joints(joints, others, 3, expected);
}

TEST(numbers_at_the_end_of_names_are_read) {
    size_t stem;
    assert_int_equal(gaiti_number_suffix("walk.001", &stem), 1);
    assert_int_equal(stem, 4);
    assert_int_equal(gaiti_number_suffix("walk.1234", &stem), 1234);
    assert_int_equal(gaiti_number_suffix("walk.01", &stem), 0);
    assert_int_equal(stem, 7);
    assert_int_equal(gaiti_number_suffix("walk.000", &stem), 0);
    assert_int_equal(stem, 8);
    assert_int_equal(gaiti_number_suffix(".001", &stem), 0);
    assert_int_equal(gaiti_number_suffix("", &stem), 0);
    assert_int_equal(gaiti_number_suffix("123", &stem), 0);
}

/* --- places ----------------------------------------------------------------------------------- */

enum { CHAIN = 4 };

/* Expected places of the bones of a chain in a chain of joints with the same rest pose, of which
 * the joint `moved` is at another place and the last one has the parent `last_parent`. */
static void expect_places(const char *const names[CHAIN], int moved, int32_t last_parent,
                          const int32_t expected[CHAIN], bool is_composed) {
    static const char *const own[CHAIN] = {"a", "b", "c", "d"};
    gait_bone bones[CHAIN] = {{0}};
    for (int b = 0; b < CHAIN; b++) {
        bones[b] = (gait_bone){.name = own[b],
                               .parent = b - 1,
                               .rest = {.t = {0, 0.5, b * 0.1}, .q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, CHAIN, NULL, &skeleton), GAIT_OK);
    gait_edited_joint joints[CHAIN] = {{0}};
    for (int j = 0; j < CHAIN; j++) {
        joints[j] =
            (gait_edited_joint){.name = names[j],
                                .parent = j + 1 < CHAIN ? j - 1 : last_parent,
                                .rest = gait_affine_change_axes(&skeleton->rest_model[j],
                                                                GAIT_AXES_ENGINE, GAIT_AXES_GLTF),
                                .node = {.q = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        joints[j].rest.t[0] += j == moved ? 0.002 : 0;
    }
    gaiti_base_file base = {.skeleton = skeleton};
    gait_edited_file edit = {.joint_count = CHAIN, .joints = joints};
    gaiti_diff *diff;
    assert_int_equal(gaiti_diff_new(&base, &edit, NULL, &diff), GAIT_OK);
    for (int b = 0; b < CHAIN; b++) {
        assert_int_equal(diff->map.place_of[b], expected[b]);
    }
    assert_int_equal(diff->map.axes[CHAIN - 1].is_composed, is_composed);
    gaiti_diff_free(diff);
    gait_skeleton_free(skeleton);
}

TEST(joints_take_the_places_of_renamed_bones) {
    const char *const one[CHAIN] = {"a", "b", "x", "d"}, *const two[CHAIN] = {"a", "x", "y", "d"};
    const char *const root[CHAIN] = {"x", "y", "z", "d"}, *const end[CHAIN] = {"a", "b", "c", "x"};
    const char *const all[CHAIN] = {"w", "x", "y", "z"};
    expect_places(one, -1, 2, (const int32_t[]){0, 1, 2, 3}, false);
    expect_places(two, -1, 2, (const int32_t[]){0, 1, 2, 3}, false);
    expect_places(root, -1, 2, (const int32_t[]){0, 1, 2, 3}, false);
    expect_places(end, -1, 2, (const int32_t[]){0, 1, 2, -1}, false);
    expect_places(all, -1, 2, (const int32_t[]){-1, -1, -1, -1}, false);
}

TEST(joints_at_other_places_or_parents_take_none) {
    const char *const one[CHAIN] = {"a", "b", "x", "d"}, *const two[CHAIN] = {"a", "x", "y", "d"};
    expect_places(one, 2, 2, (const int32_t[]){0, 1, -1, 3}, true);
    expect_places(two, 1, 2, (const int32_t[]){0, -1, -1, 3}, true);
    expect_places(two, 2, 2, (const int32_t[]){0, 1, -1, 3}, true);
    expect_places(one, -1, 1, (const int32_t[]){0, 1, -1, 3}, true);
    expect_places(one, -1, -1, (const int32_t[]){0, 1, -1, 3}, true);
}

/* --- clips ------------------------------------------------------------------------------------ */

enum { MOST_CLIPS = 8 };

typedef struct clip_case {
    const char *object;
    const char *base[MOST_CLIPS];       /* NULL ends the list */
    const char *animations[MOST_CLIPS]; /* NULL ends the list */
    int clips[MOST_CLIPS];              /* per animation; -1 = new, -2 = ambiguous */
} clip_case;

#define LONG_NAME "a_name_of_a_clip_that_is_so_long_that_nothing_fits_behind_it_"

static const clip_case clip_cases[] = {
    {"gait", {"walk", "run"}, {"run", "walk"}, {1, 0}},
    {"gait", {"walk", "run"}, {"walk_gait", "run_gait"}, {0, 1}},
    {"rig", {"walk", "run"}, {"walk_rig", "run_gait"}, {0, 1}},
    {"gait.001", {"walk", "run"}, {"walk_gait.001", "run_gait.001"}, {0, 1}},
    {"gait", {"walk", "run"}, {"walk_gait", "walk_gait.001"}, {0, -1}},
    {"gait", {"walk", "run"}, {"walk", "walk_gait.001", "run"}, {0, -1, 1}},
    {"gait", {LONG_NAME, "run"}, {LONG_NAME "_g", "x"}, {0, -1}},
    {"gait", {"walk", "walk", "walk"}, {"walk", "walk.001", "walk.002"}, {0, 1, 2}},
    {"gait", {"walk", "walk"}, {"walk", "walk"}, {0, 1}},
    {"gait", {"walk", "run"}, {"walk.001", "run"}, {0, 1}},
    {"gait", {"walk", "run"}, {"walk.001", "walk.002"}, {-2, -2}},
    {"gait", {"walk", "run"}, {"walk", "walk"}, {-2, -2}},
    {"gait", {"Walk", "run"}, {"walk", "RUN_gait"}, {0, 1}},
    {"gait", {"Walk", "wALK", "run"}, {"walk", "run"}, {-2, 2}},
    {"gait", {"Walk", "walk"}, {"walk", "Walk"}, {1, 0}},
    {"gait", {"walk_gait", "walk"}, {"walk_gait", "walk"}, {0, 1}},
    {"gait", {"walk"}, {"Animation"}, {0}},
    {"gait", {"walk"}, {"other", "more"}, {-1, -1}},
};

static uint32_t count_of(const char *const *names) {
    uint32_t count = 0;
    while (count < MOST_CLIPS && names[count]) {
        count++;
    }
    return count;
}

static void expect_clips(const clip_case *one, size_t index) {
    uint64_t dice = 3;
    const uint32_t lengths[MOST_CLIPS] = {4, 4, 4, 4, 4, 4, 4, 4};
    gaiti_base_file *base = test_base_new(&dice, 3, lengths, count_of(one->base));
    gait_edited_file *edit = blender_edit(base, &(blender_way){0}, NULL, 0, &dice);
    gait_edited_animation animations[MOST_CLIPS];
    gaiti_diff *diff;
    base->clip_names = one->base;
    for (uint32_t a = 0; a < count_of(one->animations); a++) {
        animations[a] = edit->animations[0];
        animations[a].name = one->animations[a];
    }
    gait_edited_file renamed = *edit;
    renamed.object = one->object;
    renamed.animations = animations;
    renamed.animation_count = count_of(one->animations);
    assert_int_equal(gaiti_diff_new(base, &renamed, NULL, &diff), GAIT_OK);
    for (uint32_t i = 0; i < gaiti_diff_clip_count(diff); i++) {
        gait_clip_diff found = gaiti_diff_clip_at(diff, i);
        if (found.animation >= 0) {
            int clip = found.clip >= 0                               ? found.clip
                       : found.notes & (unsigned)GAIT_DIFF_AMBIGUOUS ? -2
                                                                     : -1;
            if (clip != one->clips[found.animation]) {
                fail_msg("case %zu: %s is clip %d, not %d", index, one->animations[found.animation],
                         clip, one->clips[found.animation]);
            }
            assert_true(clip != -1 || found.outcome == GAIT_DIFF_NEW);
        }
    }
    gaiti_diff_free(diff);
    blender_free(edit);
    test_base_free(base);
}

TEST(animations_are_found_by_what_tools_make_of_their_names) {
    for (size_t i = 0; i < sizeof clip_cases / sizeof *clip_cases; i++) {
        expect_clips(&clip_cases[i], i);
    }
}

TEST(the_active_action_alone_is_no_bank) {
    static const char *const names[] = {"Animation", "Scene", "Armature", "gait.001", "rig"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        uint64_t dice = 3;
        const uint32_t lengths[] = {4, 4};
        gaiti_base_file *base = test_base_new(&dice, 3, lengths, 2);
        gait_edited_file *edit = blender_edit(base, &(blender_way){0}, NULL, 0, &dice);
        gaiti_diff *diff;
        blender_animations(edit)[0].name = names[n];
        edit->animation_count = 1;
        edit->object = "rig";
        assert_int_equal(gaiti_diff_new(base, edit, NULL, &diff), GAIT_OK);
        assert_true(gaiti_diff_summary(diff).notes & (unsigned)GAIT_DIFF_ONE_ACTION);
        assert_int_equal(gaiti_diff_clip_count(diff), 3);
        assert_int_equal(gaiti_diff_clip_at(diff, 0).outcome, GAIT_DIFF_ABSENT);
        assert_int_equal(gaiti_diff_clip_at(diff, 2).outcome, GAIT_DIFF_REFUSED);
        gaiti_diff_free(diff);
        blender_free(edit);
        test_base_free(base);
    }
}

/* --- alignment -------------------------------------------------------------------------------- */

static void turned_heads(uint64_t *seed, const gait_affine *turn, double scale, double (*edited)[3],
                         double (*base)[3], uint32_t count) {
    gait_affine inverse;
    assert_true(gait_affine_invert(turn, &inverse));
    for (uint32_t n = 0; n < count; n++) {
        for (int i = 0; i < 3; i++) {
            base[n][i] = test_random(seed);
        }
        for (int i = 0; i < 3; i++) {
            edited[n][i] = (inverse.m[i][0] * base[n][0] + inverse.m[i][1] * base[n][1] +
                            inverse.m[i][2] * base[n][2]) /
                           scale;
        }
    }
}

static gaiti_alignment fit_of(const gait_affine *turn, double scale, double moved) {
    double edited[20][3], base[20][3];
    uint64_t dice = 9;
    turned_heads(&dice, turn, scale, edited, base, 20);
    edited[7][1] += moved / scale;
    return gaiti_align_heads((const double(*)[3])edited, (const double(*)[3])base, 20);
}

TEST(all_right_angle_rotations_are_found) {
    uint64_t dice = 4;
    uint32_t turned = 0;
    for (int i = 0; i < 200; i++) {
        gait_affine turn = gait_affine_identity();
        for (int k = 0; k < i % 4; k++) {
            int a = (int)((test_random(&dice) + 1) * 1.5) % 3, b = (a + 1) % 3;
            gait_affine quarter = gait_affine_identity();
            quarter.m[a][a] = quarter.m[b][b] = 0;
            quarter.m[a][b] = -1;
            quarter.m[b][a] = 1;
            turn = gait_affine_multiply(&quarter, &turn);
        }
        gaiti_alignment fit = fit_of(&turn, i % 2 ? 1 : 0.01, 0);
        assert_memory_equal(fit.rotation, turn.m, sizeof turn.m);
        assert_int_equal(fit.is_scaled, i % 2 == 0);
        turned += fit.is_rotated;
    }
    assert_in_range(turned, 100, 150); /* a quarter of them are the identity */
}

TEST(a_turn_by_any_angle_counts_with_other_units_only) {
    gait_transform some = {.q = {0.1, 0.2, 0.3, 0.9}, .s = {1, 1, 1}};
    gait_affine turn = gait_affine_from_transform(&some);
    assert_false(fit_of(&turn, 1, 0).is_rotated);
    gaiti_alignment fit = fit_of(&turn, 0.01, 0);
    assert_true(fit.is_rotated && fit.is_scaled);
    test_assert_near(fit.scale, 0.01, 1e-9);
    for (int i = 0; i < 9; i++) {
        test_assert_near(fit.rotation[i / 3][i % 3], turn.m[i / 3][i % 3], 1e-9);
    }
}

TEST(a_joint_that_was_moved_scales_nothing) {
    gait_affine still = gait_affine_identity();
    gaiti_alignment fit = fit_of(&still, 1, 0.05);
    assert_true(!fit.is_scaled && !fit.is_rotated && fit.scale == 1);
}

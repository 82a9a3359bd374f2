#include <string.h>

#include "gait/pose.h"
#include "gait/bones.h"
#include "test.h"
#include "ops/name_match.h"

static gait_skeleton *human_skeleton(void) {
    gait_skeleton *skeleton;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &skeleton), GAIT_OK);
    return skeleton;
}

TEST(coverage_counts_matched_missing_and_unused_names) {
    gait_skeleton *skeleton = human_skeleton();
    const char *const names[] = {"pelvis", "SPINE", "tail", "Spine", "", "lefthand"};
    gait_coverage fit = gaiti_skeleton_coverage(skeleton, names, 6);
    assert_int_equal(fit.matched, 4);
    assert_int_equal(fit.missing, 2);
    assert_int_equal(fit.unused, 103 - 3); /* "spine" occurs twice */
    gait_skeleton_free(skeleton);
}

TEST(a_skeleton_covers_its_own_names) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        gait_skeleton *skeleton;
        assert_int_equal(gait_builtin_skeleton(gait_builtin_at(i).name, NULL, &skeleton), GAIT_OK);
        const char *names[256];
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            names[b] = skeleton->bones[b].name;
        }
        gait_coverage fit = gaiti_skeleton_coverage(skeleton, names, skeleton->bone_count);
        assert_int_equal(fit.matched, skeleton->bone_count);
        assert_int_equal(fit.missing, 0);
        assert_int_equal(fit.unused, 0);
        fit = gaiti_skeleton_coverage(skeleton, NULL, 0);
        assert_int_equal(fit.unused, skeleton->bone_count);
        gait_skeleton_free(skeleton);
    }
}

static void assert_nearest(const gait_skeleton *skeleton, const char *name, const char *expected) {
    int32_t bone = gait_skeleton_nearest(skeleton, name);
    if (!expected) {
        assert_int_equal(bone, -1);
        return;
    }
    assert_true(bone >= 0);
    assert_string_equal(skeleton->bones[bone].name, expected);
}

TEST(misspelled_names_match_the_nearest_bone) {
    gait_skeleton *skeleton = human_skeleton();
    assert_nearest(skeleton, "pelvis", "Pelvis");
    assert_nearest(skeleton, "Pelvs", "Pelvis");
    assert_nearest(skeleton, "left_hand", "LeftHand");
    assert_nearest(skeleton, "RightToeBas", "RightToeBase");
    assert_nearest(skeleton, "face_hubb", "Face_Hub");
    gait_skeleton_free(skeleton);
}

TEST(at_most_a_third_of_the_letters_may_differ) {
    gait_skeleton *skeleton = human_skeleton();
    assert_nearest(skeleton, "Pelxxs", "Pelvis");
    assert_nearest(skeleton, "Pexxxs", NULL);
    assert_nearest(skeleton, "tail", NULL);
    assert_nearest(skeleton, "", NULL);
    gait_skeleton_free(skeleton);
}

TEST(long_names_are_compared_by_their_beginning) {
    char longer[500];
    char bone[300];
    memset(longer, 'a', sizeof longer - 1);
    memset(bone, 'a', sizeof bone - 1);
    longer[sizeof longer - 1] = bone[sizeof bone - 1] = '\0';
    const gait_bone bones[] = {{.name = "b", .parent = -1}, {.name = bone, .parent = -1}};
    gait_skeleton skeleton = {.name = "s", .bone_count = 2, .bones = bones};
    assert_int_equal(gait_skeleton_nearest(&skeleton, longer), 1);
    memset(longer, 'c', 60);
    assert_int_equal(gait_skeleton_nearest(&skeleton, longer), -1);
}

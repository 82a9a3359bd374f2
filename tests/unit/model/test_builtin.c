#include <string.h>

#include "allocator.h"
#include "gait/model.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "model/side.h"

static gait_skeleton *load(const char *name) {
    gait_skeleton *skeleton;
    assert_int_equal(gait_builtin_skeleton(name, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

static uint32_t find(const gait_skeleton *skeleton, const char *name) {
    int32_t bone = gait_skeleton_find(skeleton, name);
    if (bone < 0) {
        fail_msg("%s has no %s", skeleton->name, name);
    }
    return (uint32_t)bone;
}

TEST(builtin_skeletons_have_the_expected_bone_counts) {
    const struct {
        const char *name;
        uint32_t bones;
        bool flat;
    } expected[] = {
        {"ofp-man", 25, true},     {"arma1-man", 75, true},     {"arma2-man", 128, false},
        {"arma3-man", 103, false}, {"xray-stalker", 47, false}, {"xray-hands", 42, false},
    };
    assert_int_equal(gait_builtin_count(), 6);
    for (uint32_t i = 0; i < 6; i++) {
        assert_string_equal(gait_builtin_at(i).name, expected[i].name);
        assert_true(strlen(gait_builtin_at(i).summary) > 10);
        assert_int_equal(gait_builtin_at(i).is_flat, expected[i].flat);
        assert_int_equal(gait_builtin_at(i).bone_count, expected[i].bones);
        bool is_xray = strncmp(expected[i].name, "xray-", 5) == 0;
        assert_int_equal(gait_builtin_at(i).family,
                         is_xray ? GAIT_FAMILY_XRAY : GAIT_FAMILY_BOHEMIA);
        gait_skeleton *skeleton = load(expected[i].name);
        assert_string_equal(skeleton->name, expected[i].name);
        assert_int_equal(skeleton->bone_count, expected[i].bones);
        gait_skeleton_free(skeleton);
    }
    assert_null(gait_builtin_at(6).name);
    assert_null(gait_builtin_at(6).summary);
    assert_false(gait_builtin_at(6).is_flat);
    assert_int_equal(gait_builtin_at(6).family, GAIT_FAMILY_NONE);
}

TEST(families_have_names) {
    assert_null(gaiti_family_name(GAIT_FAMILY_NONE));
    assert_string_equal(gaiti_family_name(GAIT_FAMILY_BOHEMIA), "bohemia");
    assert_string_equal(gaiti_family_name(GAIT_FAMILY_XRAY), "xray");
    assert_null(gaiti_family_name((gait_family)3));
    assert_null(gaiti_family_name((gait_family)-1));
}

TEST(unknown_names_are_not_found) {
    gait_skeleton *skeleton;
    assert_int_equal(gait_builtin_skeleton("arma4-man", NULL, &skeleton), GAIT_NOT_FOUND);
    assert_null(skeleton);
    assert_int_equal(gait_builtin_skeleton(NULL, NULL, &skeleton), GAIT_BAD_ARGUMENT);
}

TEST(every_tree_has_one_root_sorted_bones_and_unique_names) {
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        gait_skeleton *skeleton = load(gait_builtin_at(i).name);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            const gait_bone *bone = &skeleton->bones[b];
            assert_true(b == 0 ? bone->parent == -1 : bone->parent >= 0);
            assert_true(bone->parent < (int32_t)b);
            assert_int_not_equal(bone->parent_origin, GAIT_ORIGIN_UNKNOWN);
            assert_int_equal(find(skeleton, bone->name), b);
        }
        gait_skeleton_free(skeleton);
    }
}

static void assert_parent(const gait_skeleton *skeleton, const char *child, const char *parent) {
    const gait_bone *bone = &skeleton->bones[find(skeleton, child)];
    assert_string_equal(skeleton->bones[bone->parent].name, parent);
}

TEST(human_skeletons_have_the_parents_of_their_game) {
    const char *const men[] = {"arma1-man", "arma2-man", "arma3-man"};
    for (size_t i = 0; i < 3; i++) {
        gait_skeleton *man = load(men[i]);
        assert_parent(man, "LeftHandPinky1", "LeftHandRing");
        assert_parent(man, "RightForeArm", "RightArmRoll");
        assert_parent(man, "LeftUpLeg", "Pelvis");
        assert_parent(man, "weapon", "Spine1");
        assert_parent(man, "Camera", "Pelvis");
        assert_parent(man, "neck", "Spine3");
        gait_skeleton_free(man);
    }
    gait_skeleton *arma3 = load("arma3-man");
    assert_parent(arma3, "Face_Tongue", "Face_Jawbone");
    assert_parent(arma3, "Face_CheekSideLeft", "Face_CornerLeft");
    assert_parent(arma3, "Face_BrowMiddle", "Face_Forehead");
    gait_skeleton_free(arma3);
    gait_skeleton *ofp = load("ofp-man");
    assert_parent(ofp, "lprsty", "lchodidlo");
    assert_parent(ofp, "zbran", "hrudnik");
    gait_skeleton_free(ofp);
}

TEST(flat_skeletons_have_conventional_parents) {
    gait_skeleton *man = load("arma1-man");
    assert_int_equal(man->bones[find(man, "Pelvis")].parent_origin, GAIT_ORIGIN_TABLE);
    assert_int_equal(man->bones[find(man, "Spine")].parent_origin, GAIT_ORIGIN_CONVENTION);
    assert_int_equal(man->bones[find(man, "neck")].parent_origin, GAIT_ORIGIN_CONVENTION);
    assert_int_equal(man->bones[find(man, "neck1")].parent_origin, GAIT_ORIGIN_TABLE);
    assert_int_equal(man->bones[find(man, "LLip")].parent_origin, GAIT_ORIGIN_TABLE);
    gait_skeleton_free(man);
    gait_skeleton *ofp = load("ofp-man");
    for (uint32_t b = 1; b < ofp->bone_count; b++) {
        assert_int_equal(ofp->bones[b].parent_origin, GAIT_ORIGIN_CONVENTION);
    }
    gait_skeleton_free(ofp);
}

TEST(left_joints_mirror_right_joints) {
    gait_skeleton *man = load("arma3-man");
    uint32_t pairs = 0;
    for (uint32_t b = 0; b < man->bone_count; b++) {
        const char *name = man->bones[b].name;
        if (strncmp(name, "Left", 4) != 0) {
            continue;
        }
        char right[64] = "Right";
        strncat(right, name + 4, 32);
        const double *at = man->rest_model[b].t;
        const double *mirrored = man->rest_model[find(man, right)].t;
        assert_true(at[0] < 0);
        test_assert_near(mirrored[0], -at[0], 1e-15);
        test_assert_near(mirrored[1], at[1], 1e-15);
        test_assert_near(mirrored[2], at[2], 1e-15);
        pairs++;
    }
    assert_int_equal(pairs, 28);
    gait_skeleton_free(man);
}

TEST(human_joints_have_their_known_positions) {
    const struct {
        const char *arma, *ofp;
        double at[3];
    } joints[] = {
        {"Pelvis", "bricho", {0, 0, 0}},
        {"head", "hlava", {0, 0.6674, -0.0062}},
        {"LeftHand", "lruka", {-0.5864, 0.0667, -0.0741}},
        {"RightFoot", "pchodidlo", {0.1690, -0.8905, -0.0816}},
        {"RightToeBase", "pprsty", {0.1735, -1.0015, 0.0266}},
    };
    gait_skeleton *arma = load("arma2-man");
    gait_skeleton *ofp = load("ofp-man");
    for (size_t i = 0; i < sizeof joints / sizeof joints[0]; i++) {
        for (int c = 0; c < 3; c++) {
            test_assert_near(arma->rest_model[find(arma, joints[i].arma)].t[c], joints[i].at[c],
                             1e-15);
            test_assert_near(ofp->rest_model[find(ofp, joints[i].ofp)].t[c], joints[i].at[c],
                             1e-15);
        }
    }
    gait_skeleton_free(arma);
    gait_skeleton_free(ofp);
}

TEST(bones_without_a_joint_use_the_joint_of_their_parent) {
    const char *const men[] = {"arma3-man", "arma3-man", "arma3-man", "arma2-man", "ofp-man"};
    const char *const bones[] = {"LeftUpLegRoll", "Face_Tongue", "Camera", "tongue_f", "lzadek"};
    for (size_t i = 0; i < 5; i++) {
        gait_skeleton *man = load(men[i]);
        const gait_bone *bone = &man->bones[find(man, bones[i])];
        assert_int_equal(bone->rest_origin, GAIT_ORIGIN_PARENT);
        assert_true(bone->rest.t[0] == 0 && bone->rest.t[1] == 0 && bone->rest.t[2] == 0);
        gait_skeleton_free(man);
    }
    gait_skeleton *man = load("arma3-man");
    assert_int_equal(man->bones[find(man, "LeftLeg")].rest_origin, GAIT_ORIGIN_TABLE);
    gait_skeleton_free(man);
    man = load("ofp-man");
    assert_int_equal(man->bones[find(man, "lholen")].rest_origin, GAIT_ORIGIN_CONVENTION);
    gait_skeleton_free(man);
}

TEST(xray_skeletons_have_no_rest_pose) {
    const char *const names[] = {"xray-stalker", "xray-hands"};
    for (size_t i = 0; i < 2; i++) {
        gait_skeleton *skeleton = load(names[i]);
        gait_affine identity = gait_affine_identity();
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            assert_int_equal(skeleton->bones[b].rest_origin, GAIT_ORIGIN_UNKNOWN);
            test_assert_affine_near(&skeleton->rest_model[b], &identity, 0);
        }
        gait_skeleton_free(skeleton);
    }
}

static gait_status make(const gait_options *options, void *user) {
    gait_skeleton *skeleton = NULL;
    gait_status status = gait_builtin_skeleton(user, options, &skeleton);
    assert_true((status == GAIT_OK) == (skeleton != NULL));
    gait_skeleton_free(skeleton);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    char name[] = "arma2-man";
    assert_int_equal(test_every_failing_allocation(make, name), 3);
}

/* Sides of bones by their names. */
#include "gait/model.h"
#include "gait/transform.h"
#include "test.h"

static gait_skeleton *skeleton_of(const char *const *names, uint32_t count) {
    gait_bone bones[16] = {0};
    gait_skeleton *skeleton = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bones[i] = (gait_bone){.name = names[i], .parent = -1};
        bones[i].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    assert_int_equal(gait_skeleton_new("a", bones, count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

static void check_sides(const char *const *names, const gait_side *sides, uint32_t count) {
    gait_skeleton *skeleton = skeleton_of(names, count);
    gait_side found[16];
    assert_int_equal(gait_skeleton_sides(skeleton, NULL, found), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(gait_side_name(found[i]), gait_side_name(sides[i]));
    }
    gait_skeleton_free(skeleton);
}

static void words_and_letters(void **state) {
    (void)state;
    const char *const names[] = {"LeftArm",  "EyeRight",    "bip01_l_hand", "Bip01 R Hand", "cleft",
                                 "RigLBLeg", "bip01_spine", "lruka",        "pchodidlo"};
    const gait_side sides[] = {GAIT_SIDE_LEFT,   GAIT_SIDE_RIGHT,  GAIT_SIDE_LEFT,
                               GAIT_SIDE_RIGHT,  GAIT_SIDE_MIDDLE, GAIT_SIDE_LEFT,
                               GAIT_SIDE_MIDDLE, GAIT_SIDE_LEFT,   GAIT_SIDE_RIGHT};
    check_sides(names, sides, 9);
}

static void pairs_without_capitals(void **state) {
    (void)state;
    const char *const names[] = {"leftarm", "rightarm", "cleftchin"};
    const gait_side sides[] = {GAIT_SIDE_LEFT, GAIT_SIDE_RIGHT, GAIT_SIDE_MIDDLE};
    check_sides(names, sides, 3);
}

static void bad_arguments(void **state) {
    (void)state;
    const char *const names[] = {"a"};
    gait_side side;
    gait_skeleton *skeleton = skeleton_of(names, 1);
    assert_int_equal(gait_skeleton_sides(NULL, NULL, &side), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_skeleton_sides(skeleton, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_string_equal(gait_side_name((gait_side)9), "?");
    gait_skeleton_free(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_letters),
        cmocka_unit_test(pairs_without_capitals),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

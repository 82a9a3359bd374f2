/* Sides of bones by their names. */
#include "gait/model.h"
#include "gait/transform.h"
#include "test.h"
#include "model/clip.h"
#include "model/side.h"

static gait_skeleton *skeleton_of(const char *const *names, uint32_t count) {
    gait_bone bones[16] = {0};
    gait_skeleton *skeleton = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bones[i] = (gait_bone){.name = names[i], .parent = -1};
        bones[i].rest = (gait_transform){.q = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    assert_int_equal(gaiti_skeleton_new("a", bones, count, NULL, &skeleton), GAIT_OK);
    return skeleton;
}

static void check_sides(const char *const *names, const gaiti_side *sides, uint32_t count) {
    gait_skeleton *skeleton = skeleton_of(names, count);
    gaiti_side found[16];
    gaiti_arena scratch;
    gaiti_arena_init(&scratch, NULL, 0);
    assert_true(gaiti_find_sides(skeleton, &scratch, found));
    gaiti_arena_free(&scratch);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(gaiti_side_name(found[i]), gaiti_side_name(sides[i]));
    }
    gait_skeleton_free(skeleton);
}

TEST(words_and_letters) {
    const char *const names[] = {"LeftArm",  "EyeRight",    "bip01_l_hand", "Bip01 R Hand", "cleft",
                                 "RigLBLeg", "bip01_spine", "lruka",        "pchodidlo"};
    const gaiti_side sides[] = {GAITI_SIDE_LEFT,   GAITI_SIDE_RIGHT,  GAITI_SIDE_LEFT,
                                GAITI_SIDE_RIGHT,  GAITI_SIDE_MIDDLE, GAITI_SIDE_LEFT,
                                GAITI_SIDE_MIDDLE, GAITI_SIDE_LEFT,   GAITI_SIDE_RIGHT};
    check_sides(names, sides, 9);
}

TEST(pairs_without_capitals) {
    const char *const names[] = {"leftarm", "rightarm", "cleftchin"};
    const gaiti_side sides[] = {GAITI_SIDE_LEFT, GAITI_SIDE_RIGHT, GAITI_SIDE_MIDDLE};
    check_sides(names, sides, 3);
}

TEST(names_of_sides) {
    assert_string_equal(gaiti_side_name((gaiti_side)9), "?");
}

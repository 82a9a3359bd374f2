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

/* `expected` has the mirror of each bone, or -1. */
static void check_sides(const char *const *names, const gaiti_side *sides, const int32_t *expected,
                        uint32_t count) {
    gait_skeleton *skeleton = skeleton_of(names, count);
    gaiti_side found[16];
    int32_t mirrors[16];
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    assert_true(gaiti_find_mirrors(skeleton, &arena, found, mirrors));
    gaiti_arena_free(&arena);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(gaiti_side_name(found[i]), gaiti_side_name(sides[i]));
        assert_int_equal(mirrors[i], expected[i]);
    }
    gait_skeleton_free(skeleton);
}

TEST(words_and_letters) {
    const char *const names[] = {"LeftArm",   "EyeRight", "bip01_l_hand", "bip01_r_hand",
                                 "cleft",     "RigLBLeg", "bip01_spine",  "lruka",
                                 "pchodidlo", "RigRBLeg", "RightArm",     "pruka"};
    const gaiti_side sides[] = {GAITI_SIDE_LEFT,   GAITI_SIDE_RIGHT,  GAITI_SIDE_LEFT,
                                GAITI_SIDE_RIGHT,  GAITI_SIDE_MIDDLE, GAITI_SIDE_LEFT,
                                GAITI_SIDE_MIDDLE, GAITI_SIDE_LEFT,   GAITI_SIDE_RIGHT,
                                GAITI_SIDE_RIGHT,  GAITI_SIDE_RIGHT,  GAITI_SIDE_RIGHT};
    const int32_t mirrors[] = {10, -1, 3, 2, -1, 9, -1, 11, -1, 5, 0, 7};
    check_sides(names, sides, mirrors, 12);
}

TEST(pairs_without_capitals) {
    const char *const names[] = {"leftarm", "rightarm", "cleftchin"};
    const gaiti_side sides[] = {GAITI_SIDE_LEFT, GAITI_SIDE_RIGHT, GAITI_SIDE_MIDDLE};
    const int32_t mirrors[] = {1, 0, -1};
    check_sides(names, sides, mirrors, 3);
}

TEST(a_side_out_of_range_has_a_name) {
    assert_string_equal(gaiti_side_name((gaiti_side)9), "?");
}

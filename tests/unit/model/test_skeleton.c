#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "allocator.h"
#include "gait/model.h"
#include "gait/transform.h"
#include "gait/bones.h"
#include "test.h"
#include "transforms.h"
#include "model/clip.h"

#define REST_IDENTITY                                                                              \
    {                                                                                              \
        .q = {0, 0, 0, 1}, .s = { 1, 1, 1 }                                                        \
    }

static gait_bone bone(const char *name, int32_t parent) {
    return (gait_bone){.name = name, .parent = parent, .rest = REST_IDENTITY};
}

TEST(sorted_bones_keep_their_order) {
    const gait_bone bones[] = {bone("a", -1), bone("d", 0), bone("c", 0), bone("b", 1)};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, 4, NULL, &skeleton), GAIT_OK);
    assert_string_equal(skeleton->name, "s");
    assert_int_equal(skeleton->bone_count, 4);
    for (uint32_t b = 0; b < 4; b++) {
        assert_string_equal(skeleton->bones[b].name, bones[b].name);
        assert_int_equal(skeleton->bones[b].parent, bones[b].parent);
    }
    gait_skeleton_free(skeleton);
}

TEST(parents_are_moved_before_their_children) {
    const gait_bone bones[] = {bone("toe", 2),  bone("hand", 4), bone("foot", 3),
                               bone("hip", -1), bone("arm", 3),  bone("lamp", -1)};
    const char *const order[] = {"hip", "foot", "toe", "arm", "hand", "lamp"};
    const int32_t parents[] = {-1, 0, 1, 0, 3, -1};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, 6, NULL, &skeleton), GAIT_OK);
    for (uint32_t b = 0; b < 6; b++) {
        assert_string_equal(skeleton->bones[b].name, order[b]);
        assert_int_equal(skeleton->bones[b].parent, parents[b]);
    }
    gait_skeleton_free(skeleton);
}

static void assert_corrupt(const gait_bone *bones, uint32_t count) {
    gait_skeleton *skeleton = (gait_skeleton *)(uintptr_t)1;
    assert_int_equal(gaiti_skeleton_new("s", bones, count, NULL, &skeleton), GAIT_CORRUPT);
    assert_null(skeleton);
}

TEST(cycles_are_refused) {
    const gait_bone self[] = {bone("a", -1), bone("b", 1)};
    const gait_bone pair[] = {bone("a", 1), bone("b", 0)};
    const gait_bone tail[] = {bone("a", 1), bone("b", 2), bone("c", 3), bone("d", 1)};
    assert_corrupt(self, 2);
    assert_corrupt(pair, 2);
    assert_corrupt(tail, 4);
}

TEST(parents_out_of_range_are_refused) {
    const gait_bone above[] = {bone("a", -1), bone("b", 2)};
    const gait_bone below[] = {bone("a", -2), bone("b", 0)};
    assert_corrupt(above, 2);
    assert_corrupt(below, 2);
}

TEST(wrong_arguments_are_refused) {
    const gait_bone nameless[] = {bone(NULL, -1)};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", nameless, 1, NULL, &skeleton), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skeleton_new(NULL, nameless, 0, NULL, &skeleton), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skeleton_new("s", NULL, 1, NULL, &skeleton), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skeleton_new("s", nameless, 1, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skeleton_new("s", nameless, 65536, NULL, &skeleton), GAIT_LIMIT);
}

TEST(a_skeleton_may_have_no_bones) {
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("empty", NULL, 0, NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 0);
    assert_int_equal(gait_skeleton_find(skeleton, "a"), -1);
    gait_skeleton_free(skeleton);
    gait_skeleton_free(NULL);
}

TEST(known_parents_require_every_parent_to_be_known) {
    gait_bone bones[] = {bone("hip", -1), bone("foot", 0)};
    for (int unknown = -1; unknown < 2; unknown++) {
        gait_skeleton *skeleton;
        for (int b = 0; b < 2; b++) {
            bones[b].parent_origin = b == unknown ? GAIT_ORIGIN_UNKNOWN : GAIT_ORIGIN_FILE;
        }
        assert_int_equal(gaiti_skeleton_new("s", bones, 2, NULL, &skeleton), GAIT_OK);
        assert_int_equal(gait_skeleton_has_known_parents(skeleton), unknown < 0);
        gait_skeleton_free(skeleton);
    }
    assert_false(gait_skeleton_has_known_parents(NULL));
}

/* With a comparison of all pairs, this takes seconds. */
TEST(equal_names_take_no_longer_than_others) {
    enum { COUNT = 65535 };
    gait_bone *bones = calloc(COUNT, sizeof *bones);
    assert_non_null(bones);
    for (int b = 0; b < COUNT; b++) {
        bones[b] = bone("same", -1);
    }
    gait_skeleton *skeleton;
    clock_t start = clock();
    assert_int_equal(gaiti_skeleton_new("s", bones, COUNT, NULL, &skeleton), GAIT_OK);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 1);
    assert_int_equal(gait_skeleton_find(skeleton, "SAME"), 0);
    assert_int_equal(gait_skeleton_find(skeleton, "other"), -1);
    gait_skeleton_free(skeleton);
    free(bones);
}

TEST(names_are_found_ignoring_case) {
    const gait_bone bones[] = {bone("Pelvis", -1), bone("spine", 0), bone("SPINE", 0), bone("", 0)};
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, 4, NULL, &skeleton), GAIT_OK);
    assert_int_equal(gait_skeleton_find(skeleton, "pELVIS"), 0);
    assert_int_equal(gait_skeleton_find(skeleton, "SPINE"), 1); /* the first of duplicates */
    assert_int_equal(gait_skeleton_find(skeleton, ""), 3);
    assert_int_equal(gait_skeleton_find(skeleton, "spin"), -1);
    assert_int_equal(gait_skeleton_find(skeleton, "spine1"), -1);
    gait_skeleton by_hand = {.name = "hand", .bone_count = 4, .bones = bones};
    assert_int_equal(gait_skeleton_find(&by_hand, "SPINE"), 1);
    assert_int_equal(gait_skeleton_find(&by_hand, "hip"), -1);
    gait_skeleton_free(skeleton);
}

TEST(the_largest_skeleton_can_be_built_and_searched) {
    enum { COUNT = 65535 };
    gait_bone *bones = calloc(COUNT, sizeof *bones);
    char(*names)[12] = calloc(COUNT, sizeof *names);
    assert_true(bones && names);
    for (int32_t b = 0; b < COUNT; b++) { /* one chain in reverse order */
        snprintf(names[b], sizeof names[b], "n%d", b);
        bones[b] = bone(names[b], b + 1 < COUNT ? b + 1 : -1);
    }
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, COUNT, NULL, &skeleton), GAIT_OK);
    for (int32_t b = 0; b < COUNT; b++) {
        assert_int_equal(gait_skeleton_find(skeleton, names[b]), COUNT - 1 - b);
        assert_int_equal(skeleton->bones[b].parent, b - 1);
    }
    gait_skeleton_free(skeleton);
    free(names);
    free(bones);
}

TEST(rest_poses_are_composed) {
    gait_bone bones[] = {bone("b", 1), bone("a", -1)};
    bones[1].rest.q[1] = 1; /* 180 degrees about Y */
    bones[1].rest.q[3] = 0;
    bones[1].rest.t[1] = 5;
    bones[0].rest.t[0] = 1;
    gait_skeleton *skeleton;
    assert_int_equal(gaiti_skeleton_new("s", bones, 2, NULL, &skeleton), GAIT_OK);
    test_assert_near(skeleton->rest_model[1].t[0], -1, 1e-15);
    test_assert_near(skeleton->rest_model[1].t[1], 5, 0);
    gait_skeleton_free(skeleton);
}

static gait_status make(const gait_options *options, void *user) {
    const gait_bone *bones = user;
    gait_skeleton *skeleton = NULL;
    gait_status status = gaiti_skeleton_new("name", bones, 3, options, &skeleton);
    assert_true((status == GAIT_OK) == (skeleton != NULL));
    gait_skeleton_free(skeleton);
    return status;
}

TEST(failing_allocations_leak_nothing) {
    gait_bone bones[] = {bone("child", 1), bone("root", -1),
                         bone("a bone with a rather long name indeed", 0)};
    assert_int_equal(test_every_failing_allocation(make, bones), 2);
}

TEST(limits_are_enforced) {
    gait_bone bones[] = {bone("child", 1), bone("root", -1), bone("x", -1)};
    gait_options few = {.max_allocations = 1};
    gait_options small = {.max_bytes = 64};
    assert_int_equal(make(&few, bones), GAIT_OK); /* the limit is per document */
    assert_int_equal(make(&small, bones), GAIT_LIMIT);
}

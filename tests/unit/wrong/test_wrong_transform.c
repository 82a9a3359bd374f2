/* Wrong calls of transform.h, and input at its limits where nothing is checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "gait/transform.h"
#include "wrong.h"

static void assert_identity(const gait_affine *affine) {
    gait_affine identity = gait_affine_identity();
    assert_memory_equal(affine, &identity, sizeof identity);
}

static void singular(void **state) {
    (void)state;
    const gait_affine zero = {.t = {1, 2, 3}};
    gait_affine inverse = {.t = {4, 5, 6}};
    assert_false(gait_affine_invert(&zero, &inverse));
    assert_identity(&inverse);
    inverse = zero; /* in place */
    assert_false(gait_affine_invert(&inverse, &inverse));
    assert_identity(&inverse);
    const gait_transform no_rotation = {.s = {1, 1, 1}};
    gait_affine made = gait_affine_from_transform(&no_rotation);
    assert_identity(&made);
    made = gait_affine_multiply(&zero, &made);
    assert_true(made.m[0][0] == 0 && made.t[2] == 3);
    made = gait_affine_turn(&zero, GAIT_AXES_GLTF, GAIT_AXES_GLTF);
    assert_memory_equal(&made, &zero, sizeof zero);
}

/* A constant channel has one key, whatever is asked for; an absent one can be turned. */
static void channels(void **state) {
    (void)state;
    const float value[3] = {1, 2, 3};
    double out[9] = {0};
    gait_channel channel = {.data = (const uint8_t *)value, .count = 1, .stride = UINT32_MAX};
    gait_channel_get(&channel, false, UINT32_MAX, out);
    assert_true(out[0] == 1 && out[1] == 2 && out[2] == 3 && out[3] == 0);
    gait_channel absent = {0};
    gait_channel_turn(&absent, true, GAIT_AXES_FILE, GAIT_AXES_GLTF);
    gait_channel_turn(&absent, true, GAIT_AXES_GLTF, GAIT_AXES_FILE);
    assert_int_equal(absent.negate, 0);
}

static void skeletons(void **state) {
    (void)state;
    const gait_bone bone = {.name = "pelvis", .parent = -1, .rest = {.q = {0, 0, 0, 1}}};
    gait_bone wrong = bone;
    gait_skeleton *skeleton;
    assert_bad(gait_skeleton_new("man", &bone, 1, NULL, NULL));
    assert_bad_out(skeleton, gait_skeleton_new(NULL, &bone, 1, NULL, &skeleton));
    assert_bad_out(skeleton, gait_skeleton_new("man", NULL, 1, NULL, &skeleton));
    wrong.name = NULL;
    assert_bad_out(skeleton, gait_skeleton_new("man", &wrong, 1, NULL, &skeleton));
    static const int32_t parents[] = {0, 1, -2, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof parents / sizeof parents[0]; i++) {
        wrong = bone;
        wrong.parent = parents[i];
        skeleton = (void *)&wrong_place;
        assert_int_equal(gait_skeleton_new("man", &wrong, 1, NULL, &skeleton), GAIT_CORRUPT);
        assert_null(skeleton);
    }
    static const uint32_t counts[] = {65536, UINT32_MAX};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        skeleton = (void *)&wrong_place;
        assert_int_equal(gait_skeleton_new("man", &bone, counts[i], NULL, &skeleton), GAIT_LIMIT);
        assert_null(skeleton);
    }
    assert_int_equal(gait_skeleton_new("", NULL, 0, NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 0);
    assert_int_equal(gait_skeleton_find(skeleton, "pelvis"), -1);
    gait_skeleton_free(skeleton);
}

static void names(void **state) {
    (void)state;
    static const char *const none[] = {NULL, "", "unknown", "loca"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        gait_space space = GAIT_SPACE_DELTA;
        gait_axes axes = GAIT_AXES_FILE;
        assert_false(gait_space_from_name(none[i], &space));
        assert_false(gait_axes_from_name(none[i], &axes));
        assert_int_equal(space, GAIT_SPACE_DELTA);
        assert_int_equal(axes, GAIT_AXES_FILE);
    }
    assert_false(gait_space_from_name("local", NULL));
    assert_false(gait_axes_from_name("gltf", NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singular),
        cmocka_unit_test(channels),
        cmocka_unit_test(skeletons),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

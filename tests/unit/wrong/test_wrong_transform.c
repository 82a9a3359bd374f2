/* Calls of transform.h with invalid arguments. */
#include "gait/transform.h"
#include "test.h"
#include "wrong.h"
#include "model/clip.h"

/* Only NULL is invalid: numbers may have any value. */
static void zero_matrices_and_transforms_are_accepted(void **state) {
    (void)state;
    const gait_affine zero = {{{0}}, {0}};
    const gait_transform nothing = {{0}, {0}, {0}};
    gait_affine inverse, identity = gait_affine_identity();
    assert_false(gait_affine_invert(&zero, &inverse));
    assert_memory_equal(&inverse, &identity, sizeof inverse);
    inverse = gait_affine_from_transform(&nothing);
    inverse = gait_affine_multiply(&inverse, &zero);
    assert_true(inverse.m[0][0] == 0);
}

static void axes_out_of_range_change_nothing(void **state) {
    (void)state;
    gait_affine identity = gait_affine_identity();
    gait_affine turned = gait_affine_change_axes(&identity, GAIT_AXES_FILE, (gait_axes)3);
    assert_memory_equal(&turned, &identity, sizeof turned);
    gait_channel channel = {.count = 1, .negate = 0};
    gaiti_channel_change_axes(&channel, true, (gait_axes)-1, GAIT_AXES_FILE);
    assert_int_equal(channel.negate, 0);
    gaiti_channel_change_axes(NULL, true, GAIT_AXES_GLTF, GAIT_AXES_FILE);
}

/* A constant channel has a value at every key. */
static void a_constant_has_a_value_at_every_key(void **state) {
    (void)state;
    const float key[4] = {0, 0, 0, 1};
    const gait_channel channel = {.data = (const uint8_t *)key, .count = 1, .stride = 16};
    double out[9];
    gaiti_channel_get(&channel, true, UINT32_MAX, out);
    assert_true(out[3] == 1);
}

static void wrong_arguments_of_skeleton_new(void **state) {
    (void)state;
    const gait_bone bone = {.name = "a", .parent = -1, .rest = {.q = {0, 0, 0, 1}}};
    const gait_bone nameless = {.parent = -1}, far = {.name = "a", .parent = 1};
    const gait_bone below = {.name = "a", .parent = -2};
    gait_skeleton *skeleton;
    assert_bad(gaiti_skeleton_new("", &bone, 1, NULL, NULL));
    assert_bad_out(skeleton, gaiti_skeleton_new(NULL, &bone, 1, NULL, &skeleton));
    assert_bad_out(skeleton, gaiti_skeleton_new("", NULL, 1, NULL, &skeleton));
    assert_bad_out(skeleton, gaiti_skeleton_new("", &nameless, 1, NULL, &skeleton));
    assert_int_equal(gaiti_skeleton_new("", &far, 1, NULL, &skeleton), GAIT_CORRUPT);
    assert_int_equal(gaiti_skeleton_new("", &below, 1, NULL, &skeleton), GAIT_CORRUPT);
    assert_int_equal(gaiti_skeleton_new("", &bone, UINT32_MAX, NULL, &skeleton), GAIT_LIMIT);
    assert_null(skeleton);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_matrices_and_transforms_are_accepted),
        cmocka_unit_test(axes_out_of_range_change_nothing),
        cmocka_unit_test(a_constant_has_a_value_at_every_key),
        cmocka_unit_test(wrong_arguments_of_skeleton_new),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

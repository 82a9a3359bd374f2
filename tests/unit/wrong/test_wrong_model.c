/* Calls of model.h with invalid arguments. */
#include "gait/transform.h"
#include "gait/names.h"
#include "test.h"
#include "wrong.h"
#include "model/side.h"

static void names_of_unknown_values_are_unknown_or_null(void **state) {
    (void)state;
    assert_string_equal(gait_space_name((gait_space)4), "unknown");
    assert_string_equal(gait_axes_name((gait_axes)-1), "unknown");
    assert_string_equal(gait_origin_name((gait_origin)99), "unknown");
    assert_null(gait_playback_flag_name(0));
    assert_null(gait_playback_flag_name(3));
    assert_null(gait_playback_flag_name(UINT32_MAX));
    assert_null(gait_metadata_field_name(0));
    assert_null(gait_metadata_field_name(UINT32_MAX));
}

static void wrong_arguments_of_skeleton_functions(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    assert_int_equal(gait_skeleton_find(NULL, "pelvis"), -1);
    assert_int_equal(gait_skeleton_find(&nothing, NULL), -1);
    assert_int_equal(gait_skeleton_find(&nothing, "pelvis"), -1);
    gaiti_side side;
    assert_int_equal(gaiti_skeleton_sides(NULL, NULL, &side), GAIT_BAD_ARGUMENT);
    assert_int_equal(gaiti_skeleton_sides(&nothing, NULL, NULL), GAIT_OK); /* no bones */
    assert_string_equal(gaiti_side_name((gaiti_side)-1), "?");
    assert_false(gait_skeleton_has_known_parents(NULL));
    gait_skeleton_free(NULL);
    gait_clip_free(NULL);
}

static void wrong_arguments_of_builtin_skeletons(void **state) {
    (void)state;
    gait_skeleton *skeleton;
    assert_null(gait_builtin_at(gait_builtin_count()).name);
    assert_null(gait_builtin_at(UINT32_MAX).name);
    assert_null(gait_builtin_at(gait_builtin_count()).summary);
    assert_false(gait_builtin_at(UINT32_MAX).is_flat);
    assert_null(gaiti_family_name((gait_family)UINT32_MAX));
    assert_bad_out(skeleton, gait_builtin_skeleton(NULL, NULL, &skeleton));
    assert_bad(gait_builtin_skeleton("arma3-man", NULL, NULL));
    skeleton = (void *)&wrong_place;
    assert_int_equal(gait_builtin_skeleton("", NULL, &skeleton), GAIT_NOT_FOUND);
    assert_null(skeleton);
}

/* A matrix of zeros. */
static void a_zero_matrix_decomposes_to_the_identity_rotation(void **state) {
    (void)state;
    const gait_affine zero = {{{0}}, {0}};
    gait_transform transform;
    (void)gait_affine_decompose(&zero, &transform);
    assert_true(transform.q[3] == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_unknown_values_are_unknown_or_null),
        cmocka_unit_test(wrong_arguments_of_skeleton_functions),
        cmocka_unit_test(wrong_arguments_of_builtin_skeletons),
        cmocka_unit_test(a_zero_matrix_decomposes_to_the_identity_rotation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

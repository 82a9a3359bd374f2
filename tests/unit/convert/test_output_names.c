/* Tests output names: invalid characters, and equal names. */
#include "gait/convert.h"
#include "test.h"

static void assert_names(const char *pattern, const char *const (*pairs)[2], uint32_t count) {
    gait_output_names *names;
    assert_int_equal(gait_output_names_new(pattern, count, NULL, &names), GAIT_OK);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(gait_output_names_next(names, pairs[i][0]), pairs[i][1]);
    }
    assert_null(gait_output_names_next(names, "one more"));
    gait_output_names_free(names);
}

static void test_characters_invalid_in_file_names_are_replaced(void **state) {
    static const char *const pairs[][2] = {{"a/b\\c:d", "x/a_b_c_d.glb"},
                                           {"*?\"<>|", "x/______.glb"},
                                           {"tab\there", "x/tab_here.glb"},
                                           {".hidden", "x/_hidden.glb"},
                                           {"", "x/_.glb"}};
    (void)state;
    assert_names("x/{clip}.glb", pairs, 5);
}

static void test_equal_names_get_numbers(void **state) {
    static const char *const pairs[][2] = {{"walk", "walk.glb"},       {"Walk", "Walk-2.glb"},
                                           {"walk-2", "walk-2-2.glb"}, {"walk", "walk-3.glb"},
                                           {"run", "run.glb"},         {"walk-3", "walk-3-2.glb"},
                                           {"walk", "walk-4.glb"},     {"a:b", "a_b.glb"}};
    (void)state;
    assert_names("{clip}.glb", pairs, 8);
}

static void test_every_clip_placeholder_is_replaced(void **state) {
    static const char *const pairs[][2] = {{"walk", "walk/walk.{x}"}};
    (void)state;
    assert_names("{clip}/{clip}.{x}", pairs, 1);
    assert_true(gait_output_name_is_per_clip("a{clip}"));
    assert_false(gait_output_name_is_per_clip("{Clip}"));
    assert_false(gait_output_name_is_per_clip(NULL));
}

static void test_wrong_arguments_are_refused(void **state) {
    gait_output_names *names;
    (void)state;
    assert_int_equal(gait_output_names_new(NULL, 1, NULL, &names), GAIT_BAD_ARGUMENT);
    assert_null(names);
    assert_int_equal(gait_output_names_new("x", 1, NULL, NULL), GAIT_BAD_ARGUMENT);
    assert_null(gait_output_names_next(NULL, "x"));
    assert_int_equal(gait_output_names_new("x", 0, NULL, &names), GAIT_OK);
    assert_null(gait_output_names_next(names, NULL));
    gait_output_names_free(names);
    gait_output_names_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters_invalid_in_file_names_are_replaced),
        cmocka_unit_test(test_equal_names_get_numbers),
        cmocka_unit_test(test_every_clip_placeholder_is_replaced),
        cmocka_unit_test(test_wrong_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

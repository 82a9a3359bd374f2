/* Calls of difference.h with invalid arguments. */
#include <math.h>

#include "gait/compare.h"
#include "test.h"
#include "wrong.h"
#include "difference/difference_state.h"

static void wrong_arguments_of_compare(void **state) {
    (void)state;
    static const double tolerances[] = {-1, NAN, INFINITY, -INFINITY};
    test_file file = test_open("samples/stalker.omf");
    test_file part = wrong_open_skeleton("samples/stalker.omf");
    gait_file_comparison *comparison;
    assert_bad(gait_file_compare(file.file, file.file, NULL, NULL));
    assert_bad_out(comparison, gait_file_compare(NULL, file.file, NULL, &comparison));
    assert_bad_out(comparison, gait_file_compare(file.file, NULL, NULL, &comparison));
    assert_bad_out(comparison, gait_file_compare(part.file, file.file, NULL, &comparison));
    assert_bad_out(comparison, gait_file_compare(file.file, part.file, NULL, &comparison));
    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0]; i++) {
        gait_file_compare_options deg = {.tolerance_deg = tolerances[i]};
        gait_file_compare_options mm = {.tolerance_mm = tolerances[i]};
        assert_bad_out(comparison, gait_file_compare(file.file, file.file, &deg, &comparison));
        assert_bad_out(comparison, gait_file_compare(file.file, file.file, &mm, &comparison));
    }
    test_close(&part);
    test_close(&file);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file a = test_open("samples/walk.rtm"), b = test_open("samples/stalker.omf");
    gait_file_comparison *comparison;
    gait_file_comparison_free(NULL);
    assert_int_equal(gait_file_comparison_summary(NULL).clip_count, 0);
    assert_null(gait_file_comparison_difference(NULL, 0).name);
    assert_int_equal(gait_file_comparison_clip(NULL, 0).clip, -1);
    assert_null(gait_file_comparison_clip_difference(NULL, 0, 0).name);
    assert_null(gait_file_comparison_bone(NULL, 0, 0).lever.bone);
    assert_int_equal(gait_file_compare(a.file, b.file, NULL, &comparison), GAIT_OK);
    gait_files_summary summary = gait_file_comparison_summary(comparison);
    assert_null(gait_file_comparison_difference(comparison, summary.difference_count).name);
    assert_int_equal(gait_file_comparison_clip(comparison, summary.clip_count).other, -1);
    assert_null(gait_file_comparison_clip_difference(comparison, 0, UINT32_MAX).name);
    assert_null(gait_file_comparison_clip_difference(comparison, UINT32_MAX, 0).name);
    assert_null(gait_file_comparison_bone(comparison, 0, UINT32_MAX).lever.bone);
    assert_null(gait_file_comparison_bone(comparison, UINT32_MAX, 0).lever.bone);
    gait_file_comparison_free(comparison);
    test_close(&a);
    test_close(&b);
}

static void names_of_values_out_of_range(void **state) {
    (void)state;
    const gait_difference_subject subject = GAIT_DIFFERENCE_SUBJECT_COUNT;
    const gait_difference_kind kind = GAIT_DIFFERENCE_KIND_COUNT;
    assert_string_equal(gait_difference_subject_name(subject), "unknown");
    assert_string_equal(gait_difference_kind_name(kind), "unknown");
    assert_string_equal(gaiti_compared_keys_name((gait_compared_keys)4), "unknown");
    assert_string_equal(gaiti_files_outcome_name((gait_files_outcome)3), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_compare),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(names_of_values_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

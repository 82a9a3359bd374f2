/* Calls of base.h with invalid arguments. */
#include "gait/base.h"
#include "gait/names.h"
#include "gait/rules.h"
#include "test.h"
#include "wrong.h"

static void unknown_enum_values_are_named_unknown(void **state) {
    (void)state;
    assert_non_null(gait_version());
    assert_string_equal(gait_status_name((gait_status)99), "unknown");
    assert_string_equal(gait_status_name((gait_status)-1), "unknown");
    assert_string_equal(gait_severity_name((gait_severity)3), "unknown");
}

static void wrong_arguments_of_name_and_number_functions(void **state) {
    (void)state;
    gait_buffer out = {0};
    double value = 7;
    assert_bad(gait_name_to_utf8((gait_span){0}, 0, NULL));
    assert_bad(gait_name_to_utf8(wrong_span, 0, &out));
    assert_bad(gait_name_to_utf8((gait_span){0}, 437, &out));
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    gait_buffer_free(NULL);
    assert_int_equal(gait_buffer_append(NULL, "a", 1), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_buffer_append(&out, NULL, 1), GAIT_BAD_ARGUMENT);
    assert_int_equal(gait_buffer_append(&out, NULL, 0), GAIT_OK);
    assert_false(gait_parse_f64(NULL, &value));
    assert_false(gait_parse_f64("1", NULL));
    assert_false(gait_parse_f64("", &value));
    assert_true(value == 7);
    char text[32];
    assert_int_equal(gait_print_fixed(NULL, sizeof text, 1, 2), 0);
    assert_int_equal(gait_print_fixed(text, 3, 1, 2), 0);
    assert_int_equal(gait_print_fixed(text, sizeof text, 1, 10), 0);
    assert_int_equal(gait_print_fixed(text, 4, 1, 2), 4);
}

static void unknown_rules_are_not_found(void **state) {
    (void)state;
    assert_null(gait_rule_at(gait_rule_count()));
    assert_null(gait_rule_at(UINT32_MAX));
    assert_null(gait_rule_find(NULL));
    assert_null(gait_rule_find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_enum_values_are_named_unknown),
        cmocka_unit_test(wrong_arguments_of_name_and_number_functions),
        cmocka_unit_test(unknown_rules_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Wrong calls of base.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "gait/base.h"
#include "wrong.h"

static void names(void **state) {
    (void)state;
    assert_non_null(gait_version());
    assert_string_equal(gait_status_name((gait_status)99), "unknown");
    assert_string_equal(gait_status_name((gait_status)-1), "unknown");
    assert_string_equal(gait_severity_name((gait_severity)3), "unknown");
}

static void bytes(void **state) {
    (void)state;
    gait_buffer out = {0};
    double value = 7;
    assert_bad(gait_name_to_utf8((gait_span){0}, NULL));
    assert_bad(gait_name_to_utf8(wrong_span, &out));
    assert_int_equal(out.size, 0);
    gait_buffer_free(&out);
    gait_buffer_free(NULL);
    assert_false(gait_parse_f64(NULL, &value));
    assert_false(gait_parse_f64("1", NULL));
    assert_false(gait_parse_f64("", &value));
    assert_true(value == 7);
}

static void rules(void **state) {
    (void)state;
    assert_null(gait_rule_at(gait_rule_count()));
    assert_null(gait_rule_at(UINT32_MAX));
    assert_null(gait_rule_find(NULL));
    assert_null(gait_rule_find(""));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(bytes),
        cmocka_unit_test(rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

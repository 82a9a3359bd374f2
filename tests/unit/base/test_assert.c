/* Tests GAIT_ASSERT: a false assertion traps if enabled, and is not evaluated if disabled. */
#include <stdbool.h>

#include "test.h"

#undef GAIT_ASSERT
#ifndef NDEBUG
#define NDEBUG
#endif
#include "base/assert.h"

static unsigned evaluated;

static bool count(bool result) {
    evaluated++;
    return result;
}

static void a_disabled_assertion_is_not_evaluated(void **state) {
    (void)state;
    GAIT_ASSERT(count(false));
    assert_int_equal(evaluated, 0);
}

/* The enabled definition of the library, with the trap replaced. */
#undef NDEBUG
#undef GAIT_ASSERT
#undef GAITI_ASSERT_H
static unsigned stopped;
#define __builtin_trap() stopped++
#include "base/assert.h"

static void a_false_enabled_assertion_traps(void **state) {
    (void)state;
    GAIT_ASSERT(count(true));
    assert_int_equal(stopped, 0);
    GAIT_ASSERT(count(false));
    assert_int_equal(stopped, 1);
    assert_int_equal(evaluated, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disabled_assertion_is_not_evaluated),
        cmocka_unit_test(a_false_enabled_assertion_traps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

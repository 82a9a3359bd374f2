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

TEST(a_disabled_assertion_is_not_evaluated) {
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

TEST(a_false_enabled_assertion_traps) {
    GAIT_ASSERT(count(true));
    assert_int_equal(stopped, 0);
    GAIT_ASSERT(count(false));
    assert_int_equal(stopped, 1);
    assert_int_equal(evaluated, 2);
}

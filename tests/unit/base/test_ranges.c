/* Tests the ranges of numbers in options. */
#include <math.h>
#include <stdio.h>

#include "gait/base.h"
#include "gait/numbers.h"
#include "test.h"

TEST(limits_are_inside_unless_they_are_excluded) {
    for (int id = 0; id < GAIT_RANGE_COUNT; id++) {
        gait_range range = gait_range_of((gait_range_id)id);
        char limit[32];
        assert_non_null(range.name);
        snprintf(limit, sizeof limit, "%.9g", range.max);
        assert_non_null(strstr(range.text, limit));
        snprintf(limit, sizeof limit, "%.9g", range.min);
        assert_non_null(strstr(range.text, limit));
        assert_int_equal(gait_range_contains((gait_range_id)id, range.min), !range.excludes_min);
        assert_true(gait_range_contains((gait_range_id)id, range.max));
        assert_false(gait_range_contains((gait_range_id)id, range.max + 1));
        assert_false(gait_range_contains((gait_range_id)id, range.min - 1));
        assert_false(gait_range_contains((gait_range_id)id, (double)NAN));
    }
}

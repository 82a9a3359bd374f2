#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "gait/model.h"
#include "gait/transform.h"

static void spaces_come_back_by_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        gait_space space = (gait_space)((i + 1) % 4);
        assert_true(gait_space_from_name(gait_space_name((gait_space)i), &space));
        assert_int_equal(space, i);
    }
    assert_string_equal(gait_space_name(GAIT_SPACE_LOCAL_DELTA), "local_delta");
}

static void axes_come_back_by_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        gait_axes axes = (gait_axes)((i + 1) % 3);
        assert_true(gait_axes_from_name(gait_axes_name((gait_axes)i), &axes));
        assert_int_equal(axes, i);
    }
    assert_string_equal(gait_axes_name(GAIT_AXES_GLTF), "gltf");
}

static void unknown_names_change_nothing(void **state) {
    (void)state;
    gait_space space = GAIT_SPACE_DELTA;
    gait_axes axes = GAIT_AXES_FILE;
    assert_false(gait_space_from_name("locals", &space));
    assert_false(gait_space_from_name("", &space));
    assert_false(gait_space_from_name(NULL, &space));
    assert_false(gait_axes_from_name("local", &axes));
    assert_int_equal(space, GAIT_SPACE_DELTA);
    assert_int_equal(axes, GAIT_AXES_FILE);
}

static void every_origin_has_its_own_name(void **state) {
    (void)state;
    for (unsigned i = 0; i <= GAIT_ORIGIN_PIVOTS; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(gait_origin_name((gait_origin)i),
                                    gait_origin_name((gait_origin)j));
        }
    }
    assert_string_equal(gait_origin_name(GAIT_ORIGIN_FIRST_FRAME), "first_frame");
    assert_string_equal(gait_origin_name((gait_origin)99), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces_come_back_by_name),
        cmocka_unit_test(axes_come_back_by_name),
        cmocka_unit_test(unknown_names_change_nothing),
        cmocka_unit_test(every_origin_has_its_own_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "gait/model.h"
#include "gait/names.h"
#include "test.h"

TEST(every_space_has_its_name) {
    assert_string_equal(gait_space_name(GAIT_SPACE_LOCAL), "local");
    assert_string_equal(gait_space_name(GAIT_SPACE_MODEL), "model");
    assert_string_equal(gait_space_name(GAIT_SPACE_DELTA), "delta");
    assert_string_equal(gait_space_name(GAIT_SPACE_LOCAL_DELTA), "local_delta");
    assert_string_equal(gait_space_name((gait_space)4), "unknown");
    assert_string_equal(gait_space_name((gait_space)-1), "unknown");
}

TEST(every_kind_of_axes_has_its_name) {
    assert_string_equal(gait_axes_name(GAIT_AXES_ENGINE), "engine");
    assert_string_equal(gait_axes_name(GAIT_AXES_FILE), "file");
    assert_string_equal(gait_axes_name(GAIT_AXES_GLTF), "gltf");
    assert_string_equal(gait_axes_name((gait_axes)3), "unknown");
    assert_string_equal(gait_axes_name((gait_axes)-1), "unknown");
}

TEST(every_origin_has_its_own_name) {
    for (unsigned i = 0; i <= GAIT_ORIGIN_PIVOTS; i++) {
        for (unsigned j = 0; j < i; j++) {
            assert_string_not_equal(gait_origin_name((gait_origin)i),
                                    gait_origin_name((gait_origin)j));
        }
    }
    assert_string_equal(gait_origin_name(GAIT_ORIGIN_FIRST_FRAME), "first_frame");
    assert_string_equal(gait_origin_name((gait_origin)99), "unknown");
}

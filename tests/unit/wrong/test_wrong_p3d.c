/* Wrong calls of p3d.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/p3d.h"
#include "wrong.h"

static void opening(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("p3d/ok/pivots.p3d");
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_p3d *p3d;
    assert_bad(gait_p3d_open(bytes, NULL, NULL));
    assert_bad_out(p3d, gait_p3d_open(wrong_span, NULL, &p3d));
    p3d = (void *)&wrong_place;
    assert_int_not_equal(gait_p3d_open((gait_span){0}, NULL, &p3d), GAIT_OK);
    assert_null(p3d);
    assert_null(gait_file_p3d(NULL));
    assert_null(gait_file_p3d(walk.file));
    gait_p3d_free(NULL);
    wrong_close(&walk);
    free((void *)(uintptr_t)bytes.data);
}

static void no_p3d(void **state) {
    (void)state;
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *skeleton;
    assert_int_equal(gait_p3d_version(NULL), -1);
    assert_int_equal(gait_p3d_lod_count(NULL), 0);
    assert_int_equal(gait_p3d_lod_at(NULL, 0).tag_count, 0);
    assert_int_equal(gait_p3d_memory_lod(NULL), -1);
    assert_int_equal(gait_p3d_point_count(NULL), 0);
    assert_empty(gait_p3d_point_at(NULL, 0).name);
    assert_int_equal(gait_p3d_find_point(NULL, "pelvis"), -1);
    assert_bad_out(skeleton, gait_p3d_skeleton(NULL, "", NULL, &skeleton));
    assert_bad_out(skeleton, gait_skeleton_with_pivots(&nothing, NULL, NULL, &skeleton));
    assert_bad(gait_p3d_check(NULL, NULL));
    assert_bad(gait_p3d_map(NULL, wrong_visit, NULL));
}

static void out_of_range(void **state) {
    (void)state;
    static const char *const paths[] = {"p3d/ok/pivots.p3d", "p3d/ok/no_levels.p3d",
                                        "p3d/ok/no_memory.p3d", "p3d/ok/no_tags.p3d",
                                        "p3d/ok/oldest.p3d"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        wrong_file self = wrong_open(paths[i]);
        const gait_p3d *p3d = gait_file_p3d(self.file);
        const gait_skeleton nothing = {.name = ""};
        gait_skeleton *skeleton;
        for (int far = 0; far < 2; far++) {
            uint32_t more = far ? UINT32_MAX : 0;
            gait_p3d_lod lod = gait_p3d_lod_at(p3d, gait_p3d_lod_count(p3d) | more);
            assert_true(lod.resolution == 0 && lod.point_count == 0 && lod.tag_count == 0);
            assert_empty(gait_p3d_point_at(p3d, gait_p3d_point_count(p3d) | more).name);
        }
        assert_int_equal(gait_p3d_find_point(p3d, NULL), -1);
        assert_bad(gait_p3d_skeleton(p3d, "", NULL, NULL));
        assert_bad(gait_skeleton_with_pivots(&nothing, p3d, NULL, NULL));
        assert_bad_out(skeleton, gait_skeleton_with_pivots(NULL, p3d, NULL, &skeleton));
        assert_bad(gait_p3d_map(p3d, NULL, NULL));
        wrong_close(&self);
    }
}

/* Nothing can be had of a model without a Memory level; of a tree without bones, no bones. */
static void without_points(void **state) {
    (void)state;
    wrong_file self = wrong_open("p3d/ok/no_memory.p3d");
    const gait_p3d *p3d = gait_file_p3d(self.file);
    const gait_skeleton nothing = {.name = ""};
    gait_skeleton *skeleton = (void *)&wrong_place;
    assert_int_equal(gait_p3d_skeleton(p3d, "", NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    skeleton = (void *)&wrong_place;
    assert_int_equal(gait_skeleton_with_pivots(&nothing, p3d, NULL, &skeleton), GAIT_UNSUPPORTED);
    assert_null(skeleton);
    wrong_close(&self);

    self = wrong_open("p3d/ok/pivots.p3d");
    p3d = gait_file_p3d(self.file);
    assert_int_equal(gait_skeleton_with_pivots(&nothing, p3d, NULL, &skeleton), GAIT_OK);
    assert_int_equal(skeleton->bone_count, 0);
    gait_skeleton_free(skeleton);
    assert_int_equal(gait_p3d_skeleton(p3d, NULL, NULL, &skeleton), GAIT_OK);
    assert_string_equal(skeleton->name, "");
    gait_skeleton_free(skeleton);
    wrong_close(&self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening),
        cmocka_unit_test(no_p3d),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(without_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

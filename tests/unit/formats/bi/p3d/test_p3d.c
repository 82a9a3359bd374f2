/* Models: points of the Memory level in the engine's axes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/transform.h"
#include "gait/file.h"
#include "gait/p3d.h"
#include "transforms.h"

typedef struct opened {
    gait_span bytes;
    gait_p3d *p3d;
} opened;

static opened open_data(const char *file) {
    opened one = {.bytes = test_fixture_bytes(file)};
    assert_int_equal(gait_p3d_open(one.bytes, NULL, &one.p3d), GAIT_OK);
    return one;
}

static void drop(opened *one) {
    gait_p3d_free(one->p3d);
    free((void *)(uintptr_t)one->bytes.data);
}

static void assert_point(const gait_p3d *p3d, const char *name, double x, double y, double z) {
    int32_t index = gait_p3d_find_point(p3d, name);
    assert_true(index >= 0);
    gait_p3d_point point = gait_p3d_point_at(p3d, (uint32_t)index);
    test_assert_near(point.position[0], x, 0);
    test_assert_near(point.position[1], y, 0);
    test_assert_near(point.position[2], z, 0);
}

/* The first point whose weight is not 0, even the weakest one (255); x and z turn around. */
static void a_name_stands_for_the_first_point_selected(void **state) {
    (void)state;
    opened one = open_data("p3d/ok/pivots.p3d");
    assert_int_equal(gait_p3d_version(one.p3d), 257);
    assert_int_equal(gait_p3d_point_count(one.p3d), 2);
    assert_point(one.p3d, "ROOT", -0.25, 0.125, 0.0625);
    assert_point(one.p3d, "head", -0.5, 1, 2);
    assert_int_equal(gait_p3d_find_point(one.p3d, "tail"), -1);
    drop(&one);
}

static void only_the_memory_level_counts(void **state) {
    (void)state;
    opened one = open_data("p3d/ok/several_levels.p3d");
    assert_int_equal(gait_p3d_lod_count(one.p3d), 4);
    assert_int_equal(gait_p3d_memory_lod(one.p3d), 2);
    gait_p3d_lod first = gait_p3d_lod_at(one.p3d, 0);
    test_assert_near(first.resolution, 1, 0);
    assert_int_equal(first.point_count, 3);
    assert_int_equal(first.face_count, 1);
    assert_int_equal(first.tag_count, 1);
    assert_int_equal(gait_p3d_find_point(one.p3d, "body"), -1);
    assert_int_equal(gait_p3d_point_count(one.p3d), 2);
    drop(&one);
}

static void every_age_of_model_is_read(void **state) {
    (void)state;
    static const char *const files[] = {"p3d/ok/operation_flashpoint.p3d",
                                        "p3d/ok/flashpoint_faces.p3d", "p3d/ok/oldest.p3d",
                                        "p3d/ok/without_version.p3d", "p3d/ok/longer_head.p3d"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        opened one = open_data(files[i]);
        assert_point(one.p3d, "root", -0.25, 0.125, 0.0625);
        assert_int_equal(gait_p3d_version(one.p3d), i == 3 ? -1 : 257);
        drop(&one);
    }
}

static void flashpoint_hides_names_with_a_sign_in_front(void **state) {
    (void)state;
    opened one = open_data("p3d/ok/ignored_names.p3d");
    assert_int_equal(gait_p3d_point_count(one.p3d), 1);
    assert_point(one.p3d, "axis", -1, 2, -3);
    drop(&one);
}

static void assert_rest(const gait_bone *bone, double x, double y, double z, gait_origin origin) {
    const double expected[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        test_assert_near(bone->rest.t[i], expected[i], 0);
        test_assert_near(bone->rest.q[i], 0, 0);
    }
    assert_int_equal(bone->rest_origin, origin);
}

static void a_model_without_memory_gives_no_pivots(void **state) {
    (void)state;
    opened one = open_data("p3d/ok/no_memory.p3d");
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_options options = {.diagnostics = &diagnostics};
    gait_skeleton *points;
    assert_int_equal(gait_p3d_skeleton(one.p3d, "x", &options, &points), GAIT_UNSUPPORTED);
    assert_null(points);
    assert_string_equal(items[0].rule->id, "P3D020");
    drop(&one);
}

static void points_that_are_no_numbers_are_refused(void **state) {
    (void)state;
    static const char *const files[] = {"p3d/bad/point_nan.p3d", "p3d/bad/point_infinite.p3d"};
    for (int i = 0; i < 2; i++) {
        opened one = open_data(files[i]);
        gait_skeleton *points;
        assert_int_equal(gait_p3d_skeleton(one.p3d, "x", NULL, &points), GAIT_CORRUPT);
        assert_null(points);
        drop(&one);
    }
}

static void points_can_be_shown_as_bones(void **state) {
    (void)state;
    opened one = open_data("p3d/ok/pivots.p3d");
    gait_skeleton *points;
    assert_int_equal(gait_p3d_skeleton(one.p3d, "pivots", NULL, &points), GAIT_OK);
    assert_string_equal(points->name, "pivots");
    assert_int_equal(points->bone_count, 2);
    assert_string_equal(points->bones[1].name, "head");
    assert_rest(&points->bones[1], -0.5, 1, 2, GAIT_ORIGIN_FILE);
    assert_int_equal(points->bones[1].parent_origin, GAIT_ORIGIN_UNKNOWN);
    gait_skeleton_free(points);
    drop(&one);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_stands_for_the_first_point_selected),
        cmocka_unit_test(only_the_memory_level_counts),
        cmocka_unit_test(every_age_of_model_is_read),
        cmocka_unit_test(flashpoint_hides_names_with_a_sign_in_front),
        cmocka_unit_test(a_model_without_memory_gives_no_pivots),
        cmocka_unit_test(points_that_are_no_numbers_are_refused),
        cmocka_unit_test(points_can_be_shown_as_bones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

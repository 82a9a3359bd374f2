/* Models: points of the Memory level in engine axes. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/file.h"
#include "gait/p3d.h"
#include "gait/transform.h"
#include "test.h"
#include "transforms.h"
#include "formats/bi/p3d/p3d.h"

static void assert_point(const gait_p3d *p3d, const char *name, double x, double y, double z) {
    int32_t index = gait_p3d_find_point(p3d, name);
    assert_true(index >= 0);
    gait_p3d_point point = gait_p3d_point_at(p3d, (uint32_t)index);
    test_assert_near(point.position[0], x, 0);
    test_assert_near(point.position[1], y, 0);
    test_assert_near(point.position[2], z, 0);
}

/* The first point whose weight is not 0 is used, even with the smallest weight (stored as 255). X
 * and Z are negated. */
TEST(name_selects_the_first_weighted_point) {
    test_file one = test_open("p3d/ok/pivots.p3d");
    assert_int_equal(gaiti_p3d_version(gait_file_p3d(one.file)), 257);
    assert_int_equal(gait_p3d_point_count(gait_file_p3d(one.file)), 2);
    assert_point(gait_file_p3d(one.file), "ROOT", -0.25, 0.125, 0.0625);
    assert_point(gait_file_p3d(one.file), "head", -0.5, 1, 2);
    assert_int_equal(gait_p3d_find_point(gait_file_p3d(one.file), "tail"), -1);
    test_close(&one);
}

TEST(only_points_of_the_memory_level_are_used) {
    test_file one = test_open("p3d/ok/several_levels.p3d");
    assert_int_equal(gait_p3d_lod_count(gait_file_p3d(one.file)), 4);
    assert_int_equal(gait_p3d_memory_lod(gait_file_p3d(one.file)), 2);
    gait_p3d_lod first = gait_p3d_lod_at(gait_file_p3d(one.file), 0);
    test_assert_near(first.resolution, 1, 0);
    assert_int_equal(first.point_count, 3);
    assert_int_equal(first.face_count, 1);
    assert_int_equal(first.tag_count, 1);
    assert_int_equal(gait_p3d_find_point(gait_file_p3d(one.file), "body"), -1);
    assert_int_equal(gait_p3d_point_count(gait_file_p3d(one.file)), 2);
    test_close(&one);
}

TEST(every_model_version_is_read) {
    static const char *const files[] = {"p3d/ok/operation_flashpoint.p3d",
                                        "p3d/ok/flashpoint_faces.p3d", "p3d/ok/oldest.p3d",
                                        "p3d/ok/without_version.p3d", "p3d/ok/longer_head.p3d"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        test_file one = test_open(files[i]);
        assert_point(gait_file_p3d(one.file), "root", -0.25, 0.125, 0.0625);
        assert_int_equal(gaiti_p3d_version(gait_file_p3d(one.file)), i == 3 ? -1 : 257);
        test_close(&one);
    }
}

TEST(names_prefixed_with_a_sign_are_ignored) {
    test_file one = test_open("p3d/ok/ignored_names.p3d");
    assert_int_equal(gait_p3d_point_count(gait_file_p3d(one.file)), 1);
    assert_point(gait_file_p3d(one.file), "axis", -1, 2, -3);
    test_close(&one);
}

static void assert_rest(const gait_bone *bone, double x, double y, double z, gait_origin origin) {
    const double expected[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        test_assert_near(bone->rest.t[i], expected[i], 0);
        test_assert_near(bone->rest.q[i], 0, 0);
    }
    assert_int_equal(bone->rest_origin, origin);
}

TEST(model_without_a_memory_level_has_no_pivots) {
    test_file one = test_open("p3d/ok/no_memory.p3d");
    gait_diagnostic items[2];
    gait_diagnostics diagnostics = {.items = items, .capacity = 2};
    gait_options options = {.diagnostics = &diagnostics};
    gait_skeleton *points;
    assert_int_equal(gaiti_p3d_skeleton(gait_file_p3d(one.file), "x", &options, &points),
                     GAIT_UNSUPPORTED);
    assert_null(points);
    assert_string_equal(items[0].rule->id, "P3D020");
    test_close(&one);
}

TEST(non_finite_points_are_refused) {
    static const char *const files[] = {"p3d/bad/point_nan.p3d", "p3d/bad/point_infinite.p3d"};
    for (int i = 0; i < 2; i++) {
        test_file one = test_open(files[i]);
        gait_skeleton *points;
        assert_int_equal(gaiti_p3d_skeleton(gait_file_p3d(one.file), "x", NULL, &points),
                         GAIT_CORRUPT);
        assert_null(points);
        test_close(&one);
    }
}

TEST(points_can_be_shown_as_bones) {
    test_file one = test_open("p3d/ok/pivots.p3d");
    gait_skeleton *points;
    assert_int_equal(gaiti_p3d_skeleton(gait_file_p3d(one.file), "pivots", NULL, &points), GAIT_OK);
    assert_string_equal(points->name, "pivots");
    assert_int_equal(points->bone_count, 2);
    assert_string_equal(points->bones[1].name, "head");
    assert_rest(&points->bones[1], -0.5, 1, 2, GAIT_ORIGIN_FILE);
    assert_int_equal(points->bones[1].parent_origin, GAIT_ORIGIN_UNKNOWN);
    gait_skeleton_free(points);
    test_close(&one);
}

/* Calls of p3d.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/p3d.h"
#include "test.h"
#include "wrong.h"
#include "formats/bi/p3d/p3d.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_p3d *p3d;
    gait_span bytes = test_fixture_bytes("p3d/ok/pivots.p3d");
    assert_bad(gaiti_p3d_open(bytes, NULL, NULL));
    assert_bad_out(p3d, gaiti_p3d_open(wrong_span, NULL, &p3d));
    gaiti_p3d_free(NULL);
    assert_null(gait_file_p3d(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file pivots = test_open("p3d/ok/pivots.p3d"), none = test_open("p3d/ok/no_levels.p3d");
    const gait_p3d *all[] = {NULL, gait_file_p3d(pivots.file), gait_file_p3d(none.file)};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(gait_p3d_lod_at(all[i], gait_p3d_lod_count(all[i])).point_count, 0);
        assert_int_equal(gait_p3d_lod_at(all[i], UINT32_MAX).point_count, 0);
        assert_empty(gait_p3d_point_at(all[i], gait_p3d_point_count(all[i])).name);
        assert_empty(gait_p3d_point_at(all[i], UINT32_MAX).name);
        assert_int_equal(gait_p3d_find_point(all[i], NULL), -1);
    }
    assert_int_equal(gaiti_p3d_version(NULL), -1);
    assert_int_equal(gait_p3d_memory_lod(NULL), -1);
    assert_int_equal(gait_p3d_mesh_lod(NULL), -1);
    assert_int_equal(gait_p3d_find_point(NULL, "a"), -1);
    test_close(&none);
    test_close(&pivots);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    test_file pivots = test_open("p3d/ok/pivots.p3d"), none = test_open("p3d/ok/no_levels.p3d");
    const gait_p3d *p3d = gait_file_p3d(pivots.file), *no_levels = gait_file_p3d(none.file);
    gait_skeleton *out;
    assert_bad_out(out, gaiti_p3d_skeleton(NULL, "", NULL, &out));
    assert_bad(gaiti_p3d_skeleton(p3d, "", NULL, NULL));
    assert_int_equal(gaiti_p3d_skeleton(no_levels, NULL, NULL, &out), GAIT_UNSUPPORTED);
    assert_null(out);
    assert_bad(gaiti_p3d_check(NULL, NULL));
    assert_bad(gaiti_p3d_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_p3d_map(p3d, NULL, NULL));
    assert_int_equal(gaiti_p3d_map(no_levels, wrong_visit, NULL), GAIT_OK);
    gait_buffer buffer = {0};
    assert_bad(gaiti_p3d_write(NULL, &buffer));
    assert_bad(gaiti_p3d_write(p3d, NULL));
    assert_int_equal(gaiti_p3d_write(no_levels, &buffer), GAIT_OK);
    assert_int_equal(buffer.size, none.bytes.size);
    gait_buffer_free(&buffer);
    test_close(&none);
    test_close(&pivots);
}

static void wrong_arguments_of_meshes(void **state) {
    (void)state;
    test_file sheet = test_open("p3d/ok/mesh.p3d"), none = test_open("p3d/ok/no_levels.p3d");
    const gait_p3d *p3d = gait_file_p3d(sheet.file);
    gait_mesh *mesh;
    assert_bad_out(mesh, gaiti_p3d_mesh(NULL, NULL, NULL, &mesh));
    assert_bad(gaiti_p3d_mesh(p3d, NULL, NULL, NULL));
    assert_int_equal(gaiti_p3d_mesh(gait_file_p3d(none.file), NULL, NULL, &mesh), GAIT_NOT_FOUND);
    assert_null(mesh);
    gait_mesh_free(NULL);
    test_close(&none);
    test_close(&sheet);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_document_functions),
        cmocka_unit_test(wrong_arguments_of_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

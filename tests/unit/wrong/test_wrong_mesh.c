/* Calls of mesh.h with invalid arguments. */
#include "fixtures.h"
#include "gait/mesh.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_mesh_functions(void **state) {
    (void)state;
    test_file model = test_open("ogf/ok/mesh.ogf");
    gait_mesh *mesh;
    gait_mesh_info info = {.part_count = 1};
    assert_bad_out(mesh, gait_file_mesh(NULL, NULL, NULL, &mesh));
    assert_bad(gait_file_mesh(model.file, NULL, NULL, NULL));
    assert_bad(gait_file_mesh_info(NULL, NULL, &info));
    assert_int_equal(info.part_count, 0);
    assert_bad(gait_file_mesh_info(model.file, NULL, NULL));
    gait_mesh_free(NULL);
    test_close(&model);
}

static void files_without_meshes_are_refused(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    test_file model = wrong_open_skeleton("ogf/ok/mesh.ogf");
    gait_mesh *mesh = (void *)&wrong_place;
    gait_mesh_info info;
    assert_int_equal(gait_file_mesh(bank.file, NULL, NULL, &mesh), GAIT_NOT_FOUND);
    assert_null(mesh);
    assert_int_equal(gait_file_mesh_info(bank.file, NULL, &info), GAIT_NOT_FOUND);
    assert_int_equal(gait_file_mesh(model.file, NULL, NULL, &mesh), GAIT_UNSUPPORTED);
    assert_int_equal(gait_file_mesh_info(model.file, NULL, &info), GAIT_UNSUPPORTED);
    test_close(&model);
    test_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_mesh_functions),
        cmocka_unit_test(files_without_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

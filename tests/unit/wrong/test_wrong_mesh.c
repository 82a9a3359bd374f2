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

static void wrong_arguments_of_skinning_functions(void **state) {
    (void)state;
    test_file model = test_open("ogf/ok/mesh.ogf");
    gait_mesh *mesh;
    gait_skeleton *skeleton;
    assert_int_equal(gait_file_mesh(model.file, NULL, NULL, &mesh), GAIT_OK);
    assert_int_equal(gait_file_skeleton(model.file, NULL, &skeleton), GAIT_OK);
    const gait_affine deltas[1] = {{.t = {0, 0, 0}}};
    const int32_t first[1] = {0}, second[1] = {1}, below[1] = {-2}, last[1] = {INT32_MAX};
    int32_t bones[1];
    float matrix[12] = {7}, positions[1];
    assert_bad(gait_mesh_find_bones(NULL, skeleton, bones));
    assert_bad(gait_mesh_find_bones(mesh, NULL, bones));
    assert_bad(gait_mesh_find_bones(mesh, skeleton, NULL));
    assert_bad(gait_skinning_matrices(NULL, 1, first, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 0, first, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 1, second, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 1, below, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 1, last, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 1, NULL, 1, matrix));
    assert_bad(gait_skinning_matrices(deltas, 1, first, 1, NULL));
    assert_true(matrix[0] == 7);
    assert_bad(gait_mesh_skin(NULL, matrix, 1, positions, NULL));
    assert_non_null(mesh->parts[0].joints);
    assert_bad(gait_mesh_skin(&mesh->parts[0], NULL, mesh->bone_count, positions, NULL));
    assert_bad(gait_mesh_skin(&mesh->parts[0], matrix, 0, positions, NULL));
    assert_bad(gait_mesh_skin(&mesh->parts[0], matrix, mesh->bone_count, NULL, NULL));
    gait_skeleton_free(skeleton);
    gait_mesh_free(mesh);
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
        cmocka_unit_test(wrong_arguments_of_skinning_functions),
        cmocka_unit_test(files_without_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

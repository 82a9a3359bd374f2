/* Calls of ogf.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/ogf.h"
#include "test.h"
#include "wrong.h"
#include "formats/xray/ogf/ogf.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_ogf *ogf;
    gait_span bytes = test_fixture_bytes("ogf/ok/skeleton.ogf");
    assert_bad(gaiti_ogf_open(bytes, NULL, NULL));
    assert_bad_out(ogf, gaiti_ogf_open(wrong_span, NULL, &ogf));
    gaiti_ogf_free(NULL);
    assert_null(gait_file_ogf(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_ogf *ogf, uint32_t more) {
    uint32_t bone = gait_ogf_bone_count(ogf) | more;
    float rotation[3], translation[3];
    assert_empty(gait_ogf_bone_name(ogf, bone));
    assert_empty(gait_ogf_parent_name(ogf, bone));
    assert_false(gait_ogf_bind(ogf, bone, rotation, translation));
    assert_empty(gaiti_ogf_ref(ogf, gaiti_ogf_ref_count(ogf) | more));
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    test_file rigged = test_open("ogf/ok/skeleton.ogf"), mesh = test_open("ogf/ok/mesh_only.ogf");
    const gait_ogf *all[] = {NULL, gait_file_ogf(rigged.file), gait_file_ogf(mesh.file)};
    float place[3];
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
    }
    assert_int_equal(gaiti_ogf_version(NULL), -1);
    assert_false(gait_ogf_bind_is_local(NULL));
    assert_null(gait_ogf_motions(NULL));
    assert_false(gait_ogf_bind(all[1], 0, NULL, place));
    assert_false(gait_ogf_bind(all[1], 0, place, NULL));
    test_close(&mesh);
    test_close(&rigged);
}

static void wrong_arguments_of_motion_functions(void **state) {
    (void)state;
    test_file rigged = test_open("ogf/ok/skeleton.ogf"), bank = test_open("samples/stalker.omf");
    const gait_ogf *document = gait_file_ogf(rigged.file);
    gait_ogf *ogf;
    gait_omf *omf;
    assert_int_equal(gaiti_ogf_open(rigged.bytes, NULL, &ogf), GAIT_OK);
    assert_bad_out(omf, gaiti_ogf_extract_motions(NULL, NULL, &omf));
    assert_bad(gaiti_ogf_extract_motions(document, NULL, NULL));
    omf = (void *)&wrong_place;
    assert_int_equal(gaiti_ogf_extract_motions(document, NULL, &omf), GAIT_NOT_FOUND);
    assert_null(omf);
    assert_bad(gaiti_ogf_replace_motions(NULL, gait_file_omf(bank.file), NULL));
    assert_bad(gaiti_ogf_replace_motions(ogf, NULL, NULL));
    gaiti_ogf_free(ogf);
    test_close(&bank);
    test_close(&rigged);
}

static void wrong_arguments_of_reference_functions(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("ogf/ok/refs.ogf"), path = test_span("a");
    gait_ogf *ogf;
    assert_int_equal(gaiti_ogf_open(bytes, NULL, &ogf), GAIT_OK);
    assert_int_equal(gaiti_ogf_refs_form_of(NULL), GAITI_OGF_REFS_NONE);
    assert_bad(gaiti_ogf_insert_ref(NULL, 0, path, NULL));
    assert_bad(gaiti_ogf_insert_ref(ogf, 4, path, NULL));
    assert_bad(gaiti_ogf_insert_ref(ogf, 0, wrong_span, NULL));
    assert_bad(gaiti_ogf_set_ref(NULL, 0, path, NULL));
    assert_bad(gaiti_ogf_set_ref(ogf, 3, path, NULL));
    assert_bad(gaiti_ogf_set_ref(ogf, 0, wrong_span, NULL));
    assert_bad(gaiti_ogf_remove_ref(NULL, 0, NULL));
    assert_bad(gaiti_ogf_remove_ref(ogf, 3, NULL));
    assert_int_equal(gaiti_ogf_ref_count(ogf), 3);
    gaiti_ogf_free(ogf);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    test_file mesh = test_open("ogf/ok/mesh_only.ogf");
    const gait_ogf *ogf = gait_file_ogf(mesh.file);
    gait_skeleton *skeleton;
    gait_mesh *surface;
    gait_buffer out = {0};
    assert_bad_out(surface, gaiti_ogf_mesh(NULL, NULL, &surface));
    assert_bad(gaiti_ogf_mesh(ogf, NULL, NULL));
    assert_bad_out(skeleton, gaiti_ogf_skeleton(NULL, "", NULL, &skeleton));
    assert_bad(gaiti_ogf_skeleton(ogf, "", NULL, NULL));
    skeleton = (void *)&wrong_place;
    assert_int_equal(gaiti_ogf_skeleton(ogf, NULL, NULL, &skeleton), GAIT_NOT_FOUND);
    assert_null(skeleton);
    assert_bad(gaiti_ogf_check(NULL, NULL));
    assert_bad(gaiti_ogf_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_ogf_map(ogf, NULL, NULL));
    assert_bad(gaiti_ogf_write(NULL, &out));
    assert_bad(gaiti_ogf_write(ogf, NULL));
    test_close(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(wrong_arguments_of_motion_functions),
        cmocka_unit_test(wrong_arguments_of_reference_functions),
        cmocka_unit_test(wrong_arguments_of_document_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

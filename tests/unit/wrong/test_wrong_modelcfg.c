/* Calls of modelcfg.h with invalid arguments. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/modelcfg.h"
#include "test.h"
#include "wrong.h"
#include "formats/bi/modelcfg/modelcfg.h"

static void wrong_arguments_of_constructors(void **state) {
    (void)state;
    gait_modelcfg *config;
    gait_span bytes = test_fixture_bytes("modelcfg/ok/plain.cfg");
    assert_bad(gaiti_modelcfg_open(bytes, NULL, NULL));
    assert_bad_out(config, gaiti_modelcfg_open(wrong_span, NULL, &config));
    gaiti_modelcfg_free(NULL);
    assert_null(gait_file_modelcfg(NULL));
    free((void *)(uintptr_t)bytes.data);
}

static void assert_out_of_range(const gait_modelcfg *config, uint32_t more) {
    uint32_t skeleton = gait_modelcfg_skeleton_count(config) | more;
    uint32_t bone = gait_modelcfg_skeleton_at(config, 0).bone_count | more;
    uint32_t model = gait_modelcfg_model_count(config) | more;
    gait_skeleton *tree;
    assert_null(gait_modelcfg_skeleton_at(config, skeleton).name);
    assert_null(gait_modelcfg_bone_at(config, skeleton, 0).name);
    assert_null(gait_modelcfg_bone_at(config, 0, bone).name);
    assert_int_equal(gait_modelcfg_bone_at(config, 0, bone).parent, -1);
    assert_null(gait_modelcfg_model_at(config, model).name);
    assert_int_equal(gait_modelcfg_model_at(config, model).skeleton, -1);
    assert_bad_out(tree, gaiti_modelcfg_tree(config, skeleton, NULL, &tree));
}

static void wrong_arguments_of_document_functions(void **state) {
    (void)state;
    test_file plain = test_open("modelcfg/ok/plain.cfg");
    const gait_span no_bytes = {0};
    gait_modelcfg *nothing;
    assert_int_equal(gaiti_modelcfg_open(no_bytes, NULL, &nothing), GAIT_OK);
    const gait_modelcfg *all[] = {NULL, gait_file_modelcfg(plain.file), nothing};
    for (int i = 0; i < 3; i++) {
        assert_out_of_range(all[i], 0);
        assert_out_of_range(all[i], UINT32_MAX);
        assert_int_equal(gait_modelcfg_find(all[i], NULL), -1);
    }
    assert_int_equal(gait_modelcfg_find(NULL, "a"), -1);
    assert_int_equal(gaiti_modelcfg_pair(NULL, "a"), -1);
    assert_int_equal(gaiti_modelcfg_pair(nothing, NULL), -1);
    assert_bad(gaiti_modelcfg_tree(all[1], 0, NULL, NULL));
    assert_bad(gaiti_modelcfg_check(NULL, NULL));
    assert_int_equal(gaiti_modelcfg_check(nothing, NULL), GAIT_OK);
    assert_bad(gaiti_modelcfg_map(NULL, wrong_visit, NULL));
    assert_bad(gaiti_modelcfg_map(nothing, NULL, NULL));
    assert_int_equal(gaiti_modelcfg_map(nothing, wrong_visit, NULL), GAIT_OK);
    gaiti_modelcfg_free(nothing);
    test_close(&plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_constructors),
        cmocka_unit_test(wrong_arguments_of_document_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

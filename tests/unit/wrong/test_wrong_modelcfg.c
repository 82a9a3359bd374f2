/* Wrong calls of modelcfg.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/modelcfg.h"
#include "wrong.h"

static void opening(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("modelcfg/ok/plain.cfg");
    wrong_file walk = wrong_open("samples/walk.rtm");
    gait_modelcfg *modelcfg;
    assert_bad(gait_modelcfg_open(bytes, NULL, NULL));
    assert_bad_out(modelcfg, gait_modelcfg_open(wrong_span, NULL, &modelcfg));
    assert_null(gait_file_modelcfg(NULL));
    assert_null(gait_file_modelcfg(walk.file));
    gait_modelcfg_free(NULL);
    wrong_close(&walk);
    free((void *)(uintptr_t)bytes.data);
}

static void no_modelcfg(void **state) {
    (void)state;
    gait_skeleton *skeleton;
    assert_int_equal(gait_modelcfg_skeleton_count(NULL), 0);
    assert_int_equal(gait_modelcfg_skeleton_at(NULL, 0).bone_count, 0);
    assert_int_equal(gait_modelcfg_bone_at(NULL, 0, 0).parent, -1);
    assert_int_equal(gait_modelcfg_find(NULL, "man"), -1);
    assert_int_equal(gait_modelcfg_model_count(NULL), 0);
    assert_int_equal(gait_modelcfg_model_at(NULL, 0).skeleton, -1);
    assert_int_equal(gait_modelcfg_pair(NULL, "man"), -1);
    assert_bad_out(skeleton, gait_modelcfg_tree(NULL, 0, NULL, &skeleton));
    assert_bad(gait_modelcfg_check(NULL, NULL));
    assert_bad(gait_modelcfg_map(NULL, wrong_visit, NULL));
}

/* What every document says when it is asked for what it has not. */
static void ask(const gait_modelcfg *modelcfg) {
    gait_skeleton *skeleton;
    for (int far = 0; far < 2; far++) {
        uint32_t more = far ? UINT32_MAX : 0;
        uint32_t beyond = gait_modelcfg_skeleton_count(modelcfg) | more;
        assert_null(gait_modelcfg_skeleton_at(modelcfg, beyond).name);
        assert_int_equal(gait_modelcfg_skeleton_at(modelcfg, beyond).discrete, -1);
        assert_null(gait_modelcfg_bone_at(modelcfg, beyond, 0).name);
        assert_bad_out(skeleton, gait_modelcfg_tree(modelcfg, beyond, NULL, &skeleton));
        for (uint32_t s = 0; s < gait_modelcfg_skeleton_count(modelcfg); s++) {
            uint32_t bone = gait_modelcfg_skeleton_at(modelcfg, s).bone_count | more;
            assert_null(gait_modelcfg_bone_at(modelcfg, s, bone).name);
            assert_int_equal(gait_modelcfg_bone_at(modelcfg, s, bone).parent, -1);
            assert_bad(gait_modelcfg_tree(modelcfg, s, NULL, NULL));
        }
        uint32_t model = gait_modelcfg_model_count(modelcfg) | more;
        assert_null(gait_modelcfg_model_at(modelcfg, model).name);
        assert_int_equal(gait_modelcfg_model_at(modelcfg, model).skeleton, -1);
    }
    assert_int_equal(gait_modelcfg_find(modelcfg, NULL), -1);
    assert_int_equal(gait_modelcfg_pair(modelcfg, NULL), gait_modelcfg_pair(modelcfg, ""));
    assert_bad(gait_modelcfg_map(modelcfg, NULL, NULL));
}

static void out_of_range(void **state) {
    (void)state;
    static const char *const paths[] = {"modelcfg/ok/plain.cfg", "modelcfg/ok/nothing.cfg",
                                        "modelcfg/ok/inherits.cfg", "modelcfg/ok/declared.cfg",
                                        "modelcfg/ok/two_blocks.cfg"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        gait_span bytes = test_fixture_bytes(paths[i]);
        gait_modelcfg *modelcfg;
        assert_int_equal(gait_modelcfg_open(bytes, NULL, &modelcfg), GAIT_OK);
        ask(modelcfg);
        assert_int_equal(gait_modelcfg_check(modelcfg, NULL), GAIT_OK);
        gait_modelcfg_free(modelcfg);
        free((void *)(uintptr_t)bytes.data);
    }
}

static void of_no_bytes(void **state) {
    (void)state;
    gait_modelcfg *modelcfg;
    assert_int_equal(gait_modelcfg_open((gait_span){0}, NULL, &modelcfg), GAIT_OK);
    ask(modelcfg);
    assert_int_equal(gait_modelcfg_skeleton_count(modelcfg), 0);
    assert_int_equal(gait_modelcfg_check(modelcfg, NULL), GAIT_OK);
    assert_int_equal(gait_modelcfg_map(modelcfg, wrong_visit, NULL), GAIT_OK);
    gait_modelcfg_free(modelcfg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening),
        cmocka_unit_test(no_modelcfg),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(of_no_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Calls of search.h with invalid arguments. */
#include "gait/search.h"
#include "gait/search_steps.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_skeleton_search(void **state) {
    (void)state;
    test_file walk = test_open("samples/walk.rtm"), glb = test_open("gltf/ok/extras.glb");
    gait_skeleton *man;
    gait_search_result *result;
    assert_int_equal(gait_builtin_skeleton("arma3-man", NULL, &man), GAIT_OK);
    const gait_search_options strange = {.target = (gait_format)99}, given = {.skeleton = man};
    assert_bad(gait_skeleton_search(walk.file, NULL, 0, NULL, NULL));
    assert_bad_out(result, gait_skeleton_search(NULL, NULL, 0, NULL, &result));
    assert_bad_out(result, gait_skeleton_search(walk.file, NULL, 1, NULL, &result));
    assert_bad_out(result, gait_skeleton_search(walk.file, NULL, 0, &strange, &result));
    assert_bad_out(result, gait_skeleton_search(glb.file, NULL, 0, &given, &result));
    gait_skeleton_free(man);
    test_close(&glb);
    test_close(&walk);
}

static void wrong_arguments_of_a_search_in_steps(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    const gait_search_options strange = {.target = (gait_format)99};
    const gait_candidate candidate = {.file = NULL, .path = NULL};
    const gait_search_entry first = {.reason = GAIT_REASON_NAMES_FILE}, second = {.index = 1};
    gait_search *search;
    gait_search_result *result;
    assert_bad(gait_search_begin(bank.file, NULL, NULL));
    assert_bad_out(search, gait_search_begin(NULL, NULL, &search));
    assert_bad_out(search, gait_search_begin(bank.file, &strange, &search));
    assert_bad(gait_search_add(NULL, &candidate));
    assert_true(gait_search_is_final(NULL));
    assert_bad_out(result, gait_search_end(NULL, &result));
    assert_int_equal(gait_search_begin(bank.file, NULL, &search), GAIT_OK);
    assert_bad(gait_search_add(search, NULL));
    assert_false(gait_search_is_final(search));
    (void)gait_search_end(search, NULL);
    assert_true(gait_search_compare(&first, &second) < 0);
    assert_true(gait_search_compare(&second, &first) > 0);
    assert_int_equal(gait_search_compare(&second, &second), 0);
    test_close(&bank);
}

/* Candidates that did not open, of other formats, and opened in part. */
static void unusual_candidates_are_accepted(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf"), walk = test_open("samples/walk.rtm");
    test_file part = wrong_open_skeleton("ogf/ok/skeleton.ogf");
    const gait_candidate candidates[] = {{.file = NULL, .path = NULL},
                                         {.file = walk.file, .path = NULL},
                                         {.file = part.file, .path = "a"}};
    const gait_file *animations[] = {bank.file, walk.file, part.file};
    for (int i = 0; i < 3; i++) {
        gait_search_result *result;
        assert_int_equal(gait_skeleton_search(animations[i], candidates, 3, NULL, &result),
                         GAIT_OK);
        gait_search_summary summary = gait_search_result_summary(result);
        assert_int_equal(summary.entries != NULL, summary.entry_count > 0);
        gait_skeleton_free(gait_search_result_detach_skeleton(result));
        assert_null(gait_search_result_detach_skeleton(result));
        assert_null(gait_search_result_skeleton(result));
        gait_search_result_free(result);
    }
    test_close(&part);
    test_close(&walk);
    test_close(&bank);
}

static void getters_of_a_null_result_return_empty_values(void **state) {
    (void)state;
    assert_null(gait_search_result_skeleton(NULL));
    assert_null(gait_search_result_detach_skeleton(NULL));
    assert_int_equal(gait_search_result_summary(NULL).entry_count, 0);
    assert_null(gait_search_result_summary(NULL).entries);
    gait_search_result_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_skeleton_search),
        cmocka_unit_test(wrong_arguments_of_a_search_in_steps),
        cmocka_unit_test(unusual_candidates_are_accepted),
        cmocka_unit_test(getters_of_a_null_result_return_empty_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

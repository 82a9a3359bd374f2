/* References of models to banks: which paths they name. */
#include "search/search_reference.h"
#include "test.h"

static void components_are_compared_from_the_end(void **state) {
    (void)state;
    assert_true(gaiti_reference_names("a\\b\\walk", "a/b/walk.omf"));
    assert_true(gaiti_reference_names("a\\b\\walk", "walk.omf"));
    assert_false(gaiti_reference_names("walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("b\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("a\\c\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("a\\b\\walk", "a/b/run.omf"));
    assert_false(gaiti_reference_names("alk", "walk.omf"));
}

static void case_slashes_and_extension_do_not_matter(void **state) {
    (void)state;
    assert_true(gaiti_reference_names("A/B\\Walk.OMF", "a\\b/wALK"));
    assert_true(gaiti_reference_names(" \\a/b/walk.omf\t", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("b/walk.skl", "b/walk.omf"));
}

static void a_complete_path_needs_the_complete_reference(void **state) {
    (void)state;
    assert_true(gaiti_reference_names("a\\b\\walk", "/a/b/walk.omf"));
    assert_false(gaiti_reference_names("c\\a\\b\\walk", "/a/b/walk.omf"));
    assert_true(gaiti_reference_names("c\\a\\b\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("walk", "/"));
}

static void a_star_matches_within_a_component(void **state) {
    (void)state;
    assert_true(gaiti_reference_names("a\\walk_*", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("a\\*_fast.omf", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("a\\*", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("w*l*k", "wallelk"));
    assert_false(gaiti_reference_names("a\\walk_*", "a/run_fast.omf"));
}

static void empty_texts_name_nothing(void **state) {
    (void)state;
    assert_false(gaiti_reference_names("", "walk.omf"));
    assert_false(gaiti_reference_names("walk", ""));
    assert_false(gaiti_reference_names(".omf", ".omf"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_are_compared_from_the_end),
        cmocka_unit_test(case_slashes_and_extension_do_not_matter),
        cmocka_unit_test(a_complete_path_needs_the_complete_reference),
        cmocka_unit_test(a_star_matches_within_a_component),
        cmocka_unit_test(empty_texts_name_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

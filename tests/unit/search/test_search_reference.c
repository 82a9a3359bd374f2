/* References of models to banks: which paths they name. */
#include "search/search_reference.h"
#include "test.h"

TEST(components_are_compared_from_the_end) {
    assert_true(gaiti_reference_names("a\\b\\walk", "a/b/walk.omf"));
    assert_true(gaiti_reference_names("a\\b\\walk", "walk.omf"));
    assert_false(gaiti_reference_names("walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("b\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("a\\c\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("a\\b\\walk", "a/b/run.omf"));
    assert_false(gaiti_reference_names("alk", "walk.omf"));
}

TEST(case_slashes_and_extension_do_not_matter) {
    assert_true(gaiti_reference_names("A/B\\Walk.OMF", "a\\b/wALK"));
    assert_true(gaiti_reference_names(" \\a/b/walk.omf\t", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("b/walk.skl", "b/walk.omf"));
}

TEST(a_complete_path_needs_the_complete_reference) {
    assert_true(gaiti_reference_names("a\\b\\walk", "/a/b/walk.omf"));
    assert_false(gaiti_reference_names("c\\a\\b\\walk", "/a/b/walk.omf"));
    assert_true(gaiti_reference_names("c\\a\\b\\walk", "a/b/walk.omf"));
    assert_false(gaiti_reference_names("walk", "/"));
}

TEST(a_star_matches_within_a_component) {
    assert_true(gaiti_reference_names("a\\walk_*", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("a\\*_fast.omf", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("a\\*", "a/walk_fast.omf"));
    assert_true(gaiti_reference_names("w*l*k", "wallelk"));
    assert_false(gaiti_reference_names("a\\walk_*", "a/run_fast.omf"));
}

TEST(empty_texts_name_nothing) {
    assert_false(gaiti_reference_names("", "walk.omf"));
    assert_false(gaiti_reference_names("walk", ""));
    assert_false(gaiti_reference_names(".omf", ".omf"));
}

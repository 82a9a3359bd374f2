/* gait_edit_allow_missing(): names without a match are listed, and the other changes are made. */
#include <stdlib.h>

#include "edit_case.h"
#include "test.h"

#define SAMPLE "samples/stalker.omf" /* idle walk salute stand hit_chest */

static void assert_missing(const gait_edit *edit, uint32_t index, const char *kind,
                           const char *name, const char *nearest) {
    gait_edit_missing missing = gait_edit_missing_at(edit, index);
    assert_string_equal(missing.kind, kind);
    assert_string_equal(missing.name, name);
    assert_string_equal(missing.nearest ? missing.nearest : "none", nearest ? nearest : "none");
}

TEST(missing_names_are_listed) {
    edit_case edit;
    edit_case_open(&edit, SAMPLE);
    gait_edit_allow_missing(edit.edit);
    assert_int_equal(edit_case_run(&edit, "rename --clip idl=a --clip walk=run --part foot=b\n"
                                          "rename --bone q*=b\nremove --clip zz* --clip stand\n"
                                          "duplicate --clip runn=x --clip run=fast\n"
                                          "set --clip nothing --speed 2\n"
                                          "event --remove nothing\n"
                                          "event --clip run --move nothing --to 0 --at 0.1\n"
                                          "reorder --clip nothing --first"),
                     GAIT_OK);
    assert_int_equal(edit.sink.count, 0);
    assert_int_equal(gait_edit_missing_count(edit.edit), 9);
    assert_missing(edit.edit, 0, "clip", "idl", "idle");
    assert_missing(edit.edit, 1, "part", "foot", NULL);
    assert_missing(edit.edit, 2, "bone", "q*", NULL);
    assert_missing(edit.edit, 3, "clip", "zz*", NULL);
    assert_missing(edit.edit, 4, "clip", "runn", "run");
    assert_missing(edit.edit, 5, "clip", "nothing", NULL);
    assert_missing(edit.edit, 6, "event", "nothing", NULL);
    assert_missing(edit.edit, 7, "event at this time:", "nothing", NULL);
    assert_missing(edit.edit, 8, "clip", "nothing", NULL);
    char *changes = edit_case_changes(&edit);
    assert_string_equal(changes, "clip walk -> run\nremove clip stand\ncopy clip run -> fast\n");
    free(changes);
    test_file file = edit_case_write(&edit);
    edit_assert_clips(file.file, "idle run salute hit_chest fast");
    test_close(&file);
    edit_case_close(&edit);
}

TEST(references_can_be_missing) {
    edit_case edit;
    edit_case_open(&edit, "ogf/ok/refs.ogf");
    gait_edit_allow_missing(edit.edit);
    assert_int_equal(edit_case_run(&edit, "refs --remove something --rename actors/x=y --add d"),
                     GAIT_OK);
    assert_int_equal(gait_edit_missing_count(edit.edit), 2);
    assert_missing(edit.edit, 0, "motion reference", "something", NULL);
    assert_missing(edit.edit, 1, "motion reference", "actors\\x", "actors\\a");
    assert_int_equal(gait_edit_change_count(edit.edit), 1);
    edit_case_close(&edit);
}

TEST(places_and_parts_can_be_missing) {
    edit_case edit;
    edit_case_open(&edit, SAMPLE);
    gait_edit_allow_missing(edit.edit);
    assert_int_equal(edit_case_run(&edit, "reorder --clip idle --before nothing"), GAIT_OK);
    assert_int_equal(edit_case_run(&edit, "set --clip walk --part nowhere"), GAIT_OK);
    assert_int_equal(gait_edit_missing_count(edit.edit), 2);
    assert_missing(edit.edit, 0, "clip", "nothing", NULL);
    assert_missing(edit.edit, 1, "part", "nowhere", NULL);
    assert_int_equal(gait_edit_change_count(edit.edit), 0);
    edit_case_close(&edit);
}

/* Thousands of missing names are no reason to search similar ones for minutes. */
TEST(only_the_first_missing_names_have_a_similar_one) {
    edit_case edit;
    edit_case_open(&edit, SAMPLE);
    gait_edit_allow_missing(edit.edit);
    for (uint32_t i = 0; i < 20; i++) {
        assert_int_equal(edit_case_run(&edit, "remove --clip idl"), GAIT_OK);
        assert_missing(edit.edit, i, "clip", "idl", i < 16 ? "idle" : NULL);
    }
    edit_case_close(&edit);
}

/* Only names of things that may be in another file can be missing. */
TEST(other_errors_stay) {
    static const char *const scripts[] = {"renam --clip a=b", "rename --clp a=b",
                                          "rename --clip idle=walk"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        edit_case edit;
        edit_case_open(&edit, SAMPLE);
        gait_edit_allow_missing(edit.edit);
        assert_int_not_equal(edit_case_run(&edit, scripts[i]), GAIT_OK);
        assert_int_equal(edit.sink.errors, 1);
        assert_int_equal(gait_edit_missing_count(edit.edit), 0);
        edit_case_close(&edit);
    }
}

/* The words of edits: names, options and values (docs/formats/edit-script.md). */
#include <stdlib.h>

#include "edit_case.h"
#include "test.h"

#define BANK "omf/ok/two_parts.omf" /* with the clips "idle" and "run" */

static void changes(const char *script, const char *expected) {
    test_file result = edit_assert_changes(BANK, script, expected);
    test_close(&result);
}

/* Asserts the text of the only diagnostic. */
static void assert_text(const char *script, const char *text) {
    edit_case edit;
    edit_case_open(&edit, BANK);
    assert_int_equal(edit_case_run(&edit, script), GAIT_BAD_ARGUMENT);
    assert_int_equal(edit.sink.count, 1);
    assert_string_equal(edit.stored[0].text, text);
    edit_case_close(&edit);
}

TEST(unknown_edits_have_a_suggestion) {
    EDIT_REFUSED(BANK, "renam --clip idle=wait", GAIT_BAD_ARGUMENT, "EDT010");
    EDIT_REFUSED(BANK, "--clip idle=wait", GAIT_BAD_ARGUMENT, "EDT010");
    EDIT_REFUSED(BANK, "\"\"", GAIT_BAD_ARGUMENT, "EDT010");
    EDIT_REFUSED(BANK, "RENAME --clip idle=wait", GAIT_BAD_ARGUMENT, "EDT010");
    assert_text("renam --clip idle=wait", "there is no edit \"renam\"; did you mean \"rename\"?");
}

TEST(unknown_options_have_a_suggestion) {
    assert_text("rename --clp idle=wait",
                "there is no option of the edit rename: \"--clp\"; did you mean \"--clip\"?");
    EDIT_REFUSED(BANK, "rename --speed 1", GAIT_BAD_ARGUMENT, "EDT010"); /* an option of "set" */
    EDIT_REFUSED(BANK, "rename idle=wait", GAIT_BAD_ARGUMENT, "EDT010");
    assert_text("rename --clipx=idle=wait",
                "there is no option of the edit rename: \"--clipx\"; did you mean \"--clip\"?");
    EDIT_REFUSED(BANK, "rename --clip idle=wait more", GAIT_BAD_ARGUMENT, "EDT010");
    EDIT_REFUSED(BANK, "rename \"\"", GAIT_BAD_ARGUMENT, "EDT010");
}

TEST(values_follow_as_a_word_or_after_a_sign) {
    changes("rename --clip idle=wait", "clip idle -> wait\n");
    changes("rename --clip=idle=wait", "clip idle -> wait\n");
    changes("rename --clip \"idle\trun=2\"", "clip idle -> run=2\n");
    changes("rename --clip=\"idle\tw=a=t\"", "clip idle -> w=a=t\n");
    EDIT_REFUSED(BANK, "rename --clip --part", GAIT_BAD_ARGUMENT, "EDT004"); /* a value */
}

TEST(missing_values_are_refused) {
    EDIT_REFUSED(BANK, "rename --clip", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --clip idle --speed", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "reorder --first=1 --clip idle", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "reorder --sort=", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(empty_values_are_values) {
    EDIT_REFUSED(BANK, "rename --clip=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip=idle=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip==idle", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip \"\"", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "remove --clip=", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(BANK, "set --speed=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --flags=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "set --part=", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED(BANK, "event --add= --at 0", GAIT_WOULD_LOSE, "EDT009");
    EDIT_REFUSED(BANK, "event --add x --at=", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "reorder --clip idle --before=", GAIT_NOT_FOUND, "EDT005");
    EDIT_REFUSED("ogf/ok/refs.ogf", "refs --remove=", GAIT_NOT_FOUND, "EDT005");
}

TEST(options_that_are_given_twice_are_refused) {
    EDIT_REFUSED(BANK, "set --speed 1 --speed 1", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "reorder --sort --sort", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "event --add x --at 0 --at 0", GAIT_BAD_ARGUMENT, "EDT004");
    EDIT_REFUSED(BANK, "rename --clip idle=a --clip IDLE=b", GAIT_BAD_ARGUMENT, "EDT004");
    changes("remove --clip idle --clip idle", "remove clip idle\n");
}

TEST(incomplete_edits_are_refused) {
    static const char *const scripts[] = {"rename",
                                          "remove",
                                          "duplicate",
                                          "reorder",
                                          "set",
                                          "set --clip idle",
                                          "event",
                                          "event --clip idle",
                                          "event --add a --remove b --at 0",
                                          "event --add a --add b --at 0",
                                          "event --move a",
                                          "event --add a --until 0.1",
                                          "reorder --first",
                                          "reorder --clip idle",
                                          "reorder --sort --clip idle",
                                          "reorder --sort --first",
                                          "reorder --clip idle --first --last"};
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        EDIT_REFUSED(BANK, scripts[i], GAIT_BAD_ARGUMENT, "EDT002");
    }
    EDIT_REFUSED("ogf/ok/refs.ogf", "refs", GAIT_BAD_ARGUMENT, "EDT002");
    EDIT_REFUSED("ogf/ok/refs.ogf", "refs --at 1", GAIT_BAD_ARGUMENT, "EDT002");
    EDIT_REFUSED("ogf/ok/refs.ogf", "refs --remove c --at 1", GAIT_BAD_ARGUMENT, "EDT002");
}

TEST(words_that_are_not_utf8_are_refused) {
    EDIT_REFUSED(BANK, "rename --clip idle=\xFF", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "rename --clip idle=\xC3", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "rename --clip idle=\xED\xA0\x80", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "\xC0\xAF", GAIT_BAD_ARGUMENT, "EDT001");
    changes("rename --clip idle=\xD1\x88\xD0\xB0\xD0\xB3",
            "clip idle -> \xD1\x88\xD0\xB0\xD0\xB3\n");
    EDIT_REFUSED(BANK, "rename --clip idle=\xE4\xBD\xA0", GAIT_WOULD_LOSE, "OMF200");
}

/* The words may be freed as soon as the call returns. */
TEST(words_are_not_kept) {
    edit_case edit;
    edit_case_open(&edit, BANK);
    static const char *const texts[] = {"idle=wait_for_it", "wait_for_it=b", "b=last"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *pair = malloc(strlen(texts[i]) + 1);
        assert_non_null(pair);
        memcpy(pair, texts[i], strlen(texts[i]) + 1);
        const char *const words[] = {"rename", "--clip", pair};
        assert_int_equal(gait_edit_words(edit.edit, words, 3), GAIT_OK);
        memset(pair, 'x', strlen(pair));
        free(pair);
    }
    char *made = edit_case_changes(&edit);
    assert_string_equal(made, "clip idle -> wait_for_it\nclip wait_for_it -> b\nclip b -> last\n");
    free(made);
    edit_case_close(&edit);
}

/* The lines of edit scripts: quotes, comments, line ends and line numbers. */
#include <stdlib.h>

#include "edit_case.h"
#include "test.h"

#define BANK "omf/ok/two_parts.omf" /* with the clips "idle" and "run" */

static void changes(const char *script, const char *expected) {
    test_file result = edit_assert_changes(BANK, script, expected);
    test_close(&result);
}

TEST(scripts_without_edits_change_nothing) {
    changes("", "");
    changes("\n\r\n \t \n", "");
    changes("# comment\n  # \"comment\n\t#", "");
    changes("\xEF\xBB\xBF", "");
}

TEST(quotes_group_characters) {
    changes("rename --clip \"idle=a b\"", "clip idle -> a b\n");
    changes("rename --clip idle=\"a b\"", "clip idle -> a b\n");
    changes("rename --clip \"idle\"=\"a\" ", "clip idle -> a\n");
    changes("\"rename\" \"--clip\" idle=\"\"\"a\"\"\"", "clip idle -> \"a\"\n");
    changes("rename --clip idle=\"a\"\"b\"", "clip idle -> a\"b\n");
    changes("rename --clip idle=\"#a\"#b", "clip idle -> #a#b\n");
    changes("rename --clip idle=a\\b", "clip idle -> a\\b\n");
    changes("rename\t--clip \t idle=b\t", "clip idle -> b\n");
}

TEST(quotes_must_be_closed) {
    EDIT_REFUSED(BANK, "rename --clip \"idle=a", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "rename --clip idle=a\"", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "\"", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "\"\"\"", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "rename --clip \"idle=a\nb\"", GAIT_BAD_ARGUMENT, "EDT001");
}

TEST(comments_begin_at_the_beginning_of_a_word) {
    changes("rename --clip idle=a # \"quote", "clip idle -> a\n");
    changes("rename --clip idle=a#b", "clip idle -> a#b\n");
    changes("#rename --clip idle=a\nrename --clip run=b#", "clip run -> b#\n");
    EDIT_REFUSED(BANK, "rename --clip #idle=a", GAIT_BAD_ARGUMENT, "EDT004");
}

TEST(control_characters_are_refused) {
    char script[] = "rename --clip idle=a?";
    for (int c = 1; c <= 0x7F; c = c < ' ' ? c + 1 : c + 0x7F - ' ') {
        script[sizeof script - 2] = (char)c;
        if (c != '\t' && c != '\n' && c != '\r' && c != ' ') {
            EDIT_REFUSED(BANK, script, GAIT_BAD_ARGUMENT, "EDT001");
        }
    }
    EDIT_REFUSED(BANK, "rename --clip \"idle=a\rb\"", GAIT_BAD_ARGUMENT, "EDT001");
    EDIT_REFUSED(BANK, "\r\r\n", GAIT_BAD_ARGUMENT, "EDT001");
    edit_case edit;
    edit_case_open(&edit, BANK);
    static const char with_nul[] = "reorder --sort\0";
    gait_span script_with_nul = {(const uint8_t *)with_nul, sizeof with_nul - 1};
    assert_int_equal(gait_edit_script(edit.edit, script_with_nul), GAIT_BAD_ARGUMENT);
    edit_case_close(&edit);
}

TEST(both_line_ends_and_a_byte_order_mark_are_read) {
    changes("\xEF\xBB\xBFrename --clip idle=a\r\nrename --clip run=b\nrename --clip b=c\r",
            "clip idle -> a\nclip run -> b\nclip b -> c\n");
    EDIT_REFUSED(BANK, " \xEF\xBB\xBFrename --clip idle=a", GAIT_BAD_ARGUMENT, "EDT010");
    edit_assert_refused(BANK, "\n\xEF\xBB\xBFrename --clip idle=a", GAIT_BAD_ARGUMENT, "EDT010", 2);
}

TEST(lines_are_counted_from_one) {
    edit_case edit;
    edit_case_open(&edit, BANK);
    assert_int_equal(edit_case_run(&edit, "# one\n\nrename --clip *=x_*\r\n\nreorder --sort\n"
                                          "rename --clip x_run=b"),
                     GAIT_OK);
    assert_int_equal(gait_edit_line(edit.edit), 6);
    assert_int_equal(gait_edit_change_count(edit.edit), 3);
    static const uint32_t lines[] = {3, 3, 6};
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(gait_edit_change_at(edit.edit, i).line, lines[i]);
    }
    static const char *const words[] = {"rename", "--clip=b=c"};
    assert_int_equal(gait_edit_words(edit.edit, words, 2), GAIT_OK);
    assert_int_equal(gait_edit_line(edit.edit), 0);
    assert_int_equal(gait_edit_change_at(edit.edit, 3).line, 0);
    edit_case_close(&edit);
    edit_assert_refused(BANK, "\n\n\nrename --clip nothing=a\nreorder --sort", GAIT_NOT_FOUND,
                        "EDT005", 4);
}

TEST(the_line_of_a_failed_edit_is_returned) {
    gait_span bytes = test_fixture_bytes(BANK);
    gait_buffer out = {0};
    uint32_t line = 99;
    assert_int_equal(edit_apply(bytes, NULL, test_span("reorder --sort\n"), NULL, &out, &line),
                     GAIT_OK);
    assert_int_equal(line, 0);
    size_t size = out.size;
    assert_int_equal(
        edit_apply(bytes, NULL, test_span("reorder --sort\n\nremove --clip x"), NULL, &out, &line),
        GAIT_NOT_FOUND);
    assert_int_equal(line, 3);
    assert_int_equal(out.size, size);
    assert_int_equal(edit_apply(bytes, NULL, test_span("\n\"\n"), NULL, &out, &line),
                     GAIT_BAD_ARGUMENT);
    assert_int_equal(line, 2);
    gait_span half = {bytes.data, bytes.size / 2};
    assert_int_not_equal(edit_apply(half, NULL, test_span("\"\n"), NULL, &out, &line), GAIT_OK);
    assert_int_equal(line, 0);
    assert_int_equal(out.size, size);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
}

/* A script of one line of a megabyte, and one of many lines. */
TEST(long_scripts_are_read) {
    enum { SIZE = 1 << 20, LINES = 20000 };
    static const char last[] = "\nrename --clip run=b\n";
    char *script = malloc(SIZE + sizeof last);
    assert_non_null(script);
    memset(script, ' ', SIZE);
    memcpy(script, "rename --clip idle=a", 20);
    memcpy(script + SIZE, last, sizeof last);
    changes(script, "clip idle -> a\nclip run -> b\n");
    memset(script, '\n', SIZE);
    edit_assert_refused(BANK, memcpy(script + SIZE - LINES, "\n\n\nset", 7), GAIT_BAD_ARGUMENT,
                        "EDT002", 4);
    memset(script, 'x', SIZE);
    EDIT_REFUSED(BANK, script, GAIT_BAD_ARGUMENT, "EDT010");
    free(script);
}

/* A byte behind the script must not be read. */
TEST(scripts_need_no_terminator) {
    static const char text[] = "reorder --sort";
    gait_span bytes = test_fixture_bytes(BANK);
    for (size_t size = 0; size < sizeof text; size++) {
        gait_buffer out = {0};
        uint8_t *script = malloc(size ? size : 1);
        assert_non_null(script);
        memcpy(script, text, size);
        gait_status status = edit_apply(bytes, NULL, (gait_span){script, size}, NULL, &out, NULL);
        assert_int_equal(status == GAIT_OK, size == 0 || size == sizeof text - 1);
        gait_buffer_free(&out);
        free(script);
    }
    free((void *)(uintptr_t)bytes.data);
}

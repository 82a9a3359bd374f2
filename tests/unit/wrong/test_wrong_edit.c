/* Calls of edit.h with invalid arguments, and calls after an edit that failed. */
#include <stdlib.h>

#include "fixtures.h"
#include "gait/edit.h"
#include "test.h"
#include "wrong.h"

static gait_edit *begin(gait_span bytes) {
    gait_edit *edit;
    assert_int_equal(gait_edit_begin(bytes, "stalker.omf", NULL, &edit), GAIT_OK);
    return edit;
}

static void wrong_arguments_of_begin(void **state) {
    (void)state;
    gait_edit *edit;
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    assert_bad(gait_edit_begin(bytes, NULL, NULL, NULL));
    assert_bad_out(edit, gait_edit_begin(wrong_span, NULL, NULL, &edit));
    edit = (void *)&wrong_place;
    assert_int_equal(gait_edit_begin((gait_span){0}, NULL, NULL, &edit), GAIT_TRUNCATED);
    assert_null(edit);
    gait_edit_free(NULL);
    free((void *)(uintptr_t)bytes.data);
}

static void formats_without_edits_are_refused(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("bvh/ok/blender.bvh");
    gait_edit *edit = (void *)&wrong_place;
    gait_diagnostic stored[4];
    gait_diagnostics sink = {.items = stored, .capacity = 4};
    gait_options options = {.diagnostics = &sink};
    assert_int_equal(gait_edit_begin(bytes, "a.bvh", &options, &edit), GAIT_UNSUPPORTED);
    assert_null(edit);
    assert_int_equal(sink.count, 1);
    assert_string_equal(stored[0].rule->id, "EDT003");
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_getters(void **state) {
    (void)state;
    assert_null(gait_edit_file(NULL));
    gait_edit_allow_missing(NULL);
    assert_int_equal(gait_edit_missing_count(NULL), 0);
    assert_int_equal(gait_edit_line(NULL), 0);
    assert_int_equal(gait_edit_change_count(NULL), 0);
}

/* The elements that the last two functions need: there is one of each. */
static void elements_in_range_are_valid(void **state) {
    (void)state;
    static const char *const words[] = {"remove", "--clip", "nothing_like_it", "--clip", "idle"};
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    gait_edit_allow_missing(edit);
    assert_int_equal(gait_edit_words(edit, words, 5), GAIT_OK);
    assert_int_equal(gait_edit_missing_count(edit), 1);
    assert_string_equal(gait_edit_missing_at(edit, 0).name, "nothing_like_it");
    assert_int_equal(gait_edit_change_count(edit), 1);
    assert_int_equal(gait_edit_change_at(edit, 0).line, 0);
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_words(void **state) {
    (void)state;
    static const char *const sort[] = {"reorder", "--sort"};
    static const char *const with_null[] = {"reorder", NULL};
    static const char *const only_null[] = {NULL};
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    assert_bad(gait_edit_words(NULL, sort, 2));
    assert_bad(gait_edit_words(edit, NULL, 2));
    assert_bad(gait_edit_words(edit, sort, 0));
    assert_int_equal(gait_edit_words(edit, sort, 2), GAIT_OK); /* none of these was an edit */
    assert_bad(gait_edit_words(edit, with_null, 2));
    assert_bad(gait_edit_words(edit, sort, 2)); /* that one failed */
    gait_edit_free(edit);
    edit = begin(bytes);
    assert_bad(gait_edit_words(edit, only_null, 1));
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_scripts(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    assert_bad(gait_edit_script(NULL, test_span("reorder --sort")));
    assert_bad(gait_edit_script(edit, wrong_span));
    assert_int_equal(gait_edit_script(edit, (gait_span){0}), GAIT_OK);
    assert_int_equal(gait_edit_line(edit), 0);
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_write(void **state) {
    (void)state;
    gait_buffer out = {0};
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    assert_bad(gait_edit_write(NULL, &out));
    assert_bad(gait_edit_write(edit, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_edit_write(edit, &out), GAIT_OK);
    assert_int_equal(out.size, bytes.size);
    gait_buffer_free(&out);
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_parts(void **state) {
    (void)state;
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    const gait_span *parts = &bytes;
    uint32_t count = 1;
    assert_bad(gait_edit_parts(edit, &parts, NULL));
    assert_bad(gait_edit_parts(edit, NULL, &count));
    assert_int_equal(count, 0);
    assert_bad(gait_edit_parts(NULL, &parts, &count));
    assert_null(parts);
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void nothing_follows_an_edit_that_failed(void **state) {
    (void)state;
    static const char *const missing[] = {"remove", "--clip=nothing_like_it"};
    static const char *const sort[] = {"reorder", "--sort"};
    gait_buffer out = {0};
    gait_span bytes = test_fixture_bytes("samples/stalker.omf");
    gait_edit *edit = begin(bytes);
    assert_int_equal(gait_edit_words(edit, missing, 2), GAIT_NOT_FOUND);
    assert_bad(gait_edit_words(edit, sort, 2));
    assert_bad(gait_edit_script(edit, test_span("reorder --sort")));
    assert_bad(gait_edit_script(edit, (gait_span){0}));
    assert_bad(gait_edit_write(edit, &out));
    assert_int_equal(out.size, 0);
    assert_null(out.data);
    assert_non_null(gait_edit_file(edit));
    gait_edit_allow_missing(edit); /* too late */
    assert_bad(gait_edit_words(edit, missing, 2));
    gait_edit_free(edit);
    free((void *)(uintptr_t)bytes.data);
}

static void wrong_arguments_of_apply(void **state) {
    (void)state;
    gait_buffer out = {0};
    uint32_t line = 7;
    gait_span bytes = test_fixture_bytes("samples/stalker.omf"), sort = test_span("reorder --sort");
    assert_bad(gait_edit_apply(bytes, NULL, sort, NULL, NULL, &line));
    assert_bad(gait_edit_apply(wrong_span, NULL, sort, NULL, &out, &line));
    assert_bad(gait_edit_apply(bytes, NULL, wrong_span, NULL, &out, &line));
    assert_int_equal(line, 0);
    assert_bad(gait_edit_apply(bytes, NULL, test_span("\n\nnothing"), NULL, &out, NULL));
    assert_int_equal(out.size, 0);
    assert_int_equal(gait_edit_apply(bytes, NULL, sort, NULL, &out, NULL), GAIT_OK);
    assert_int_equal(out.size, bytes.size);
    gait_buffer_free(&out);
    free((void *)(uintptr_t)bytes.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_begin),
        cmocka_unit_test(formats_without_edits_are_refused),
        cmocka_unit_test(wrong_arguments_of_getters),
        cmocka_unit_test(elements_in_range_are_valid),
        cmocka_unit_test(wrong_words),
        cmocka_unit_test(wrong_scripts),
        cmocka_unit_test(wrong_arguments_of_write),
        cmocka_unit_test(wrong_arguments_of_parts),
        cmocka_unit_test(nothing_follows_an_edit_that_failed),
        cmocka_unit_test(wrong_arguments_of_apply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

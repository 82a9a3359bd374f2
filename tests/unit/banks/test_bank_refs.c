/* Changes of references by gait_change_refs(). */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "fixtures.h"
#include "gait/banks.h"
#include "test.h"

static void assert_refs(gait_span bytes, uint32_t count, const char *const *expected) {
    gait_file *file;
    assert_int_equal(gait_file_open(bytes, "a.ogf", NULL, &file), GAIT_OK);
    assert_int_equal(gait_file_ref_count(file), count);
    for (uint32_t r = 0; r < count; r++) {
        gait_span ref = gait_file_ref(file, r);
        assert_int_equal(ref.size, strlen(expected[r]));
        assert_memory_equal(ref.data, expected[r], ref.size);
    }
    gait_file_free(file);
}

static void changes_are_made_in_order(void **state) {
    (void)state;
    static const gait_ref_change changes[] = {
        {.action = GAIT_REF_REMOVE, .ref = 1},
        {.action = GAIT_REF_RENAME, .ref = 1, .path = "\xD0\xB6"}, /* U+0436 */
        {.action = GAIT_REF_INSERT, .ref = 2, .path = "last"},
        {.action = GAIT_REF_INSERT, .ref = 0, .path = "first"},
    };
    static const char *const expected[] = {"first", "actors\\a", "\xE6", "last"};
    test_file model = test_open("ogf/ok/refs.ogf");
    gait_buffer out = {0};
    assert_string_equal(gait_refs_form(model.file), "text");
    assert_int_equal(gait_buffer_append(&out, "before", 6), GAIT_OK);
    assert_int_equal(gait_change_refs(model.file, changes, 4, NULL, &out), GAIT_OK);
    assert_memory_equal(out.data, "before", 6);
    assert_refs(gaiti_span(out.data + 6, out.size - 6), 4, expected);
    out.size = 0;
    assert_int_equal(gait_change_refs(model.file, NULL, 0, NULL, &out), GAIT_OK);
    assert_int_equal(out.size, model.bytes.size);
    assert_memory_equal(out.data, model.bytes.data, out.size);
    gait_buffer_free(&out);
    test_close(&model);
}

static void forms_have_names(void **state) {
    (void)state;
    test_file list = test_open("ogf/ok/refs2.ogf"), none = test_open("ogf/ok/skeleton.ogf");
    assert_string_equal(gait_refs_form(list.file), "list");
    assert_null(gait_refs_form(none.file));
    test_close(&none);
    test_close(&list);
}

static void assert_refused(const char *path, const char *rule) {
    gait_diagnostic item;
    gait_diagnostics found = {.items = &item, .capacity = 1};
    gait_options options = {.diagnostics = &found};
    gait_ref_change change = {.action = GAIT_REF_INSERT, .ref = 0, .path = path};
    test_file model = test_open("ogf/ok/refs.ogf");
    gait_buffer out = {0};
    assert_int_equal(gait_change_refs(model.file, &change, 1, &options, &out), GAIT_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    assert_int_equal(found.count, 1);
    assert_string_equal(item.rule->id, rule);
    gait_buffer_free(&out);
    test_close(&model);
}

static void paths_outside_the_code_page_are_refused(void **state) {
    (void)state;
    assert_refused("\xE4\xB8\x80", "OGF141"); /* U+4E00 */
    assert_refused("\xFF", "OGF141");
    assert_refused("", "OGF141");
}

static gait_status change_with(const gait_options *options, void *user) {
    static const gait_ref_change changes[] = {
        {.action = GAIT_REF_INSERT, .ref = 0, .path = "a"},
        {.action = GAIT_REF_RENAME, .ref = 1, .path = "b"},
        {.action = GAIT_REF_REMOVE, .ref = 0},
    };
    const test_file *model = user;
    gait_buffer out = {.allocator = options->allocator};
    gait_status status = gait_change_refs(model->file, changes, 3, options, &out);
    assert_int_equal(out.size > 0, status == GAIT_OK);
    gait_buffer_free(&out);
    return status;
}

static void out_of_memory_is_reported(void **state) {
    (void)state;
    test_file model = test_open("ogf/ok/refs.ogf");
    test_every_failing_allocation(change_with, &model);
    test_close(&model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_made_in_order),
        cmocka_unit_test(forms_have_names),
        cmocka_unit_test(paths_outside_the_code_page_are_refused),
        cmocka_unit_test(out_of_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

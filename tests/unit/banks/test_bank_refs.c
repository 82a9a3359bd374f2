/* Forms of references. */
#include "fixtures.h"
#include "gait/bank_check.h"
#include "test.h"

TEST(forms_have_names) {
    test_file text = test_open("ogf/ok/refs.ogf");
    test_file list = test_open("ogf/ok/refs2.ogf"), none = test_open("ogf/ok/skeleton.ogf");
    assert_string_equal(gait_refs_form(text.file), "text");
    assert_string_equal(gait_refs_form(list.file), "list");
    assert_null(gait_refs_form(none.file));
    test_close(&none);
    test_close(&list);
    test_close(&text);
}

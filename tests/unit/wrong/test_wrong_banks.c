/* Calls of banks.h with invalid arguments. */
#include "gait/bank_check.h"
#include "test.h"
#include "wrong.h"

static void wrong_arguments_of_summaries(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    gait_bank_summary *summary;
    assert_bad(gait_bank_summary_new(bank.file, NULL, NULL));
    assert_bad_out(summary, gait_bank_summary_new(NULL, NULL, &summary));
    gait_bank_summary_free(NULL);
    assert_int_equal(gait_bank_summary_size(NULL), 0);
    test_close(&bank);
}

static void wrong_arguments_of_checks(void **state) {
    (void)state;
    test_file model = test_open("ogf/ok/refs.ogf"), bank = test_open("samples/stalker.omf");
    test_file part = wrong_open_skeleton("ogf/ok/refs.ogf");
    const gait_model_bank ordered[] = {{.ref = 0}, {.ref = 2}};
    const gait_model_bank beyond[] = {{.ref = 3}}, descending[] = {{.ref = 1}, {.ref = 0}};
    assert_bad(gait_check_banks(NULL, NULL, 0, NULL));
    assert_bad(gait_check_banks(model.file, NULL, 1, NULL));
    assert_bad(gait_check_banks(model.file, beyond, 1, NULL));
    assert_bad(gait_check_banks(model.file, descending, 2, NULL));
    assert_int_equal(gait_check_banks(bank.file, NULL, 0, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_check_banks(part.file, ordered, 2, NULL), GAIT_UNSUPPORTED);
    assert_int_equal(gait_check_banks(model.file, ordered, 2, NULL), GAIT_OK);
    test_close(&part);
    test_close(&bank);
    test_close(&model);
}

static void wrong_arguments_of_references(void **state) {
    (void)state;
    test_file bank = test_open("samples/stalker.omf");
    assert_null(gait_refs_form(NULL));
    assert_null(gait_refs_form(bank.file));
    test_close(&bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_of_summaries),
        cmocka_unit_test(wrong_arguments_of_checks),
        cmocka_unit_test(wrong_arguments_of_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

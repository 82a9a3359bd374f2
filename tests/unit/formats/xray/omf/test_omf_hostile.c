/* Damaged OMF files cause no crash, hang or leak: every truncation, every changed byte, every
 * failing allocation. */
#include "hostile.h"
#include "test.h"

static void damaged_files_open_or_report_an_error(void **state) {
    (void)state;
    hostile_damage_all("omf");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(damaged_files_open_or_report_an_error, hostile_print_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

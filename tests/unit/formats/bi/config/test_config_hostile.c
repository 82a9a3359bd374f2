/* Damaged configs cause no crash, hang or leak: every truncation, every changed byte, every failing
 * allocation. */
#include "hostile.h"
#include "test.h"

TEST_WITH(damaged_files_open_or_report_an_error, NULL, hostile_print_failure) {
    hostile_damage_good("config");
}

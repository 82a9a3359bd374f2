/* No binarised RTM, however damaged, crashes, hangs or leaks: every truncation, every changed byte,
 * every failing allocation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hostile.h"

static void damage_ends_in_a_status_and_a_reason(void **state) {
    (void)state;
    hostile_torment("bmtr");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(damage_ends_in_a_status_and_a_reason, hostile_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

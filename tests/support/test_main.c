/* The main() of programs with tests by TEST(). */
#include <stdlib.h>

#include "test.h"

static test_entry *first;
static test_entry **end = &first;

void test_add(test_entry *entry) {
    *end = entry;
    end = &entry->next;
}

int main(void) {
    size_t count = 0;
    for (const test_entry *entry = first; entry; entry = entry->next) {
        count++;
    }
    struct CMUnitTest *tests = calloc(count + 1, sizeof *tests);
    if (!tests || count == 0) {
        return EXIT_FAILURE;
    }
    count = 0;
    for (const test_entry *entry = first; entry; entry = entry->next) {
        tests[count++] = entry->test;
    }
    int failed = _cmocka_run_group_tests("tests", tests, count, NULL, NULL);
    free(tests);
    return failed;
}

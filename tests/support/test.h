/* Includes cmocka with the headers that it requires; tests that need no list; spans of texts. */
#ifndef TEST_SUPPORT_TEST_H
#define TEST_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gait/base.h"

/* One test of a program: TEST(name) { ... }. The program runs all of them, in their order in the
 * file; test_main.c has its main(). */
#define TEST(name) TEST_WITH(name, NULL, NULL)
/* The same with functions of cmocka that are called before and after it. */
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void) {                                    \
        static test_entry entry = {.test = {#name, name, set_up, tear_down, NULL}};                \
        test_add(&entry);                                                                          \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

typedef struct test_entry {
    struct CMUnitTest test;
    struct test_entry *next;
} test_entry;

/* Adds a test to those that main() runs. */
void test_add(test_entry *entry);

/* The text without its NUL. */
static inline gait_span test_span(const char *text) {
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

#endif

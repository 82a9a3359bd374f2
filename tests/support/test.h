/* Includes cmocka with the headers that it requires, and makes spans of texts. */
#ifndef TEST_SUPPORT_TEST_H
#define TEST_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "gait/base.h"

/* The text without its NUL. */
static inline gait_span test_span(const char *text) {
    return (gait_span){(const uint8_t *)text, strlen(text)};
}

#endif

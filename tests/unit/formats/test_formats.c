/* Open files: what their functions share, whatever the format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "fixtures.h"
#include "gait/file.h"

enum { MOST_FOUND = 16 };

typedef struct findings {
    gait_diagnostic items[MOST_FOUND];
    gait_diagnostics all;
    gait_options options;
} findings;

static void begin(findings *found, const char *file) {
    found->all = (gait_diagnostics){.items = found->items, .capacity = MOST_FOUND, .file = file};
    found->options = (gait_options){.diagnostics = &found->all};
}

/* --- diagnostics ------------------------------------------------------------------------------ */

static void diagnostics_name_their_file(void **state) {
    (void)state;
    findings found;
    gait_file *file;
    gait_span bad = test_fixture_bytes("omf/bad/crc_zero.omf");
    char name[] = "folder/a.omf";
    begin(&found, "kept.txt");
    assert_int_equal(gait_file_open(bad, name, &found.options, &file), GAIT_OK);
    memset(name, 'x', sizeof name - 1); /* the file has a copy */
    assert_int_equal(gait_file_check(file, &found.all), GAIT_OK);
    assert_true(found.all.count > 0);
    for (uint32_t i = 0; i < found.all.count; i++) {
        assert_string_equal(found.items[i].file, "folder/a.omf");
    }
    assert_string_equal(found.all.file, "kept.txt");
    gait_file_free(file);
    free((void *)(uintptr_t)bad.data);
}

static void a_refused_file_is_named_too(void **state) {
    (void)state;
    findings found;
    gait_file *file;
    begin(&found, NULL);
    assert_int_equal(gait_file_open((gait_span){0}, "none.bin", &found.options, &file),
                     GAIT_TRUNCATED);
    assert_null(file);
    assert_int_equal(found.all.count, 1);
    assert_string_equal(found.items[0].file, "none.bin");
    assert_null(found.all.file);
}

static void without_a_name_the_callers_stays(void **state) {
    (void)state;
    findings found;
    gait_file *file;
    gait_span bad = test_fixture_bytes("omf/bad/crc_zero.omf");
    begin(&found, "mine.omf");
    assert_int_equal(gait_file_open(bad, NULL, &found.options, &file), GAIT_OK);
    assert_int_equal(gait_file_check(file, &found.all), GAIT_OK);
    assert_string_equal(found.items[0].file, "mine.omf");
    gait_file_free(file);
    free((void *)(uintptr_t)bad.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(diagnostics_name_their_file),
        cmocka_unit_test(a_refused_file_is_named_too),
        cmocka_unit_test(without_a_name_the_callers_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The samples, cut at every length and with every byte changed: files of a size that games have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "hostile.h"

static gait_span read_sample(const char *name) {
    enum { MOST = 1 << 20 };
    const char *folder = getenv("GAIT_SAMPLES");
    char path[4096];
    assert_non_null(folder);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_msg("cannot open %s", path);
    }
    uint8_t *data = malloc(MOST);
    assert_non_null(data);
    size_t size = fread(data, 1, MOST, file);
    fclose(file);
    assert_in_range(size, 1, MOST - 1);
    return (gait_span){data, size};
}

static void torment_sample(const char *name) {
    gait_span bytes = read_sample(name);
    assert_int_equal(hostile_exercise(bytes, name), GAIT_OK);
    hostile_truncate(bytes, name);
    hostile_change_bytes(bytes, name, false);
    hostile_starve(bytes, name);
    free((void *)(uintptr_t)bytes.data);
}

static void a_damaged_bank_ends_in_a_status(void **state) {
    (void)state;
    torment_sample("stalker.omf");
}

static void a_damaged_walk_ends_in_a_status(void **state) {
    (void)state;
    torment_sample("walk.rtm");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_damaged_bank_ends_in_a_status, hostile_tell),
        cmocka_unit_test_teardown(a_damaged_walk_ends_in_a_status, hostile_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Damages the samples, which are as large as files of games: every truncation, every changed byte,
 * every failing allocation. */
#include <stdio.h>
#include <stdlib.h>

#include "hostile.h"
#include "test.h"

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

static void damage_sample(const char *name) {
    gait_span bytes = read_sample(name);
    assert_int_equal(hostile_exercise(bytes, name), GAIT_OK);
    hostile_truncate(bytes, name);
    hostile_change_bytes(bytes, name, HOSTILE_FEW_VALUES);
    hostile_fail_allocations(bytes, name);
    free((void *)(uintptr_t)bytes.data);
}

TEST_WITH(damaged_bank_opens_or_fails_cleanly, NULL, hostile_print_failure) {
    damage_sample("stalker.omf");
}

TEST_WITH(damaged_rtm_opens_or_fails_cleanly, NULL, hostile_print_failure) {
    damage_sample("walk.rtm");
}

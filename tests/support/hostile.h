/* Runs all operations of the library on invalid and damaged files. */
#ifndef TEST_SUPPORT_HOSTILE_H
#define TEST_SUPPORT_HOSTILE_H

#include "gait/base.h"

/* Opens, checks, maps and writes the bytes, and poses their clips. Asserts that a failure to open
 * has an error diagnostic, that the fields of an open file cover it without gaps, and that it is
 * written unchanged. Returns the status of opening. `name` as in gait_detect(). */
gait_status hostile_exercise(gait_span bytes, const char *name);

/* Runs hostile_exercise() on the bytes cut at every length. */
void hostile_truncate(gait_span bytes, const char *name);

/* The values to which a byte is changed: one of 0, 0xFF and itself with its highest bit inverted,
 * in turn; these three; or all others. */
typedef enum hostile_values {
    HOSTILE_ONE_VALUE,
    HOSTILE_FEW_VALUES,
    HOSTILE_EVERY_VALUE
} hostile_values;

/* Runs hostile_exercise() with each byte changed. */
void hostile_change_bytes(gait_span bytes, const char *name, hostile_values values);

/* Asserts that a failure of any single allocation returns GAIT_NO_MEMORY without leaks. The bytes
 * must open. */
void hostile_fail_allocations(gait_span bytes, const char *name);

/* Runs all of these for the fixtures in <folder>/ok, with every value for small ones and with few
 * values for others, and for those in <folder>/bad with one value. The environment variable
 * GAIT_HOSTILE=whole damages every byte, as the slow tests do; otherwise it is a sample. */
void hostile_damage_all(const char *folder);

/* The same for a folder whose bad files resemble its good ones: the bad files are not damaged
 * further, only tested with failing allocations. */
void hostile_damage_good(const char *folder);

/* A teardown function for cmocka: prints the file and the damage of a failed test. */
int hostile_print_failure(void **state);

#endif

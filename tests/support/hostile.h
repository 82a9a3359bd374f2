/* Everything the library does with an open file, done to files that mean no good. */
#ifndef TEST_SUPPORT_HOSTILE_H
#define TEST_SUPPORT_HOSTILE_H

#include "gait/base.h"

/* Opens, checks, maps and writes the bytes, and poses their clips. Asserts what must hold of any
 * bytes: a file that does not open says why; the fields of one that does tile it, and it is
 * written as it was read. Returns the status of opening. `name` breaks ties as in gait_detect(). */
gait_status hostile_exercise(gait_span bytes, const char *name);

/* That, with the bytes cut off at every length. */
void hostile_truncate(gait_span bytes, const char *name);

/* That, with every byte changed in turn: to every other value, or to 0, 0xFF and with its highest
 * bit turned. */
void hostile_change_bytes(gait_span bytes, const char *name, bool every_value);

/* Asserts that with each allocation failing in turn everything ends in GAIT_NO_MEMORY and nothing
 * stays allocated. The bytes must open. */
void hostile_starve(gait_span bytes, const char *name);

/* All of it for the fixtures of <folder>/ok; those of bad, and those that are larger than a page,
 * with fewer values. */
void hostile_torment(const char *folder);

/* The same for a folder whose bad files are much like its good ones: those are taken as they are,
 * and starved. */
void hostile_torment_good(const char *folder);

/* A teardown for cmocka: says which file and which damage it was, where one of these failed.
 */
int hostile_tell(void **state);

#endif

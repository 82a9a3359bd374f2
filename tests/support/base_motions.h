/* Base files in memory for round trip tests: constant, almost constant and moving channels, in
 * clips of several lengths. */
#ifndef TEST_SUPPORT_BASE_MOTIONS_H
#define TEST_SUPPORT_BASE_MOTIONS_H

#include "roundtrip/compare/compare_steps.h"
#include "gait/edited_file.h"

/* Makes clips on a random skeleton of `bone_count` bones. Clip c has lengths[c] frames and the name
 * "clip_c". Free it with test_base_free(). */
gaiti_base_file *test_base_new(uint64_t *seed, uint32_t bone_count, const uint32_t *lengths,
                               uint32_t clip_count);
void test_base_free(gaiti_base_file *base);

#endif

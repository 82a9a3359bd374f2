/* Clips in memory to go there and back: still, quiet and moving channels, of several lengths. */
#ifndef TEST_SUPPORT_BASE_MOTIONS_H
#define TEST_SUPPORT_BASE_MOTIONS_H

#include "gait/compare.h"

/* On a random skeleton of `bone_count` bones; clip c has lengths[c] frames and is called "clip_c".
 * test_base_free(). */
gait_base_file *test_base_new(uint64_t *seed, uint32_t bone_count, const uint32_t *lengths,
                              uint32_t clip_count);
void test_base_free(gait_base_file *base);

#endif

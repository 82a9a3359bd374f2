/* An allocator that counts, fails at a chosen call and knows what was not given back. */
#ifndef TEST_SUPPORT_ALLOCATOR_H
#define TEST_SUPPORT_ALLOCATOR_H

#include "gait/base.h"

typedef struct test_allocator {
    uint32_t allocations; /* calls that asked for memory */
    uint32_t fail_at;     /* the call that fails, counted from 1; 0 = none */
    uint32_t live_blocks;
    uint64_t live_bytes;
} test_allocator;

/* Options that allocate through `allocator`, all else default. */
gait_options test_allocator_options(test_allocator *allocator);

/* Runs `attempt` with every allocation failing in turn, then once with none failing. Asserts that
 * each failure ends in GAIT_NO_MEMORY with nothing left allocated, and that the last run is
 * GAIT_OK. `attempt` frees its result. Returns how many allocations the good run took. */
uint32_t test_every_failing_allocation(gait_status (*attempt)(const gait_options *options,
                                                              void *user),
                                       void *user);

#endif

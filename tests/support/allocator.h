/* An allocator that counts calls, fails at a chosen call, and detects leaks. */
#ifndef TEST_SUPPORT_ALLOCATOR_H
#define TEST_SUPPORT_ALLOCATOR_H

#include "gait/base.h"

typedef struct test_allocator {
    uint32_t allocations; /* number of allocation calls */
    uint32_t fail_at;     /* the call that fails, counted from 1; 0 = none */
    uint32_t live_blocks;
    uint64_t live_bytes;
} test_allocator;

/* Default options with `allocator`. */
gait_options test_allocator_options(test_allocator *allocator);

/* Runs `attempt` once per allocation, with this allocation failing, then once without failures.
 * Asserts that each failure returns GAIT_NO_MEMORY without leaks, and that the last run returns
 * GAIT_OK. `attempt` frees its result. Returns the number of allocations of the last run. */
uint32_t test_every_failing_allocation(gait_status (*attempt)(const gait_options *options,
                                                              void *user),
                                       void *user);

#endif

#include "allocator.h"

#include <stdlib.h>

#include "test.h"

static void *test_resize(void *user, void *block, size_t old_size, size_t new_size) {
    test_allocator *allocator = user;
    if (new_size == 0) {
        allocator->live_blocks -= block != NULL;
        allocator->live_bytes -= block ? old_size : 0;
        free(block);
        return NULL;
    }
    if (++allocator->allocations == allocator->fail_at) {
        return NULL;
    }
    void *resized = realloc(block, new_size);
    assert_non_null(resized);
    allocator->live_blocks += block == NULL;
    allocator->live_bytes += new_size - (block ? old_size : 0);
    return resized;
}

gait_options test_allocator_options(test_allocator *allocator) {
    return (gait_options){.allocator = {test_resize, allocator}};
}

uint32_t test_every_failing_allocation(gait_status (*attempt)(const gait_options *options,
                                                              void *user),
                                       void *user) {
    for (uint32_t fail_at = 1;; fail_at++) {
        test_allocator allocator = {.fail_at = fail_at};
        gait_options options = test_allocator_options(&allocator);
        gait_status status = attempt(&options, user);
        assert_int_equal(allocator.live_blocks, 0);
        assert_int_equal(allocator.live_bytes, 0);
        if (allocator.allocations < fail_at) {
            assert_int_equal(status, GAIT_OK);
            return allocator.allocations;
        }
        assert_int_equal(status, GAIT_NO_MEMORY);
    }
}

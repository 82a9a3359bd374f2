/* Tests arenas: limits, overflow, failed allocations, and freeing. */
#include <stdlib.h>
#include <string.h>

#include "allocator.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "test.h"

TEST(allocations_are_zeroed_aligned_and_disjoint) {
    gaiti_arena arena;
    uint8_t *before = NULL;
    gaiti_arena_init(&arena, NULL, 0);
    for (size_t size = 1; size < 3000; size += 7) {
        uint8_t *p = gaiti_alloc(&arena, 1, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < size; i++) {
            assert_int_equal(p[i], 0);
        }
        memset(p, 0xA5, size);
        assert_true(!before || before[0] == 0xA5);
        before = p;
    }
    gaiti_arena_free(&arena);
}

TEST(uninitialised_and_zeroed_memory_do_not_overlap) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 4096);
    uint8_t *first = gaiti_alloc(&arena, 3, 5);
    uint8_t *room = gaiti_alloc_uninitialised(&arena, 3, 100);
    memset(room, 0xA5, 300);
    uint8_t *last = gaiti_alloc(&arena, 16, 1);
    assert_int_equal((uintptr_t)room % 16, 0);
    assert_true(room >= first + 15 && last >= room + 300);
    for (int i = 0; i < 16; i++) {
        assert_int_equal(last[i], 0);
    }
    assert_int_equal(room[299], 0xA5);
    assert_null(gaiti_alloc_uninitialised(&arena, UINT64_MAX, 2));
    assert_int_equal(arena.status, GAIT_LIMIT);
    gaiti_arena_free(&arena);
}

TEST(empty_allocations_are_not_null) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    assert_non_null(gaiti_alloc(&arena, 0, 100));
    assert_non_null(gaiti_alloc(&arena, 100, 0));
    assert_non_null(gaiti_copy(&arena, (gait_span){0}));
    assert_string_equal(gaiti_copy_text(&arena, "walk"), "walk");
    assert_int_equal(arena.status, GAIT_OK);
    gaiti_arena_free(&arena);
}

TEST(overflowing_sizes_fail_with_a_limit_error) {
    static const struct {
        uint64_t count;
        size_t size;
    } requests[] = {
        {UINT64_MAX, 1}, {UINT64_MAX, 16}, {SIZE_MAX / 2, 3}, {SIZE_MAX - 16, 1}, {1, SIZE_MAX}};
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        gaiti_arena arena;
        gaiti_arena_init(&arena, NULL, 0);
        assert_null(gaiti_alloc(&arena, requests[i].count, requests[i].size));
        assert_int_equal(arena.status, GAIT_LIMIT);
        gaiti_arena_free(&arena);
    }
}

TEST(limits_apply_to_the_whole_arena) {
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gaiti_arena arena;
    options.max_bytes = 5000;
    gaiti_arena_init(&arena, &options, 0);
    while (gaiti_alloc(&arena, 1, 200)) {
        assert_true(allocator.live_bytes <= options.max_bytes);
    }
    assert_int_equal(arena.status, GAIT_LIMIT);
    gaiti_arena_free(&arena);
    assert_int_equal(allocator.live_blocks, 0);

    options.max_bytes = 0;
    options.max_allocations = 2;
    gaiti_arena_init(&arena, &options, 0);
    assert_non_null(gaiti_alloc(&arena, 1, 4000));
    assert_non_null(gaiti_alloc(&arena, 1, 100000));
    assert_null(gaiti_alloc(&arena, 1, 100000000));
    assert_int_equal(arena.status, GAIT_LIMIT);
    gaiti_arena_free(&arena);
    assert_int_equal(allocator.live_bytes, 0);
}

TEST(a_failed_allocation_leaves_earlier_ones_intact) {
    test_allocator allocator = {.fail_at = 2};
    gait_options options = test_allocator_options(&allocator);
    gaiti_arena arena;
    gaiti_arena_init(&arena, &options, 0);
    char *first = gaiti_copy_text(&arena, "stays");
    assert_null(gaiti_alloc(&arena, 1, 100000));
    assert_int_equal(arena.status, GAIT_NO_MEMORY);
    assert_string_equal(first, "stays");
    gaiti_arena_free(&arena);
    assert_int_equal(allocator.live_blocks, 0);
}

TEST(grow_keeps_old_and_zeroes_new_elements) {
    static const uint32_t old[3] = {1, 2, 3};
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    const uint32_t *grown = gaiti_grow(&arena, old, 3, 5, sizeof *grown);
    static const uint32_t expected[5] = {1, 2, 3, 0, 0};
    assert_memory_equal(grown, expected, sizeof expected);
    gaiti_arena_free(&arena);
}

typedef struct thing {
    uint32_t before;
    gaiti_arena arena;
} thing;

TEST(elements_are_inserted_and_removed) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    uint32_t *list = NULL, capacity = 0, before;
    for (uint32_t i = 0; i < 9; i++) { /* 0 2 4 6 8 7 5 3 1: each next one in the middle */
        list = gaiti_insert(&arena, list, i, &capacity, (i + 1) / 2, sizeof *list);
        assert_non_null(list);
        assert_true(capacity > i);
        list[(i + 1) / 2] = i;
    }
    static const uint32_t all[9] = {0, 2, 4, 6, 8, 7, 5, 3, 1}, left[6] = {2, 4, 6, 7, 5, 3};
    assert_memory_equal(list, all, sizeof all);
    before = capacity;
    gaiti_remove(list, 9, &capacity, 8, sizeof *list);
    gaiti_remove(list, 8, &capacity, 0, sizeof *list);
    assert_int_equal(capacity, before);
    capacity = 0; /* full */
    gaiti_remove(list, 7, &capacity, 3, sizeof *list);
    assert_int_equal(capacity, 7);
    assert_memory_equal(list, left, sizeof left);
    assert_ptr_equal(gaiti_insert(&arena, list, 6, &capacity, 3, sizeof *list), list);
    assert_null(gaiti_insert(&arena, list, UINT32_MAX / 2, &capacity, 3, sizeof *list));
    assert_int_equal(arena.status, GAIT_LIMIT);
    gaiti_arena_free(&arena);
}

TEST(elements_are_appended) {
    gaiti_arena arena;
    gaiti_arena_init(&arena, NULL, 0);
    uint32_t *list = NULL, count = 0, capacity = 0;
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(gaiti_append(&arena, &list, &count, &capacity, &i, sizeof i), GAIT_OK);
        assert_int_equal(list[i], i);
        assert_int_equal(list[i / 2], i / 2);
    }
    gaiti_remove(list, count--, &capacity, 0, sizeof *list);
    assert_int_equal(gaiti_append(&arena, &list, &count, &capacity, NULL, 4), GAIT_OK);
    assert_int_equal(list[7], 8);
    assert_int_equal(list[8], 0);
    count = capacity = UINT32_MAX / 2;
    uint32_t *before = list;
    assert_int_equal(gaiti_append(&arena, &list, &count, &capacity, NULL, 4), GAIT_LIMIT);
    assert_ptr_equal(list, before);
    assert_int_equal(count, UINT32_MAX / 2);
    gaiti_arena_free(&arena);
}

TEST(spans_are_replaced_by_copies) {
    gait_options options = {.max_bytes = 1 << 16};
    gaiti_arena arena;
    gaiti_arena_init(&arena, &options, 0);
    static const uint8_t bytes[1 << 16] = {7, 8, 9};
    gait_span span = gaiti_span(bytes, 3), large = gaiti_span(bytes, sizeof bytes);
    assert_int_equal(gaiti_own(&arena, &span), GAIT_OK);
    assert_true(span.data != bytes);
    assert_memory_equal(span.data, bytes, 3);
    assert_int_equal(gaiti_own(&arena, &large), GAIT_LIMIT);
    assert_ptr_equal(large.data, bytes);
    gaiti_arena_free(&arena);
}

TEST(an_object_is_allocated_in_its_own_arena) {
    test_allocator allocator = {0};
    gait_options options = test_allocator_options(&allocator);
    gait_status status;
    thing *object =
        gaiti_new_object(&options, sizeof *object, offsetof(thing, arena), 2000, &status);
    assert_int_equal(status, GAIT_OK);
    assert_int_equal(object->before, 0);
    assert_non_null(gaiti_alloc(&object->arena, 2000, 1));
    assert_int_equal(allocator.allocations, 1); /* the reserved bytes need no second block */
    gaiti_free_object(object, offsetof(thing, arena));
    gaiti_free_object(NULL, offsetof(thing, arena));
    assert_int_equal(allocator.live_blocks, 0);
    assert_int_equal(allocator.live_bytes, 0);
}

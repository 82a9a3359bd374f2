/* Reserves address space for large results, so that they grow without copies. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#include "base/platform.h"

enum { LARGE_BLOCK = 1 << 18, LARGE_RESERVE = 1 << 26 };

/* The address space reserved for a block of this size; 0 for small blocks. */
static size_t reserved_size(size_t size) {
    size_t capacity = LARGE_RESERVE;
    if (size < LARGE_BLOCK) {
        return 0;
    }
    while (capacity < size && capacity <= SIZE_MAX / 2) {
        capacity *= 2;
    }
    return capacity < size ? SIZE_MAX : capacity;
}

static void release(void *block, size_t capacity) {
    if (capacity > 0) {
        platform_unmap(block, capacity);
    } else {
        free(block);
    }
}

static void *resize(void *user, void *block, size_t old_size, size_t new_size) {
    size_t old_reserved = block ? reserved_size(old_size) : 0,
           new_reserved = reserved_size(new_size);
    (void)user;
    if (new_size == 0) {
        release(block, old_reserved);
        return NULL;
    }
    if (old_reserved == new_reserved) {
        return new_reserved > 0 ? block : realloc(block, new_size);
    }
    void *moved = new_reserved > 0 ? platform_map(new_reserved) : malloc(new_size);
    if (moved && block) {
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
        release(block, old_reserved);
    }
    return moved;
}

gait_allocator large_allocator(void) {
    return (gait_allocator){.resize = resize};
}

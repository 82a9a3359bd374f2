#include "io/large_memory.h"

#include <stdlib.h>
#include <string.h>

#include "io/platform.h"

enum { LARGE_BLOCK = 1 << 18, LARGE_ROOM = 1 << 26 };

/* Address space of a block, from its size alone; 0 for small ones. */
static size_t room_of(size_t size) {
    size_t capacity = LARGE_ROOM;
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
    size_t old_room = block ? room_of(old_size) : 0, new_room = room_of(new_size);
    (void)user;
    if (new_size == 0) {
        release(block, old_room);
        return NULL;
    }
    if (old_room == new_room) {
        return new_room > 0 ? block : realloc(block, new_size);
    }
    void *moved = new_room > 0 ? platform_map(new_room) : malloc(new_size);
    if (moved && block) {
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
        release(block, old_room);
    }
    return moved;
}

gait_allocator large_allocator(void) {
    return (gait_allocator){.resize = resize};
}

/* The only file that calls the allocator of the caller or of the C library. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"

enum { ARENA_SMALL_BLOCK = 1024, ARENA_LARGE_BLOCK = 1 << 20 };

_Static_assert((GAITI_ARENA_ALIGNMENT & (GAITI_ARENA_ALIGNMENT - 1)) == 0, "not a power of two");

struct gaiti_block {
    gaiti_block *older;
    size_t size; /* bytes of the block including this header */
    size_t used;
};

static size_t arena_round(size_t size) {
    return (size_t)gaiti_arena_cost(size);
}

void *gaiti_resize(const gait_allocator *allocator, void *block, size_t old_size, size_t new_size) {
    if (allocator && allocator->resize) {
        return allocator->resize(allocator->user, block, old_size, new_size);
    }
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

void gaiti_arena_init(gaiti_arena *arena, const gait_options *options, size_t first_block) {
    memset(arena, 0, sizeof *arena);
    arena->bytes_left = gaiti_max_bytes(options);
    arena->allocations_left = 1000000;
    if (options) {
        arena->allocator = options->allocator;
        if (options->max_allocations) {
            arena->allocations_left = options->max_allocations;
        }
    }
    arena->next_block = first_block;
}

void gaiti_arena_free(gaiti_arena *arena) {
    gaiti_block *block = arena->blocks;
    while (block) {
        gaiti_block *older = block->older;
        gaiti_resize(&arena->allocator, block, block->size, 0);
        block = older;
    }
    arena->blocks = NULL;
}

void gaiti_arena_reset(gaiti_arena *arena) {
    gaiti_block *newest = arena->blocks;
    gaiti_block *block = newest ? newest->older : NULL;
    while (block) {
        gaiti_block *older = block->older;
        arena->bytes_left += block->size;
        gaiti_resize(&arena->allocator, block, block->size, 0);
        block = older;
    }
    if (newest) {
        newest->older = NULL;
        newest->used = arena_round(sizeof *newest);
    }
}

static bool arena_add_block(gaiti_arena *arena, size_t needed) {
    size_t header = arena_round(sizeof(gaiti_block));
    size_t size = arena->next_block > ARENA_SMALL_BLOCK ? arena->next_block : ARENA_SMALL_BLOCK;
    size = size > needed ? size : needed;
    if (size > SIZE_MAX - header || size + header > arena->bytes_left ||
        arena->allocations_left == 0) {
        arena->status = GAIT_LIMIT;
        return false;
    }
    gaiti_block *block = gaiti_resize(&arena->allocator, NULL, 0, size + header);
    if (!block) {
        arena->status = GAIT_NO_MEMORY;
        return false;
    }
    *block = (gaiti_block){arena->blocks, size + header, header};
    arena->blocks = block;
    arena->bytes_left -= size + header;
    arena->allocations_left--;
    arena->next_block = size < ARENA_LARGE_BLOCK ? size * 2 : size;
    return true;
}

void *gaiti_alloc_uninitialised(gaiti_arena *arena, uint64_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - 2 * GAITI_ARENA_ALIGNMENT) / size) {
        arena->status = GAIT_LIMIT;
        return NULL;
    }
    size_t bytes = arena_round((size_t)count * size);
    gaiti_block *block = arena->blocks;
    if (!block || block->size - block->used < bytes) {
        if (!arena_add_block(arena, bytes)) {
            return NULL;
        }
        block = arena->blocks;
    }
    void *result = (uint8_t *)block + block->used;
    block->used += bytes;
    GAIT_ASSERT(block->used <= block->size);
    return result;
}

void *gaiti_alloc(gaiti_arena *arena, uint64_t count, size_t size) {
    void *result = gaiti_alloc_uninitialised(arena, count, size);
    if (result) {
        memset(result, 0, arena_round((size_t)count * size));
    }
    return result;
}

uint8_t *gaiti_copy(gaiti_arena *arena, gait_span bytes) {
    uint8_t *copy = gaiti_alloc(arena, bytes.size, 1);
    if (copy && bytes.size) {
        memcpy(copy, bytes.data, bytes.size);
    }
    return copy;
}

gait_status gaiti_own(gaiti_arena *arena, gait_span *span) {
    const uint8_t *copy = gaiti_copy(arena, *span);
    span->data = copy ? copy : span->data;
    return copy ? GAIT_OK : arena->status;
}

char *gaiti_copy_text(gaiti_arena *arena, const char *text) {
    return (char *)gaiti_copy(arena, (gait_span){(const uint8_t *)text, strlen(text) + 1});
}

void *gaiti_grow(gaiti_arena *arena, const void *old, uint64_t old_count, uint64_t new_count,
                 size_t size) {
    void *grown = gaiti_alloc(arena, new_count, size);
    if (grown && old_count) {
        memcpy(grown, old, (size_t)old_count * size);
    }
    return grown;
}

void *gaiti_reserve(gaiti_arena *arena, void *list, uint32_t count, uint32_t *capacity,
                    size_t size) {
    uint64_t more = (uint64_t)count * 2 + 4;
    if (count < *capacity) {
        return list;
    }
    if (more > UINT32_MAX) {
        arena->status = GAIT_LIMIT;
        return NULL;
    }
    void *grown = gaiti_grow(arena, list, count, more, size);
    *capacity = grown ? (uint32_t)more : *capacity;
    return grown;
}

gait_status gaiti_append(gaiti_arena *arena, void *list, uint32_t *count, uint32_t *capacity,
                         const void *item, size_t size) {
    void *items;
    memcpy(&items, list, sizeof items);
    uint8_t *grown = gaiti_reserve(arena, items, *count, capacity, size);
    if (!grown) {
        return arena->status;
    }
    items = grown;
    memcpy(list, &items, sizeof items);
    grown += size * (*count)++;
    if (item) {
        memcpy(grown, item, size);
    } else {
        memset(grown, 0, size);
    }
    return GAIT_OK;
}

void *gaiti_insert(gaiti_arena *arena, void *list, uint32_t count, uint32_t *capacity,
                   uint32_t index, size_t size) {
    uint8_t *grown = gaiti_reserve(arena, list, count, capacity, size);
    if (grown) {
        uint8_t *place = grown + index * size;
        memmove(place + size, place, (count - index) * size);
    }
    return grown;
}

void gaiti_remove(void *list, uint32_t count, uint32_t *capacity, uint32_t index, size_t size) {
    uint8_t *place = (uint8_t *)list + index * size;
    memmove(place, place + size, (count - index - 1) * size);
    *capacity = *capacity ? *capacity : count;
}

void *gaiti_new_object(const gait_options *options, size_t object_size, size_t arena_offset,
                       size_t reserve, gait_status *out_status) {
    gaiti_arena arena;
    GAIT_ASSERT(arena_offset + sizeof arena <= object_size);
    gaiti_arena_init(&arena, options, arena_round(object_size) + reserve);
    uint8_t *object = gaiti_alloc(&arena, 1, object_size);
    *out_status = object ? GAIT_OK : arena.status;
    if (object) {
        memcpy(object + arena_offset, &arena, sizeof arena);
    }
    return object;
}

void gaiti_free_object(void *object, size_t arena_offset) {
    if (object) {
        gaiti_arena arena;
        memcpy(&arena, (uint8_t *)object + arena_offset, sizeof arena);
        gaiti_arena_free(&arena);
    }
}

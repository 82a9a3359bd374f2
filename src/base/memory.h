/* Arenas on top of the caller's allocator, with limits. */
#ifndef GAITI_BASE_MEMORY_H
#define GAITI_BASE_MEMORY_H

#include "gait/base.h"

/* Calls the caller's allocator or, if that is all zero, the one of the C library. */
void *gaiti_resize(const gait_allocator *allocator, void *block, size_t old_size, size_t new_size);

/* The maximum number of bytes that one document may allocate. `options` may be NULL. */
static inline uint64_t gaiti_max_bytes(const gait_options *options) {
    return options && options->max_bytes ? options->max_bytes : UINT64_C(4) << 30;
}

typedef struct gaiti_block gaiti_block;

/* An arena: all its memory is freed at once by gaiti_arena_free(). */
typedef struct gaiti_arena {
    gait_allocator allocator;
    gaiti_block *blocks; /* newest first */
    size_t next_block;   /* size of the next block, bytes */
    uint64_t bytes_left;
    uint32_t allocations_left;
    gait_status status; /* of the last failed request; GAIT_OK if none has failed */
} gaiti_arena;

/* `first_block` is the size of the first block in bytes; 0 = a small default. */
void gaiti_arena_init(gaiti_arena *arena, const gait_options *options, size_t first_block);
void gaiti_arena_free(gaiti_arena *arena);
/* Frees everything in the arena; one block stays for what is allocated next. */
void gaiti_arena_reset(gaiti_arena *arena);

/* Allocates `count * size` zeroed bytes, aligned to 16. NULL with arena->status set when the
 * product overflows, a limit is exceeded or there is no memory. Never NULL merely because count is
 * 0. */
void *gaiti_alloc(gaiti_arena *arena, uint64_t count, size_t size);

/* The same without zeroing, for memory that the caller fills immediately. */
void *gaiti_alloc_uninitialised(gaiti_arena *arena, uint64_t count, size_t size);

enum { GAITI_ARENA_ALIGNMENT = 16 };

/* The bytes that an allocation of `size` bytes takes from the arena. */
static inline uint64_t gaiti_arena_cost(uint64_t size) {
    return (size + GAITI_ARENA_ALIGNMENT - 1) & ~(uint64_t)(GAITI_ARENA_ALIGNMENT - 1);
}

/* Copies bytes, or a text with its NUL, to the arena. Returns NULL when gaiti_alloc() would. */
uint8_t *gaiti_copy(gaiti_arena *arena, gait_span bytes);
char *gaiti_copy_text(gaiti_arena *arena, const char *text);

/* Replaces the bytes of a span by a copy. After a failure, the span stays and the status is that of
 * the arena. */
gait_status gaiti_own(gaiti_arena *arena, gait_span *span);

/* Copies `old` to a new array of `new_count` elements; the additional ones are zero. Returns NULL
 * when gaiti_alloc() would. */
void *gaiti_grow(gaiti_arena *arena, const void *old, uint64_t old_count, uint64_t new_count,
                 size_t size);

/* Returns `list`, or a larger copy of it, with capacity for at least one element more than `count`.
 * *capacity is the allocated number of elements; 0 means that the list is full. The capacity grows
 * geometrically. Returns NULL when gaiti_alloc() would; then nothing is changed. */
void *gaiti_reserve(gaiti_arena *arena, void *list, uint32_t count, uint32_t *capacity,
                    size_t size);

/* Appends a copy of an item (NULL: zeroed bytes) to such a list. `list` is the address of the
 * pointer to the first element. Fails when gaiti_alloc() would; then nothing is changed. */
gait_status gaiti_append(gaiti_arena *arena, void *list, uint32_t *count, uint32_t *capacity,
                         const void *item, size_t size);

/* gaiti_reserve(), and moves the elements from `index` on by one place. Element `index` of the
 * result is for the caller to set. */
void *gaiti_insert(gaiti_arena *arena, void *list, uint32_t count, uint32_t *capacity,
                   uint32_t index, size_t size);
/* Removes element `index` of a list of `count` elements. A *capacity of 0 becomes `count`. */
void gaiti_remove(void *list, uint32_t count, uint32_t *capacity, uint32_t index, size_t size);

/* Allocates an object that contains its own arena at `arena_offset`. gaiti_free_object() frees the
 * object and everything in that arena. */
void *gaiti_new_object(const gait_options *options, size_t object_size, size_t arena_offset,
                       size_t reserve, gait_status *out_status);
void gaiti_free_object(void *object, size_t arena_offset);

#endif

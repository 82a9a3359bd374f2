/* Arenas over the caller's allocator, with limits. */
#ifndef GAITI_BASE_MEMORY_H
#define GAITI_BASE_MEMORY_H

#include "gait/base.h"

/* The caller's allocator or, when all zero, the C library's. */
void *gaiti_resize(const gait_allocator *allocator, void *block, size_t old_size, size_t new_size);

/* The memory that one document may have, bytes. `options` may be NULL. */
static inline uint64_t gaiti_max_bytes(const gait_options *options) {
    return options && options->max_bytes ? options->max_bytes : UINT64_C(4) << 30;
}

typedef struct gaiti_block gaiti_block;

/* One lifetime. Nothing is freed before gaiti_arena_free(). */
typedef struct gaiti_arena {
    gait_allocator allocator;
    gaiti_block *blocks; /* newest first */
    size_t next_block;   /* size of the next block, bytes */
    uint64_t bytes_left;
    uint32_t allocations_left;
    gait_status status; /* why the last request failed; GAIT_OK before that */
} gaiti_arena;

/* `first_block` is the size of the first block in bytes; 0 = a small default. */
void gaiti_arena_init(gaiti_arena *arena, const gait_options *options, size_t first_block);
void gaiti_arena_free(gaiti_arena *arena);

/* `count * size` zeroed bytes, aligned to 16; NULL with arena->status set when that overflows,
 * meets a limit or there is no memory. Never NULL for a count of 0. */
void *gaiti_alloc(gaiti_arena *arena, uint64_t count, size_t size);

/* The same, and the bytes hold anything: for what is filled at once. */
void *gaiti_alloc_uninitialized(gaiti_arena *arena, uint64_t count, size_t size);

/* Bytes that one request of `size` takes from the arena. */
static inline uint64_t gaiti_arena_cost(uint64_t size) {
    return (size + 15) & ~(uint64_t)15;
}

/* Copies of bytes, and of a text (NUL added). NULL as gaiti_alloc(). */
uint8_t *gaiti_copy(gaiti_arena *arena, gait_span bytes);
char *gaiti_copy_text(gaiti_arena *arena, const char *text);

/* `old` with room for `new_count` elements: a bigger copy, the rest zero. NULL as gaiti_alloc(). */
void *gaiti_grow(gaiti_arena *arena, const void *old, uint64_t old_count, uint64_t new_count,
                 size_t size);

/* `list` with room for one more behind its `count` elements; `*room` is what it has memory for, 0 =
 * those. Many calls take time and memory in proportion. NULL as gaiti_alloc(), nothing changed. */
void *gaiti_reserve(gaiti_arena *arena, void *list, uint32_t count, uint32_t *capacity,
                    size_t size);

/* An object whose memory is an arena that lies inside it at `arena_offset`: one call frees both. */
void *gaiti_new_object(const gait_options *options, size_t object_size, size_t arena_offset,
                       size_t reserve, gait_status *out_status);
void gaiti_free_object(void *object, size_t arena_offset);

#endif

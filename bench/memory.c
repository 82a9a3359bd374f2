/* An allocator that counts, and reuses freed blocks. */
#include <stdlib.h>
#include <sys/resource.h>

#include "bench.h"

enum { MEMORY_KEPT = 16 };

static void *memory_reuse(bench_memory *memory, size_t size) {
    for (int i = 0; i < MEMORY_KEPT; i++) {
        if (memory->kept[i].block && memory->kept[i].size == size) {
            void *block = memory->kept[i].block;
            memory->kept[i].block = NULL;
            return block;
        }
    }
    return malloc(size);
}

static void memory_keep(bench_memory *memory, void *block, size_t size) {
    for (int i = 0; i < MEMORY_KEPT && block; i++) {
        if (!memory->kept[i].block) {
            memory->kept[i].block = block;
            memory->kept[i].size = size;
            block = NULL;
        }
    }
    free(block);
}

static void *memory_resize(void *user, void *block, size_t old_size, size_t new_size) {
    bench_memory *memory = user;
    memory->allocations += block == NULL && new_size > 0;
    memory->bytes += new_size - old_size;
    if (memory->bytes > memory->peak_bytes) {
        memory->peak_bytes = memory->bytes;
    }
    if (new_size == 0) {
        memory_keep(memory, block, old_size);
        return NULL;
    }
    return block ? realloc(block, new_size) : memory_reuse(memory, new_size);
}

gait_allocator bench_allocator(bench_memory *memory) {
    return (gait_allocator){memory_resize, memory};
}

void bench_memory_free(bench_memory *memory) {
    for (int i = 0; i < MEMORY_KEPT; i++) {
        free(memory->kept[i].block);
        memory->kept[i].block = NULL;
    }
}

uint64_t bench_page_faults(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_minflt : 0;
}

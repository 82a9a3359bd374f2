/* Pages of memory from the operating system; separate, because text.c needs them. */
#include "base/platform.h"

#ifndef _WIN32

#include <sys/mman.h>

void platform_prefer_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, LARGE_PAGE = 2 << 20 };
    if (size >= LARGE_PAGE) {
        /* Start at a page boundary: a mapping with two kinds of pages cannot grow in place. */
        size_t before = (uintptr_t)memory % PAGE;
        (void)madvise((uint8_t *)memory - before, before + size, MADV_HUGEPAGE);
    }
#else
    (void)memory;
    (void)size;
#endif
}

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

/* Only pages that are written use memory. The mapping begins at the boundary of a large page. */
void *platform_map(size_t size) {
    enum { LARGE_PAGE = 2 << 20 };
    if (size > SIZE_MAX - LARGE_PAGE) {
        return NULL;
    }
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    uint8_t *start = mmap(NULL, size + LARGE_PAGE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (start == MAP_FAILED) {
        return NULL;
    }
    size_t before = LARGE_PAGE - (uintptr_t)start % LARGE_PAGE;
    (void)munmap(start, before);
    if (before < LARGE_PAGE) {
        (void)munmap(start + before + size, LARGE_PAGE - before);
    }
    platform_prefer_large_pages(start + before, size);
    return start + before;
}

void platform_unmap(void *memory, size_t size) {
    (void)munmap(memory, size);
}

#else

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif

#include <windows.h>

void platform_prefer_large_pages(void *memory, size_t size) {
    /* Large pages require a privilege that users do not have. */
    (void)memory;
    (void)size;
}

void *platform_map(size_t size) {
    return VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}

void platform_unmap(void *memory, size_t size) {
    (void)size;
    VirtualFree(memory, 0, MEM_RELEASE);
}

#endif

/* Assertions and memory for fuzz targets. */
#ifndef FUZZ_REQUIRE_H
#define FUZZ_REQUIRE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Allocates a zeroed block of exactly this size, so that sanitizers detect accesses beyond its
 * end. */
static inline uint8_t *allocate(size_t size) {
    uint8_t *block = calloc(size ? size : 1, 1);
    REQUIRE(block != NULL);
    return block;
}

#endif

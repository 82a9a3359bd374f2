/* Search for a cycle among parents. */
#ifndef GAITI_BASE_CYCLE_H
#define GAITI_BASE_CYCLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Index of a bone that is its own ancestor, -1 = none. The indices of parents, negative = none, are
 * `stride` bytes apart. `stamps` has `count` zeros. Each bone is stamped by the first search that
 * reaches it; a search that reaches its own stamp has found a cycle. */
static inline int32_t gaiti_find_cycle(const int32_t *parents, size_t stride, uint32_t count,
                                       uint32_t *stamps) {
    const uint8_t *bytes = (const uint8_t *)parents;
    for (uint32_t b = 0; b < count; b++) {
        int32_t at = (int32_t)b;
        while (at >= 0 && stamps[at] == 0) {
            stamps[at] = b + 1;
            memcpy(&at, bytes + (size_t)at * stride, sizeof at);
        }
        if (at >= 0 && stamps[at] == b + 1) {
            return at;
        }
    }
    return -1;
}

#endif

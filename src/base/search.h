/* Binary search in ascending times. */
#ifndef GAITI_BASE_SEARCH_H
#define GAITI_BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The index of the last of `count` times that is not after `time`; 0 when all are after it, or
 * `count` is 0. Within the array even when the times do not ascend. */
static inline uint32_t gaiti_last_time_f64(const double *times, uint32_t count, double time) {
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (times[middle] <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The same among floats that are `stride` bytes apart. */
static inline uint32_t gaiti_last_time_f32(const float *times, size_t stride, uint32_t count,
                                           double time) {
    const uint8_t *bytes = (const uint8_t *)times;
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        float at;
        memcpy(&at, bytes + middle * stride, sizeof at);
        if ((double)at <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif

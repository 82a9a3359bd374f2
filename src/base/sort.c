/* Sorts indices by merging runs whose length doubles. */
#include "base/sort.h"

#include <string.h>

typedef struct sort_state {
    const uint32_t *from;
    uint32_t *to;
    gaiti_before is_before;
    const void *user;
} sort_state;

/* Merges two sorted runs next to each other. */
static void sort_merge(const sort_state *self, uint32_t first, uint32_t middle, uint32_t end) {
    uint32_t left = first, right = middle;
    for (uint32_t i = first; i < end; i++) {
        bool is_right =
            left == middle ||
            (right < end && self->is_before(self->user, self->from[right], self->from[left]));
        self->to[i] = self->from[is_right ? right++ : left++];
    }
}

void gaiti_sort(uint32_t *order, uint32_t count, gaiti_before is_before, const void *user,
                uint32_t *work) {
    sort_state self = {order, work, is_before, user};
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t at = 0; at < count; at += 2 * width) {
            uint64_t middle = at + width < count ? at + width : count;
            uint64_t end = at + 2 * width < count ? at + 2 * width : count;
            sort_merge(&self, (uint32_t)at, (uint32_t)middle, (uint32_t)end);
        }
        self.from = self.to;
        self.to = self.to == work ? order : work;
    }
    if (self.from != order && count > 0) {
        memcpy(order, self.from, count * sizeof *order);
    }
}

static bool sort_number_before(const void *user, uint32_t a, uint32_t b) {
    const double *numbers = user;
    return numbers[a] < numbers[b];
}

double gaiti_median(const double *numbers, uint32_t count, uint32_t *work) {
    for (uint32_t i = 0; i < count; i++) {
        work[i] = i;
    }
    gaiti_sort(work, count, sort_number_before, numbers, work + count);
    return (numbers[work[(count - 1) / 2]] + numbers[work[count / 2]]) / 2;
}

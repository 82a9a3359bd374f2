/* A stable sort of indices. */
#ifndef GAITI_BASE_SORT_H
#define GAITI_BASE_SORT_H

#include <stdbool.h>
#include <stdint.h>

/* True when item a must come before item b; false for equal items, which keep their order. */
typedef bool (*gaiti_before)(const void *user, uint32_t a, uint32_t b);

/* Sorts `count` indices of items. Merge sort, so n log n comparisons at most. `work` has room for
 * `count`. */
void gaiti_sort(uint32_t *order, uint32_t count, gaiti_before is_before, const void *user,
                uint32_t *work);
/* The median of `count` numbers, at least one. `work` has room for twice as many. */
double gaiti_median(const double *numbers, uint32_t count, uint32_t *work);

#endif

/* Similarity of names, for suggestions. */
#ifndef GAITI_SIMILAR_H
#define GAITI_SIMILAR_H

#include "gait/base.h"

/* Edit distances from this value on are too large for a suggestion; the initial value of `nearest`
 * for gaiti_name_is_nearer(). */
uint32_t gaiti_name_distance_limit(const char *name);
/* True when the edit distance of the names is below *nearest; then stores it there. The distance is
 * the number of letters that are inserted, removed or replaced, or swapped with the next one. ASCII
 * case and everything after 64 bytes is ignored. */
bool gaiti_name_is_nearer(const char *name, const char *other, uint32_t *nearest);

#endif

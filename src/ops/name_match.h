/* Similarity of names, for suggestions. */
#ifndef GAITI_NAME_MATCH_H
#define GAITI_NAME_MATCH_H

#include "gait/base.h"

/* The initial value of `min` for gaiti_name_is_nearer(): one more than the maximum distance. */
uint32_t gaiti_name_max_distance(const char *name);
/* True when the edit distance of the names is below *min; then stores it in *min. */
bool gaiti_name_is_nearer(const char *name, const char *other, uint32_t *min);

#endif

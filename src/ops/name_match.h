/* How near names are to each other. */
#ifndef GAITI_NAME_MATCH_H
#define GAITI_NAME_MATCH_H

#include "gait/base.h"

/* Letters that may differ, and one: what gaiti_name_is_nearer() begins with. */
uint32_t gaiti_name_max_distance(const char *name);
/* True when fewer letters than *least differ, which are *least then. */
bool gaiti_name_is_nearer(const char *name, const char *other, uint32_t *min);

#endif

/* The table of rules, generated from rules.def. */
#ifndef GAITI_BASE_RULES_H
#define GAITI_BASE_RULES_H

#include "gait/base.h"

/* The detail text of a rule, with its placeholders. `index` as in gait_rule_at(), in range. */
const char *gaiti_rule_detail(uint32_t index);

#endif

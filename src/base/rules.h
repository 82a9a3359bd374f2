/* The table of rules, made from rules.def. */
#ifndef GAITI_BASE_RULES_H
#define GAITI_BASE_RULES_H

#include "gait/base.h"

/* The text with placeholders of a rule; index as in gait_rule_at(), in range. */
const char *gaiti_rule_detail(uint32_t index);

#endif

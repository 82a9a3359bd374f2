/* The table of rules, generated from rules.def. */
#ifndef GAITI_BASE_RULES_H
#define GAITI_BASE_RULES_H

#include "gait/base.h"

/* Identifiers of the rules, such as GAITI_RTM_TRUNCATED, in the order of rules.def. */
typedef enum gaiti_rule {
#define RULE(id, name, severity, status, page, summary, detail, advice) GAITI_##name,
#include "rules.def"
#undef RULE
    GAITI_RULE_COUNT
} gaiti_rule;

/* The detail text of a rule, with its placeholders. `index` as in gait_rule_at(), in range. */
const char *gaiti_rule_detail(uint32_t index);

#endif

/* Gait - the rules of all diagnostics. */
#ifndef GAIT_RULES_H
#define GAIT_RULES_H

#include "gait/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of rules. All rules are in one table, sorted by id; indices into it may differ between
 * versions of the library, ids do not. */
GAIT_API uint32_t gait_rule_count(void);
/* One rule of that table; static storage. NULL when the index is out of range. */
GAIT_API const gait_rule *gait_rule_at(uint32_t index);
/* The rule with this id (case-sensitive), or NULL. */
GAIT_API const gait_rule *gait_rule_find(const char *id);

#ifdef __cplusplus
}
#endif
#endif

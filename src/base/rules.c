/* The rows of rules.def as a table, and how a rule is found by its id. */
#include "base/rules.h"
#include "gait/rules.h"

#include <string.h>

static const gait_rule rule_table[] = {
#define RULE(id, name, severity, status, page, summary, detail, advice)                            \
    {#id, GAIT_##severity, GAIT_##status, summary, advice, page},
#include "rules.def"
#undef RULE
};

static const char *const rule_details[] = {
#define RULE(id, name, severity, status, page, summary, detail, advice) detail,
#include "rules.def"
#undef RULE
};

const char *gaiti_rule_detail(uint32_t index) {
    return rule_details[index];
}

uint32_t gait_rule_count(void) {
    return sizeof rule_table / sizeof rule_table[0];
}

const gait_rule *gait_rule_at(uint32_t index) {
    return index < gait_rule_count() ? &rule_table[index] : NULL;
}

const gait_rule *gait_rule_find(const char *id) {
    for (uint32_t i = 0; id && i < gait_rule_count(); i++) {
        if (strcmp(rule_table[i].id, id) == 0) {
            return &rule_table[i];
        }
    }
    return NULL;
}

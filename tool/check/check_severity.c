/* Changes the severities of rules as the table [severity] of the project states. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "check/check.h"
#include "gait/rules.h"
#include "project/project.h"

static gait_rule *changed; /* all rules; NULL = none is changed */

static gait_severity severity_named(const char *name) {
    gait_severity severity = GAIT_NOTE;
    while (severity < GAIT_ERROR && strcmp(gait_severity_name(severity), name) != 0) {
        severity++;
    }
    return severity;
}

static gait_rule *copy_rules(void) {
    gait_rule *copy = memory_resize(NULL, gait_rule_count(), sizeof *copy);
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        copy[i] = *gait_rule_at(i);
    }
    return copy;
}

/* Applies one key, whose name is an id or a pattern for ids. */
static void apply_key(const toml_item *item) {
    bool is_exact = gait_rule_find(item->key) != NULL;
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        bool is_fixed = changed[i].status != GAIT_OK; /* it stops the reading of a file */
        if (text_matches(item->key, changed[i].id) && !is_fixed) {
            changed[i].severity = severity_named(item->values.items[0]);
        } else if (is_exact && is_fixed && strcmp(item->key, changed[i].id) == 0) {
            char *place = project_place(item);
            log_warning(place, "%s is always %s: files with it cannot be read", item->key,
                        gait_severity_name(changed[i].severity));
            free(place);
        }
    }
}

void check_severities_begin(void) {
    const toml *content = project_current() ? &project_current()->content : NULL;
    for (size_t i = 0; content && i < content->count; i++) {
        const toml_item *item = &content->items[i];
        if (item->kind != TOML_TABLE && strcmp(item->table, "severity") == 0) {
            changed = changed ? changed : copy_rules();
            apply_key(item);
        }
    }
}

void check_severities_end(void) {
    free(changed);
    changed = NULL;
}

const gait_rule *check_rule_at(uint32_t index) {
    return changed ? &changed[index] : gait_rule_at(index);
}

void check_severities_apply(source *file) {
    gait_diagnostics *all = &file->diagnostics;
    for (uint32_t i = 0; changed && i < all->count; i++) {
        gait_diagnostic *finding = &all->items[i];
        if (finding->rule) {
            const gait_rule *rule = &changed[finding->rule - gait_rule_at(0)];
            gait_severity before = finding->rule->severity;
            all->errors -= before == GAIT_ERROR ? finding->count : 0;
            all->warnings -= before == GAIT_WARNING ? finding->count : 0;
            all->errors += rule->severity == GAIT_ERROR ? finding->count : 0;
            all->warnings += rule->severity == GAIT_WARNING ? finding->count : 0;
            finding->rule = rule;
        }
    }
}

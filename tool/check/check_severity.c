/* Changes the severities of findings as the table [severity] of the project states. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "check/check.h"
#include "gait/rules.h"
#include "project/settings.h"

static gait_severity severity_named(const char *name) {
    gait_severity severity = GAIT_NOTE;
    while (severity < GAIT_ERROR && strcmp(gait_severity_name(severity), name) != 0) {
        severity++;
    }
    return severity;
}

void check_severities_begin(void) {
    const toml *content = project_current() ? &project_current()->content : NULL;
    for (size_t i = 0; content && i < content->count; i++) {
        const toml_item *item = &content->items[i];
        bool is_severity = item->kind != TOML_TABLE && strcmp(item->table, "severity") == 0;
        const gait_rule *rule = is_severity ? gait_rule_find(item->key) : NULL;
        if (rule && rule->status != GAIT_OK) {
            char *place = project_place(item);
            log_warning(place, "the severity of %s cannot be changed: files with it are damaged",
                        item->key);
            free(place);
        }
    }
}

/* The severity of a finding in the project. */
static gait_severity project_severity_of(const gait_diagnostic *finding) {
    const toml_item *item = finding->rule && finding->rule->status == GAIT_OK
                                ? project_match("severity", finding->rule->id)
                                : NULL;
    return item ? severity_named(item->values.items[0]) : finding->severity;
}

void check_severities_apply(source *file) {
    gait_diagnostics *all = &file->diagnostics;
    for (uint32_t i = 0; i < all->count; i++) {
        gait_diagnostic *finding = &all->items[i];
        gait_severity severity = project_severity_of(finding);
        all->errors -= finding->severity == GAIT_ERROR ? finding->count : 0;
        all->warnings -= finding->severity == GAIT_WARNING ? finding->count : 0;
        all->errors += severity == GAIT_ERROR ? finding->count : 0;
        all->warnings += severity == GAIT_WARNING ? finding->count : 0;
        finding->severity = severity;
    }
}

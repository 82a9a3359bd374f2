/* Counts findings per rule, and prints them by severity. */
#include "check/check_summary.h"

#include <stdlib.h>

#include "results.h"
#include "gait/rules.h"

static void reserve_rules(check_summary *self) {
    uint32_t count = gait_rule_count();
    if (!self->files) {
        self->files = memory_resize(NULL, count, sizeof *self->files);
        self->findings = memory_resize(NULL, count, sizeof *self->findings);
        for (uint32_t r = 0; r < count; r++) {
            self->files[r] = self->findings[r] = 0;
        }
    }
}

void check_summary_merge(check_summary *self, const check_summary *part) {
    reserve_rules(self);
    for (uint32_t r = 0; part->files && r < gait_rule_count(); r++) {
        self->files[r] += part->files[r];
        self->findings[r] += part->findings[r];
    }
}

void check_summary_add(check_summary *self, const source *file) {
    uint32_t count = gait_rule_count();
    reserve_rules(self);
    for (uint32_t r = 0; r < count; r++) {
        uint64_t found = 0;
        for (uint32_t i = 0; i < file->diagnostics.count; i++) {
            found += file->items[i].rule == gait_rule_at(r) ? file->items[i].count : 0;
        }
        self->files[r] += found > 0;
        self->findings[r] += found;
    }
}

/* A rule of the summary. */
typedef struct summary_row {
    const gait_rule *rule;
    uint64_t files, findings;
} summary_row;

static int by_importance(const void *a, const void *b) {
    const summary_row *left = a, *right = b;
    if (left->rule->severity != right->rule->severity) {
        return left->rule->severity > right->rule->severity ? -1 : 1;
    }
    if (left->files != right->files) {
        return left->files > right->files ? -1 : 1;
    }
    return left->rule < right->rule ? -1 : 1;
}

void check_summary_print(const check_summary *self) {
    uint32_t count = gait_rule_count();
    size_t used = 0;
    summary_row *rows = memory_resize(NULL, count, sizeof *rows);
    for (uint32_t r = 0; self->files && r < count; r++) {
        if (self->findings[r] > 0) {
            rows[used++] = (summary_row){gait_rule_at(r), self->files[r], self->findings[r]};
        }
    }
    qsort(rows, used, sizeof *rows, by_importance);
    result_printf("%-7s %-8s %8s %9s  %s\n", "RULE", "SEVERITY", "FILES", "FINDINGS", "SUMMARY");
    for (size_t i = 0; i < used; i++) {
        const gait_rule *rule = rows[i].rule;
        result_printf("%-7s %-8s %8llu %9llu  %s\n", rule->id, gait_severity_name(rule->severity),
                      (unsigned long long)rows[i].files, (unsigned long long)rows[i].findings,
                      rule->summary);
    }
    free(rows);
}

void check_summary_free(check_summary *self) {
    free(self->files);
    free(self->findings);
    *self = (check_summary){0};
}

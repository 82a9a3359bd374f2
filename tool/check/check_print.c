/* Prints findings with their places, or their number per rule. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "base/results.h"
#include "gait/rules.h"

/* --- findings --------------------------------------------------------------------------------- */

/* True when the text of the finding already contains `what` and this number. */
static bool names_number(const gait_diagnostic *finding, const char *what, int32_t number) {
    char *phrase = text_format("%s %d", what, (int)number);
    const char *at = strstr(finding->text, phrase);
    bool is_whole = at && strspn(at + strlen(phrase), "0123456789") == 0;
    free(phrase);
    return is_whole;
}

static void print_place(const source *file, const gait_diagnostic *finding) {
    result_printf(" %s", finding->rule->id);
    if (finding->offset != GAIT_NO_OFFSET) {
        result_printf(": byte %llu", (unsigned long long)finding->offset);
    }
    if (file->file && finding->clip >= 0 &&
        (uint32_t)finding->clip < gait_file_clip_count(file->file)) {
        char *name = source_clip_name(file, (uint32_t)finding->clip);
        result_printf(", clip %d ", (int)finding->clip);
        result_text(name, 0);
        free(name);
    }
    if (file->file && finding->bone >= 0 && !names_number(finding, "bone", finding->bone) &&
        (uint32_t)finding->bone < gait_file_bone_count(file->file)) {
        char *name = source_bone_name(file, (uint32_t)finding->bone);
        result_printf(", bone %d ", (int)finding->bone);
        result_text(name, 0);
        free(name);
    }
    if (finding->frame >= 0 && !names_number(finding, "frame", finding->frame)) {
        result_printf(", frame %d", (int)finding->frame);
    }
    if (finding->count > 1) {
        result_printf(" (the first of %u)", (unsigned)finding->count);
    }
}

static void print_finding(const source *file, const gait_diagnostic *finding, bool verbose) {
    static const char *const colors[] = {"36", "33", "31"}; /* per severity */
    if (!finding->rule) {
        return; /* reported on stderr: not a problem of the content */
    }
    gait_severity severity = finding->rule->severity;
    result_text(source_label(file), 0);
    result_printf(": ");
    if (result_has_colors()) {
        result_printf("\033[1;%sm%s\033[0m", colors[severity], gait_severity_name(severity));
    } else {
        result_printf("%s", gait_severity_name(severity));
    }
    print_place(file, finding);
    result_printf(": ");
    result_text(finding->text, 0);
    result_printf("\n");
    if (verbose && finding->rule->advice[0]) {
        result_printf("      %s\n", finding->rule->advice);
    }
}

void check_print_findings(const source *file, const common_options *options) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        print_finding(file, &file->items[i], options->verbose);
    }
    if (file->diagnostics.dropped > 0) {
        result_text(source_label(file), 0);
        result_printf(": %llu more findings are not shown\n",
                      (unsigned long long)file->diagnostics.dropped);
    }
    if (file->diagnostics.count == 0 && !options->quiet) {
        result_text(source_label(file), 0);
        result_printf(": ok\n");
    }
}

/* --- the summary ------------------------------------------------------------------------------ */

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
            found += file->items[i].rule == check_rule_at(r) ? file->items[i].count : 0;
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
            rows[used++] = (summary_row){check_rule_at(r), self->files[r], self->findings[r]};
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

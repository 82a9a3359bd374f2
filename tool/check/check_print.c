/* Prints findings with their places, or their number per rule. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "base/base.h"
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

/* Adds a part of a place, after a comma if it is not the first one. */
static void add_place_part(char **place, const char *what, uint64_t number, char *name) {
    text_append(place, "%s%s %llu%s%s", (*place)[0] ? ", " : "", what, (unsigned long long)number,
                name ? " " : "", name ? name : "");
    free(name);
}

/* Lines, clips, bones and frames first: bytes are for programs. */
static char *place_of_finding(const source *file, const gait_diagnostic *finding) {
    char *place = text_copy("");
    int32_t clip = finding->clip, bone = finding->bone, frame = finding->frame;
    if (file->file && clip >= 0 && (uint32_t)clip < gait_file_clip_count(file->file)) {
        add_place_part(&place, "clip", (uint32_t)clip, source_clip_name(file, (uint32_t)clip));
    }
    if (file->file && bone >= 0 && !names_number(finding, "bone", bone) &&
        (uint32_t)bone < gait_file_bone_count(file->file)) {
        add_place_part(&place, "bone", (uint32_t)bone, source_bone_name(file, (uint32_t)bone));
    }
    if (frame >= 0 && !names_number(finding, "frame", frame)) {
        add_place_part(&place, "frame", (uint32_t)frame, NULL);
    }
    if (finding->offset != GAIT_NO_OFFSET && finding->line == 0) {
        add_place_part(&place, "byte", finding->offset, NULL);
    }
    return place;
}

check_finding check_finding_of(const source *file, const gait_diagnostic *finding) {
    check_finding copy = {.diagnostic = *finding,
                          .label = text_copy(source_label(file)),
                          .place = place_of_finding(file, finding)};
    copy.diagnostic.file = NULL; /* its text ends with the file */
    return copy;
}

void check_finding_free(check_finding *self) {
    free(self->label);
    free(self->place);
    *self = (check_finding){0};
}

/* `count` says how often it was found, such as " (the first of 5)". */
static void print_finding(const check_finding *finding, const char *count, bool verbose) {
    static const char *const colors[] = {"36", "33", "31"}; /* per severity */
    const gait_rule *rule = finding->diagnostic.rule;
    gait_severity severity = finding->diagnostic.severity;
    result_text(finding->label, 0);
    result_printf(": ");
    if (result_has_colors()) {
        result_printf("\033[1;%sm%s\033[0m", colors[severity], gait_severity_name(severity));
    } else {
        result_printf("%s", gait_severity_name(severity));
    }
    result_printf(" %s%s", rule->id, finding->place[0] ? ": " : "");
    result_text(finding->place, 0);
    result_printf("%s: ", count);
    result_text(finding->diagnostic.text, 0);
    result_printf("\n");
    if (verbose && rule->advice[0]) {
        result_printf("      %s\n", rule->advice);
    }
}

void check_print_findings(const source *file, const common_options *options) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        const gait_diagnostic *item = &file->items[i];
        if (!item->rule) {
            continue; /* reported on stderr: not a problem of the content */
        }
        check_finding finding = check_finding_of(file, item);
        char *count = item->count > 1 ? text_format(" (the first of %u)", (unsigned)item->count)
                                      : text_copy("");
        print_finding(&finding, count, options->verbose);
        free(count);
        check_finding_free(&finding);
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

/* --- causes ----------------------------------------------------------------------------------- */

/* Causes of one rule in one and the same file, such as many missing banks of one model, are one
 * line. Returns how many of them begin at `first`; if there are few, 1. */
static size_t count_in_file(const check_causes *causes, size_t first) {
    enum { FEW = 3 };
    const check_cause *begin = &causes->items[first];
    size_t count = 1;
    while (first + count < causes->count && begin->files == 1 && begin[count].files == 1 &&
           begin[count].first.diagnostic.rule == begin->first.diagnostic.rule &&
           strcmp(begin[count].first.label, begin->first.label) == 0) {
        count++;
    }
    return count > FEW ? count : 1;
}

static char *count_of_causes(const check_cause *cause, size_t count) {
    unsigned long long findings = 0, files = cause->files;
    for (size_t i = 0; i < count; i++) {
        findings += cause[i].findings;
    }
    return files > 1      ? text_format(" (the first of %llu in %llu files)", findings, files)
           : findings > 1 ? text_format(" (the first of %llu)", findings)
                          : text_copy("");
}

static void print_also(const check_cause *cause) {
    enum { MAX_SHOWN = 2 };
    uint64_t shown = 0;
    for (size_t i = 0; i < cause->also_count && shown < MAX_SHOWN; i++) {
        if (cause->also[i].is_file) {
            result_printf(shown == 0 ? "      also in " : ", ");
            result_text(cause->also[i].label, 0);
            shown++;
        }
    }
    if (shown > 0 && cause->files - 1 > shown) {
        result_printf(" and %llu more", (unsigned long long)(cause->files - 1 - shown));
    }
    if (shown > 0) {
        result_printf("\n");
    }
}

void check_print_causes(const check_causes *causes, const common_options *options) {
    uint64_t printed = 0;
    for (size_t i = 0, size; i < causes->count; i += size) {
        const check_cause *cause = &causes->items[i];
        size = count_in_file(causes, i);
        char *count = count_of_causes(cause, size);
        printed++;
        print_finding(&cause->first, count, options->verbose);
        print_also(cause);
        free(count);
    }
    if (causes->dropped > 0) {
        result_printf("%llu more findings are not shown\n", (unsigned long long)causes->dropped);
    }
    if (causes->lines > printed) {
        log_note("%llu findings with %llu cause%s; --each prints every finding",
                 (unsigned long long)causes->lines, (unsigned long long)printed,
                 text_plural(printed));
    }
}

/* --- the summary ------------------------------------------------------------------------------ */

static void reserve_rules(check_summary *self) {
    uint32_t count = gait_rule_count();
    if (!self->files) {
        self->files = memory_resize(NULL, count, sizeof *self->files);
        self->findings = memory_resize(NULL, count, sizeof *self->findings);
        self->worst = memory_resize(NULL, count, sizeof *self->worst);
        for (uint32_t r = 0; r < count; r++) {
            self->files[r] = self->findings[r] = 0;
            self->worst[r] = GAIT_NOTE;
        }
    }
}

void check_summary_merge(check_summary *self, const check_summary *part) {
    reserve_rules(self);
    for (uint32_t r = 0; part->files && r < gait_rule_count(); r++) {
        self->files[r] += part->files[r];
        self->findings[r] += part->findings[r];
        self->worst[r] = part->worst[r] > self->worst[r] ? part->worst[r] : self->worst[r];
    }
}

void check_summary_add(check_summary *self, const source *file) {
    uint32_t count = gait_rule_count();
    reserve_rules(self);
    for (uint32_t r = 0; r < count; r++) {
        uint64_t found = 0;
        for (uint32_t i = 0; i < file->diagnostics.count; i++) {
            const gait_diagnostic *item = &file->items[i];
            bool is_of_rule = item->rule == gait_rule_at(r);
            found += is_of_rule ? item->count : 0;
            self->worst[r] =
                is_of_rule && item->severity > self->worst[r] ? item->severity : self->worst[r];
        }
        self->files[r] += found > 0;
        self->findings[r] += found;
    }
}

/* A rule of the summary. */
typedef struct summary_row {
    const gait_rule *rule;
    gait_severity severity;
    uint64_t files, findings;
} summary_row;

static int by_importance(const void *a, const void *b) {
    const summary_row *left = a, *right = b;
    if (left->severity != right->severity) {
        return left->severity > right->severity ? -1 : 1;
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
            rows[used++] =
                (summary_row){gait_rule_at(r), self->worst[r], self->files[r], self->findings[r]};
        }
    }
    qsort(rows, used, sizeof *rows, by_importance);
    result_printf("%-7s %-8s %8s %9s  %s\n", "RULE", "SEVERITY", "FILES", "FINDINGS", "SUMMARY");
    for (size_t i = 0; i < used; i++) {
        const gait_rule *rule = rows[i].rule;
        result_printf("%-7s %-8s %8llu %9llu  %s\n", rule->id, gait_severity_name(rows[i].severity),
                      (unsigned long long)rows[i].files, (unsigned long long)rows[i].findings,
                      rule->summary);
    }
    free(rows);
}

void check_summary_free(check_summary *self) {
    free(self->files);
    free(self->findings);
    free(self->worst);
    *self = (check_summary){0};
}

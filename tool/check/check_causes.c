/* Groups the findings of many files by their causes. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"

enum { MAX_ALSO = 16, FIRST_SLOTS = 64 };

/* --- the table -------------------------------------------------------------------------------- */

static bool has_cause(const check_cause *cause, const gait_diagnostic *finding) {
    return cause->first.diagnostic.rule == finding->rule &&
           cause->first.diagnostic.cause == finding->cause;
}

/* The slot of a cause, or the free one in which it belongs. */
static uint32_t *find_slot(const check_causes *self, const gait_diagnostic *finding) {
    uint64_t hash = (finding->cause ^ (uint64_t)(uintptr_t)finding->rule) * 0x9E3779B97F4A7C15U;
    size_t at = (size_t)(hash >> 32) & (self->slot_count - 1);
    while (self->slots[at] > 0 && !has_cause(&self->items[self->slots[at] - 1], finding)) {
        at = (at + 1) & (self->slot_count - 1);
    }
    return &self->slots[at];
}

static void reserve_slots(check_causes *self) {
    if (2 * (self->count + 1) <= self->slot_count) {
        return;
    }
    self->slot_count = self->slot_count > 0 ? 2 * self->slot_count : FIRST_SLOTS;
    self->slots = memory_resize(self->slots, self->slot_count, sizeof *self->slots);
    memset(self->slots, 0, self->slot_count * sizeof *self->slots);
    for (size_t i = 0; i < self->count; i++) {
        *find_slot(self, &self->items[i].first.diagnostic) = (uint32_t)i + 1;
    }
}

/* The cause of a finding; NULL = it is new, and must be added with add_cause(). */
static check_cause *find_cause(check_causes *self, const gait_diagnostic *finding) {
    reserve_slots(self);
    uint32_t slot = *find_slot(self, finding);
    return slot > 0 ? &self->items[slot - 1] : NULL;
}

static void add_cause(check_causes *self, const check_cause *cause) {
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count] = *cause;
    self->count++;
    *find_slot(self, &cause->first.diagnostic) = (uint32_t)self->count;
}

/* --- findings --------------------------------------------------------------------------------- */

/* Adds the place of a later finding; takes the label. */
static void cause_add_place(check_cause *self, char *label, uint32_t line, bool is_file) {
    if (self->also_count == MAX_ALSO) { /* another file replaces a place in one that is named */
        size_t at = MAX_ALSO;
        while (at > 0 && self->also[at - 1].is_file) {
            at--;
        }
        if (!is_file || at == 0) {
            free(label);
            return;
        }
        free(self->also[at - 1].label);
        memmove(&self->also[at - 1], &self->also[at], (MAX_ALSO - at) * sizeof *self->also);
        self->also_count--;
    }
    self->also = self->also ? self->also : memory_resize(NULL, MAX_ALSO, sizeof *self->also);
    self->also[self->also_count++] = (check_place){label, line, is_file};
}

static void cause_free_places(check_cause *self) {
    for (size_t i = 0; i < self->also_count; i++) {
        free(self->also[i].label);
    }
    free(self->also);
}

/* A cause is as serious as its most serious finding. */
static void cause_raise(check_cause *self, gait_severity severity) {
    gait_severity *worst = &self->first.diagnostic.severity;
    *worst = severity > *worst ? severity : *worst;
}

void check_causes_add(check_causes *self, const source *file) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        const gait_diagnostic *finding = &file->items[i];
        check_cause *known = finding->rule ? find_cause(self, finding) : NULL;
        self->lines += finding->rule != NULL;
        if (known) {
            known->findings += finding->count;
            cause_raise(known, finding->severity);
            cause_add_place(known, text_copy(source_label(file)), finding->line, false);
        } else if (finding->rule) {
            check_cause added = {
                .first = check_finding_of(file, finding), .findings = finding->count, .files = 1};
            add_cause(self, &added);
        }
    }
    self->dropped += file->diagnostics.dropped;
}

/* Adds the findings of a later file, and takes its label. */
static void join(check_cause *self, check_cause *later) {
    self->findings += later->findings;
    self->files += later->files;
    cause_raise(self, later->first.diagnostic.severity);
    cause_add_place(self, later->first.label, later->first.diagnostic.line, true);
    later->first.label = NULL;
    for (size_t i = 0; i < later->also_count; i++) {
        cause_add_place(self, later->also[i].label, later->also[i].line, later->also[i].is_file);
    }
    later->also_count = 0;
    check_finding_free(&later->first);
    cause_free_places(later);
}

void check_causes_append(check_causes *self, check_causes *part) {
    for (size_t i = 0; i < part->count; i++) {
        check_cause *known = find_cause(self, &part->items[i].first.diagnostic);
        if (known) {
            join(known, &part->items[i]);
        } else {
            add_cause(self, &part->items[i]);
        }
    }
    self->lines += part->lines;
    self->dropped += part->dropped;
    part->count = 0;
    check_causes_free(part);
}

void check_causes_free(check_causes *self) {
    for (size_t i = 0; i < self->count; i++) {
        check_finding_free(&self->items[i].first);
        cause_free_places(&self->items[i]);
    }
    free(self->items);
    free(self->slots);
    *self = (check_causes){0};
}

/* --- the order -------------------------------------------------------------------------------- */

static int by_weight(const void *a, const void *b) {
    const check_cause *left = a, *right = b;
    const gait_diagnostic *finding = &left->first.diagnostic, *other = &right->first.diagnostic;
    if (finding->severity != other->severity) {
        return finding->severity > other->severity ? -1 : 1;
    }
    if (left->files != right->files) {
        return left->files > right->files ? -1 : 1;
    }
    if (left->findings != right->findings && left->files > 1) {
        return left->findings > right->findings ? -1 : 1;
    }
    int order = strcmp(finding->rule->id, other->rule->id);
    order = order != 0 ? order : strcmp(left->first.label, right->first.label);
    order = order != 0 ? order : strcmp(finding->text, other->text);
    return order != 0 ? order : finding->cause < other->cause ? -1 : 1;
}

void check_causes_sort(check_causes *self) {
    if (self->count > 0) {
        qsort(self->items, self->count, sizeof *self->items, by_weight);
    }
    free(self->slots); /* of the former order */
    self->slots = NULL;
    self->slot_count = 0;
}

/* --- the report ------------------------------------------------------------------------------- */

static void report_text(gait_buffer *out, const char *key, const char *text) {
    memory_check(gait_report_raw(key, out));
    memory_check(gait_report_text(text, out));
}

/* Appends the places of the next findings. */
static void cause_report_places(gait_buffer *out, const check_cause *cause) {
    memory_check(gait_report_raw(",\"also\":[", out));
    for (size_t i = 0; i < cause->also_count; i++) {
        const check_place *place = &cause->also[i];
        report_text(out, i > 0 ? ",{\"file\":" : "{\"file\":", place->label);
        char *line = place->line > 0 ? text_format(",\"line\":%lu}", (unsigned long)place->line)
                                     : text_copy(",\"line\":null}");
        memory_check(gait_report_raw(line, out));
        free(line);
    }
    memory_check(gait_report_raw("]", out));
}

void check_causes_report(const check_causes *self, gait_buffer *out) {
    memory_check(gait_report_raw("\"causes\":[", out));
    for (size_t i = 0; i < self->count; i++) {
        const check_cause *cause = &self->items[i];
        const gait_diagnostic *first = &cause->first.diagnostic;
        /* As "cause" of a finding (gait_report_check()). */
        char *name = first->cause == 0 ? text_copy(first->rule->id)
                                       : text_format("%s-%016llx", first->rule->id,
                                                     (unsigned long long)first->cause);
        report_text(out, i > 0 ? ",\n{\"cause\":" : "\n{\"cause\":", name);
        report_text(out, ",\"rule\":", first->rule->id);
        report_text(out, ",\"severity\":", gait_severity_name(first->severity));
        char *counts =
            text_format(",\"count\":%llu,\"files\":%llu", (unsigned long long)cause->findings,
                        (unsigned long long)cause->files);
        memory_check(gait_report_raw(counts, out));
        report_text(out, ",\"message\":", first->text);
        report_text(out, ",\"first\":", cause->first.label);
        cause_report_places(out, cause);
        memory_check(gait_report_raw("}", out));
        free(counts);
        free(name);
    }
    memory_check(gait_report_raw("]", out));
}

/* Reads lists of rules, and applies --only, --ignore and --min-severity. */
#include <string.h>

#include "check/check.h"
#include "base/base.h"
#include "gait/rules.h"

/* --- rules ------------------------------------------------------------------------------------ */

int check_rules_refuse(const char *id) {
    text_list ids = {0};
    const char *equal = NULL;
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        text_list_add(&ids, gait_rule_at(i)->id);
        equal = text_equal(gait_rule_at(i)->id, id) ? gait_rule_at(i)->id : equal;
    }
    const char *nearest = equal ? equal : text_nearest(id, ids.items, ids.count);
    log_error(NULL, "there is no rule '%s'%s%s%s", id, nearest ? "; did you mean " : "",
              nearest ? nearest : "", nearest ? "?" : "");
    log_hint("`gait rules` lists all rules");
    text_list_free(&ids, false);
    return EXIT_USAGE;
}

bool check_rules_match(const text_list *patterns, const char *id) {
    bool matches = false;
    for (size_t i = 0; i < patterns->count && !matches; i++) {
        matches = text_matches(patterns->items[i], id);
    }
    return matches;
}

static bool matches_a_rule(const char *pattern) {
    bool matches = false;
    for (uint32_t i = 0; i < gait_rule_count() && !matches; i++) {
        matches = text_matches(pattern, gait_rule_at(i)->id);
    }
    return matches;
}

int check_rules_parse(const text_list *texts, text_list *out_patterns) {
    *out_patterns = (text_list){0};
    for (size_t i = 0; i < texts->count; i++) {
        text_list_split(out_patterns, texts->items[i]);
    }
    for (size_t i = 0; i < out_patterns->count; i++) {
        if (!matches_a_rule(out_patterns->items[i])) {
            return check_rules_refuse(out_patterns->items[i]);
        }
    }
    return EXIT_OK;
}

/* --- findings --------------------------------------------------------------------------------- */

static bool is_reported(const check_filter *filter, const source *file,
                        const gait_diagnostic *finding) {
    const gait_rule *rule = finding->rule;
    bool is_known = rule && check_baseline_has(&filter->baseline, file, rule);
    return !rule || (!is_known && finding->severity >= filter->min_severity &&
                     !check_rules_match(&filter->ignored, rule->id));
}

void check_filter_apply(const check_filter *filter, source *file) {
    gait_diagnostics *all = &file->diagnostics;
    bool kept[SOURCE_DIAGNOSTICS];
    uint32_t count = 0;
    check_baseline_visit(&filter->baseline, file);
    check_severities_apply(file);
    for (uint32_t i = 0; i < all->count; i++) {
        kept[i] = is_reported(filter, file, &all->items[i]);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        const gait_diagnostic *finding = &all->items[i];
        if (kept[i]) {
            all->items[count++] = *finding;
        } else if (finding->severity == GAIT_ERROR) {
            all->errors -= finding->count;
        } else if (finding->severity == GAIT_WARNING) {
            all->warnings -= finding->count;
        }
    }
    all->count = count;
}

/* --- files ------------------------------------------------------------------------------------ */

static bool is_selected(const text_list *formats, const char *name) {
    bool is_listed = formats->count == 0;
    for (size_t i = 0; i < formats->count && !is_listed; i++) {
        is_listed = text_equal(formats->items[i], name);
    }
    return is_listed;
}

bool check_filter_skips(const check_filter *filter, const source *file) {
    return source_is_foreign(file) ||
           (file->format != GAIT_FORMAT_UNKNOWN &&
            !is_selected(&filter->formats, gait_format_get_info(file->format)->name));
}

static bool can_open(const char *name) {
    bool is_known = false;
    for (int f = 0; f < GAIT_FORMAT_COUNT && !is_known; f++) {
        const gait_format_info *info = gait_format_get_info((gait_format)f);
        is_known = info->abilities & GAIT_CAN_OPEN && text_equal(name, info->name);
    }
    return is_known;
}

int check_filter_read_formats(const text_list *given, text_list *out) {
    for (size_t i = 0; i < given->count; i++) {
        for (const char *at = given->items[i]; *at;) {
            size_t size = strcspn(at, ",");
            char *name = text_slice(at, size);
            text_list_add(out, name);
            if (!can_open(name)) {
                log_error(NULL, "there is no format '%s'", name);
                log_hint("`gait formats` lists all formats");
                return EXIT_USAGE;
            }
            at += size + (at[size] == ',');
        }
    }
    return EXIT_OK;
}

void check_filter_free(check_filter *filter) {
    text_list_free(&filter->ignored, true);
    text_list_free(&filter->formats, true);
    check_baseline_free(&filter->baseline);
}

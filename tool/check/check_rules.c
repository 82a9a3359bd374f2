/* Checks that each rule or pattern on the command line matches a rule. */
#include "check/check_rules.h"

#include <string.h>

#include "exit_code.h"
#include "terminal.h"
#include "gait/rules.h"

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
        for (const char *at = texts->items[i]; at;) {
            size_t size = strcspn(at, ",");
            char *pattern = text_slice(at, size);
            text_list_add(out_patterns, pattern);
            if (!matches_a_rule(pattern)) {
                return check_rules_refuse(pattern);
            }
            at = at[size] == ',' ? at + size + 1 : NULL;
        }
    }
    return EXIT_OK;
}

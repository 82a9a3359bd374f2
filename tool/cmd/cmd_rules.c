/* gait rules: lists the rules of the checker. */
#include "cmd/command.h"

#include <string.h>

#include "check/check.h"
#include "base/base.h"
#include "gait/report.h"
#include "gait/rules.h"

typedef struct rules_options {
    common_options common;
    bool json;
} rules_options;

static const option rules_table[] = {
    {"json", 0, OPTION_FLAG, NULL, offsetof(rules_options, json), "print JSON (gait.rules/1)"},
    OPTIONS_COLOR(rules_options),
    OPTIONS_HELP(rules_options),
};

static void print_json_rule(const gait_rule *rule) {
    gait_buffer json = {0};
    gait_status status = gait_report_rule(rule, &json);
    result_json(status, &json);
    gait_buffer_free(&json);
}

/* Prints `only` in detail; if it is NULL, a list of the rules that match the patterns, or all. */
static void print_rules(const gait_rule *only, const text_list *patterns, bool json) {
    if (json) {
        result_json_raw("{\"schema\":\"gait.rules/1\",\"rules\":[");
    }
    const char *separator = "\n";
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        const gait_rule *rule = gait_rule_at(i);
        bool is_listed = patterns->count == 0 || check_rules_match(patterns, rule->id);
        if ((only && rule != only) || !is_listed) {
            continue;
        }
        if (json) {
            result_json_raw(separator);
            print_json_rule(rule);
            separator = ",\n";
        } else if (only) {
            result_heading(rule->id);
            result_printf("  %s: %s\n  what to do: %s\n  read more:  docs/formats/%s\n",
                          gait_severity_name(rule->severity), rule->summary, rule->advice,
                          rule->page);
        } else {
            result_printf("%-7s %-8s %s\n", rule->id, gait_severity_name(rule->severity),
                          rule->summary);
        }
    }
    if (json) {
        result_json_raw("]}\n");
    }
}

static int run_rules(const command_call *call) {
    bool json = ((const rules_options *)call->options)->json;
    const char *id = call->count > 0 ? call->operands[0] : NULL;
    const gait_rule *only = NULL;
    if (id && !strpbrk(id, "*?,")) {
        only = gait_rule_find(id);
        if (!only) {
            return check_rules_refuse(id);
        }
    }
    text_list texts = {0}, patterns = {0};
    if (id && !only) {
        text_list_add(&texts, id);
    }
    int code = check_rules_parse(&texts, &patterns);
    if (code == EXIT_OK) {
        print_rules(only, &patterns, json);
    }
    text_list_free(&texts, false);
    text_list_free(&patterns, true);
    return code;
}

const command command_rules = {"rules",
                               "list the rules that `gait check` applies",
                               "[ID]",
                               "gait rules RTM001\n"
                               "gait rules 'OMF1*,SKL*'",
                               "",
                               0,
                               1,
                               COMMAND_RUN(rules_table, rules_options, run_rules)};

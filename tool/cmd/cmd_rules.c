/* gait rules: lists the rules of the checker. */
#include "cmd/command.h"

#include <string.h>

#include "check/check.h"
#include "base/base.h"
#include "options/options.h"
#include "gait/games.h"
#include "gait/report.h"
#include "gait/rules.h"

typedef struct rules_options {
    common_options common;
    int game;
    bool json;
} rules_options;

static const option rules_table[] = {
    OPTIONS_GAME(rules_options, game,
                 "the severities in this game; auto: those without a known game"),
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

/* What games do, and the games with each severity. */
static void print_games(const gait_rule *rule) {
    if (!gait_rule_effect(rule)) {
        return;
    }
    result_printf("  in games:   %s\n", gait_rule_effect(rule));
    for (gait_severity severity = GAIT_ERROR; severity > GAIT_OFF; severity--) {
        bool is_first = true;
        for (gait_game game = 0; game < GAIT_GAME_COUNT; game++) {
            if (gait_rule_severity_in(rule, GAIT_GAMES(game)) == severity) {
                if (is_first) {
                    result_printf("    %s: ", gait_severity_name(severity));
                }
                result_printf("%s%s", is_first ? "" : ", ", gait_game_get_info(game)->name);
                is_first = false;
            }
        }
        result_printf("%s", is_first ? "" : "\n");
    }
}

static void print_rule(const gait_rule *rule, gait_severity severity) {
    result_heading(rule->id);
    result_printf("  %s: %s\n  what to do: %s\n  read more:  docs/formats/%s\n",
                  gait_severity_name(severity), rule->summary, rule->advice, rule->page);
    print_games(rule);
}

/* What is printed. */
typedef struct rules_request {
    const gait_rule *only; /* in detail; NULL = a list of the rules that match the patterns */
    text_list patterns;    /* empty = all */
    uint32_t games;        /* 0 = all */
    bool json;
} rules_request;

/* How serious a rule is. A rule about a few games is not off unless another game is given. */
static gait_severity severity_of(const rules_request *request, const gait_rule *rule) {
    return request->games ? gait_rule_severity_in(rule, request->games) : rule->severity;
}

static bool is_listed(const rules_request *request, const gait_rule *rule) {
    if (request->only) {
        return rule == request->only;
    }
    return severity_of(request, rule) != GAIT_OFF &&
           (request->patterns.count == 0 || check_rules_match(&request->patterns, rule->id));
}

static void print_rules(const rules_request *request) {
    if (request->json) {
        result_json_raw("{\"schema\":\"gait.rules/1\",\"rules\":[");
    }
    const char *separator = "\n";
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        const gait_rule *rule = gait_rule_at(i);
        if (!is_listed(request, rule)) {
            continue;
        }
        if (request->json) {
            result_json_raw(separator);
            print_json_rule(rule);
            separator = ",\n";
        } else if (request->only) {
            print_rule(rule, severity_of(request, rule));
        } else {
            result_printf("%-7s %-8s %s\n", rule->id,
                          gait_severity_name(severity_of(request, rule)), rule->summary);
        }
    }
    if (request->json) {
        result_json_raw("]}\n");
    }
}

static int run_rules(const command_call *call) {
    const rules_options *options = call->options;
    const char *id = call->count > 0 ? call->operands[0] : NULL;
    rules_request request = {.games = game_set(options->game), .json = options->json};
    if (id && !strpbrk(id, "*?,")) {
        request.only = gait_rule_find(id);
        if (!request.only) {
            return check_rules_refuse(id);
        }
    }
    text_list texts = {0};
    if (id && !request.only) {
        text_list_add(&texts, id);
    }
    int code = check_rules_parse(&texts, &request.patterns);
    if (code == EXIT_OK) {
        print_rules(&request);
    }
    text_list_free(&texts, false);
    text_list_free(&request.patterns, true);
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

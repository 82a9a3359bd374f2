/* gait.rules/1: the rules of the checker. */
#include "gait/report.h"

#include "gait/games.h"
#include "report/report_json.h"

/* The severities in the games, and what games do; nothing for rules that are the same in all. */
static void rules_report_games(gaiti_json *json, const gait_rule *rule) {
    if (!gait_rule_effect(rule)) {
        return;
    }
    gaiti_json_member_text(json, "effect", gait_rule_effect(rule));
    gaiti_json_key(json, "games");
    gaiti_json_open(json, '{');
    for (gait_game game = 0; game < GAIT_GAME_COUNT; game++) {
        gaiti_json_member_text(json, gait_game_get_info(game)->name,
                               gait_severity_name(gait_rule_severity_in(rule, GAIT_GAMES(game))));
    }
    gaiti_json_close(json, '}');
}

gait_status gait_report_rule(const gait_rule *rule, gait_buffer *out) {
    if (!rule || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "id", rule->id);
    gaiti_json_member_text(&json, "severity", gait_severity_name(rule->severity));
    gaiti_json_member_text(&json, "status", gait_status_name(rule->status));
    gaiti_json_member_text(&json, "summary", rule->summary);
    gaiti_json_member_text(&json, "advice", rule->advice);
    gaiti_json_member_text(&json, "page", rule->page);
    rules_report_games(&json, rule);
    return gaiti_json_end(&json);
}

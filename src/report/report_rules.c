/* gait.rules/1: the rules of the checker. */
#include "gait/report.h"

#include "report/report_json.h"

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
    return gaiti_json_end(&json);
}

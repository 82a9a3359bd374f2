/* gait.skeletons/1: the built-in skeletons. */
#include "gait/report.h"

#include "report/report_json.h"
#include "model/side.h"

gait_status gait_report_builtins(gait_buffer *out) {
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.skeletons/1");
    gaiti_json_member_open(&json, "skeletons", '[');
    for (uint32_t i = 0; i < gait_builtin_count(); i++) {
        const gait_builtin builtin = gait_builtin_at(i);
        gaiti_json_open_line(&json);
        gaiti_json_member_text(&json, "name", builtin.name);
        gaiti_json_member_text(&json, "summary", builtin.summary);
        gaiti_json_member_uint(&json, "bones", builtin.bone_count);
        gaiti_json_member_bool(&json, "flat", builtin.is_flat);
        gaiti_json_member_text(&json, "family", gaiti_family_name(builtin.family));
        gaiti_json_close(&json, '}');
    }
    return gaiti_json_end(&json);
}

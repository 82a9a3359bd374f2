/* Refusals of round trips: diagnostics with the rules of the group RTP. */

#include "base/bytes.h"
#include "formats/file_state.h"
#include "formats/xray/xray_encode.h"
#include "gait/rules.h"
#include "roundtrip/roundtrip_parts.h"

/* Raises a rule about a file, NULL = the base file. `clip` begins the text, NULL = none. */
static gait_status refuse_raise(gait_roundtrip_report *report, gaiti_rule rule,
                                const gait_file *file, const char *clip, gaiti_detail detail) {
    gait_diagnostics *sink = report->sink;
    const gait_file *subject = file ? file : report->base_file;
    gaiti_report about = gaiti_report_on_clip(sink, clip);
    detail.name_is_utf8 = true;
    report->overview.rule = gait_rule_at((uint32_t)rule);
    const char *before = gaiti_set_file(sink, subject ? subject->name : NULL);
    gait_status status = gaiti_raise(&about, rule, detail);
    gaiti_restore_file(sink, before);
    return status;
}

gait_status gaiti_roundtrip_warn_source(gait_roundtrip_report *report) {
    gait_status status =
        refuse_raise(report, GAITI_ROUNDTRIP_OTHER_SOURCE, report->edited_file, NULL,
                     (gaiti_detail){.name = gaiti_span_of(report->base_file->name)});
    report->overview.rule = NULL;
    return status;
}

gait_status gaiti_roundtrip_refuse_base(gait_roundtrip_report *report, gaiti_rule rule,
                                        gaiti_detail detail) {
    return refuse_raise(report, rule, NULL, NULL, detail);
}

gait_status gaiti_roundtrip_refuse(gait_roundtrip_report *report, gaiti_rule rule,
                                   gaiti_detail detail) {
    return refuse_raise(report, rule, report->edited_file, NULL, detail);
}

gait_status gaiti_roundtrip_refuse_name(gait_roundtrip_report *report, uint32_t index,
                                        const gait_clip *clip, bool has_new_name) {
    const gait_roundtrip_clip_result *result = &report->clips[index];
    uint32_t page = gait_file_code_page(report->base_file);
    const char *event = clip ? gaiti_xray_encode_bad_event(clip, page) : NULL;
    bool is_name = has_new_name && clip && gaiti_xray_encode_refuses(clip->name, page);
    bool is_event = event && !is_name;
    return refuse_raise(
        report, is_event ? GAITI_CONVERT_EVENT_NAME : GAITI_CONVERT_CLIP_NAME, report->edited_file,
        result->outcome == GAIT_ROUNDTRIP_RENAMED ? result->new_name : result->name,
        (gaiti_detail){.name = gaiti_span_of(is_event ? event : NULL),
                       .other =
                           gaiti_span_of(gait_format_get_info(report->overview.format)->name)});
}

void gaiti_roundtrip_fail(gait_roundtrip_report *report, gaiti_rule rule, gait_status status) {
    const gait_diagnostics *sink = report->sink;
    bool is_about_base = rule == GAITI_ROUNDTRIP_BASE || rule >= GAITI_ROUNDTRIP_APPLYING;
    if (status == GAIT_NO_MEMORY || (sink && sink->errors > report->errors_before)) {
        report->overview.rule = gait_rule_at((uint32_t)rule);
    } else {
        (void)refuse_raise(report, rule, is_about_base ? NULL : report->edited_file, NULL,
                           (gaiti_detail){.words = gaiti_span_of(gait_status_name(status))});
    }
}

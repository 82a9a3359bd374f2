/* The report of findings: gait.check/1. */
#include "gait/report.h"

#include "report/report_json.h"

/* Writes {"index","name"} or null; the name is null when it is unknown. */
static void report_check_clip(gaiti_json *json, const gait_file *file, int32_t clip) {
    if (!gaiti_json_member_open_if(json, "clip", '{', clip >= 0)) {
        return;
    }
    gaiti_json_member_index(json, "index", clip);
    gaiti_json_key(json, "name");
    if (file && (uint32_t)clip < gait_file_clip_count(file)) {
        gait_clip_info info = gait_file_clip_info(file, (uint32_t)clip);
        gaiti_json_clip_name(json, file, &info);
    } else {
        gaiti_json_null(json);
    }
    gaiti_json_close(json, '}');
}

static void report_check_bone(gaiti_json *json, const gait_file *file, int32_t bone) {
    if (!gaiti_json_member_open_if(json, "bone", '{', bone >= 0)) {
        return;
    }
    gaiti_json_member_index(json, "index", bone);
    gaiti_json_key(json, "name");
    if (file && (uint32_t)bone < gait_file_bone_count(file)) {
        gaiti_json_bone_name(json, file, (uint32_t)bone);
    } else {
        gaiti_json_null(json);
    }
    gaiti_json_close(json, '}');
}

/* Writes {"file","line","offset"}, or null without an offset and a line. */
static void report_check_place(gaiti_json *json, const char *path, const gait_diagnostic *finding) {
    bool has_offset = finding->rule && finding->offset != GAIT_NO_OFFSET;
    if (!gaiti_json_member_open_if(json, "place", '{', has_offset || finding->line > 0)) {
        return;
    }
    gaiti_json_member_text(json, "file", finding->file ? finding->file : path);
    gaiti_json_member_index(json, "line", finding->line > 0 ? (int64_t)finding->line : -1);
    gaiti_json_member_offset(json, finding);
    gaiti_json_close(json, '}');
}

/* A finding without a rule comes from the caller: the file could not be read, so there is no
 * offset. Neither have findings about clips that are being converted. */
static void report_check_finding(gaiti_json *json, const char *path, const gait_file *file,
                                 const gait_diagnostic *finding) {
    gait_severity severity = finding->rule ? finding->rule->severity : GAIT_ERROR;
    gaiti_json_line(json);
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "rule", finding->rule ? finding->rule->id : NULL);
    gaiti_json_member_text(json, "severity", gait_severity_name(severity));
    gaiti_json_member_offset(json, finding);
    gaiti_json_member_uint(json, "length", finding->length);
    report_check_clip(json, file, finding->clip);
    report_check_bone(json, file, finding->bone);
    gaiti_json_member_index(json, "frame", finding->frame);
    gaiti_json_member_uint(json, "count", finding->count);
    gaiti_json_member_text(json, "message", finding->text);
    if (finding->rule) {
        gaiti_json_member_cause(json, "cause", finding);
    } else {
        gaiti_json_member_text(json, "cause", NULL);
    }
    report_check_place(json, path, finding);
    gaiti_json_close(json, '}');
}

gait_status gait_report_check(const char *path, const gait_file *file, gait_format format,
                              const gait_diagnostics *diagnostics, gait_buffer *out) {
    if (!diagnostics || (!diagnostics->items && diagnostics->count > 0) || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "path", path);
    gaiti_json_member_format(&json, file ? gait_file_format(file) : format);
    gaiti_json_member_uint(&json, "errors", diagnostics->errors);
    gaiti_json_member_uint(&json, "warnings", diagnostics->warnings);
    gaiti_json_member_uint(&json, "dropped", diagnostics->dropped);
    gaiti_json_member_open(&json, "findings", '[');
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        report_check_finding(&json, path, file, &diagnostics->items[i]);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_close(&json, '}');
    return gaiti_json_status(&json);
}

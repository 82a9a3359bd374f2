/* The report of findings: gait.check/1. */
#include "gait/report.h"

#include "report/report_json.h"

/* Writes {"index","name"} of a clip or bone, or null. */
static void report_check_part(gaiti_json *json, const char *key, const gait_file *file,
                              int32_t index,
                              void (*write_name)(gaiti_json *, const gait_file *, uint32_t)) {
    if (!gaiti_json_member_open_if(json, key, '{', index >= 0)) {
        return;
    }
    gaiti_json_member_index(json, "index", index);
    gaiti_json_key(json, "name");
    write_name(json, file, (uint32_t)index);
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
    gait_severity severity = finding->rule ? finding->severity : GAIT_ERROR;
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "rule", finding->rule ? finding->rule->id : NULL);
    gaiti_json_member_text(json, "severity", gait_severity_name(severity));
    gaiti_json_member_offset(json, finding);
    gaiti_json_member_uint(json, "length", finding->length);
    report_check_part(json, "clip", file, finding->clip, gaiti_json_clip_name);
    report_check_part(json, "bone", file, finding->bone, gaiti_json_bone_name);
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
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "path", path);
    gaiti_json_member_format(&json, file ? gait_file_format(file) : format);
    gaiti_json_member_uint(&json, "errors", diagnostics->errors);
    gaiti_json_member_uint(&json, "warnings", diagnostics->warnings);
    gaiti_json_member_uint(&json, "dropped", diagnostics->dropped);
    gaiti_json_member_open(&json, "findings", '[');
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        report_check_finding(&json, path, file, &diagnostics->items[i]);
    }
    return gaiti_json_end(&json);
}

/* Members that reports of files share: path, format, status, phases, root motion, error. */
#include "report/report_file.h"

#include <string.h>

void gaiti_report_file_members(gaiti_json *json, const gait_report_input *input) {
    const gait_file *file = input->file;
    gaiti_json_member_text(json, "path", input->path);
    gaiti_json_key(json, "bytes");
    if (strcmp(input->status, "unreadable") == 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_uint(json, input->size);
    }
    gaiti_json_member_format(json, file ? gait_file_format(file) : input->format);
    gaiti_json_member_index(json, "version", file ? gait_file_version(file) : -1);
    gaiti_json_member_text(json, "status", input->status);
}

/* A member with an array, or null. */
static void report_floats(gaiti_json *json, const char *key, const float *values, int count) {
    gaiti_json_key(json, key);
    if (!values) {
        gaiti_json_null(json);
        return;
    }
    gaiti_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        gaiti_json_f32(json, values[i]);
    }
    gaiti_json_close(json, ']');
}

void gaiti_report_clip_members(gaiti_json *json, const gait_file *file, uint32_t index) {
    gait_clip_info clip = gait_file_clip_info(file, index);
    gaiti_json_member_uint(json, "index", index);
    gaiti_json_key(json, "name");
    gaiti_json_clip_name(json, file, &clip);
    gaiti_json_member_uint(json, "frames", clip.frame_count);
    gaiti_json_key(json, "duration_s");
    if (clip.duration_s < 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_f64(json, clip.duration_s);
    }
    gaiti_json_key(json, "loop");
    if (clip.loop < 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_bool(json, clip.loop > 0);
    }
    report_floats(json, "phases", clip.has_phases ? clip.phases : NULL, 2);
    report_floats(json, "root_motion", clip.has_root_motion ? clip.root_motion : NULL, 3);
}

void gaiti_report_member_error(gaiti_json *json, const gait_diagnostic *error) {
    gaiti_json_key(json, "error");
    if (!error) {
        gaiti_json_null(json);
        return;
    }
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "rule", error->rule ? error->rule->id : NULL);
    gaiti_json_key(json, "offset");
    if (error->rule && error->offset != GAIT_NO_OFFSET) {
        gaiti_json_uint(json, error->offset);
    } else {
        gaiti_json_null(json);
    }
    gaiti_json_member_text(json, "message", error->text);
    gaiti_json_close(json, '}');
}

/* Members that reports of files share: path, format, status, phases, root motion, error. */
#include "report/report_file.h"

#include <math.h>
#include <string.h>

void gaiti_report_file_members(gaiti_json *json, const gait_report_input *input) {
    const gait_file *file = input->file;
    gaiti_json_member_text(json, "path", input->path);
    bool has_size = strcmp(input->status, "unreadable") != 0;
    gaiti_json_member_index(json, "bytes", has_size ? (int64_t)input->size : -1);
    gaiti_json_member_format(json, file ? gait_file_format(file) : input->format);
    gaiti_json_member_index(json, "version", file ? gait_file_version(file) : -1);
    gaiti_json_member_text(json, "status", input->status);
}

void gaiti_report_clip_members(gaiti_json *json, const gait_file *file, uint32_t index) {
    gait_clip_info clip = gait_file_clip_info(file, index);
    gaiti_json_member_uint(json, "index", index);
    gaiti_json_key(json, "name");
    gaiti_json_clip_name(json, file, &clip);
    gaiti_json_member_uint(json, "frames", clip.frame_count);
    gaiti_json_member_f64(json, "duration_s", clip.duration_s < 0 ? NAN : clip.duration_s);
    gaiti_json_member_maybe(json, "loop", clip.loop);
    gaiti_json_member_floats(json, "phases", clip.has_phases ? clip.phases : NULL, 2);
    gaiti_json_member_floats(json, "root_motion", clip.has_root_motion ? clip.root_motion : NULL,
                             3);
}

void gaiti_report_member_error(gaiti_json *json, const gait_diagnostic *error) {
    if (!gaiti_json_member_open_if(json, "error", '{', error != NULL)) {
        return;
    }
    gaiti_json_member_text(json, "rule", error->rule ? error->rule->id : NULL);
    gaiti_json_member_offset(json, error);
    gaiti_json_member_text(json, "message", error->text);
    gaiti_json_close(json, '}');
}

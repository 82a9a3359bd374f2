/* Members that reports of files share: path, format, status, phases, root motion, error. */
#include "report/report_json.h"

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

/* How the game plays a clip. */
static void report_played(gaiti_json *json, const gait_mod *mod, const gait_mod_clip *played,
                          bool is_loop_stored) {
    bool is_state = played->first && played->first->kind == GAIT_USE_STATE;
    const char *stored = is_loop_stored ? "motion" : NULL;
    gaiti_report_seconds(json, played->seconds, played->seconds_why);
    gaiti_json_member_text(json, "seconds_from",
                           is_state ? gaiti_report_origin(played->first->seconds_from) : stored);
    gaiti_json_member_text(json, "loop_from",
                           is_state ? gaiti_report_origin(played->first->loop_from) : stored);
    gaiti_json_member_text(json, "state", is_state ? played->first->name : NULL);
    gaiti_json_member_uint(json, "uses", played->use_count);
    gaiti_json_member_open(json, "used_by", '[');
    for (uint32_t u = 0; u < played->use_count; u++) {
        gaiti_report_use(json, mod, gait_mod_use_at(mod, played->uses[u]));
    }
    gaiti_json_close(json, ']');
}

void gaiti_report_clip_members(gaiti_json *json, const gait_report_input *input, uint32_t index) {
    const gait_file *file = input->file;
    gait_clip_info clip = gait_file_clip_info(file, index);
    gait_mod_clip played;
    gait_status status = gait_mod_clip_of(input->mod, input->mod_file, file, index, &played);
    json->failed = json->failed || status == GAIT_NO_MEMORY;
    gaiti_json_member_uint(json, "index", index);
    gaiti_json_key(json, "name");
    gaiti_json_clip_name(json, file, index);
    gaiti_json_member_uint(json, "frames", clip.frame_count);
    gaiti_json_member_f64(json, "duration_s", clip.duration_s < 0 ? NAN : clip.duration_s);
    gaiti_json_member_maybe(json, "loop", clip.loop < 0 ? played.loop : clip.loop);
    gaiti_json_member_floats(json, "phases", clip.has_phases ? clip.phases : NULL, 2);
    gaiti_json_member_floats(json, "root_motion", clip.has_root_motion ? clip.root_motion : NULL,
                             3);
    if (input->mod) {
        report_played(json, input->mod, &played, clip.loop >= 0);
    }
}

void gaiti_report_member_error(gaiti_json *json, const gait_diagnostic *error) {
    if (!gaiti_json_member_open_if(json, "error", '{', error != NULL) || !error) {
        return;
    }
    gaiti_json_member_text(json, "rule", error->rule ? error->rule->id : NULL);
    gaiti_json_member_offset(json, error);
    gaiti_json_member_text(json, "message", error->text);
    gaiti_json_close(json, '}');
}

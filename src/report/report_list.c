/* gait.list/1: the clips of files with their playback and events. */
#include "report/report_json.h"
#include "gait/inspect.h"
#include "gait/names.h"

enum { LIST_ALL_PARTS = 0xFFFF };

/* The flags of a motion that plays on one bone instead of on parts: gait_playback.flags. */
#define LIST_FX 1u

/* Writes null for a name without bytes. */
static void list_name(gaiti_json *json, const char *key, uint32_t page, gait_span name) {
    gaiti_json_key(json, key);
    if (name.data) {
        gaiti_json_name(json, page, name);
    } else {
        gaiti_json_null(json);
    }
}

static void list_part(gaiti_json *json, const gait_file *file, uint32_t clip) {
    gait_playback playback = gait_file_playback(file, clip);
    gait_span name = gait_file_playback_part(file, clip);
    uint32_t source_page = gait_file_source_code_page(file);
    if (!gaiti_json_member_open_if(json, playback.flags & LIST_FX ? "bone" : "part", '{',
                                   playback.bone_or_part != LIST_ALL_PARTS)) {
        return;
    }
    gaiti_json_member_uint(json, "index", playback.bone_or_part);
    list_name(json, "name", source_page ? source_page : gait_file_code_page(file), name);
    gaiti_json_close(json, '}');
}

static void list_playback(gaiti_json *json, const gait_file *file, uint32_t clip) {
    static const char *const keys[] = {"speed", "power", "accrue", "falloff"};
    gait_playback playback = gait_file_playback(file, clip);
    const float values[] = {playback.speed, playback.power, playback.accrue, playback.falloff};
    if (!gaiti_json_member_open_if(json, "playback", '{', playback.known)) {
        return;
    }
    for (int i = 0; i < 4; i++) {
        gaiti_json_member_f32(json, keys[i], values[i]);
    }
    gaiti_json_member_words(json, "flags", playback.flags, gait_playback_flag_name);
    gaiti_json_member_uint(json, "flags_stored", playback.flags);
    list_part(json, file, clip);
    gaiti_json_close(json, '}');
}

static void list_event(gaiti_json *json, const gait_file *file, uint32_t clip, uint32_t event) {
    gait_event_info info = gait_file_event(file, clip, event);
    uint32_t page = gait_file_code_page(file);
    gaiti_json_open(json, '{');
    gaiti_json_key(json, "name");
    gaiti_json_name(json, page, info.name);
    list_name(json, "value", page, info.value);
    gaiti_json_member_text(json, "unit", info.time_unit == GAIT_TIME_PHASE ? "phase" : "seconds");
    gaiti_json_member_open(json, "intervals", '[');
    for (uint32_t i = 0; i < info.interval_count; i++) {
        double from_to[2];
        gait_file_event_interval(file, clip, event, i, from_to);
        gaiti_json_open(json, '[');
        gaiti_json_f32(json, (float)from_to[0]);
        gaiti_json_f32(json, (float)from_to[1]);
        gaiti_json_close(json, ']');
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

static void list_clip(gaiti_json *json, const gait_report_input *input, uint32_t clip) {
    const gait_file *file = input->file;
    uint32_t events = gait_file_clip_info(file, clip).event_count;
    gaiti_json_open_line(json);
    gaiti_report_clip_members(json, input, clip);
    list_playback(json, file, clip);
    gaiti_json_member_open(json, "events", '[');
    for (uint32_t i = 0; i < events; i++) {
        list_event(json, file, clip, i);
    }
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

gait_status gait_report_list(const gait_report_input *input, const uint32_t *clips, uint32_t count,
                             gait_buffer *out) {
    uint32_t total = input ? gait_file_clip_count(input->file) : 0;
    bool is_valid = input && input->status && out && (clips || count == 0);
    for (uint32_t i = 0; is_valid && i < count; i++) {
        is_valid = clips[i] < total;
    }
    if (!is_valid) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_report_file_members(&json, input);
    if (gaiti_json_member_open_if(&json, "clips", '[', input->file != NULL)) {
        for (uint32_t i = 0; i < count; i++) {
            list_clip(&json, input, clips[i]);
        }
        gaiti_json_close(&json, ']');
    }
    gaiti_report_member_error(&json, input->error);
    return gaiti_json_end(&json);
}

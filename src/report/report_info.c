/* The report of the contents of files: gait.info/1. */
#include "formats/abilities.h"
#include "gait/mesh.h"
#include "gait/report.h"
#include "gait/inspect.h"

#include "report/report_json.h"

static void report_info_bones(gaiti_json *json, const gait_file *file) {
    uint32_t count = gait_file_bone_count(file);
    /* A file that may contain several skeletons has no common order of bones. */
    bool has_order =
        !gaiti_file_has(file, GAIT_HAS_SKELETON) || gaiti_file_has(file, GAIT_HAS_CLIPS);
    if (!gaiti_json_member_open_if(json, "bones", '[', file && has_order)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_json_bone_name(json, file, i);
    }
    gaiti_json_close(json, ']');
}

static void report_info_skeletons(gaiti_json *json, const gait_file *file) {
    uint32_t count = gait_file_skeleton_count(file);
    bool has_any = gaiti_file_has(file, GAIT_HAS_SKELETON);
    if (!gaiti_json_member_open_if(json, "skeletons", '[', has_any)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_json_open_line(json);
        gaiti_json_member_text(json, "name", gait_file_skeleton_info(file, i).name);
        gaiti_json_member_uint(json, "bones", gait_file_skeleton_info(file, i).bone_count);
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

static void report_info_clip(gaiti_json *json, const gait_report_input *input, uint32_t index) {
    gait_clip_info clip = gait_file_clip_info(input->file, index);
    gaiti_json_open_line(json);
    gaiti_report_clip_members(json, input, index);
    gaiti_json_member_uint(json, "events", clip.event_count);
    gaiti_json_member_uint(json, "events_with_times", clip.timed_event_count);
    gaiti_json_close(json, '}');
}

static void report_info_clips(gaiti_json *json, const gait_report_input *input) {
    uint32_t count = gait_file_clip_count(input->file);
    if (!gaiti_json_member_open_if(json, "clips", '[', input->file != NULL)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        report_info_clip(json, input, i);
    }
    gaiti_json_close(json, ']');
}

/* Writes null for formats that have no references to banks. */
static void report_info_refs(gaiti_json *json, const gait_file *file) {
    uint32_t count = gait_file_ref_count(file);
    bool has_any = gaiti_file_has(file, GAIT_HAS_BANK);
    if (!gaiti_json_member_open_if(json, "refs", '[', has_any)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        gaiti_json_name(json, gait_file_code_page(file), gait_file_ref(file, i));
    }
    gaiti_json_close(json, ']');
}

/* Writes null for formats and files without a mesh whose parts can be counted. */
static void report_info_mesh(gaiti_json *json, const gait_file *file) {
    gait_mesh_info info;
    bool has_mesh = gait_file_mesh_info(file, NULL, &info) == GAIT_OK;
    if (!gaiti_json_member_open_if(json, "mesh", '{', has_mesh)) {
        return;
    }
    gaiti_json_member_uint(json, "parts", info.part_count);
    gaiti_json_member_uint(json, "textures", info.texture_count);
    gaiti_json_member_uint(json, "vertices", info.vertex_count);
    gaiti_json_member_uint(json, "triangles", info.triangle_count);
    gaiti_json_close(json, '}');
}

static void report_info_step(gaiti_json *json, const gait_file *file) {
    gait_clip_info clip = gait_file_clip_info(file, 0);
    gaiti_json_member_floats(json, "step", clip.has_root_motion ? clip.root_motion : NULL, 3);
}

gait_status gait_report_info(const gait_report_input *input, gait_buffer *out) {
    if (!input || !input->status || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_report_file_members(&json, input);
    report_info_bones(&json, input->file);
    report_info_skeletons(&json, input->file);
    report_info_clips(&json, input);
    report_info_refs(&json, input->file);
    report_info_step(&json, input->file);
    report_info_mesh(&json, input->file);
    gaiti_report_member_error(&json, input->error);
    return gaiti_json_end(&json);
}

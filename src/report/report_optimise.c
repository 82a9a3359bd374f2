/* The result of gait_optimise() as JSON: a member of gait.optimise/1. */
#include "gait/report.h"

#include "report/report_json.h"

static void report_optimise_bytes(gaiti_json *json, uint64_t before, uint64_t after) {
    gaiti_json_member_open(json, "bytes", '{');
    gaiti_json_member_uint(json, "before", before);
    gaiti_json_member_uint(json, "after", after);
    gaiti_json_close(json, '}');
}

static void report_optimise_limits(gaiti_json *json, const char *key, double mm, double deg) {
    gaiti_json_member_open(json, key, '{');
    gaiti_json_member_f32(json, "mm", (float)mm);
    gaiti_json_member_f32(json, "deg", (float)deg);
    gaiti_json_close(json, '}');
}

static void report_optimise_clip(gaiti_json *json, const gait_optimised_clip *clip,
                                 uint32_t index) {
    gaiti_json_open_line(json);
    gaiti_json_member_uint(json, "index", index);
    gaiti_json_member_text(json, "name", clip->name);
    gaiti_json_member_bool(json, "chosen", clip->is_chosen);
    report_optimise_bytes(json, clip->bytes_before, clip->bytes_after);
    gaiti_json_member_uint(json, "constant_rotations", clip->constant_rotations);
    gaiti_json_member_uint(json, "constant_translations", clip->constant_translations);
    gaiti_json_member_uint(json, "narrowed_translations", clip->narrowed_translations);
    gaiti_json_member_uint(json, "quantised_tracks", clip->quantised_tracks);
    gaiti_json_member_uint(json, "removed_keys", clip->removed_keys);
    gaiti_json_member_uint(json, "compressed_arrays", clip->compressed_arrays);
    report_optimise_limits(json, "max_error", clip->error_mm, clip->error_deg);
    gaiti_json_close(json, '}');
}

gait_status gait_report_optimised(const gait_optimised *optimised, gait_buffer *out) {
    if (!optimised || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    gait_optimise_summary total = gait_optimised_summary(optimised);
    gaiti_json_open(&json, '{');
    report_optimise_bytes(&json, total.bytes_before, total.bytes_after);
    report_optimise_limits(&json, "tolerance", total.tolerance_mm, total.tolerance_deg);
    report_optimise_limits(&json, "max_error", total.error_mm, total.error_deg);
    gaiti_json_member_open(&json, "clips", '[');
    for (uint32_t c = 0; c < total.clip_count; c++) {
        gait_optimised_clip clip = gait_optimised_clip_at(optimised, c);
        report_optimise_clip(&json, &clip, c);
    }
    return gaiti_json_end(&json);
}

#include "gait/transform.h"
#include "gait/report.h"

#include "report/report_json.h"

static void report_pose_bone(gaiti_json *json, const char *name, const gait_affine *pose) {
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    gaiti_json_line(json);
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "name", name);
    gaiti_json_member_vector(json, "t", transform.t, 3);
    gaiti_json_member_vector(json, "q", transform.q, 4);
    gaiti_json_member_vector(json, "s", transform.s, 3);
    gaiti_json_close(json, '}');
}

/* Key times are floats; printing them as floats gives fewer digits. */
static void report_pose_time(gaiti_json *json, const char *key, bool applies, double time) {
    gaiti_json_key(json, key);
    if (!applies) {
        gaiti_json_null(json);
    } else if ((double)(float)time == time) {
        gaiti_json_f32(json, (float)time);
    } else {
        gaiti_json_f64(json, time);
    }
}

gait_status gait_report_pose(const gait_clip *clip, uint32_t frame, double time,
                             const gait_affine *pose, gait_buffer *out) {
    if (!clip || !clip->skeleton || !pose || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    bool is_phase = clip->time_unit == GAIT_TIME_PHASE;
    gaiti_json_open(&json, '{');
    gaiti_json_member_index(&json, "frame", frame == UINT32_MAX ? -1 : (int64_t)frame);
    report_pose_time(&json, "time_s", !is_phase, time);
    report_pose_time(&json, "phase", is_phase, time);
    gaiti_json_key(&json, "bones");
    gaiti_json_open(&json, '[');
    for (uint32_t i = 0; i < clip->skeleton->bone_count; i++) {
        report_pose_bone(&json, clip->skeleton->bones[i].name, &pose[i]);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_close(&json, '}');
    return gaiti_json_status(&json);
}

#include "gait/transform.h"
#include "gait/report.h"

#include <string.h>

#include "base/number/number.h"
#include "report/report_json.h"

/* Each number of a bone with what separates it from the others. */
enum { POSE_NUMBERS = 10 * (GAITI_NUMBER_MAX + 1) + 32 };

/* Prints a number at single precision; -0 is printed as 0. Returns 0 for a number that is not
 * finite. */
static size_t pose_print_number(char *out, double value) {
    float number = (float)value + 0.0F;
    return number - number == 0 ? gaiti_print_f32(out, number) : 0;
}

/* Key times are floats; printing them as floats gives fewer digits. Returns 0 for a time that is
 * not finite. */
static size_t pose_print_time(char *out, double time) {
    if (!gaiti_is_finite(time)) {
        return 0;
    }
    bool is_float = (double)(float)time == time;
    return is_float ? gaiti_print_f32(out, (float)time) : gaiti_print_f64(out, time);
}

/* Appends `head`, such as "\"t\":", and an array of numbers. Returns the end. */
static char *pose_put_vector(char *to, const char *head, const double *values, int count) {
    size_t size = strlen(head);
    memcpy(to, head, size);
    to += size;
    for (int i = 0; i < count; i++) {
        *to++ = i == 0 ? '[' : ',';
        size = pose_print_number(to, values[i]);
        if (size == 0) {
            size = 4;
            memcpy(to, "null", size);
        }
        to += size;
    }
    *to++ = ']';
    return to;
}

/* Appends the item of a bone with few writes to the buffer. */
static void pose_put_bone(gaiti_json *json, const char *name, const gait_affine *pose) {
    char text[POSE_NUMBERS];
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    char *to = pose_put_vector(text, ",\"t\":", transform.t, 3);
    to = pose_put_vector(to, ",\"q\":", transform.q, 4);
    to = pose_put_vector(to, ",\"s\":", transform.s, 3);
    *to++ = '}';
    gaiti_json item = gaiti_json_over(json->out);
    gaiti_json_line(json);
    gaiti_json_raw(json, "{\"name\":", 8);
    gaiti_json_text(&item, name);
    gaiti_json_raw(&item, text, (size_t)(to - text));
    json->failed = json->failed || item.failed;
}

static void pose_put_time(gaiti_json *json, const char *key, bool applies, double time) {
    char text[GAITI_NUMBER_MAX];
    size_t size = applies ? pose_print_time(text, time) : 0;
    gaiti_json_key(json, key);
    if (size == 0) {
        gaiti_json_null(json);
    } else {
        gaiti_json_raw(json, text, size);
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
    pose_put_time(&json, "time_s", !is_phase, time);
    pose_put_time(&json, "phase", is_phase, time);
    gaiti_json_key(&json, "bones");
    gaiti_json_open(&json, '[');
    for (uint32_t i = 0; i < clip->skeleton->bone_count; i++) {
        pose_put_bone(&json, clip->skeleton->bones[i].name, &pose[i]);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_close(&json, '}');
    return gaiti_json_status(&json);
}

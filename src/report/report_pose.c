/* Poses as JSON and as CSV. */
#include "gait/transform.h"
#include "gait/report.h"

#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
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

/* --- JSON ------------------------------------------------------------------------------------- */

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
    gaiti_json_raw(json, size > 0 ? text : "null", size > 0 ? size : 4);
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
    gaiti_json_member_open(&json, "bones", '[');
    for (uint32_t i = 0; i < clip->skeleton->bone_count; i++) {
        pose_put_bone(&json, clip->skeleton->bones[i].name, &pose[i]);
    }
    return gaiti_json_end(&json);
}

/* --- CSV -------------------------------------------------------------------------------------- */

static bool csv_is_plain(const char *text) {
    while (*text >= 0x20 && *text < 0x7F && *text != ',' && *text != '"') {
        text++;
    }
    return *text == 0;
}

static bool csv_needs_quotes(const char *text) {
    while (*text && *text != ',' && *text != '"' && *text != '\r' && *text != '\n') {
        text++;
    }
    return *text != 0;
}

/* Copies UTF-8; a byte that is invalid becomes U+FFFD, as in JSON. */
static bool csv_put_character(gait_buffer *out, const uint8_t **text) {
    unsigned size = gaiti_utf8_character(*text);
    const uint8_t *from = *text;
    *text += size > 0 ? size : 1;
    if (size == 0) {
        return gaiti_write_text(out, "\xEF\xBF\xBD");
    }
    return (*from != '"' || gaiti_write_u8(out, '"')) && gaiti_write(out, from, size);
}

/* Appends a text and a comma. */
static bool csv_put_text(gait_buffer *out, const char *utf8) {
    if (csv_is_plain(utf8)) {
        return gaiti_write_text(out, utf8) && gaiti_write_u8(out, ',');
    }
    bool is_quoted = csv_needs_quotes(utf8);
    bool ok = !is_quoted || gaiti_write_u8(out, '"');
    for (const uint8_t *p = (const uint8_t *)utf8; *p && ok;) {
        ok = csv_put_character(out, &p);
    }
    return ok && gaiti_write_text(out, is_quoted ? "\"," : ",");
}

/* Appends all cells that are the same for every bone. */
static bool csv_put_moment(gait_buffer *out, const gait_report_sample *sample) {
    char text[4 * (GAITI_NUMBER_MAX + 1)];
    bool is_phase = sample->clip->time_unit == GAIT_TIME_PHASE;
    char *to = text;
    to += gaiti_print_u64(to, sample->clip_index);
    *to++ = ',';
    to += sample->frame != UINT32_MAX ? gaiti_print_u64(to, sample->frame) : 0;
    *to++ = ',';
    to += !is_phase ? pose_print_time(to, sample->time) : 0;
    *to++ = ',';
    to += is_phase ? pose_print_time(to, sample->time) : 0;
    *to++ = ',';
    return csv_put_text(out, sample->path) && csv_put_text(out, sample->clip->name) &&
           gaiti_write(out, text, (size_t)(to - text));
}

static char *csv_put_vector(char *to, const double *values, int count, char end) {
    for (int i = 0; i < count; i++) {
        to += pose_print_number(to, values[i]);
        *to++ = i + 1 < count ? ',' : end;
    }
    return to;
}

static bool csv_put_bone(gait_buffer *out, const char *name, const gait_affine *pose) {
    char text[POSE_NUMBERS];
    gait_transform transform;
    gait_affine_decompose(pose, &transform);
    char *to = csv_put_vector(text, transform.t, 3, ',');
    to = csv_put_vector(to, transform.q, 4, ',');
    to = csv_put_vector(to, transform.s, 3, '\n');
    return csv_put_text(out, name) && gaiti_write(out, text, (size_t)(to - text));
}

/* Appends bytes that the buffer already contains. */
static bool csv_repeat(gait_buffer *out, size_t from, size_t size) {
    uint8_t *place = gaiti_extend(out, size);
    if (place) {
        memcpy(place, out->data + from, size);
    }
    return place != NULL;
}

gait_status gait_report_pose_csv_header(gait_buffer *out) {
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    bool ok = gaiti_write_text(out, "path,clip,clip_index,frame,time_s,phase,bone,"
                                    "tx,ty,tz,qx,qy,qz,qw,sx,sy,sz\n");
    return ok ? GAIT_OK : GAIT_NO_MEMORY;
}

gait_status gait_report_pose_csv(const gait_report_sample *sample, gait_buffer *out) {
    if (!sample || !sample->path || !sample->clip || !sample->clip->name ||
        !sample->clip->skeleton || !sample->pose || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    const gait_skeleton *skeleton = sample->clip->skeleton;
    size_t start = out->size, moment = 0;
    bool ok = true;
    for (uint32_t b = 0; b < skeleton->bone_count && ok; b++) {
        ok = b == 0 ? csv_put_moment(out, sample) : csv_repeat(out, start, moment);
        moment = b == 0 ? out->size - start : moment;
        ok = ok && csv_put_bone(out, skeleton->bones[b].name, &sample->pose[b]);
    }
    return ok ? GAIT_OK : GAIT_NO_MEMORY;
}

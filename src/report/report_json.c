/* Writes vectors, formats, and names of clips and bones. */
#include "report/report_json.h"

#include <string.h>

#include "base/assert.h"
#include "base/memory.h"
#include "base/number/number.h"
#include "formats/abilities.h"
#include "gait/report.h"
#include "gait/inspect.h"

void gaiti_json_member_vector(gaiti_json *json, const char *key, const double *values,
                              uint32_t count) {
    gaiti_json_member_open(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        gaiti_json_f32(json, (float)values[i] + 0.0F);
    }
    gaiti_json_close(json, ']');
}

/* Writes UTF-8 text that is not NUL-terminated: copies it, because the JSON writer requires a
 * NUL. */
static void report_utf8_span(gaiti_json *json, gait_span utf8) {
    gait_allocator allocator = json->out->allocator;
    char *text = gaiti_resize(&allocator, NULL, 0, utf8.size + 1);
    if (!text) {
        json->failed = true;
        return;
    }
    if (utf8.size > 0) {
        memcpy(text, utf8.data, utf8.size);
    }
    text[utf8.size] = 0;
    gaiti_json_text(json, text);
    gaiti_resize(&allocator, text, utf8.size + 1, 0);
}

static void report_name(gaiti_json *json, const gait_file *file, gait_span name, bool is_utf8) {
    if (is_utf8) {
        report_utf8_span(json, name);
    } else {
        gaiti_json_name(json, gait_file_code_page(file), name);
    }
}

void gaiti_json_clip_name(gaiti_json *json, const gait_file *file, uint32_t clip) {
    gait_clip_info info = gait_file_clip_info(file, clip);
    if (clip < gait_file_clip_count(file)) {
        report_name(json, file, info.name, info.name_is_utf8);
    } else {
        gaiti_json_null(json);
    }
}

void gaiti_json_bone_name(gaiti_json *json, const gait_file *file, uint32_t bone) {
    if (bone < gait_file_bone_count(file)) {
        bool is_utf8 = gaiti_file_has(file, GAIT_UTF8_NAMES);
        report_name(json, file, gait_file_bone_name(file, bone), is_utf8);
    } else {
        gaiti_json_null(json);
    }
}

void gaiti_json_member_words(gaiti_json *json, const char *key, uint32_t bits,
                             const char *(*name_of)(uint32_t bit)) {
    gaiti_json_member_open(json, key, '[');
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        const char *name = bits & bit ? name_of(bit) : NULL;
        if (name) {
            gaiti_json_text(json, name);
        }
    }
    gaiti_json_close(json, ']');
}

void gaiti_json_member_maybe(gaiti_json *json, const char *key, int value) {
    if (value < 0) {
        gaiti_json_member_text(json, key, NULL);
    } else {
        gaiti_json_member_bool(json, key, value > 0);
    }
}

void gaiti_json_member_offset(gaiti_json *json, const gait_diagnostic *finding) {
    bool has_offset = finding->rule && finding->offset != GAIT_NO_OFFSET;
    gaiti_json_member_index(json, "offset", has_offset ? (int64_t)finding->offset : -1);
}

void gaiti_json_member_format(gaiti_json *json, gait_format format) {
    gaiti_json_member_text(json, "format", gait_format_get_info(format)->name);
}

void gaiti_json_member_cause(gaiti_json *json, const char *key, const gait_diagnostic *finding) {
    enum { HASH_DIGITS = 16 };
    char text[16 + GAITI_NUMBER_MAX];
    size_t size = strlen(finding->rule->id);
    GAIT_ASSERT(size < 15);
    memcpy(text, finding->rule->id, size + 1);
    if (finding->cause != 0) {
        text[size++] = '-';
        size += gaiti_print_hex(text + size, finding->cause, HASH_DIGITS);
        text[size] = 0;
    }
    gaiti_json_member_text(json, key, text);
}

gait_status gait_report_text(const char *utf8, gait_buffer *out) {
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    gaiti_json_text(&json, utf8);
    return gaiti_json_end(&json);
}

gait_status gait_report_raw(const char *text, gait_buffer *out) {
    if (!text || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    gaiti_json_raw(&json, text, strlen(text));
    return gaiti_json_end(&json);
}

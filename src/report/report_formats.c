/* gait.formats/1: the formats, and what can be done with each. */
#include "gait/report.h"

#include <string.h>

#include "report/report_json.h"
#include "model/side.h"

static const struct {
    uint32_t bit;
    const char *key;
} formats_abilities[] = {{GAIT_CAN_OPEN, "open"},         {GAIT_CAN_WRITE, "write"},
                         {GAIT_CAN_EXPORT, "export"},     {GAIT_HAS_CLIPS, "clips"},
                         {GAIT_HAS_SKELETON, "skeleton"}, {GAIT_MANY_CLIPS, "bank"},
                         {GAIT_HAS_TEXT, "text"}};

static void formats_json_extensions(gaiti_json *json, const char *extensions) {
    gaiti_json_member_open(json, "extensions", '[');
    while (*extensions) {
        size_t size = strcspn(extensions, " ");
        gaiti_json_name(json, 0, (gait_span){(const uint8_t *)extensions, size});
        extensions += size + (extensions[size] == ' ');
    }
    gaiti_json_close(json, ']');
}

static void formats_json_format(gaiti_json *json, const gait_format_info *info) {
    gaiti_json_open_line(json);
    gaiti_json_member_text(json, "name", info->name);
    gaiti_json_member_text(json, "title", info->title);
    formats_json_extensions(json, info->extensions);
    for (size_t i = 0; i < sizeof formats_abilities / sizeof formats_abilities[0]; i++) {
        gaiti_json_member_bool(json, formats_abilities[i].key,
                               (info->abilities & formats_abilities[i].bit) != 0);
    }
    gaiti_json_member_text(json, "family", gaiti_family_name(info->family));
    gaiti_json_close(json, '}');
}

gait_status gait_report_formats(gait_buffer *out) {
    if (!out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_begin(out);
    gaiti_json_member_text(&json, "schema", "gait.formats/1");
    gaiti_json_member_open(&json, "formats", '[');
    for (int i = GAIT_FORMAT_UNKNOWN + 1; i < GAIT_FORMAT_COUNT; i++) {
        formats_json_format(&json, gait_format_get_info((gait_format)i));
    }
    return gaiti_json_end(&json);
}

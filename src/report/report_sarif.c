/* Findings as SARIF 2.1.0, a format that code hosting services and editors read. */
#include <string.h>

#include "base/bytes.h"
#include "base/text/text.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "report/report_json.h"

static void sarif_raw(gaiti_json *json, const char *text) {
    gaiti_json_raw(json, text, strlen(text));
}

/* Writes "key":{"text":value}. */
static void sarif_message(gaiti_json *json, const char *key, const char *text) {
    gaiti_json_member_open(json, key, '{');
    gaiti_json_member_text(json, "text", text);
    gaiti_json_close(json, '}');
}

/* Writes "helpUri": the address of the row of the rule in docs/rules.md, whose anchor is the id in
 * lower case. gait_report_sarif_accepts_url() excludes characters that need JSON escapes. */
static void sarif_help_uri(gaiti_json *json, const char *rules_url, const gait_rule *rule) {
    gaiti_json_key(json, "helpUri");
    sarif_raw(json, "\"");
    bool ok = gaiti_write_text(json->out, rules_url) && gaiti_write_text(json->out, "#");
    for (const char *p = rule->id; *p && ok; p++) {
        ok = gaiti_write_u8(json->out, gaiti_ascii_lower((uint8_t)*p));
    }
    json->failed |= !ok || !gaiti_write_text(json->out, "\"");
}

static void sarif_rule(gaiti_json *json, const gait_rule *rule, const char *rules_url) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "id", rule->id);
    sarif_message(json, "shortDescription", rule->summary);
    sarif_message(json, "help", rule->advice);
    if (rules_url) {
        sarif_help_uri(json, rules_url, rule);
    }
    gaiti_json_member_open(json, "defaultConfiguration", '{');
    gaiti_json_member_text(json, "level", gait_severity_name(rule->severity));
    gaiti_json_close(json, '}');
    gaiti_json_close(json, '}');
}

static bool sarif_is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_' || c == '~' || c == '/';
}

/* Writes the path as a relative or file: URI, percent-encoded so that it needs no JSON escapes. */
static void sarif_uri(gaiti_json *json, const char *path) {
    static const char digits[] = "0123456789ABCDEF";
    bool has_drive = path[0] && path[1] == ':';
    const char *scheme = has_drive ? "file:///" : path[0] == '/' ? "file://" : "";
    gaiti_json_key(json, "uri");
    sarif_raw(json, "\"");
    bool ok = gaiti_write_text(json->out, scheme);
    for (const char *p = path; *p && ok; p++) {
        bool is_drive_colon = has_drive && p == path + 1;
        char c = has_drive && *p == '\\' ? '/' : *p;
        char escaped[3] = {'%', digits[(uint8_t)c >> 4], digits[(uint8_t)c & 15]};
        bool is_plain = sarif_is_plain(c) || is_drive_colon;
        ok = gaiti_write(json->out, is_plain ? &c : escaped, is_plain ? 1 : sizeof escaped);
    }
    json->failed |= !ok || !gaiti_write_text(json->out, "\"");
}

/* Writes KEY:[{"physicalLocation":{"artifactLocation":{"uri":...} and leaves two levels open. */
static void sarif_open_location(gaiti_json *json, const char *key, const char *path) {
    gaiti_json_member_open(json, key, '[');
    gaiti_json_open(json, '{');
    gaiti_json_member_open(json, "physicalLocation", '{');
    gaiti_json_member_open(json, "artifactLocation", '{');
    sarif_uri(json, path);
    gaiti_json_close(json, '}');
}

/* Writes the logical location: clip and bone by name. */
static void sarif_logical_locations(gaiti_json *json, const gait_file *file,
                                    const gait_diagnostic *finding) {
    bool has_clip =
        file && finding->clip >= 0 && (uint32_t)finding->clip < gait_file_clip_count(file);
    bool has_bone =
        file && finding->bone >= 0 && (uint32_t)finding->bone < gait_file_bone_count(file);
    if (!has_clip && !has_bone) {
        return;
    }
    gaiti_json_member_open(json, "logicalLocations", '[');
    if (has_clip) {
        gaiti_json_open(json, '{');
        gaiti_json_key(json, "name");
        gaiti_json_clip_name(json, file, (uint32_t)finding->clip);
        gaiti_json_member_text(json, "kind", "clip");
        gaiti_json_close(json, '}');
    }
    if (has_bone) {
        gaiti_json_open(json, '{');
        gaiti_json_key(json, "name");
        gaiti_json_bone_name(json, file, (uint32_t)finding->bone);
        gaiti_json_member_text(json, "kind", "bone");
        gaiti_json_close(json, '}');
    }
    gaiti_json_close(json, ']');
}

/* Compares ids: a program can pass a copy of a rule with another severity. */
static uint32_t sarif_rule_index(const gait_rule *rule) {
    uint32_t index = 0;
    while (index < gait_rule_count() && strcmp(gait_rule_at(index)->id, rule->id) != 0) {
        index++;
    }
    return index;
}

/* Writes the lines of a text, else bytes. */
static void sarif_region(gaiti_json *json, const gait_diagnostic *finding) {
    if (finding->line == 0 && finding->offset == GAIT_NO_OFFSET) {
        return;
    }
    gaiti_json_member_open(json, "region", '{');
    if (finding->line > 0) {
        gaiti_json_member_uint(json, "startLine", finding->line);
    } else {
        gaiti_json_member_uint(json, "byteOffset", finding->offset);
        gaiti_json_member_uint(json, "byteLength", finding->length);
    }
    gaiti_json_close(json, '}');
}

/* Writes the checked file, if the finding is in another one, such as a config. */
static void sarif_related(gaiti_json *json, const char *path) {
    sarif_open_location(json, "relatedLocations", path);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
}

static void sarif_result(gaiti_json *json, const char *path, const gait_file *file,
                         const gait_diagnostic *finding) {
    const char *place = finding->file ? finding->file : path;
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "ruleId", finding->rule->id);
    gaiti_json_member_uint(json, "ruleIndex", sarif_rule_index(finding->rule));
    gaiti_json_member_text(json, "level", gait_severity_name(finding->severity));
    sarif_message(json, "message", finding->text);
    gaiti_json_member_uint(json, "occurrenceCount", finding->count);
    gaiti_json_member_open(json, "partialFingerprints", '{');
    gaiti_json_member_cause(json, "gaitCause", finding);
    gaiti_json_close(json, '}');
    sarif_open_location(json, "locations", place);
    sarif_region(json, finding);
    gaiti_json_close(json, '}');
    sarif_logical_locations(json, file, finding);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
    if (strcmp(place, path) != 0) {
        sarif_related(json, path);
    }
    gaiti_json_close(json, '}');
}

static void sarif_notification(gaiti_json *json, const char *path, const gait_diagnostic *finding) {
    gaiti_json_open(json, '{');
    gaiti_json_member_text(json, "level", "error");
    sarif_message(json, "message", finding->text);
    sarif_open_location(json, "locations", path);
    gaiti_json_close(json, '}');
    gaiti_json_close(json, '}');
    gaiti_json_close(json, ']');
    gaiti_json_close(json, '}');
}

/* True for a character of a URI, except '#', which begins a fragment, and the apostrophe. */
static bool sarif_is_uri_character(char c) {
    static const char others[] = ":?[]@!$&()*+,;=";
    return sarif_is_plain(c) || memchr(others, c, sizeof others - 1);
}

static bool sarif_is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool gait_report_sarif_accepts_url(const char *rules_url) {
    static const char *const schemes[] = {"https://", "http://", "file:///"};
    const char *rest = NULL;
    for (int i = 0; i < 3 && rules_url && !rest; i++) {
        size_t size = strlen(schemes[i]);
        rest = strncmp(rules_url, schemes[i], size) == 0 ? rules_url + size : NULL;
    }
    bool is_uri = rest && *rest;
    for (; is_uri && *rest; rest++) {
        is_uri = *rest == '%' ? sarif_is_hex(rest[1]) && sarif_is_hex(rest[2])
                              : sarif_is_uri_character(*rest);
    }
    return is_uri;
}

gait_status gait_report_sarif_begin(gait_sarif *sarif, const char *rules_url, gait_buffer *out) {
    if (!sarif || !out || (rules_url && !gait_report_sarif_accepts_url(rules_url))) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    *sarif = (gait_sarif){.notifications.allocator = out->allocator};
    sarif_raw(&json, "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                     "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":");
    gaiti_json_open(&json, '{');
    gaiti_json_member_text(&json, "name", "gait");
    gaiti_json_member_text(&json, "version", gait_version());
    gaiti_json_member_open(&json, "rules", '[');
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        gaiti_json_line(&json);
        sarif_rule(&json, gait_rule_at(i), rules_url);
    }
    gaiti_json_close(&json, ']');
    gaiti_json_close(&json, '}');
    sarif_raw(&json, "},\"results\":[");
    return gaiti_json_end(&json);
}

gait_status gait_report_sarif_add(gait_sarif *sarif, const char *path, const gait_file *file,
                                  const gait_diagnostics *diagnostics, gait_buffer *out) {
    if (!sarif || !path || !diagnostics || (!diagnostics->items && diagnostics->count > 0) ||
        !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json results = gaiti_json_over(out);
    gaiti_json notifications = gaiti_json_over(&sarif->notifications);
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *finding = &diagnostics->items[i];
        if (finding->rule) {
            sarif_raw(&results, sarif->has_results ? ",\n" : "\n");
            sarif->has_results = true;
            sarif_result(&results, path, file, finding);
        } else {
            sarif_raw(&notifications, sarif->notifications.size > 0 ? ",\n" : "\n");
            sarif_notification(&notifications, path, finding);
        }
    }
    return results.failed ? gaiti_json_end(&results) : gaiti_json_end(&notifications);
}

gait_status gait_report_sarif_end(gait_sarif *sarif, gait_buffer *out) {
    if (!sarif || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_json json = gaiti_json_over(out);
    const gait_buffer *notifications = &sarif->notifications;
    sarif_raw(&json, "],\"invocations\":[{\"executionSuccessful\":");
    sarif_raw(&json, notifications->size > 0 ? "false" : "true");
    sarif_raw(&json, ",\"toolExecutionNotifications\":[");
    gaiti_json_raw(&json, (const char *)notifications->data, notifications->size);
    sarif_raw(&json, "]}]}]}\n");
    gait_report_sarif_free(sarif);
    return gaiti_json_end(&json);
}

void gait_report_sarif_free(gait_sarif *sarif) {
    if (sarif) {
        gait_buffer_free(&sarif->notifications);
    }
}

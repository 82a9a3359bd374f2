#include "cmd/sarif.h"

#include <stdlib.h>
#include <string.h>

#include "exit_code.h"
#include "results.h"

static void print_text_member(const char *before, const char *key, const char *value) {
    result_printf("%s\"%s\":", before, key);
    result_json_text(value);
}

static void print_message(const char *before, const char *key, const char *text) {
    result_printf("%s\"%s\":", before, key);
    print_text_member("{", "text", text);
    result_json_raw("}");
}

static void print_rule(const gait_rule *rule) {
    print_text_member("{", "id", rule->id);
    print_message(",", "shortDescription", rule->summary);
    print_message(",", "help", rule->advice);
    print_text_member(",\"defaultConfiguration\":{", "level", gait_severity_name(rule->severity));
    result_json_raw("}}");
}

sarif sarif_begin(void) {
    result_json_raw("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                    "\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":{\"name\":\"gait\"");
    print_text_member(",", "version", gait_version());
    result_json_raw(",\"rules\":[");
    for (uint32_t i = 0; i < gait_rule_count(); i++) {
        result_json_raw(i > 0 ? ",\n" : "\n");
        print_rule(gait_rule_at(i));
    }
    result_json_raw("]}},\"results\":[");
    return (sarif){0};
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           strchr("-._~/", c) != NULL;
}

/* The path as a relative or file: URI. */
static char *uri_of_path(const char *path) {
    bool has_drive = path[0] && path[1] == ':';
    const char *prefix = has_drive ? "file:///" : path[0] == '/' ? "file://" : "";
    char *uri = memory_resize(NULL, strlen(prefix) + 3 * strlen(path) + 1, 1);
    size_t size = strlen(prefix);
    memcpy(uri, prefix, size);
    for (const char *p = path; *p; p++) {
        bool is_drive_colon = has_drive && p == path + 1;
        char c = has_drive && *p == '\\' ? '/' : *p;
        if (is_plain(c) || is_drive_colon) {
            uri[size++] = c;
        } else {
            static const char digits[] = "0123456789ABCDEF";
            uri[size++] = '%';
            uri[size++] = digits[(unsigned char)c >> 4];
            uri[size++] = digits[(unsigned char)c & 15];
        }
    }
    uri[size] = 0;
    return uri;
}

static uint32_t index_of_rule(const gait_rule *rule) {
    uint32_t index = 0;
    while (index < gait_rule_count() && gait_rule_at(index) != rule) {
        index++;
    }
    return index;
}

/* Where in the animation: the clip and the bone by name. */
static void print_logical_place(const source *file, const gait_diagnostic *finding) {
    const char *separator = ",\"logicalLocations\":[";
    if (file->file && finding->clip >= 0 &&
        (uint32_t)finding->clip < gait_file_clip_count(file->file)) {
        char *name = source_clip_name(file, (uint32_t)finding->clip);
        result_json_raw(separator);
        print_text_member("{", "name", name);
        print_text_member(",", "kind", "clip");
        result_json_raw("}");
        separator = ",";
        free(name);
    }
    if (file->file && finding->bone >= 0 &&
        (uint32_t)finding->bone < gait_file_bone_count(file->file)) {
        char *name = source_bone_name(file, (uint32_t)finding->bone);
        result_json_raw(separator);
        print_text_member("{", "name", name);
        print_text_member(",", "kind", "bone");
        result_json_raw("}");
        separator = ",";
        free(name);
    }
    if (separator[1] == 0) {
        result_json_raw("]");
    }
}

static void print_finding(const source *file, const gait_diagnostic *finding) {
    char *uri = uri_of_path(file->path);
    print_text_member("{", "ruleId", finding->rule->id);
    result_printf(",\"ruleIndex\":%u", (unsigned)index_of_rule(finding->rule));
    print_text_member(",", "level", gait_severity_name(finding->rule->severity));
    print_message(",", "message", finding->text);
    result_printf(",\"occurrenceCount\":%u", (unsigned)finding->count);
    print_text_member(",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{", "uri", uri);
    result_printf("},\"region\":{\"byteOffset\":%llu,\"byteLength\":%llu}}",
                  (unsigned long long)finding->offset, (unsigned long long)finding->length);
    print_logical_place(file, finding);
    result_json_raw("}]}");
    free(uri);
}

void sarif_add(sarif *self, const source *file) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        const gait_diagnostic *finding = &file->items[i];
        if (!finding->rule) {
            text_list_add(&self->unread, text_copy(file->path));
            text_list_add(&self->unread, text_copy(finding->text));
            continue;
        }
        result_json_raw(self->has_results ? ",\n" : "\n");
        self->has_results = true;
        print_finding(file, finding);
    }
}

void sarif_end(sarif *self) {
    result_printf("],\"invocations\":[{\"executionSuccessful\":%s,"
                  "\"toolExecutionNotifications\":[",
                  self->unread.count > 0 ? "false" : "true");
    for (size_t i = 0; i < self->unread.count; i += 2) {
        char *uri = uri_of_path(self->unread.items[i]);
        result_json_raw(i > 0 ? ",\n" : "\n");
        print_text_member("{", "level", "error");
        print_message(",", "message", self->unread.items[i + 1]);
        print_text_member(",\"locations\":[{\"physicalLocation\":{\"artifactLocation\":{", "uri",
                          uri);
        result_json_raw("}}}]}");
        free(uri);
    }
    result_json_raw("]}]}]}\n");
    text_list_free(&self->unread, true);
}

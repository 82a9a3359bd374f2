/* Reads and writes baselines, and counts the findings that they contain. */
#include "check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "gait/report.h"
#include "gait/rules.h"
#include "project/settings.h"

static const char baseline_mark[] = "# gait baseline 1";

/* The path as written in a baseline: '/' as separator, control characters and '%' as %XX. In a
 * project, the path below its folder. */
static char *baseline_path(const char *given) {
    char *relative = project_relative(given);
    const char *path = relative ? relative : given;
    char *out = memory_resize(NULL, strlen(path) + 1, 3), *end = out;
    for (const char *at = path; *at; at++) {
        uint8_t c = (uint8_t)*at;
        if (c < 0x20 || c == 0x7F || c == '%') {
            end += snprintf(end, 4, "%%%02X", (unsigned)c);
        } else {
#ifdef _WIN32
            c = c == '\\' ? '/' : c;
#endif
            *end++ = (char)c;
        }
    }
    *end = 0;
    free(relative);
    return out;
}

static int by_place(const void *a, const void *b) {
    const check_count *left = a, *right = b;
    int order = strcmp(left->path, right->path);
    return order != 0 ? order : strcmp(left->rule->id, right->rule->id);
}

static check_count *add_item(check_baseline *self, const gait_rule *rule, uint64_t count,
                             char *path) {
    self->items = memory_reserve(self->items, self->count, &self->capacity, sizeof *self->items);
    self->items[self->count] = (check_count){.rule = rule, .count = count, .path = path};
    return &self->items[self->count++];
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Parses "RULE COUNT PATH". Lines about rules that do not exist any more are skipped. */
static bool read_line(check_baseline *self, const char *line) {
    size_t id_size = strcspn(line, " ");
    char *id = text_slice(line, id_size);
    const gait_rule *rule = gait_rule_find(id);
    const char *digits = line + id_size + (line[id_size] == ' ');
    size_t digit_count = strspn(digits, "0123456789");
    bool is_valid = id_size > 0 && digit_count > 0 && digit_count < 20 &&
                    digits[digit_count] == ' ' && digits[digit_count + 1];
    if (is_valid && rule) {
        const char *path = digits + digit_count + 1;
        bool is_current = project_current() && strncmp(path, "./", 2) == 0;
        add_item(self, rule, strtoull(digits, NULL, 10), text_copy(path + (is_current ? 2 : 0)));
    }
    free(id);
    return is_valid;
}

static bool read_lines(check_baseline *self, const char *text) {
    size_t mark = sizeof baseline_mark - 1;
    bool is_valid = strncmp(text, baseline_mark, mark) == 0 && strchr("\r\n", text[mark]);
    for (const char *at = text; is_valid && *at;) {
        size_t size = strcspn(at, "\n");
        char *line = text_slice(at, size > 0 && at[size - 1] == '\r' ? size - 1 : size);
        is_valid = line[0] == 0 || line[0] == '#' || read_line(self, line);
        free(line);
        at += size + (at[size] == '\n');
    }
    return is_valid;
}

int check_baseline_read(const char *path, check_baseline *out_baseline) {
    file_bytes bytes = {0};
    int code = EXIT_OK;
    *out_baseline = (check_baseline){0};
    code = files_read_or_fail(path, &bytes);
    if (code != EXIT_OK && project_current()) {
        log_hint("`gait check --write-baseline %s` writes it", path);
    }
    TRY(code);
    char *text = text_slice((const char *)bytes.data, bytes.size);
    bool is_text = strlen(text) == bytes.size;
    files_free(&bytes);
    if (!is_text || !read_lines(out_baseline, text)) {
        log_error(path, "is not a baseline");
        log_hint("--write-baseline writes one");
        code = EXIT_USAGE;
    }
    free(text);
    if (out_baseline->count > 0) {
        qsort(out_baseline->items, out_baseline->count, sizeof *out_baseline->items, by_place);
    }
    return code;
}

/* --- findings --------------------------------------------------------------------------------- */

static uint64_t count_of(const source *file, const gait_rule *rule) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        count += file->items[i].rule == rule ? file->items[i].count : 0;
    }
    return count;
}

bool check_baseline_has(const check_baseline *self, const source *file, const gait_rule *rule) {
    check_count wanted = {.rule = rule, .path = baseline_path(file->path)};
    check_count *found =
        self->count > 0 ? bsearch(&wanted, self->items, self->count, sizeof *self->items, by_place)
                        : NULL;
    free(wanted.path);
    if (found) {
        atomic_store(&found->is_found, true);
    }
    return found && count_of(file, rule) <= found->count;
}

void check_baseline_visit(const check_baseline *self, const source *file) {
    char *path = self->count > 0 ? baseline_path(file->path) : NULL;
    size_t first = 0;
    for (size_t size = path ? self->count : 0; size > 0; size /= 2) { /* the first of the file */
        size_t middle = first + size / 2;
        bool is_before = strcmp(self->items[middle].path, path) < 0;
        first = is_before ? middle + 1 : first;
        size -= is_before;
    }
    for (size_t i = first; path && i < self->count; i++) {
        if (strcmp(self->items[i].path, path) != 0) {
            break;
        }
        atomic_store(&self->items[i].is_visited, true);
    }
    free(path);
}

size_t check_baseline_unused(const check_baseline *self) {
    size_t unused = 0;
    for (size_t i = 0; i < self->count; i++) {
        const check_count *item = &self->items[i];
        unused += !item->is_found && (item->is_visited || !project_current());
    }
    return unused;
}

void check_baseline_add(check_baseline *self, const source *file) {
    size_t first = self->count;
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        const gait_rule *rule = file->items[i].rule;
        bool is_new = rule != NULL;
        for (size_t k = first; k < self->count && is_new; k++) {
            is_new = self->items[k].rule != rule;
        }
        if (is_new) {
            add_item(self, rule, count_of(file, rule), baseline_path(file->path));
        }
    }
}

void check_baseline_append(check_baseline *self, check_baseline *part) {
    for (size_t i = 0; i < part->count; i++) {
        check_count *item = &part->items[i];
        add_item(self, item->rule, item->count, item->path);
    }
    part->count = 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

int check_baseline_may_write(const char *path) {
    if (files_is_replaceable(path, baseline_mark)) {
        return EXIT_OK;
    }
    log_error(path, "exists already, and is not a baseline");
    log_hint("give another name, or remove it");
    return EXIT_FILES;
}

int check_baseline_write(const check_baseline *self, const char *path) {
    gait_buffer out = {0};
    memory_check(gait_report_raw(baseline_mark, &out));
    memory_check(gait_report_raw("\n", &out));
    for (size_t i = 0; i < self->count; i++) {
        const check_count *item = &self->items[i];
        char *line = text_format("%s %llu %s\n", item->rule->id, (unsigned long long)item->count,
                                 item->path);
        memory_check(gait_report_raw(line, &out));
        free(line);
    }
    int code = files_write(path, &out, true);
    gait_buffer_free(&out);
    return code;
}

void check_baseline_free(check_baseline *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].path);
    }
    free(self->items);
    *self = (check_baseline){0};
}

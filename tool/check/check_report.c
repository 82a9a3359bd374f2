/* Writes the parts of all reports in the order of the files, while others are still checked. */
#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/platform.h"

/* --- requests --------------------------------------------------------------------------------- */

static void add_report(check_reports *self, check_report_kind kind, const char *path) {
    self->items = memory_resize(self->items, self->count + 1, sizeof *self->items);
    self->items[self->count++] = (check_report){.kind = kind, .path = path};
}

static int add_parsed(check_reports *self, const char *text) {
    static const char *const names[] = {"json", "sarif", "junit", "github"};
    const char *equal = strchr(text, '=');
    char *name = equal ? text_slice(text, (size_t)(equal - text)) : text_copy(text);
    int code = EXIT_USAGE;
    for (int kind = 0; kind < 4 && equal && equal[1]; kind++) {
        if (text_equal(name, names[kind])) {
            add_report(self, (check_report_kind)kind, equal + 1);
            code = EXIT_OK;
        }
    }
    free(name);
    if (code != EXIT_OK) {
        log_error(NULL, "--report requires json, sarif, junit or github, '=' and a file: %s", text);
    }
    return code;
}

int check_reports_parse(const text_list *texts, bool json, bool sarif, check_reports *out_reports) {
    size_t on_stdout = 0;
    *out_reports = (check_reports){0};
    for (size_t i = 0; i < texts->count; i++) {
        TRY(add_parsed(out_reports, texts->items[i]));
    }
    if (json) {
        add_report(out_reports, CHECK_REPORT_JSON, "-");
    }
    if (sarif) {
        add_report(out_reports, CHECK_REPORT_SARIF, "-");
    }
    for (size_t i = 0; i < out_reports->count; i++) {
        on_stdout += path_is_stream(out_reports->items[i].path);
    }
    if (on_stdout > 1) {
        log_error(NULL, "only one report can be written to standard output");
        log_hint("--report sarif=FILE writes another one to a file");
        return EXIT_USAGE;
    }
    return EXIT_OK;
}

int check_reports_set_rules_url(check_reports *self, const char *url) {
    bool has_sarif = false;
    for (size_t i = 0; i < self->count; i++) {
        has_sarif = has_sarif || self->items[i].kind == CHECK_REPORT_SARIF;
    }
    if (!gait_report_sarif_accepts_url(url)) {
        log_error(NULL,
                  "--rules-url requires an address that begins with https://, http:// or "
                  "file:///, without '#' and spaces: %s",
                  url);
        return EXIT_USAGE;
    }
    if (!has_sarif) {
        log_error(NULL, "--rules-url requires --sarif or --report sarif=FILE");
        return EXIT_USAGE;
    }
    self->rules_url = url;
    return EXIT_OK;
}

bool check_reports_use_stdout(const check_reports *self) {
    bool uses_stdout = false;
    for (size_t i = 0; i < self->count; i++) {
        uses_stdout = uses_stdout || path_is_stream(self->items[i].path);
    }
    return uses_stdout;
}

/* The beginning of each format of reports. */
static const char *const beginnings[] = {
    "{\"schema\":\"gait.check/1\"",
    "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\"",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>", "::"};

int check_reports_may_write(const check_reports *self) {
    for (size_t i = 0; i < self->count; i++) {
        const check_report *report = &self->items[i];
        if (!files_is_replaceable(report->path, beginnings[report->kind])) {
            log_error(report->path, "exists already, and is not a report of this format");
            log_hint("give another name, or remove it");
            return EXIT_FILES;
        }
        for (size_t k = 0; k < i; k++) {
            if (strcmp(report->path, self->items[k].path) == 0) {
                log_error(report->path, "is the file of two reports");
                return EXIT_USAGE;
            }
        }
    }
    return EXIT_OK;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void check_report_append(check_report *self, const char *text) {
    memory_check(gait_report_raw(text, &self->text));
}

/* A report to stdout is written as it grows. */
static void flush_report(check_report *self) {
    if (path_is_stream(self->path)) {
        result_json(GAIT_OK, &self->text);
    }
}

void check_reports_begin(check_reports *self, bool is_strict) {
    for (size_t i = 0; i < self->count; i++) {
        check_report *report = &self->items[i];
        if (report->kind == CHECK_REPORT_JSON) {
            check_report_append(report, "{\"schema\":\"gait.check/1\",\"files\":[");
        } else if (report->kind == CHECK_REPORT_SARIF) {
            memory_check(gait_report_sarif_begin(&report->sarif, self->rules_url, &report->text));
        } else if (report->kind == CHECK_REPORT_JUNIT) {
            memory_check(gait_report_junit_begin(&report->junit, is_strict, NULL));
        }
        flush_report(report);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

check_reports check_reports_new_part(const check_reports *self, bool is_strict) {
    check_reports part = {.count = self->count};
    part.items = memory_resize(NULL, self->count, sizeof *part.items);
    for (size_t i = 0; i < self->count; i++) {
        part.items[i] = (check_report){.kind = self->items[i].kind};
        memory_check(gait_report_junit_begin(&part.items[i].junit, is_strict, NULL));
    }
    return part;
}

void check_reports_add(check_reports *part, const source *file) {
    const gait_diagnostics *findings = &file->diagnostics;
    for (size_t i = 0; i < part->count; i++) {
        check_report *report = &part->items[i];
        if (report->kind == CHECK_REPORT_JSON) {
            check_report_append(report, report->file_count == 0 ? "\n" : ",\n");
            memory_check(
                gait_report_check(file->path, file->file, file->format, findings, &report->text));
        } else if (report->kind == CHECK_REPORT_SARIF) {
            memory_check(gait_report_sarif_add(&report->sarif, file->path, file->file, findings,
                                               &report->text));
        } else if (report->kind == CHECK_REPORT_JUNIT) {
            memory_check(gait_report_junit_add(&report->junit, file->path, findings));
        } else {
            memory_check(gait_report_github(file->path, findings, &report->text));
        }
        report->file_count++;
    }
}

/* Moves the bytes of a part to the end of the whole. */
static void move_bytes(gait_buffer *whole, gait_buffer *part, bool needs_comma) {
    if (needs_comma) {
        memory_check(gait_buffer_append(whole, ",", 1));
    }
    memory_check(gait_buffer_append(whole, part->data, part->size));
    part->size = 0;
}

static void append_part(check_report *self, check_report *part) {
    bool is_sarif = self->kind == CHECK_REPORT_SARIF;
    bool has_before = is_sarif ? self->sarif.has_results
                               : self->kind == CHECK_REPORT_JSON && self->file_count > 0;
    move_bytes(&self->text, &part->text, part->text.size > 0 && has_before);
    self->sarif.has_results = self->sarif.has_results || part->sarif.has_results;
    move_bytes(&self->sarif.notifications, &part->sarif.notifications,
               self->sarif.notifications.size > 0 && part->sarif.notifications.size > 0);
    move_bytes(&self->junit.cases, &part->junit.cases, false);
    self->junit.file_count += part->junit.file_count;
    self->junit.failed_count += part->junit.failed_count;
    self->junit.unread_count += part->junit.unread_count;
    self->file_count += part->file_count;
    part->sarif.has_results = false;
    part->junit.file_count = part->junit.failed_count = part->junit.unread_count = 0;
    part->file_count = 0;
}

void check_reports_append(check_reports *self, check_reports *part) {
    for (size_t i = 0; i < self->count && i < part->count; i++) {
        append_part(&self->items[i], &part->items[i]);
        flush_report(&self->items[i]);
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

static int end_report(check_report *self, const check_totals *totals, const check_causes *causes,
                      bool is_complete) {
    if (self->kind == CHECK_REPORT_JSON) {
        check_report_append(self, "],");
        check_game_report(&totals->game, &self->text);
        check_causes_report(causes, &self->text);
        char *end =
            text_format(",\"errors\":%llu,\"warnings\":%llu,\"skipped\":%llu}\n",
                        (unsigned long long)totals->errors, (unsigned long long)totals->warnings,
                        (unsigned long long)totals->skipped);
        check_report_append(self, end);
        free(end);
    } else if (self->kind == CHECK_REPORT_SARIF) {
        memory_check(gait_report_sarif_end(&self->sarif, &self->text));
    } else if (self->kind == CHECK_REPORT_JUNIT) {
        memory_check(gait_report_junit_end(&self->junit, &self->text));
    }
    flush_report(self);
    if (path_is_stream(self->path)) {
        return EXIT_OK;
    }
    if (!is_complete) {
        log_error(self->path, "is not written, because not all files were checked");
        return EXIT_FILES;
    }
    return files_write(self->path, &self->text, true);
}

int check_reports_end(check_reports *self, const check_totals *totals, const check_causes *causes,
                      bool is_complete) {
    int code = EXIT_OK;
    for (size_t i = 0; i < self->count; i++) {
        code = exit_worse(code, end_report(&self->items[i], totals, causes, is_complete));
    }
    return code;
}

void check_reports_free(check_reports *self) {
    for (size_t i = 0; i < self->count; i++) {
        gait_buffer_free(&self->items[i].text);
        gait_report_sarif_free(&self->items[i].sarif);
        gait_report_junit_free(&self->items[i].junit);
    }
    free(self->items);
    *self = (check_reports){0};
}

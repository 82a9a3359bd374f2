/* Findings as JUnit XML, which build servers show as test results. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/xml.h"
#include "gait/report.h"

/* A document that is being written. */
typedef struct junit_text {
    gait_buffer *out;
    bool failed;
} junit_text;

static void junit_raw(junit_text *text, const char *xml) {
    text->failed = text->failed || !gaiti_write(text->out, xml, strlen(xml));
}

static void junit_escaped(junit_text *text, const char *utf8) {
    text->failed = text->failed || !gaiti_write_xml(text->out, utf8);
}

static void junit_number(junit_text *text, uint64_t value) {
    char digits[GAITI_NUMBER_MAX];
    text->failed = text->failed || !gaiti_write(text->out, digits, gaiti_print_u64(digits, value));
}

static bool junit_is_failure(const gait_junit *junit, const gait_diagnostic *finding) {
    return finding->rule && finding->severity >= (junit->is_strict ? GAIT_WARNING : GAIT_ERROR);
}

/* Writes "error OMF104: text", with the number of occurrences if there are several. */
static void junit_finding(junit_text *text, const gait_diagnostic *finding) {
    if (finding->rule) {
        junit_escaped(text, gait_severity_name(finding->severity));
        junit_raw(text, " ");
        junit_escaped(text, finding->rule->id);
        junit_raw(text, ": ");
    }
    junit_escaped(text, finding->text);
    if (finding->count > 1) {
        junit_raw(text, " (");
        junit_number(text, finding->count);
        junit_raw(text, " times)");
    }
    junit_raw(text, "\n");
}

/* Writes an element whose message is the first of its findings; nothing when it has none. Returns
 * the number of findings. */
static uint32_t junit_element(junit_text *text, const char *name, const gait_junit *junit,
                              const gait_diagnostics *diagnostics, bool is_read) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *finding = &diagnostics->items[i];
        bool belongs = is_read ? junit_is_failure(junit, finding) : !finding->rule;
        if (belongs && count++ == 0) {
            junit_raw(text, "<");
            junit_raw(text, name);
            junit_raw(text, " message=\"");
            junit_escaped(text, finding->text);
            junit_raw(text, "\" type=\"");
            junit_escaped(text, finding->rule ? finding->rule->id : "unreadable");
            junit_raw(text, "\">");
        }
        if (belongs) {
            junit_finding(text, finding);
        }
    }
    if (count > 0) {
        junit_raw(text, "</");
        junit_raw(text, name);
        junit_raw(text, ">");
    }
    return count;
}

static void junit_output(junit_text *text, const gait_junit *junit,
                         const gait_diagnostics *diagnostics) {
    bool is_open = false;
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const gait_diagnostic *finding = &diagnostics->items[i];
        if (finding->rule && !junit_is_failure(junit, finding)) {
            junit_raw(text, is_open ? "" : "<system-out>");
            junit_finding(text, finding);
            is_open = true;
        }
    }
    junit_raw(text, is_open ? "</system-out>" : "");
}

gait_status gait_report_junit_begin(gait_junit *junit, bool is_strict,
                                    const gait_allocator *allocator) {
    if (!junit) {
        return GAIT_BAD_ARGUMENT;
    }
    *junit = (gait_junit){.is_strict = is_strict};
    if (allocator) {
        junit->cases.allocator = *allocator;
    }
    return GAIT_OK;
}

gait_status gait_report_junit_add(gait_junit *junit, const char *path,
                                  const gait_diagnostics *diagnostics) {
    if (!junit || !path || !diagnostics || (!diagnostics->items && diagnostics->count > 0)) {
        return GAIT_BAD_ARGUMENT;
    }
    junit_text text = {&junit->cases, false};
    junit_raw(&text, "<testcase classname=\"gait check\" name=\"");
    junit_escaped(&text, path);
    junit_raw(&text, "\">");
    bool is_unread = junit_element(&text, "error", junit, diagnostics, false) > 0;
    /* A test case has one result: an error is more serious than a failure. */
    bool is_failed = !is_unread && junit_element(&text, "failure", junit, diagnostics, true) > 0;
    junit_output(&text, junit, diagnostics);
    junit_raw(&text, "</testcase>\n");
    junit->file_count++;
    junit->unread_count += is_unread;
    junit->failed_count += is_failed;
    return text.failed ? GAIT_NO_MEMORY : GAIT_OK;
}

gait_status gait_report_junit_end(gait_junit *junit, gait_buffer *out) {
    if (!junit || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    junit_text text = {out, false};
    junit_raw(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<testsuites><testsuite name=\"gait check\" tests=\"");
    junit_number(&text, junit->file_count);
    junit_raw(&text, "\" failures=\"");
    junit_number(&text, junit->failed_count);
    junit_raw(&text, "\" errors=\"");
    junit_number(&text, junit->unread_count);
    junit_raw(&text, "\">\n");
    text.failed = text.failed || !gaiti_write(out, junit->cases.data, junit->cases.size);
    junit_raw(&text, "</testsuite></testsuites>\n");
    gait_report_junit_free(junit);
    return text.failed ? GAIT_NO_MEMORY : GAIT_OK;
}

void gait_report_junit_free(gait_junit *junit) {
    if (junit) {
        gait_buffer_free(&junit->cases);
    }
}

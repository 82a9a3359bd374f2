/* Findings as workflow commands, which GitHub shows as annotations. */
#include <string.h>

#include "base/bytes.h"
#include "gait/report.h"

/* Appends a text with the escapes of workflow commands; values of properties have two more. */
static bool github_text(gait_buffer *out, const char *utf8, bool is_property) {
    const char *special = is_property ? "%\r\n:," : "%\r\n";
    static const char digits[] = "0123456789ABCDEF";
    bool is_written = true;
    while (*utf8 && is_written) {
        size_t plain = strcspn(utf8, special);
        is_written = gaiti_write(out, utf8, plain);
        utf8 += plain;
        if (*utf8 && is_written) {
            char escaped[3] = {'%', digits[(uint8_t)*utf8 >> 4], digits[(uint8_t)*utf8 & 15]};
            is_written = gaiti_write(out, escaped, sizeof escaped);
            utf8++;
        }
    }
    return is_written;
}

static bool github_finding(gait_buffer *out, const char *path, const gait_diagnostic *finding) {
    const gait_rule *rule = finding->rule;
    const char *level = !rule || rule->severity == GAIT_ERROR ? "::error file="
                        : rule->severity == GAIT_WARNING      ? "::warning file="
                                                              : "::notice file=";
    return gaiti_write_text(out, level) && github_text(out, path, true) &&
           gaiti_write_text(out, ",title=") && github_text(out, rule ? rule->id : "gait", true) &&
           gaiti_write_text(out, "::") && github_text(out, finding->text, false) &&
           gaiti_write_text(out, "\n");
}

gait_status gait_report_github(const char *path, const gait_diagnostics *diagnostics,
                               gait_buffer *out) {
    bool is_written = true;
    if (!path || !diagnostics || (!diagnostics->items && diagnostics->count > 0) || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    for (uint32_t i = 0; i < diagnostics->count && is_written; i++) {
        is_written = github_finding(out, path, &diagnostics->items[i]);
    }
    return is_written ? GAIT_OK : GAIT_NO_MEMORY;
}

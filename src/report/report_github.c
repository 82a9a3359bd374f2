/* Findings as workflow commands, which GitHub shows as annotations. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "gait/report.h"

/* True for U+0000 to U+001F and U+007F to U+009F. */
static bool github_is_control(const uint8_t *character, unsigned size) {
    return character[0] < 0x20 || character[0] == 0x7F ||
           (size == 2 && character[0] == 0xC2 && character[1] < 0xA0);
}

/* Appends a text with the escapes of workflow commands; values of properties have two more. Other
 * control characters, which would reach the terminal, and invalid bytes become U+FFFD. */
static bool github_text(gait_buffer *out, const char *utf8, bool is_property) {
    const char *special = is_property ? "%\r\n:," : "%\r\n";
    static const char digits[] = "0123456789ABCDEF";
    const uint8_t *at = (const uint8_t *)utf8;
    bool is_written = true;
    while (*at && is_written) {
        unsigned size = gaiti_utf8_character(at);
        if (memchr(special, *at, strlen(special))) {
            const char escaped[3] = {'%', digits[*at >> 4], digits[*at & 15]};
            is_written = gaiti_write(out, escaped, sizeof escaped);
        } else if (size == 0 || github_is_control(at, size)) {
            is_written = gaiti_write(out, "\xEF\xBF\xBD", 3);
        } else {
            is_written = gaiti_write(out, at, size);
        }
        at += size ? size : 1;
    }
    return is_written;
}

static bool github_finding(gait_buffer *out, const char *path, const gait_diagnostic *finding) {
    const gait_rule *rule = finding->rule;
    const char *level = !rule || finding->severity == GAIT_ERROR ? "::error file="
                        : finding->severity == GAIT_WARNING      ? "::warning file="
                                                                 : "::notice file=";
    char line[GAITI_NUMBER_MAX];
    line[gaiti_print_i64(line, finding->line)] = 0;
    return gaiti_write_text(out, level) && github_text(out, path, true) &&
           (finding->line == 0 ||
            (gaiti_write_text(out, ",line=") && gaiti_write_text(out, line))) &&
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

/* Prints a finding with its place, and with -v what to do. */
#include "check/check_print.h"

#include <stdlib.h>
#include <string.h>

#include "results.h"

/* True when the text of the finding already contains `what` and this number. */
static bool names_number(const gait_diagnostic *finding, const char *what, int32_t number) {
    char *phrase = text_format("%s %d", what, (int)number);
    const char *at = strstr(finding->text, phrase);
    bool is_whole = at && strspn(at + strlen(phrase), "0123456789") == 0;
    free(phrase);
    return is_whole;
}

static void print_place(const source *file, const gait_diagnostic *finding) {
    result_printf(" %s", finding->rule->id);
    if (finding->offset != GAIT_NO_OFFSET) {
        result_printf(": byte %llu", (unsigned long long)finding->offset);
    }
    if (file->file && finding->clip >= 0 &&
        (uint32_t)finding->clip < gait_file_clip_count(file->file)) {
        char *name = source_clip_name(file, (uint32_t)finding->clip);
        result_printf(", clip %d ", (int)finding->clip);
        result_text(name, 0);
        free(name);
    }
    if (file->file && finding->bone >= 0 && !names_number(finding, "bone", finding->bone) &&
        (uint32_t)finding->bone < gait_file_bone_count(file->file)) {
        char *name = source_bone_name(file, (uint32_t)finding->bone);
        result_printf(", bone %d ", (int)finding->bone);
        result_text(name, 0);
        free(name);
    }
    if (finding->frame >= 0 && !names_number(finding, "frame", finding->frame)) {
        result_printf(", frame %d", (int)finding->frame);
    }
    if (finding->count > 1) {
        result_printf(" (the first of %u)", (unsigned)finding->count);
    }
}

static void print_finding(const source *file, const gait_diagnostic *finding, bool verbose) {
    static const char *const colors[] = {"36", "33", "31"}; /* per severity */
    if (!finding->rule) {
        return; /* reported on stderr: not a problem of the content */
    }
    gait_severity severity = finding->rule->severity;
    result_text(source_label(file), 0);
    result_printf(": ");
    if (result_has_colors()) {
        result_printf("\033[1;%sm%s\033[0m", colors[severity], gait_severity_name(severity));
    } else {
        result_printf("%s", gait_severity_name(severity));
    }
    print_place(file, finding);
    result_printf(": ");
    result_text(finding->text, 0);
    result_printf("\n");
    if (verbose && finding->rule->advice[0]) {
        result_printf("      %s\n", finding->rule->advice);
    }
}

void check_print_findings(const source *file, const common_options *options) {
    for (uint32_t i = 0; i < file->diagnostics.count; i++) {
        print_finding(file, &file->items[i], options->verbose);
    }
    if (file->diagnostics.dropped > 0) {
        result_text(source_label(file), 0);
        result_printf(": %llu more findings are not shown\n",
                      (unsigned long long)file->diagnostics.dropped);
    }
    if (file->diagnostics.count == 0 && !options->quiet) {
        result_text(source_label(file), 0);
        result_printf(": ok\n");
    }
}

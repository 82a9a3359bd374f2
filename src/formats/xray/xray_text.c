/* Flags as lists of words, and marks as lists of intervals, in texts of files. */
#include "formats/xray/xray_text.h"

#include "base/bytes.h"

void gaiti_xray_text_flags(gaiti_text *text, uint32_t *flags) {
    static const char *const names[] = {"fx",           "stopAtEnd", "noMix", "syncPart",
                                        "useFootSteps", "rootMover", "idle",  "useWeaponBone"};
    gaiti_text_bits(text, "flags", flags, names, 8);
}

/* True when each byte is a line break, or when none is. */
static bool xray_text_breaks(gait_span bytes, bool are_breaks) {
    for (size_t i = 0; i < bytes.size; i++) {
        if ((bytes.data[i] == '\r' || bytes.data[i] == '\n') != are_breaks) {
            return false;
        }
    }
    return true;
}

static void xray_text_mark(gaiti_text *text, gait_omf_mark *mark) {
    gaiti_text_line(text);
    gaiti_text_open(text, NULL);
    text->allows_nul = true;
    gaiti_text_name(text, "name", &mark->name, SIZE_MAX);
    text->allows_nul = false;
    gaiti_text_name_unless(text, "terminator", &mark->terminator, SIZE_MAX, gaiti_span("\r\n", 2));
    gaiti_text_list(text, "intervals", "ff", &mark->interval_count, &mark->intervals);
    if (!xray_text_breaks(mark->name, false)) {
        gaiti_text_fail(text, GAITI_TEXT_NAME, "name", 0, text->code_page, gaiti_span(NULL, 0));
    }
    if (!xray_text_breaks(mark->terminator, true)) {
        gaiti_text_fail(text, GAITI_TEXT_WORD, "terminator", 0, 0, gaiti_span("line breaks", 11));
    }
    gaiti_text_close(text);
}

void gaiti_xray_text_marks(gaiti_text *text, gait_omf_mark **marks, uint32_t *count) {
    uint32_t present = gaiti_text_open_list_if_any(text, "marks", *count);
    if (gaiti_text_is_reading(text)) {
        *marks = gaiti_alloc(text->arena, present, sizeof **marks);
        present = *marks ? present : 0;
        *count = present;
    }
    for (uint32_t m = 0; m < present && gaiti_text_is_ok(text); m++) {
        xray_text_mark(text, &(*marks)[m]);
    }
    gaiti_text_close(text);
}

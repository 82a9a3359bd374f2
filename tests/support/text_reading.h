/* Reads a text with the functions of text_form.h, outside of any format. */
#ifndef TEST_SUPPORT_TEXT_READING_H
#define TEST_SUPPORT_TEXT_READING_H

#include "gait/base.h"
#include "text/text_form.h"

typedef struct text_reading {
    gaiti_text text;
    gaiti_arena scratch;
    gaiti_report report;
    gait_diagnostics found;
    gait_diagnostic items[2];
} text_reading;

/* Parses the text, which must stay valid. Its names are in code page 1251. */
void text_reading_begin(text_reading *self, gait_span source);
/* Ends the outermost object and frees the memory. Returns the id of the rule of the error; "" =
 * none. Its text stays in `items`. */
const char *text_reading_end(text_reading *self);

#endif

/* Parts of text forms that banks and SDK motions share: docs/formats/text.md. */
#ifndef GAITI_XRAY_TEXT_H
#define GAITI_XRAY_TEXT_H

#include "gait/omf.h"
#include "text/text_form.h"

/* The member "flags" of a motion. */
void gaiti_xray_text_flags(gaiti_text *text, uint32_t *flags);
/* The member "marks" of a motion, left out when it has none. */
void gaiti_xray_text_marks(gaiti_text *text, gait_omf_mark **marks, uint32_t *count);

#endif

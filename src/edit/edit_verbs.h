/* The edits by name, and their words. */
#ifndef GAITI_EDIT_VERBS_H
#define GAITI_EDIT_VERBS_H

#include "gait/edit.h"

/* Makes one edit, as gait_edit_words(), without changing the line. */
gait_status gaiti_edit_make(gait_edit *edit, const char *const *words, uint32_t count);

#endif

/* Motion marks as events: each interval is one event, and a mark without intervals is an event
 * without a time. */
#ifndef GAITI_EDIT_MARKS_H
#define GAITI_EDIT_MARKS_H

#include "edit/edit_format.h"

extern const gaiti_edit_event_table gaiti_edit_marks;

#endif

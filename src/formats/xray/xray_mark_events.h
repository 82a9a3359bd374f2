/* Motion marks as events: each interval is one event, and a mark without intervals is an event
 * without a time. */
#ifndef GAITI_XRAY_MARK_EVENTS_H
#define GAITI_XRAY_MARK_EVENTS_H

#include "formats/edit_functions.h"

/* For formats with `marks` in their edit functions. */
extern const gaiti_edit_event_functions gaiti_mark_events;

#endif

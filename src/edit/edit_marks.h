/* Motion marks as events: each interval is one event, and a mark without intervals is an event
 * without a time. */
#ifndef GAITI_EDIT_MARKS_H
#define GAITI_EDIT_MARKS_H

#include "edit/edit_format.h"

/* The functions of a format with marks. */
typedef struct gaiti_edit_marks {
    uint32_t (*count)(const gaiti_edit_document *doc, uint32_t clip);
    gait_omf_mark (*at)(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark);
    gait_status (*set)(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark,
                       const gait_omf_mark *values);
    gait_status (*remove)(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark);
} gaiti_edit_marks;

uint32_t gaiti_edit_mark_event_count(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                     uint32_t clip);
gaiti_edit_event gaiti_edit_mark_event(const gaiti_edit_marks *marks,
                                       const gaiti_edit_document *doc, uint32_t clip,
                                       uint32_t event);
/* Adds an interval to the first mark with this name that has intervals, otherwise a mark. */
gait_status gaiti_edit_mark_add(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                uint32_t clip, const gaiti_edit_event *values);
/* Changes the times of the interval, and the name of its mark. */
gait_status gaiti_edit_mark_set(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                uint32_t clip, uint32_t event, const gaiti_edit_event *values);
/* Removes the interval, and the mark with its last interval. */
gait_status gaiti_edit_mark_remove(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                   uint32_t clip, uint32_t event);

#endif

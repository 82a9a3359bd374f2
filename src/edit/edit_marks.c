#include "edit/edit_marks.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"

enum { EDIT_INTERVAL_SIZE = 8 };

/* An event of a motion: the index of its mark, and of its interval. */
typedef struct edit_mark_place {
    uint32_t mark, interval;
} edit_mark_place;

static uint32_t edit_events_of(const gait_omf_mark *mark) {
    return mark->interval_count > 0 ? mark->interval_count : 1;
}

uint32_t gaiti_edit_mark_event_count(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                     uint32_t clip) {
    uint32_t mark_count = marks->count(doc, clip), count = 0;
    for (uint32_t m = 0; m < mark_count; m++) {
        gait_omf_mark mark = marks->at(doc, clip, m);
        count += edit_events_of(&mark);
    }
    return count;
}

static edit_mark_place edit_find_place(const gaiti_edit_marks *marks,
                                       const gaiti_edit_document *doc, uint32_t clip,
                                       uint32_t event) {
    edit_mark_place place = {0, event};
    for (;; place.mark++) {
        gait_omf_mark mark = marks->at(doc, clip, place.mark);
        if (place.interval < edit_events_of(&mark)) {
            return place;
        }
        place.interval -= edit_events_of(&mark);
    }
}

gaiti_edit_event gaiti_edit_mark_event(const gaiti_edit_marks *marks,
                                       const gaiti_edit_document *doc, uint32_t clip,
                                       uint32_t event) {
    edit_mark_place place = edit_find_place(marks, doc, clip, event);
    gait_omf_mark mark = marks->at(doc, clip, place.mark);
    gaiti_edit_event found = {.name = mark.name, .has_time = mark.interval_count > 0};
    if (found.has_time) {
        float times[2];
        gait_omf_mark_interval(&mark, place.interval, times);
        found.from = times[0];
        found.until = times[1];
    }
    return found;
}

/* Removes `replaced` intervals (0 or 1) of a mark at a place, and inserts that of `values` there,
 * unless it is NULL. The mark gets the name of `values`. */
static gait_status edit_splice(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                               uint32_t clip, edit_mark_place place, uint32_t replaced,
                               const gaiti_edit_event *values) {
    gait_omf_mark mark = marks->at(doc, clip, place.mark);
    size_t at = (size_t)place.interval * EDIT_INTERVAL_SIZE,
           added = values ? EDIT_INTERVAL_SIZE : 0;
    size_t rest = mark.intervals.size - at - (size_t)replaced * EDIT_INTERVAL_SIZE;
    uint8_t *bytes = gaiti_resize(doc->allocator, NULL, 0, at + added + rest + 1);
    if (!bytes) {
        return GAIT_NO_MEMORY;
    }
    if (at > 0) {
        memcpy(bytes, mark.intervals.data, at);
    }
    if (values) {
        gaiti_store_f32(bytes + at, values->from);
        gaiti_store_f32(bytes + at + 4, values->until);
        mark.name = values->name;
    }
    if (rest > 0) {
        memcpy(bytes + at + added, mark.intervals.data + mark.intervals.size - rest, rest);
    }
    size_t size = at + added + rest;
    mark.intervals = gaiti_span(bytes, size);
    mark.interval_count = (uint32_t)(size / EDIT_INTERVAL_SIZE);
    gait_status status = marks->set(doc, clip, place.mark, &mark);
    (void)gaiti_resize(doc->allocator, bytes, size + 1, 0);
    return status;
}

/* The place of a new interval: in the order of times, after equal ones. */
static uint32_t edit_interval_place(const gait_omf_mark *mark, float time) {
    uint32_t place = mark->interval_count;
    float times[2];
    while (place > 0) {
        gait_omf_mark_interval(mark, place - 1, times);
        if (times[0] <= time) {
            break;
        }
        place--;
    }
    return place;
}

gait_status gaiti_edit_mark_add(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                uint32_t clip, const gaiti_edit_event *values) {
    uint32_t count = marks->count(doc, clip);
    uint8_t interval[EDIT_INTERVAL_SIZE];
    for (uint32_t m = 0; m < count && values->has_time; m++) {
        gait_omf_mark mark = marks->at(doc, clip, m);
        bool is_equal = mark.interval_count > 0 && mark.name.size == values->name.size &&
                        memcmp(mark.name.data, values->name.data, mark.name.size) == 0;
        edit_mark_place place = {m, edit_interval_place(&mark, values->from)};
        gait_status status =
            is_equal ? edit_splice(marks, doc, clip, place, 0, values) : GAIT_BAD_ARGUMENT;
        if (status != GAIT_BAD_ARGUMENT) {
            return status; /* otherwise games would misread the number of intervals */
        }
    }
    gaiti_store_f32(interval, values->from);
    gaiti_store_f32(interval + 4, values->until);
    gait_omf_mark mark = {.name = values->name};
    if (values->has_time) {
        mark.interval_count = 1;
        mark.intervals = gaiti_span(interval, sizeof interval);
    }
    return marks->set(doc, clip, count, &mark);
}

gait_status gaiti_edit_mark_set(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                uint32_t clip, uint32_t event, const gaiti_edit_event *values) {
    edit_mark_place place = edit_find_place(marks, doc, clip, event);
    if (values->has_time) {
        return edit_splice(marks, doc, clip, place, 1, values);
    }
    gait_omf_mark mark = marks->at(doc, clip, place.mark);
    mark.name = values->name;
    return marks->set(doc, clip, place.mark, &mark);
}

gait_status gaiti_edit_mark_remove(const gaiti_edit_marks *marks, const gaiti_edit_document *doc,
                                   uint32_t clip, uint32_t event) {
    edit_mark_place place = edit_find_place(marks, doc, clip, event);
    gait_omf_mark mark = marks->at(doc, clip, place.mark);
    return mark.interval_count <= 1 ? marks->remove(doc, clip, place.mark)
                                    : edit_splice(marks, doc, clip, place, 1, NULL);
}

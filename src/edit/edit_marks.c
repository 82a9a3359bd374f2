#include "edit/edit_marks.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"

enum { EDIT_INTERVAL_SIZE = 8 };

/* --- marks of banks and SDK motions ------------------------------------------------------------
 */

static uint32_t edit_mark_count(const gaiti_edit_document *doc, uint32_t clip) {
    return doc->omf ? gait_omf_mark_count(doc->omf, clip)
                    : gait_skl_motion_at(doc->skl, clip).mark_count;
}

static gait_omf_mark edit_mark_at(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark) {
    return doc->omf ? gait_omf_mark_at(doc->omf, clip, mark)
                    : gait_skl_mark_at(doc->skl, clip, mark);
}

static gait_status edit_set_mark(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark,
                                 const gait_omf_mark *values) {
    return doc->omf ? gait_omf_set_mark(doc->omf, clip, mark, values)
                    : gait_skl_set_mark(doc->skl, clip, mark, values);
}

static gait_status edit_remove_mark(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark) {
    return doc->omf ? gait_omf_remove_mark(doc->omf, clip, mark)
                    : gait_skl_remove_mark(doc->skl, clip, mark);
}

/* --- events ----------------------------------------------------------------------------------- */

/* An event of a motion: the index of its mark, and of its interval. */
typedef struct edit_mark_place {
    uint32_t mark, interval;
} edit_mark_place;

static uint32_t edit_events_of(const gait_omf_mark *mark) {
    return mark->interval_count > 0 ? mark->interval_count : 1;
}

static uint32_t edit_mark_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    uint32_t mark_count = edit_mark_count(doc, clip), count = 0;
    for (uint32_t m = 0; m < mark_count; m++) {
        gait_omf_mark mark = edit_mark_at(doc, clip, m);
        count += edit_events_of(&mark);
    }
    return count;
}

static edit_mark_place edit_find_place(const gaiti_edit_document *doc, uint32_t clip,
                                       uint32_t event) {
    edit_mark_place place = {0, event};
    for (;; place.mark++) {
        gait_omf_mark mark = edit_mark_at(doc, clip, place.mark);
        if (place.interval < edit_events_of(&mark)) {
            return place;
        }
        place.interval -= edit_events_of(&mark);
    }
}

static gaiti_edit_event edit_mark_event(const gaiti_edit_document *doc, uint32_t clip,
                                        uint32_t event) {
    edit_mark_place place = edit_find_place(doc, clip, event);
    gait_omf_mark mark = edit_mark_at(doc, clip, place.mark);
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
static gait_status edit_splice(const gaiti_edit_document *doc, uint32_t clip, edit_mark_place place,
                               uint32_t replaced, const gaiti_edit_event *values) {
    gait_omf_mark mark = edit_mark_at(doc, clip, place.mark);
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
    gait_status status = edit_set_mark(doc, clip, place.mark, &mark);
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

/* Adds an interval to the first mark with this name that has intervals, otherwise a mark. */
static gait_status edit_mark_add(const gaiti_edit_document *doc, uint32_t clip,
                                 const gaiti_edit_event *values) {
    uint32_t count = edit_mark_count(doc, clip);
    uint8_t interval[EDIT_INTERVAL_SIZE];
    for (uint32_t m = 0; m < count && values->has_time; m++) {
        gait_omf_mark mark = edit_mark_at(doc, clip, m);
        bool is_equal = mark.interval_count > 0 && mark.name.size == values->name.size &&
                        memcmp(mark.name.data, values->name.data, mark.name.size) == 0;
        edit_mark_place place = {m, edit_interval_place(&mark, values->from)};
        gait_status status =
            is_equal ? edit_splice(doc, clip, place, 0, values) : GAIT_BAD_ARGUMENT;
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
    return edit_set_mark(doc, clip, count, &mark);
}

/* Changes the times of the interval, and the name of its mark. */
static gait_status edit_mark_set(const gaiti_edit_document *doc, uint32_t clip, uint32_t event,
                                 const gaiti_edit_event *values) {
    edit_mark_place place = edit_find_place(doc, clip, event);
    if (values->has_time) {
        return edit_splice(doc, clip, place, 1, values);
    }
    gait_omf_mark mark = edit_mark_at(doc, clip, place.mark);
    mark.name = values->name;
    return edit_set_mark(doc, clip, place.mark, &mark);
}

/* Removes the interval, and the mark with its last interval. */
static gait_status edit_mark_remove(const gaiti_edit_document *doc, uint32_t clip, uint32_t event) {
    edit_mark_place place = edit_find_place(doc, clip, event);
    gait_omf_mark mark = edit_mark_at(doc, clip, place.mark);
    return mark.interval_count <= 1 ? edit_remove_mark(doc, clip, place.mark)
                                    : edit_splice(doc, clip, place, 1, NULL);
}

const gaiti_edit_event_table gaiti_edit_marks = {
    .count = edit_mark_event_count,
    .at = edit_mark_event,
    .add = edit_mark_add,
    .set = edit_mark_set,
    .remove = edit_mark_remove,
};

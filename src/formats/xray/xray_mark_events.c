/* Adds, removes, moves and renames intervals of motion marks. */
#include "formats/edit_functions.h"

#include <string.h>

#include "base/bytes.h"
#include "base/memory.h"
#include "base/try.h"

enum { MARK_INTERVAL_SIZE = 8 };

/* --- marks of banks and SDK motions ------------------------------------------------------------
 */

static uint32_t mark_event_marks(const gaiti_edit_document *doc, uint32_t clip) {
    return doc->row->edit->marks->count(doc->document, clip);
}

static gait_omf_mark mark_event_mark(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark) {
    return doc->row->edit->marks->at(doc->document, clip, mark);
}

static gait_status mark_event_set_mark(const gaiti_edit_document *doc, uint32_t clip, uint32_t mark,
                                       const gait_omf_mark *values) {
    return doc->row->edit->marks->set(doc->document, clip, mark, values);
}

/* --- events ----------------------------------------------------------------------------------- */

static uint32_t mark_events_of(const gait_omf_mark *mark) {
    return mark->interval_count > 0 ? mark->interval_count : 1;
}

static uint32_t mark_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    uint32_t mark_count = mark_event_marks(doc, clip), count = 0;
    for (uint32_t m = 0; m < mark_count; m++) {
        gait_omf_mark mark = mark_event_mark(doc, clip, m);
        count += mark_events_of(&mark);
    }
    return count;
}

static void mark_event_list(const gaiti_edit_document *doc, uint32_t clip, gaiti_edit_event *out) {
    uint32_t mark_count = mark_event_marks(doc, clip);
    for (uint32_t m = 0; m < mark_count; m++) {
        gait_omf_mark mark = mark_event_mark(doc, clip, m);
        uint32_t count = mark_events_of(&mark);
        for (uint32_t i = 0; i < count; i++) {
            float times[2];
            gait_omf_mark_interval(&mark, i, times);
            *out++ = (gaiti_edit_event){.name = mark.name,
                                        .has_time = mark.interval_count > 0,
                                        .from = times[0],
                                        .until = times[1],
                                        .index = m,
                                        .interval = i};
        }
    }
}

/* --- storing ---------------------------------------------------------------------------------- */

/* Stores a mark. If games would misread the number of its intervals, the last one becomes a
 * separate mark at the end. */
static gait_status mark_event_store_mark(const gaiti_edit_document *doc, uint32_t clip,
                                         uint32_t index, const gait_omf_mark *values) {
    gait_omf_mark mark = *values, last = *values;
    gait_status status = mark_event_set_mark(doc, clip, index, &mark);
    if (status != GAIT_BAD_ARGUMENT || mark.interval_count < 2) {
        return status;
    }
    mark.interval_count--;
    mark.intervals.size -= MARK_INTERVAL_SIZE;
    last.intervals = gaiti_span(last.intervals.data + mark.intervals.size, MARK_INTERVAL_SIZE);
    last.interval_count = 1;
    GAITI_TRY(mark_event_set_mark(doc, clip, index, &mark));
    return mark_event_set_mark(doc, clip, mark_event_marks(doc, clip), &last);
}

/* Copies the intervals of a mark, which may be borrowed, with space for another one. Free with
 * mark_event_free_intervals(). NULL when out of memory. */
static uint8_t *mark_event_copy_intervals(const gaiti_edit_document *doc,
                                          const gait_omf_mark *mark) {
    uint8_t *bytes =
        gaiti_resize(doc->allocator, NULL, 0, mark->intervals.size + MARK_INTERVAL_SIZE);
    if (bytes && mark->intervals.size > 0) {
        memcpy(bytes, mark->intervals.data, mark->intervals.size);
    }
    return bytes;
}

static void mark_event_free_intervals(const gaiti_edit_document *doc, uint8_t *bytes, size_t size) {
    (void)gaiti_resize(doc->allocator, bytes, size + MARK_INTERVAL_SIZE, 0);
}

/* Makes `bytes` the intervals of the mark. */
static void mark_event_set_intervals(gait_omf_mark *mark, const uint8_t *bytes, uint32_t count) {
    mark->intervals = gaiti_span(bytes, (size_t)count * MARK_INTERVAL_SIZE);
    mark->interval_count = count;
}

static void mark_event_store_times(uint8_t *interval, const gaiti_edit_event *values) {
    gaiti_store_f32(interval, values->from);
    gaiti_store_f32(interval + 4, values->until);
}

/* --- changes ---------------------------------------------------------------------------------- */

/* The place of a new interval: in the order of times, after equal ones. */
static uint32_t mark_event_interval_place(const gait_omf_mark *mark, float time) {
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

/* Inserts an interval. GAIT_BAD_ARGUMENT when games would misread the number of intervals. */
static gait_status mark_event_insert_interval(const gaiti_edit_document *doc, uint32_t clip,
                                              uint32_t index, const gaiti_edit_event *values) {
    gait_omf_mark mark = mark_event_mark(doc, clip, index);
    size_t size = mark.intervals.size;
    size_t at = (size_t)mark_event_interval_place(&mark, values->from) * MARK_INTERVAL_SIZE;
    uint8_t *bytes = mark_event_copy_intervals(doc, &mark);
    if (!bytes) {
        return GAIT_NO_MEMORY;
    }
    memmove(bytes + at + MARK_INTERVAL_SIZE, bytes + at, size - at);
    mark_event_store_times(bytes + at, values);
    mark_event_set_intervals(&mark, bytes, mark.interval_count + 1);
    gait_status status = mark_event_set_mark(doc, clip, index, &mark);
    mark_event_free_intervals(doc, bytes, size);
    return status;
}

/* Adds an interval to the first mark with this name that has intervals, otherwise a mark. */
static gait_status mark_event_add(const gaiti_edit_document *doc, uint32_t clip,
                                  const gaiti_edit_event *values) {
    uint32_t count = mark_event_marks(doc, clip);
    uint8_t interval[MARK_INTERVAL_SIZE];
    for (uint32_t m = 0; m < count && values->has_time; m++) {
        gait_omf_mark mark = mark_event_mark(doc, clip, m);
        bool is_equal = mark.interval_count > 0 && gaiti_same_bytes(mark.name, values->name);
        gait_status status =
            is_equal ? mark_event_insert_interval(doc, clip, m, values) : GAIT_BAD_ARGUMENT;
        if (status != GAIT_BAD_ARGUMENT) {
            return status; /* otherwise games would misread the number of intervals */
        }
    }
    mark_event_store_times(interval, values);
    gait_omf_mark mark = {.name = values->name};
    if (values->has_time) {
        mark_event_set_intervals(&mark, interval, 1);
    }
    return mark_event_set_mark(doc, clip, count, &mark);
}

/* Changes the times of the interval, and the name of its mark. In this function and the next one,
 * the last interval becomes a separate mark if games would misread the number of intervals. */
static gait_status mark_event_set(const gaiti_edit_document *doc, uint32_t clip,
                                  const gaiti_edit_event *values) {
    gait_omf_mark mark = mark_event_mark(doc, clip, values->index);
    size_t size = mark.intervals.size;
    uint8_t *bytes = mark_event_copy_intervals(doc, &mark);
    if (!bytes) {
        return GAIT_NO_MEMORY;
    }
    mark.name = values->name;
    mark.intervals = gaiti_span(bytes, size);
    if (values->has_time) {
        mark_event_store_times(bytes + (size_t)values->interval * MARK_INTERVAL_SIZE, values);
    }
    gait_status status = mark_event_store_mark(doc, clip, values->index, &mark);
    mark_event_free_intervals(doc, bytes, size);
    return status;
}

/* Removes `count` events of one mark, and with all of them the mark unless `keep_empty`. */
static gait_status mark_event_remove_intervals(const gaiti_edit_document *doc, uint32_t clip,
                                               const gaiti_edit_event *events, uint32_t count,
                                               bool keep_empty) {
    uint32_t index = events->index, kept = 0, removed = 0;
    gait_omf_mark mark = mark_event_mark(doc, clip, index);
    size_t size = mark.intervals.size;
    if (count == mark_events_of(&mark) && !keep_empty) {
        return doc->row->edit->marks->remove(doc->document, clip, index);
    }
    uint8_t *bytes = mark_event_copy_intervals(doc, &mark);
    if (!bytes) {
        return GAIT_NO_MEMORY;
    }
    for (uint32_t i = 0; i < mark.interval_count; i++) {
        if (removed < count && events[removed].interval == i) {
            removed++;
            continue;
        }
        memmove(bytes + (size_t)kept * MARK_INTERVAL_SIZE, bytes + (size_t)i * MARK_INTERVAL_SIZE,
                MARK_INTERVAL_SIZE);
        kept++;
    }
    mark_event_set_intervals(&mark, bytes, kept);
    gait_status status = mark_event_store_mark(doc, clip, index, &mark);
    mark_event_free_intervals(doc, bytes, size);
    return status;
}

static gait_status mark_event_remove_from_marks(const gaiti_edit_document *doc, uint32_t clip,
                                                const gaiti_edit_event *events, uint32_t count,
                                                bool keep_empty) {
    gait_status status = GAIT_OK;
    while (count > 0 && status == GAIT_OK) {
        uint32_t first = count - 1;
        while (first > 0 && events[first - 1].index == events[count - 1].index) {
            first--;
        }
        status = mark_event_remove_intervals(doc, clip, events + first, count - first, keep_empty);
        count = first;
    }
    return status;
}

/* Removes intervals, and marks without further intervals. */
static gait_status mark_event_remove(const gaiti_edit_document *doc, uint32_t clip,
                                     const gaiti_edit_event *events, uint32_t count) {
    return mark_event_remove_from_marks(doc, clip, events, count, false);
}

static gait_status mark_event_empty(const gaiti_edit_document *doc, uint32_t clip,
                                    const gaiti_edit_event *events, uint32_t count) {
    return mark_event_remove_from_marks(doc, clip, events, count, true);
}

const gaiti_edit_event_functions gaiti_mark_events = {
    .count = mark_event_count,
    .list = mark_event_list,
    .add = mark_event_add,
    .set = mark_event_set,
    .empty = mark_event_empty,
    .remove = mark_event_remove,
};

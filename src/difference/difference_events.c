/* Differences of the events of a clip: marks, properties, key stones. Their order in the file is
 * not compared. */
#include <string.h>

#include "base/bits.h"
#include "base/bytes.h"
#include "base/number/number.h"
#include "base/sort.h"
#include "base/text/text.h"
#include "difference/difference_state.h"
#include "formats/file_state.h"
#include "model/quaternion.h"

/* One interval of an event, or an event without intervals. */
typedef struct difference_event {
    gait_span name, value;
    double from, to; /* 0 without an interval */
    gait_time_unit unit;
    bool has_time;
    bool is_done; /* it is matched */
} difference_event;

/* The events of both clips. `order` has the indices of those that are not matched, sorted. */
typedef struct difference_events {
    gaiti_difference_job *job;
    difference_event *list[2];
    uint32_t *order[2];
    uint32_t count[2];
    uint32_t page; /* the code page of the names and values in both lists */
    uint32_t *work;
    const difference_event *sorted; /* the list that is being sorted */
    int keys;                       /* what is compared: see difference_order_events() */
} difference_events;

/* What must be equal to match two events; the steps are tried in this order. */
enum { EVENT_ALL = 0, EVENT_NAME_AND_VALUE, EVENT_NAME, EVENT_TIME, EVENT_STEPS };

/* --- lists ------------------------------------------------------------------------------------ */

/* A text that can be compared with those of the other file: UTF-8 if the code pages differ. False
 * without memory. */
static bool difference_make_comparable(const difference_events *events, gaiti_arena *arena, int s,
                                       gait_span *text) {
    uint32_t page = gait_file_code_page(events->job->side[s].file);
    if (page == events->page || text->size == 0) {
        return true;
    }
    const char *utf8 = gaiti_utf8(arena, page, *text);
    *text = gaiti_span(utf8, utf8 ? strlen(utf8) : 0);
    return utf8 != NULL;
}

static bool difference_list_events(difference_events *events, gaiti_arena *arena, int s,
                                   const gait_clip_difference *entry) {
    const gait_file *file = events->job->side[s].file;
    /* Of the format itself: gait_file_event() counts the events of the clip again. */
    const void *document;
    const gaiti_format_row *row = gaiti_clips_of(file, &document);
    uint32_t clip = (uint32_t)(s == 0 ? entry->clip : entry->other);
    uint32_t total = row->event ? gait_file_clip_info(file, clip).event_count : 0;
    uint64_t count = 0;
    for (uint32_t i = 0; i < total; i++) {
        uint32_t intervals = row->event(document, clip, i).interval_count;
        count += intervals > 0 ? intervals : 1;
    }
    events->list[s] = gaiti_alloc(arena, count, sizeof *events->list[s]);
    events->order[s] = gaiti_alloc(arena, count, sizeof *events->order[s]);
    if (!events->list[s] || !events->order[s]) {
        return false;
    }
    for (uint32_t i = 0; i < total; i++) {
        gait_event_info info = row->event(document, clip, i);
        difference_event event = {.name = info.name, .value = info.value, .unit = info.time_unit};
        if (!difference_make_comparable(events, arena, s, &event.name) ||
            !difference_make_comparable(events, arena, s, &event.value)) {
            return false;
        }
        for (uint32_t j = 0; j < info.interval_count || (j == 0 && info.interval_count == 0); j++) {
            double times[2] = {0, 0};
            event.has_time = info.interval_count > 0;
            if (event.has_time) {
                row->event_interval(document, clip, i, j, times);
            }
            event.from = times[0];
            event.to = times[1];
            events->list[s][events->count[s]++] = event;
        }
    }
    return true;
}

/* --- order ------------------------------------------------------------------------------------ */

static int difference_compare_spans(gait_span a, gait_span b) {
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* A total order: NaN comes last, and equal values are ordered by their bits. */
static int difference_compare_times(double a, double b) {
    uint64_t first = gaiti_bits_of_f64(a), second = gaiti_bits_of_f64(b);
    if (gaiti_is_nan(a) != gaiti_is_nan(b)) {
        return gaiti_is_nan(a) ? 1 : -1;
    }
    if (a < b || a > b) {
        return a < b ? -1 : 1;
    }
    return (first > second) - (first < second);
}

/* Compares what the step `keys` requires to be equal. */
static int difference_compare_event(int keys, const difference_event *a,
                                    const difference_event *b) {
    int order = 0;
    if (keys != EVENT_TIME) {
        order = difference_compare_spans(a->name, b->name);
    }
    if (order == 0 && (keys == EVENT_ALL || keys == EVENT_NAME_AND_VALUE)) {
        order = difference_compare_spans(a->value, b->value);
    }
    if (order == 0 && (keys == EVENT_ALL || keys == EVENT_TIME)) {
        order = (int)a->has_time - (int)b->has_time;
        order = order != 0 ? order : difference_compare_times(a->from, b->from);
        order = order != 0 ? order : difference_compare_times(a->to, b->to);
    }
    return order;
}

static bool difference_event_before(const void *user, uint32_t a, uint32_t b) {
    const difference_events *events = user;
    int order = difference_compare_event(events->keys, &events->sorted[a], &events->sorted[b]);
    if (order == 0) {
        order = difference_compare_times(events->sorted[a].from, events->sorted[b].from);
    }
    return order < 0;
}

/* Sorts the events that are not matched for a step. */
static void difference_order_events(difference_events *events, int s) {
    uint32_t *order = events->order[s];
    uint32_t count = 0, total = events->count[s];
    for (uint32_t i = 0; i < total; i++) {
        if (!events->list[s][i].is_done) {
            order[count++] = i;
        }
    }
    for (uint32_t i = count; i < total; i++) {
        order[i] = UINT32_MAX;
    }
    events->sorted = events->list[s];
    gaiti_sort(order, count, difference_event_before, events, events->work);
}

/* --- differences ------------------------------------------------------------------------------ */

/* The time as text: "0.5 s", "0.5 s to 0.7 s", "phase 0.25" or "no time". */
static const char *difference_event_time(gaiti_difference_job *job, const difference_event *event) {
    bool is_phase = event->unit == GAIT_TIME_PHASE;
    if (!event->has_time) {
        return "no time";
    }
    const char *const from[4] = {is_phase ? "phase " : NULL,
                                 gaiti_difference_f32(job, (float)event->from),
                                 is_phase ? NULL : " s"};
    const char *text = gaiti_difference_join(job, from);
    if (difference_compare_times(event->from, event->to) != 0) {
        const char *const both[4] = {text, " to ", gaiti_difference_f32(job, (float)event->to),
                                     is_phase ? NULL : " s"};
        text = gaiti_difference_join(job, both);
    }
    return text;
}

/* The time and the value of an event as text. */
static const char *difference_event_text(gaiti_difference_job *job, uint32_t page,
                                         const difference_event *event) {
    const char *time = difference_event_time(job, event);
    if (event->value.size == 0) {
        return time;
    }
    const char *const texts[4] = {time, " = ", gaiti_difference_name(job, page, event->value)};
    return gaiti_difference_join(job, texts);
}

static void difference_add_event(difference_events *events, const difference_event *a,
                                 const difference_event *b, gait_difference_kind kind) {
    gaiti_difference_job *job = events->job;
    gait_difference found = {.subject = GAIT_DIFFERENCE_EVENT, .kind = kind};
    found.name = gaiti_difference_name(job, events->page, b ? b->name : a->name);
    found.before = a ? difference_event_text(job, events->page, a) : NULL;
    found.after = b ? difference_event_text(job, events->page, b) : NULL;
    gaiti_difference_add(job, found);
}

/* Adds a renamed event, and the change of its value. */
static void difference_rename_event(difference_events *events, const difference_event *a,
                                    const difference_event *b) {
    gaiti_difference_job *job = events->job;
    const char *before = gaiti_difference_name(job, events->page, a->name);
    const char *after = gaiti_difference_name(job, events->page, b->name);
    gaiti_difference_add(job, (gait_difference){.subject = GAIT_DIFFERENCE_EVENT,
                                                .kind = GAIT_DIFFERENCE_RENAMED,
                                                .name = before,
                                                .before = before,
                                                .after = after});
    if (difference_compare_spans(a->value, b->value) != 0) {
        difference_add_event(events, a, b, GAIT_DIFFERENCE_CHANGED);
    }
}

/* Other formats round times, or have other units. */
static bool difference_is_same_event(const gaiti_difference_job *job, const difference_event *a,
                                     const difference_event *b) {
    bool is_same_value = difference_compare_spans(a->value, b->value) == 0;
    bool is_near = a->unit != b->unit ||
                   (gaiti_abs(a->from - b->from) <= 1e-4 && gaiti_abs(a->to - b->to) <= 1e-4);
    return !job->is_one_format && is_same_value && a->has_time == b->has_time && is_near;
}

/* Matches events in one step, and adds what differs between them. */
static void difference_pair_events(difference_events *events) {
    static const gait_difference_kind kinds[EVENT_TIME] = {
        GAIT_DIFFERENCE_CHANGED, GAIT_DIFFERENCE_MOVED, GAIT_DIFFERENCE_CHANGED};
    for (int s = 0; s < 2; s++) {
        difference_order_events(events, s);
    }
    for (uint32_t i = 0, j = 0; i < events->count[0] && j < events->count[1];) {
        uint32_t first = events->order[0][i], second = events->order[1][j];
        if (first == UINT32_MAX || second == UINT32_MAX) {
            return;
        }
        difference_event *a = &events->list[0][first], *b = &events->list[1][second];
        int order = difference_compare_event(events->keys, a, b);
        if (order == 0) {
            a->is_done = b->is_done = true;
            if (events->keys == EVENT_TIME) {
                difference_rename_event(events, a, b);
            } else if (events->keys != EVENT_ALL && !difference_is_same_event(events->job, a, b)) {
                difference_add_event(events, a, b, kinds[events->keys]);
            }
        }
        i += order <= 0;
        j += order >= 0;
    }
}

static void difference_add_single_events(difference_events *events) {
    for (int s = 0; s < 2; s++) {
        for (uint32_t i = 0; i < events->count[s]; i++) {
            const difference_event *event = &events->list[s][i];
            if (!event->is_done) {
                difference_add_event(events, s == 0 ? event : NULL, s == 1 ? event : NULL,
                                     s == 0 ? GAIT_DIFFERENCE_REMOVED : GAIT_DIFFERENCE_ADDED);
            }
        }
    }
}

void gaiti_difference_compare_events(gaiti_difference_job *job, const gait_clip_difference *entry) {
    uint32_t page = gait_file_code_page(job->side[0].file);
    bool is_one_page = page == gait_file_code_page(job->side[1].file);
    difference_events events = {.job = job, .page = is_one_page ? page : GAIT_CODE_PAGE_UTF8};
    gaiti_arena arena;
    gaiti_arena_init(&arena, &job->options, 0);
    if (difference_list_events(&events, &arena, 0, entry) &&
        difference_list_events(&events, &arena, 1, entry)) {
        uint32_t most = events.count[0] > events.count[1] ? events.count[0] : events.count[1];
        events.work = gaiti_alloc(&arena, most, sizeof *events.work);
    }
    if (events.work) {
        for (events.keys = 0; events.keys < EVENT_STEPS; events.keys++) {
            difference_pair_events(&events);
        }
        difference_add_single_events(&events);
    } else {
        job->work.status = arena.status;
    }
    gaiti_arena_free(&arena);
}

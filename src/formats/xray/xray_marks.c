/* Motion marks: validity, checks, and conversion from and to events. */
#include "base/try.h"
#include "formats/xray/xray_marks.h"

#include "base/bytes.h"
#include "base/text/names.h"
#include "base/text/text.h"

/* Games read the name of a mark up to a line end and then skip all following CR and LF bytes. A
 * count whose first byte is CR or LF is therefore misread. */
static bool mark_count_is_misread(uint32_t interval_count) {
    uint32_t low = interval_count & 0xFF;
    return low == '\r' || low == '\n';
}

static bool mark_name_fits(gait_span name) {
    if (name.size == 0 || name.size > GAITI_OMF_NAME_MAX || !name.data) {
        return false;
    }
    return !memchr(name.data, 0, name.size) && !memchr(name.data, '\r', name.size) &&
           !memchr(name.data, '\n', name.size);
}

bool gaiti_mark_fits(const gait_omf_mark *mark) {
    return mark_name_fits(mark->name) && gaiti_is_span(mark->terminator) &&
           gaiti_is_span(mark->intervals) && !mark_count_is_misread(mark->interval_count) &&
           mark->intervals.size == (uint64_t)mark->interval_count * 8;
}

bool gaiti_mark_end(gait_omf_mark *mark) {
    if (mark->terminator.size == 0) {
        mark->terminator = gaiti_span("\r\n", 2);
    }
    gait_span end = mark->terminator;
    return (end.size == 1 && (end.data[0] == '\r' || end.data[0] == '\n')) ||
           (end.size == 2 && end.data[0] == '\r' && end.data[1] == '\n');
}

gait_status gaiti_mark_detach(gaiti_arena *arena, gait_omf_mark *mark) {
    GAITI_TRY(gaiti_own(arena, &mark->name));
    GAITI_TRY(gaiti_own(arena, &mark->terminator));
    return gaiti_own(arena, &mark->intervals);
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Checks a mark, and copies it with its bytes. */
static gait_status mark_copy(gaiti_mark_list list, const gait_omf_mark *values,
                             gait_omf_mark *out) {
    *out = values ? *values : (gait_omf_mark){0};
    if (!gaiti_mark_fits(out) || !gaiti_mark_end(out)) {
        return GAIT_BAD_ARGUMENT;
    }
    return list.is_possible ? gaiti_mark_detach(list.arena, out) : GAIT_WOULD_LOSE;
}

gait_status gaiti_marks_set(gaiti_mark_list list, uint32_t at, const gait_omf_mark *values) {
    gait_omf_mark copy;
    if (at >= *list.count) {
        return gaiti_marks_insert(list, at, values);
    }
    GAITI_TRY(mark_copy(list, values, &copy));
    (*list.marks)[at] = copy;
    return GAIT_OK;
}

gait_status gaiti_marks_insert(gaiti_mark_list list, uint32_t at, const gait_omf_mark *values) {
    gait_omf_mark copy;
    GAITI_TRY(at <= *list.count ? mark_copy(list, values, &copy) : GAIT_BAD_ARGUMENT);
    gait_omf_mark *marks =
        gaiti_insert(list.arena, *list.marks, *list.count, list.capacity, at, sizeof *marks);
    if (!marks) {
        return list.arena->status;
    }
    marks[at] = copy;
    *list.marks = marks;
    ++*list.count;
    return GAIT_OK;
}

gait_status gaiti_marks_remove(gaiti_mark_list list, uint32_t at) {
    if (at >= *list.count) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_remove(*list.marks, *list.count, list.capacity, at, sizeof **list.marks);
    --*list.count;
    return GAIT_OK;
}

/* --- repairs ---------------------------------------------------------------------------------- */

static bool mark_ends_line(const gait_omf_mark *mark) {
    return mark->terminator.size == 2 && memcmp(mark->terminator.data, "\r\n", 2) == 0;
}

bool gaiti_mark_is_swallowed(const gait_omf_mark *mark) {
    return mark->terminator.size > 2;
}

uint64_t gaiti_marks_repair_line_ends(gaiti_mark_list list) {
    uint64_t count = 0;
    for (uint32_t m = 0; m < *list.count; m++) {
        gait_omf_mark *mark = &(*list.marks)[m];
        if (!mark_ends_line(mark) && !gaiti_mark_is_swallowed(mark)) {
            mark->terminator = gaiti_span("\r\n", 2);
            count++;
        }
    }
    return count;
}

uint64_t gaiti_marks_repair_empty(gaiti_mark_list list) {
    uint64_t count = 0;
    while (*list.count > 0 && (*list.marks)[*list.count - 1].name.size == 0 &&
           (*list.marks)[*list.count - 1].interval_count == 0) {
        (void)gaiti_marks_remove(list, *list.count - 1);
        count++;
    }
    return count;
}

/* --- intervals -------------------------------------------------------------------------------- */

void gait_omf_mark_interval(const gait_omf_mark *mark, uint32_t interval, float out_from_to[2]) {
    if (!out_from_to) {
        return;
    }
    out_from_to[0] = out_from_to[1] = 0;
    if (!mark || interval >= mark->interval_count || interval >= mark->intervals.size / 8) {
        return;
    }
    const uint8_t *p = mark->intervals.data + (size_t)interval * 8;
    out_from_to[0] = gaiti_load_f32(p);
    out_from_to[1] = gaiti_load_f32(p + 4);
}

gait_event_info gaiti_mark_event(gait_omf_mark mark) {
    return (gait_event_info){mark.name, {0}, GAIT_TIME_SECONDS, mark.interval_count};
}

void gaiti_mark_event_interval(const gait_omf_mark *mark, uint32_t interval,
                               double out_from_to[2]) {
    float stored[2];
    gait_omf_mark_interval(mark, interval, stored);
    out_from_to[0] = stored[0];
    out_from_to[1] = stored[1];
}

/* --- checking --------------------------------------------------------------------------------- */

enum { MARK_RATE = 30 };

double gaiti_mark_last_time(uint32_t frame_count, float speed) {
    double length = (double)frame_count / MARK_RATE;
    return speed > 0 && speed < 1 ? length / (double)speed : length;
}

/* True unless both times lie in the motion. Files of the games begin intervals up to 0.3 ms before
 * 0, and times are rounded to floats. */
static bool mark_is_outside(const float from_to[2], double length_s) {
    const double early_s = 1e-3, late_s = 1e-4;
    double from = (double)from_to[0], to = (double)from_to[1];
    return from < -early_s || from > length_s + late_s || to > length_s + late_s;
}

static void mark_check_intervals(const gaiti_report *report, const gait_omf_mark *mark,
                                 uint64_t offset, double length_s) {
    float before = 0;
    for (uint32_t i = 0; i < mark->interval_count; i++) {
        float from_to[2];
        gait_omf_mark_interval(mark, i, from_to);
        gaiti_detail detail = {.offset = offset + 8 * (uint64_t)i,
                               .length = 8,
                               .number = (double)from_to[0],
                               .name = mark->name};
        if (!(from_to[0] <= from_to[1])) {
            gaiti_raise(report, GAITI_OMF_MARK_TIME, detail);
        } else if (mark_is_outside(from_to, length_s)) {
            gaiti_raise(report, GAITI_OMF_MARK_OUTSIDE, detail);
        }
        if (i > 0 && from_to[0] < before) {
            gaiti_raise(report, GAITI_OMF_MARK_ORDER, detail);
        }
        before = from_to[0];
    }
}

/* True if the name is one of the two that steps have. */
static bool mark_is_named(const gait_omf_mark *mark, const char *side) {
    return gaiti_equal_name(mark->name, gaiti_span_of(side));
}

void gaiti_marks_check(const gaiti_report *report, gait_span source, const gait_omf_mark *marks,
                       uint32_t count, double length_s) {
    uint32_t left = 1;
    for (uint32_t m = 0; m < count; m++) {
        const gait_omf_mark *mark = &marks[m];
        gaiti_detail detail = {.offset = gaiti_offset_in(source, mark->name.data),
                               .length = mark->name.size + mark->terminator.size,
                               .found = mark->interval_count,
                               .name = mark->name};
        if (mark->name.size == 0 || mark_count_is_misread(mark->interval_count)) {
            gaiti_raise(report, GAITI_OMF_MARK_MISREAD, detail);
        }
        if (!mark_ends_line(mark)) {
            gaiti_raise(report, GAITI_OMF_MARK_LINE, detail);
        }
        mark_check_intervals(report, mark, gaiti_offset_in(source, mark->intervals.data), length_s);
    }
    while (left < count && !mark_is_named(&marks[left], "Left")) {
        left++;
    }
    if (left < count && mark_is_named(&marks[0], "Right")) {
        gaiti_raise(report, GAITI_OMF_MARK_SIDES,
                    (gaiti_detail){.offset = gaiti_offset_in(source, marks[0].name.data),
                                   .length = marks[0].name.size + marks[0].terminator.size,
                                   .found = left + 1,
                                   .name = marks[0].name});
    }
}

uint32_t gaiti_marks_count_timed(const gait_omf_mark *marks, uint32_t count) {
    uint32_t timed = 0;
    for (uint32_t m = 0; m < count; m++) {
        timed += marks[m].interval_count > 0;
    }
    return timed;
}

/* --- events ----------------------------------------------------------------------------------- */

bool gaiti_marks_to_events(const gait_omf_mark *marks, uint32_t mark_count, uint32_t page,
                           gaiti_clip *result) {
    uint64_t count = 0;
    for (uint32_t m = 0; m < mark_count; m++) {
        count += marks[m].interval_count;
    }
    gait_event *event = gaiti_clip_add_events(result, (uint32_t)count);
    for (uint32_t m = 0; event && m < mark_count; m++) {
        const char *name = gaiti_utf8(&result->arena, page, marks[m].name);
        for (uint32_t i = 0; name && i < marks[m].interval_count; i++, event++) {
            float from_to[2];
            gait_omf_mark_interval(&marks[m], i, from_to);
            *event = (gait_event){name, "", (double)from_to[0], (double)from_to[1]};
        }
        event = name ? event : NULL;
    }
    return event != NULL;
}

/* Groups events by mark. */
typedef struct mark_groups {
    gaiti_names set;
    gait_span *names;  /* one per mark */
    uint32_t *of;      /* per event: index of its mark */
    uint32_t *members; /* per mark: number of events */
    uint32_t count;
} mark_groups;

/* Adds the event to the mark with its name. An event whose name differs only in case from that of
 * an earlier mark gets a new mark, and so does each later event with this spelling. False when the
 * name is not valid for a mark. */
static bool mark_join(mark_groups *groups, uint32_t event) {
    gait_span name = groups->names[groups->count];
    int32_t known = gaiti_names_add(&groups->set, groups->count);
    bool same = known >= 0 && gaiti_same_bytes(groups->names[known], name);
    groups->of[event] = same ? (uint32_t)known : groups->count;
    groups->count += !same;
    groups->members[groups->of[event]]++;
    return mark_name_fits(name);
}

static gait_status mark_group(const gait_clip *clip, uint32_t page, gaiti_arena *arena,
                              mark_groups *groups) {
    uint32_t count = clip->event_count;
    groups->names = gaiti_alloc(arena, (uint64_t)count + 1, sizeof *groups->names);
    groups->of = gaiti_alloc(arena, count, sizeof *groups->of);
    groups->members = gaiti_alloc(arena, count, sizeof *groups->members);
    if (!groups->names || !groups->of || !groups->members ||
        !gaiti_names_init(&groups->set, arena, groups->names, count)) {
        return arena->status;
    }
    for (uint32_t e = 0; e < count; e++) {
        const char *name = clip->events[e].name;
        uint8_t *bytes = gaiti_alloc(arena, strlen(name) + 1, 1);
        GAITI_TRY(arena->status);
        groups->names[groups->count].data = bytes;
        if (!gaiti_from_utf8(page, name, bytes, &groups->names[groups->count].size) ||
            !mark_join(groups, e)) {
            return GAIT_BAD_ARGUMENT;
        }
    }
    return GAIT_OK;
}

/* Stores the intervals of all marks one after another. Afterwards members[m] is the end index of
 * mark m. */
static void mark_place_intervals(const gait_clip *clip, mark_groups *groups, uint8_t *out) {
    uint32_t end = 0;
    for (uint32_t m = 0; m < groups->count; m++) {
        uint32_t size = groups->members[m];
        groups->members[m] = end;
        end += size;
    }
    for (uint32_t e = 0; e < clip->event_count; e++) {
        uint8_t *place = out + (size_t)groups->members[groups->of[e]]++ * 8;
        gaiti_store_f32(place, (float)clip->events[e].start);
        gaiti_store_f32(place + 4, (float)clip->events[e].end);
    }
}

/* Moves the last interval to a second mark when games would misread the count. Returns the number
 * of marks: 1 or 2. */
static uint32_t mark_split(gait_omf_mark *mark) {
    if (!mark_count_is_misread(mark->interval_count)) {
        return 1;
    }
    gait_omf_mark last = *mark;
    uint32_t rest = --mark->interval_count;
    mark->intervals.size -= 8;
    last.interval_count = 1;
    last.intervals = gaiti_span(last.intervals.data + (size_t)rest * 8, 8);
    mark[1] = last;
    return 2;
}

gait_status gaiti_marks_from_events(const gait_clip *clip, uint32_t page, gaiti_arena *arena,
                                    gait_omf_mark **out_marks, uint32_t *out_count) {
    mark_groups groups = {0};
    GAITI_TRY(mark_group(clip, page, arena, &groups));
    uint8_t *intervals = gaiti_alloc(arena, clip->event_count, 8);
    gait_omf_mark *marks = gaiti_alloc(arena, groups.count, 2 * sizeof *marks);
    GAITI_TRY(arena->status);
    mark_place_intervals(clip, &groups, intervals);
    uint32_t count = 0, start = 0;
    for (uint32_t m = 0; m < groups.count; m++) {
        uint32_t size = groups.members[m] - start;
        marks[count] = (gait_omf_mark){
            .name = groups.names[m],
            .terminator = gaiti_span("\r\n", 2),
            .interval_count = size,
            .intervals = gaiti_span(intervals + (size_t)start * 8, (size_t)size * 8)};
        count += mark_split(&marks[count]);
        start += size;
    }
    *out_marks = marks;
    *out_count = count;
    return GAIT_OK;
}

gait_status gaiti_marks_apply_events(const gait_clip *clip_metadata, uint32_t changes,
                                     gaiti_mark_list list, uint32_t page) {
    if (!(changes & GAIT_META_EVENTS)) {
        return GAIT_OK;
    }
    if (!list.is_possible) {
        return clip_metadata->event_count > 0 ? GAIT_WOULD_LOSE : GAIT_OK;
    }
    gait_omf_mark *marks;
    uint32_t count;
    GAITI_TRY(gaiti_marks_from_events(clip_metadata, page, list.arena, &marks, &count));
    marks = gaiti_grow(list.arena, marks, count, (uint64_t)count + *list.count, sizeof *marks);
    GAITI_TRY(list.arena->status);
    for (uint32_t m = 0; m < *list.count; m++) {
        if ((*list.marks)[m].interval_count == 0) {
            marks[count++] = (*list.marks)[m];
        }
    }
    *list.marks = marks;
    *list.count = count;
    *list.capacity = 0;
    return GAIT_OK;
}

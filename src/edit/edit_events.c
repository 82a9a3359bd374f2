/* "event": motion marks, frame properties and key stones. */
#include <string.h>

#include "base/bytes.h"
#include "base/number/number.h"
#include "base/text/text.h"
#include "base/try.h"
#include "edit/edit_state.h"

#define EDIT_SAME_TIME 0.001f /* times that differ by less are equal for --at */

/* One edit of the events of one clip. */
typedef struct edit_events {
    gait_edit *edit;
    const gaiti_edit_request *request;
    const gaiti_edit_value *at, *to, *until, *value;
    const char *new_name; /* of --rename */
    const char *pattern;  /* of the names of events; not with --add */
    bool is_number;       /* the pattern is NAME@N, and addresses `numbered`; NULL = none */
    const gaiti_edit_event *numbered;
    uint32_t clip;
    uint32_t found; /* events that the edit applies to, in all clips */
    /* Of the clip, filled from the end: events to remove, and the same with other names, to add. */
    gaiti_edit_event *removed, *added;
    uint32_t first; /* of `removed` and `added` */
} edit_events;

typedef struct edit_event_list {
    const gaiti_edit_event *items;
    uint32_t count;
} edit_event_list;

/* --- times ------------------------------------------------------------------------------------ */

static float edit_last_time(const edit_events *self) {
    const gait_edit *edit = self->edit;
    uint32_t count = gaiti_edit_clip_info(edit, self->clip).frame_count;
    if (edit->functions->has_phases) {
        return 1;
    }
    return count > 0 ? edit->functions->frame_time(edit->document.document, self->clip, count - 1)
                     : 0;
}

/* `why` ends with a blank; the name of the clip follows. */
static gait_status edit_refuse_time(const edit_events *self, const gaiti_edit_value *value,
                                    const char *why) {
    gait_edit *edit = self->edit;
    return gaiti_edit_refuse_value(
        edit, value, GAITI_EDIT_JOIN(edit, why, gaiti_edit_clip_name(edit, self->clip)));
}

/* The time of a frame such as "12f". */
static gait_status edit_read_frame(const edit_events *self, const gaiti_edit_value *value,
                                   const char *text, size_t size, float *out) {
    const gait_edit *edit = self->edit;
    uint32_t count = gaiti_edit_clip_info(edit, self->clip).frame_count;
    uint64_t frame;
    if (!gaiti_parse_u64(text, size, &frame) || frame >= count) {
        return edit_refuse_time(self, value, "there is no such frame in ");
    }
    *out = edit->functions->frame_time(edit->document.document, self->clip, (uint32_t)frame);
    return GAIT_OK;
}

/* Reads a time: a number in the unit of the format, "0.5s", "12f" or "50%". */
static gait_status edit_read_time(const edit_events *self, const gaiti_edit_value *value,
                                  const char *text, float *out) {
    const gait_edit *edit = self->edit;
    size_t size = strlen(text);
    char unit = size > 1 ? text[size - 1] : 0;
    if (unit == 'f') {
        return edit_read_frame(self, value, text, size - 1, out);
    }
    if (unit == 's' && edit->functions->has_phases) {
        return gaiti_edit_refuse_value(edit, value,
                                       "times of this format are phases: give 0.5, 50% or 12f");
    }
    size -= unit == 's' || unit == '%';
    GAITI_TRY(gaiti_edit_read_float(edit, value, text, size, out));
    if (unit == '%') {
        *out = *out / 100 * edit_last_time(self);
    }
    return GAIT_OK;
}

static gait_status edit_check_time(const edit_events *self, const gaiti_edit_value *value,
                                   float time) {
    return time >= 0 && time <= edit_last_time(self) + EDIT_SAME_TIME
               ? GAIT_OK
               : edit_refuse_time(self, value, "it is outside of the clip ");
}

/* Reads a time that an event gets; with + or - it is relative to `old_time`. A time equal
 * to `old_time` is valid even outside of the clip. */
static gait_status edit_read_new_time(const edit_events *self, const gaiti_edit_value *value,
                                      float old_time, float *out) {
    char sign = value->text[0];
    bool is_relative = sign == '+' || sign == '-';
    float time = 0;
    GAITI_TRY(edit_read_time(self, value, value->text + is_relative, &time));
    *out = !is_relative ? time : sign == '+' ? old_time + time : old_time - time;
    return memcmp(out, &old_time, sizeof old_time) == 0 ? GAIT_OK
                                                        : edit_check_time(self, value, *out);
}

/* --- reporting -------------------------------------------------------------------------------- */

/* The end of an event with a word before it, unless it is the start. */
static const char *edit_print_end(const edit_events *self, const gaiti_edit_event *event) {
    bool has_end = event->has_time && event->until != event->from;
    return has_end ? GAITI_EDIT_JOIN(self->edit, " until ",
                                     gaiti_edit_print_float(self->edit, event->until))
                   : "";
}

/* Adds the difference "CLIP: VERB event NAME at TIME until TIME", and " -> REST" unless it is
 * NULL. */
static gait_status edit_add_event_change(const edit_events *self, const char *verb,
                                         const gaiti_edit_event *event, const char *rest) {
    gait_edit *edit = self->edit;
    return GAITI_EDIT_CHANGE(edit, gaiti_edit_clip_name(edit, self->clip), ": ", verb, " event ",
                             gaiti_edit_utf8(edit, event->name), event->has_time ? " at " : "",
                             event->has_time ? gaiti_edit_print_float(edit, event->from) : "",
                             edit_print_end(self, event), rest ? " -> " : "", rest ? rest : "");
}

/* What a status of the format means for an event. */
static gait_status edit_check_event_status(const edit_events *self, gait_status status,
                                           const char *name) {
    if (status == GAIT_WOULD_LOSE) {
        return gaiti_edit_refuse_version(self->edit, "events");
    }
    if (status == GAIT_UNSUPPORTED) {
        return gaiti_edit_refuse_format(self->edit, "events beside damaged or too long ones; "
                                                    "remove these first");
    }
    return status == GAIT_BAD_ARGUMENT
               ? gaiti_edit_refuse(self->edit, GAITI_EDIT_BAD_NAME, name, "event", NULL)
               : status;
}

/* --- the four actions ------------------------------------------------------------------------- */

/* Whether the clip has the same event already, so that it is not added again. */
static gait_status edit_has_event(const edit_events *self, const gaiti_edit_event *event,
                                  bool *out_found) {
    gait_edit *edit = self->edit;
    uint32_t count = edit->functions->events->count(&edit->document, self->clip);
    gaiti_edit_event *events = gaiti_alloc(&edit->scratch, count, sizeof *events);
    *out_found = false;
    GAITI_TRY(gaiti_edit_status(edit));
    edit->functions->events->list(&edit->document, self->clip, events);
    for (uint32_t i = 0; i < count && !*out_found; i++) {
        const gaiti_edit_event *old = &events[i];
        *out_found = old->has_time == event->has_time && gaiti_same_bytes(old->name, event->name) &&
                     gaiti_same_bytes(old->value, event->value) &&
                     memcmp(&old->from, &event->from, sizeof old->from) == 0 &&
                     memcmp(&old->until, &event->until, sizeof old->until) == 0;
    }
    return GAIT_OK;
}

static gait_status edit_add_event(edit_events *self, const gaiti_edit_value *name) {
    gait_edit *edit = self->edit;
    gaiti_edit_event event = {.has_time = self->at != NULL};
    GAITI_TRY(gaiti_edit_encode(self->edit, "event", name->text, &event.name));
    if (self->at) {
        GAITI_TRY(edit_read_time(self, self->at, self->at->text, &event.from));
        GAITI_TRY(edit_check_time(self, self->at, event.from));
    }
    event.until = event.from;
    if (self->until) {
        GAITI_TRY(edit_read_new_time(self, self->until, event.from, &event.until));
    }
    if (event.until < event.from) {
        return gaiti_edit_refuse_value(edit, self->until, "it is before the start of the event");
    }
    if (self->value) {
        GAITI_TRY(gaiti_edit_encode(self->edit, "event", self->value->text, &event.value));
    }
    bool has_event;
    GAITI_TRY(edit_has_event(self, &event, &has_event));
    if (has_event) {
        return GAIT_OK;
    }
    gait_status status = edit->functions->events->add(&edit->document, self->clip, &event);
    GAITI_TRY(edit_check_event_status(self, status, name->text));
    return edit_add_event_change(self, "add", &event, NULL);
}

/* Adds the difference of a moved event: its new times, and its new value if --value is given. */
static gait_status edit_add_move(const edit_events *self, const gaiti_edit_event *old,
                                 const gaiti_edit_event *event) {
    const char *rest = GAITI_EDIT_JOIN(self->edit, gaiti_edit_print_float(self->edit, event->from),
                                       edit_print_end(self, event), self->value ? " value " : "",
                                       self->value ? self->value->text : "");
    return edit_add_event_change(self, "move", old, rest);
}

static gait_status edit_set_event(const edit_events *self, const gaiti_edit_event *values) {
    gait_edit *edit = self->edit;
    gait_status status = edit->functions->events->set(&edit->document, self->clip, values);
    return edit_check_event_status(self, status, gaiti_edit_utf8(edit, values->name));
}

static gait_status edit_move_event(const edit_events *self, const gaiti_edit_event *old) {
    gait_edit *edit = self->edit;
    gaiti_edit_event event = *old;
    if ((self->to || self->until) && !old->has_time) {
        return gaiti_edit_refuse_value(edit, self->to ? self->to : self->until,
                                       "the event has no time; remove it, and add it with --at");
    }
    if (self->to) {
        GAITI_TRY(edit_read_new_time(self, self->to, old->from, &event.from));
        event.until = event.from + (old->until - old->from);
    }
    if (self->until) {
        GAITI_TRY(edit_read_new_time(self, self->until, old->until, &event.until));
    } else if (self->to && event.until > old->until &&
               event.until > edit_last_time(self) + EDIT_SAME_TIME) {
        return edit_refuse_time(self, self->to,
                                "give --until: the event would end after the clip ");
    }
    if (self->until && event.until < event.from) {
        return gaiti_edit_refuse_value(edit, self->until, "it is before the start of the event");
    }
    if (self->value) {
        GAITI_TRY(gaiti_edit_encode(self->edit, "event", self->value->text, &event.value));
    }
    bool is_same = memcmp(&old->from, &event.from, sizeof event.from) == 0 &&
                   memcmp(&old->until, &event.until, sizeof event.until) == 0 &&
                   gaiti_same_bytes(event.value, old->value);
    if (is_same) {
        return GAIT_OK;
    }
    GAITI_TRY(edit_add_move(self, old, &event));
    return edit_set_event(self, &event);
}

/* Renames an event, and with it all intervals of its mark. If other intervals of the mark stay,
 * because of --at, the event is listed in `removed` and `added`. */
static gait_status edit_rename_event(edit_events *self, const gaiti_edit_event *old,
                                     const gaiti_edit_match *match, bool splits_mark) {
    gait_edit *edit = self->edit;
    gaiti_edit_event event = *old, shown = *old;
    /* In the new name for NAME@N, wildcards are plain characters. */
    const char *text =
        self->is_number ? self->new_name : gaiti_edit_replaced(edit, self->new_name, match);
    GAITI_TRY(gaiti_edit_encode(self->edit, "event", text, &event.name));
    if (event.name.size == old->name.size &&
        memcmp(event.name.data, old->name.data, event.name.size) == 0) {
        return GAIT_OK;
    }
    shown.has_time = old->has_time && (old->interval == 0 || splits_mark);
    GAITI_TRY(edit_add_event_change(self, "rename", &shown, text));
    if (!splits_mark) {
        return edit_set_event(self, &event);
    }
    self->removed[--self->first] = *old;
    self->added[self->first] = event;
    return GAIT_OK;
}

/* --- choice of events ------------------------------------------------------------------------- */

/* Finds the event that NAME@N addresses, if the text matches no event: the Nth one with this name,
 * in which wildcards are plain characters. --rename without --at counts marks, as all intervals of
 * a mark have one name. */
static void edit_find_number(edit_events *self, edit_event_list events, const char *const *names) {
    size_t size;
    uint32_t number, before = UINT32_MAX;
    self->numbered = NULL;
    self->is_number = gaiti_split_numbered(self->pattern, &size, &number);
    for (uint32_t i = 0; i < events.count && self->is_number; i++) {
        self->is_number = !gaiti_edit_matches(self->pattern, names[i], NULL);
    }
    for (uint32_t i = 0; i < events.count && self->is_number && !self->numbered; i++) {
        const gaiti_edit_event *event = &events.items[i];
        if (gaiti_equal_name(gaiti_span_of(names[i]), gaiti_span(self->pattern, size)) &&
            !(self->new_name && !self->at && event->index == before)) {
            before = event->index;
            self->numbered = --number == 0 ? event : NULL;
        }
    }
}

/* True when the event matches the pattern, and has the time of --at. */
static gait_status edit_is_chosen(edit_events *self, const gaiti_edit_event *event,
                                  const char *name, gaiti_edit_match *match, bool *out_chosen) {
    float time = 0;
    gait_status status = GAIT_OK;
    if (self->is_number) {
        *match = (gaiti_edit_match){0};
        *out_chosen = event == self->numbered || (self->new_name && !self->at && self->numbered &&
                                                  event->index == self->numbered->index);
    } else {
        *out_chosen = gaiti_edit_matches(self->pattern, name, match);
    }
    if (*out_chosen && self->at) {
        status = edit_read_time(self, self->at, self->at->text, &time);
        float distance = time < event->from ? event->from - time : time - event->from;
        *out_chosen = event->has_time && distance < EDIT_SAME_TIME;
    }
    self->found += status == GAIT_OK && *out_chosen;
    return status;
}

/* Applies the action to the chosen event `at` of the list. */
static gait_status edit_change_event(edit_events *self, const gaiti_edit_value *action,
                                     edit_event_list events, uint32_t at,
                                     const gaiti_edit_match *match) {
    const gaiti_edit_event *event = &events.items[at];
    bool is_before = at + 1 < events.count && event[1].index == event->index; /* in one mark */
    if (action->option == GAITI_EDIT_REMOVE) {
        self->removed[--self->first] = *event;
        return GAIT_OK;
    }
    if (action->option == GAITI_EDIT_MOVE) {
        return edit_move_event(self, event);
    }
    bool is_after = at > 0 && event[-1].index == event->index;
    return self->at || !is_before
               ? edit_rename_event(self, event, match, self->at && (is_before || is_after))
               : GAIT_OK; /* is renamed with the next one */
}

/* Notes that marks move up, because a mark in front of them is removed: games find the marks of
 * steps by their places. `removed` are some of the `events` of the clip, in their order. */
static gait_status edit_note_moved_marks(const edit_events *self, edit_event_list events,
                                         edit_event_list removed) {
    const gaiti_edit_event *gone = NULL;
    for (uint32_t i = 0, r = 0, next; i < events.count; i = next) {
        uint32_t first = r;
        for (next = i; next < events.count && events.items[next].index == events.items[i].index;
             next++) {
            r += r < removed.count && removed.items[r].index == events.items[next].index &&
                 removed.items[r].interval == events.items[next].interval;
        }
        if (r - first == next - i) {
            gone = gone ? gone : &events.items[i];
        } else if (gone) {
            return gaiti_edit_refuse(self->edit, GAITI_EDIT_MARKS_MOVE,
                                     gaiti_edit_utf8(self->edit, gone->name),
                                     gaiti_edit_clip_name(self->edit, self->clip), NULL);
        }
    }
    return GAIT_OK;
}

/* Removes events, and adds their differences from the last to the first. */
static gait_status edit_remove_events(const edit_events *self, edit_event_list events,
                                      edit_event_list removed) {
    gait_edit *edit = self->edit;
    const gaiti_edit_event_functions *table = edit->functions->events;
    bool keeps_marks = table->empty && gaiti_edit_find(self->request, GAITI_EDIT_KEEP_EMPTY);
    if (table->empty && !keeps_marks) {
        GAITI_TRY(edit_note_moved_marks(self, events, removed));
    }
    for (uint32_t i = removed.count; i-- > 0;) {
        if (!keeps_marks || removed.items[i].has_time) {
            GAITI_TRY(edit_add_event_change(self, "remove", &removed.items[i], NULL));
        }
    }
    if (removed.count == 0) {
        return GAIT_OK;
    }
    return keeps_marks ? table->empty(&edit->document, self->clip, removed.items, removed.count)
                       : table->remove(&edit->document, self->clip, removed.items, removed.count);
}

/* Removes events that cannot be read, if all events are removed. */
static gait_status edit_remove_unread(edit_events *self, const gaiti_edit_value *action) {
    gait_edit *edit = self->edit;
    bool is_all = action->option == GAITI_EDIT_REMOVE && strcmp(action->text, "*") == 0;
    if (!is_all || self->at || !edit->functions->events->remove_unread) {
        return GAIT_OK;
    }
    gait_status status = edit->functions->events->remove_unread(&edit->document);
    if (status == GAIT_NOT_FOUND) {
        return GAIT_OK;
    }
    GAITI_TRY(status);
    self->found++;
    return GAITI_EDIT_CHANGE(edit, gaiti_edit_clip_name(edit, self->clip),
                             ": remove damaged events");
}

/* Moves the renamed intervals to the marks of their new names. */
static gait_status edit_split_marks(const edit_events *self, edit_event_list events) {
    gait_edit *edit = self->edit;
    const gaiti_edit_event_functions *table = edit->functions->events;
    uint32_t first = self->first, count = events.count;
    if (first == count) {
        return GAIT_OK;
    }
    if (table->empty) {
        GAITI_TRY(edit_note_moved_marks(self, events,
                                        (edit_event_list){self->removed + first, count - first}));
    }
    GAITI_TRY(table->remove(&edit->document, self->clip, self->removed + first, count - first));
    for (uint32_t i = first; i < count; i++) {
        const char *name = gaiti_edit_utf8(edit, self->added[i].name);
        gait_status status = table->add(&edit->document, self->clip, &self->added[i]);
        GAITI_TRY(edit_check_event_status(self, status, name));
    }
    return GAIT_OK;
}

/* Warns if a name without wildcards, and a time, address several events of the clip. */
static void edit_warn_equal_events(const edit_events *self, uint32_t count) {
    if (count > 1 && self->at && !gaiti_edit_is_pattern(self->pattern)) {
        gaiti_edit_warn_equal(self->edit, "event", gaiti_span_of(self->pattern));
    }
}

/* Applies --remove, --move or --rename to the events of a clip, from the last to the first. */
static gait_status edit_change_events(edit_events *self, const gaiti_edit_value *action) {
    gait_edit *edit = self->edit;
    uint32_t count = edit->functions->events->count(&edit->document, self->clip);
    uint32_t found_before = self->found;
    gaiti_edit_event *events = gaiti_alloc(&edit->scratch, count, sizeof *events);
    const char **names = gaiti_alloc(&edit->scratch, count, sizeof *names);
    edit_event_list list = {events, count};
    self->removed = gaiti_alloc(&edit->scratch, count, sizeof *self->removed);
    self->added = gaiti_alloc(&edit->scratch, count, sizeof *self->added);
    self->first = count;
    GAITI_TRY(gaiti_edit_status(edit));
    edit->functions->events->list(&edit->document, self->clip, events);
    for (uint32_t i = 0; i < count; i++) {
        names[i] = gaiti_edit_utf8(edit, events[i].name);
    }
    GAITI_TRY(gaiti_edit_status(edit));
    edit_find_number(self, list, names);
    for (uint32_t i = count; i-- > 0;) {
        gaiti_edit_match match;
        bool is_chosen;
        GAITI_TRY(edit_is_chosen(self, &events[i], names[i], &match, &is_chosen));
        GAITI_TRY(is_chosen ? edit_change_event(self, action, list, i, &match) : GAIT_OK);
    }
    edit_warn_equal_events(self, self->found - found_before);
    return action->option == GAITI_EDIT_REMOVE
               ? edit_remove_events(
                     self, list,
                     (edit_event_list){self->removed + self->first, count - self->first})
               : edit_split_marks(self, list);
}

/* --- the edit --------------------------------------------------------------------------------- */

static gait_status edit_check_event(const edit_events *self, const gaiti_edit_value *action) {
    const gait_edit *edit = self->edit;
    bool is_add = action->option == GAITI_EDIT_ADD, is_move = action->option == GAITI_EDIT_MOVE;
    const gaiti_edit_value *kept = gaiti_edit_find(self->request, GAITI_EDIT_KEEP_EMPTY);
    if (kept && action->option != GAITI_EDIT_REMOVE) {
        return gaiti_edit_refuse_value(edit, kept, "this action does not use it");
    }
    if (kept && !edit->functions->events->empty) {
        return gaiti_edit_refuse_format(edit, "events without a time");
    }
    const gaiti_edit_value *unused = self->to && !is_move                 ? self->to
                                     : self->until && !is_add && !is_move ? self->until
                                     : self->value && !is_add && !is_move ? self->value
                                                                          : NULL;
    if (unused) {
        return gaiti_edit_refuse_value(edit, unused, "this action does not use it");
    }
    if (is_move && !self->to && !self->until && !self->value) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, "event --move", NULL,
                                 "--to TIME, --until TIME or --value TEXT");
    }
    if (is_add && !self->at && (self->until || edit->functions->has_phases)) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, "event --add", NULL, "--at TIME");
    }
    if (self->until && !edit->functions->has_durations) {
        return gaiti_edit_refuse_format(edit, "events with an end");
    }
    return self->value && !edit->functions->has_values
               ? gaiti_edit_refuse_format(edit, "events with a value")
               : GAIT_OK;
}

/* The only action of the edit; NULL when there is none, or several. */
static const gaiti_edit_value *edit_find_action(const gaiti_edit_request *request) {
    const gaiti_edit_value *action = NULL;
    for (uint32_t v = 0; v < request->count; v++) {
        gaiti_edit_option option = request->values[v].option;
        if (option == GAITI_EDIT_ADD || option == GAITI_EDIT_REMOVE || option == GAITI_EDIT_MOVE ||
            option == GAITI_EDIT_RENAME) {
            if (action) {
                return NULL;
            }
            action = &request->values[v];
        }
    }
    return action;
}

/* Adds the names of the events of a clip. */
static gait_status edit_list_names(gait_edit *edit, uint32_t clip, gait_span **names,
                                   uint32_t *count, uint32_t *capacity) {
    uint32_t added = edit->functions->events->count(&edit->document, clip);
    gaiti_edit_event *events = gaiti_alloc(&edit->scratch, added, sizeof *events);
    GAITI_TRY(gaiti_edit_status(edit));
    edit->functions->events->list(&edit->document, clip, events);
    for (uint32_t e = 0; e < added; e++) {
        gait_span name = gaiti_span_of(gaiti_edit_utf8(edit, events[e].name));
        GAITI_TRY(gaiti_append(&edit->scratch, names, count, capacity, &name, sizeof name));
    }
    return GAIT_OK;
}

/* Suggests a similar name, unless --at was given. */
static gait_status edit_note_missing_event(const edit_events *self, const bool *chosen) {
    gait_edit *edit = self->edit;
    uint32_t clips = self->at ? 0 : gaiti_edit_clip_count(edit), count = 0, capacity = 0;
    gait_span *names = NULL;
    for (uint32_t i = 0; i < clips; i++) {
        GAITI_TRY(chosen[i] ? edit_list_names(edit, i, &names, &count, &capacity) : GAIT_OK);
    }
    return gaiti_edit_note_missing(edit, self->at ? "event at this time:" : "event", self->pattern,
                                   names, count);
}

static gait_status edit_change_clips(edit_events *self, const gaiti_edit_value *action,
                                     const bool *chosen) {
    gait_edit *edit = self->edit;
    self->pattern = action->text;
    if (action->option == GAITI_EDIT_RENAME) {
        GAITI_TRY(gaiti_edit_split_pair(edit, action, &self->pattern, &self->new_name));
        if (gaiti_edit_wildcards(self->new_name) > gaiti_edit_wildcards(self->pattern) ||
            gaiti_edit_wildcards(self->pattern) > GAITI_EDIT_WILDCARDS) {
            return gaiti_edit_refuse_value(edit, action,
                                           "the new name has more wildcards than the old one, or "
                                           "there are more than 16");
        }
    }
    uint32_t count = gaiti_edit_clip_count(edit);
    for (uint32_t i = 0; i < count; i++) {
        self->clip = i;
        if (chosen[i]) {
            GAITI_TRY(action->option == GAITI_EDIT_ADD ? edit_add_event(self, action)
                                                       : edit_change_events(self, action));
            GAITI_TRY(edit_remove_unread(self, action));
        }
    }
    return action->option != GAITI_EDIT_ADD && self->found == 0
               ? edit_note_missing_event(self, chosen)
               : GAIT_OK;
}

gait_status gaiti_edit_event_edit(gait_edit *edit, const gaiti_edit_request *request) {
    const gaiti_edit_value *action = edit_find_action(request);
    edit_events self = {.edit = edit,
                        .request = request,
                        .at = gaiti_edit_find(request, GAITI_EDIT_AT),
                        .to = gaiti_edit_find(request, GAITI_EDIT_TO),
                        .until = gaiti_edit_find(request, GAITI_EDIT_UNTIL),
                        .value = gaiti_edit_find(request, GAITI_EDIT_VALUE)};
    bool *chosen;
    if (!action) {
        return gaiti_edit_refuse(edit, GAITI_EDIT_INCOMPLETE, request->verb, NULL,
                                 "exactly one of --add, --remove, --move and --rename");
    }
    if (!edit->functions->events) {
        return gaiti_edit_refuse_format(edit, "events");
    }
    GAITI_TRY(edit_check_event(&self, action));
    GAITI_TRY(gaiti_edit_choose(edit, request, &chosen));
    return edit_change_clips(&self, action, chosen);
}

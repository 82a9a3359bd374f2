/* Reading extras.gait. Programs bend what they carry: what is of a wrong type is left out. */
#include "metadata/metadata_state.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/json/json_read.h"
#include "base/number/number.h"
#include "base/text/text.h"

typedef struct extras_parse {
    gait_extras *made;
    const gaiti_extras_from *from;
    const gaiti_report *report;
    gaiti_json_reader in;
    gait_status status;
    uint32_t left_out;
    bool is_told; /* one warning is enough */
    bool with_clips;
    bool is_document; /* the schema is there */
} extras_parse;

/* Takes the value of a member, or leaves it: false. */
typedef bool (*extras_member)(extras_parse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value);
typedef void (*extras_element)(extras_parse *self, void *context, const gaiti_json_item *value);

/* Only bytes of the file itself have offsets of their own. */
static uint64_t extras_offset(const extras_parse *self, uint64_t at) {
    return self->from->at + (self->from->place == GAITI_EXTRAS_INSIDE ? at : 0);
}

static void extras_warn(extras_parse *self, const gaiti_json_item *value) {
    char pointer[GAITI_JSON_POINTER];
    if (self->is_told || self->in.fault != GAITI_JSON_FINE) {
        return; /* of what is no JSON that is told, and nothing else */
    }
    gaiti_json_pointer(self->from->json, value->at, pointer, sizeof pointer);
    const char *place = pointer[0] ? pointer : "the top";
    gaiti_raise(self->report, GAITI_GLTF_IN_EXTRAS_KIND,
                (gaiti_detail){.offset = extras_offset(self, value->at),
                               .place = gaiti_span(place, strlen(place))});
    self->is_told = true;
}

/* --- structure -------------------------------------------------------------------------------- */

static bool extras_object(extras_parse *self, const gaiti_json_item *item, extras_member take,
                          void *object) {
    if (item->kind != GAITI_JSON_OBJECT) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item key = gaiti_json_next(&self->in);
        if (key.kind != GAITI_JSON_KEY) {
            break;
        }
        gaiti_json_item value = gaiti_json_next(&self->in);
        if (!take(self, object, &key, &value)) {
            gaiti_json_skip(&self->in, &value);
        }
    }
    return true;
}

static bool extras_array(extras_parse *self, const gaiti_json_item *item, extras_element take,
                         void *context) {
    if (item->kind != GAITI_JSON_ARRAY) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item value = gaiti_json_next(&self->in);
        if (value.kind == GAITI_JSON_ARRAY_END || value.kind == GAITI_JSON_FAILED) {
            break;
        }
        take(self, context, &value);
    }
    return true;
}

/* The next place of a list, zeroed; NULL when there is no memory. */
static void *extras_push(extras_parse *self, gaiti_extras_list *list, size_t size) {
    if (list->count == list->room) {
        uint64_t room = (uint64_t)list->room * 2 + 4;
        void *grown = gaiti_grow(&self->made->arena, list->items, list->count, room, size);
        if (!grown) {
            self->status = self->made->arena.status;
            return NULL;
        }
        list->items = grown;
        list->room = (uint32_t)room;
    }
    return (uint8_t *)list->items + size * list->count++;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Each takes what it can; anything else but null is told, and left out. */
static bool extras_leave(extras_parse *self, const gaiti_json_item *value) {
    if (value->kind != GAITI_JSON_NULL) {
        extras_warn(self, value);
        self->left_out++;
    }
    return false;
}

static bool extras_text(extras_parse *self, const gaiti_json_item *value, const char **out) {
    if (value->kind != GAITI_JSON_STRING) {
        return extras_leave(self, value);
    }
    char *copy = gaiti_alloc(&self->made->arena, (uint64_t)value->raw.size + 1, 1);
    if (copy) {
        gaiti_json_unescape(value, (uint8_t *)copy);
    } else {
        self->status = self->made->arena.status;
    }
    *out = copy;
    return true;
}

/* Within what a float holds: games have nothing larger. */
static bool extras_number(extras_parse *self, const gaiti_json_item *value, double *out) {
    double number = 0;
    bool is_number = value->kind == GAITI_JSON_NUMBER && gaiti_json_f64_of(value, &number);
    if (!is_number || number > (double)FLT_MAX || number < -(double)FLT_MAX) {
        return extras_leave(self, value);
    }
    *out = number;
    return true;
}

static bool extras_float(extras_parse *self, const gaiti_json_item *value, float *out) {
    double number = 0;
    if (extras_number(self, value, &number)) {
        *out = (float)number;
        return true;
    }
    return false;
}

/* Blender makes numbers of booleans. */
static bool extras_bool(extras_parse *self, const gaiti_json_item *value, bool *out) {
    double number = 0;
    if (value->kind == GAITI_JSON_TRUE || value->kind == GAITI_JSON_FALSE) {
        *out = value->kind == GAITI_JSON_TRUE;
        return true;
    }
    if (extras_number(self, value, &number)) {
        *out = number != 0;
        return true;
    }
    return false;
}

static bool extras_whole(extras_parse *self, const gaiti_json_item *value, uint32_t most,
                         uint32_t *out) {
    uint64_t number = 0;
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, &number) || number > most) {
        return extras_leave(self, value);
    }
    *out = (uint32_t)number;
    return true;
}

static bool extras_name(extras_parse *self, const gaiti_json_item *value, gaiti_extras_name *out) {
    if (!extras_text(self, value, &out->utf8)) {
        return false;
    }
    size_t size = out->utf8 ? strlen(out->utf8) : 0;
    uint8_t *bytes = gaiti_alloc(&self->made->arena, (uint64_t)size + 1, 1);
    if (!out->utf8 || !bytes) {
        self->status = self->made->arena.status;
        return true;
    }
    out->bytes.data = bytes;
    if (!gaiti_from_utf8(out->utf8, bytes, &out->bytes.size)) {
        out->bytes = gaiti_span(out->utf8, size);
    }
    return true;
}

static void extras_take_name(extras_parse *self, void *list, const gaiti_json_item *value) {
    gaiti_extras_name name = {0};
    if (!extras_name(self, value, &name)) {
        gaiti_json_skip(&self->in, value);
        return;
    }
    gaiti_extras_name *place = extras_push(self, list, sizeof *place);
    if (place) {
        *place = name;
    }
}

static void extras_take_float(extras_parse *self, void *list, const gaiti_json_item *value) {
    float number = 0;
    if (!extras_float(self, value, &number)) {
        gaiti_json_skip(&self->in, value);
        number = NAN;
    }
    float *place = extras_push(self, list, sizeof *place);
    if (place) {
        *place = number;
    }
}

/* Of a key that occurs twice the last one counts. */
static bool extras_list(extras_parse *self, const gaiti_json_item *value, extras_element take,
                        gaiti_extras_list *list) {
    *list = (gaiti_extras_list){0};
    return extras_array(self, value, take, list) || extras_leave(self, value);
}

/* --- clips ------------------------------------------------------------------------------------ */

static bool extras_event_member(extras_parse *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value) {
    gait_extras_event *event = object;
    struct {
        const char *key;
        double *place;
    } numbers[] = {{"start", &event->start},
                   {"end", &event->end},
                   {"start_s", &event->start_s},
                   {"end_s", &event->end_s}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (gaiti_json_is(key, numbers[i].key)) {
            return extras_number(self, value, numbers[i].place);
        }
    }
    return (gaiti_json_is(key, "name") && extras_text(self, value, &event->name)) ||
           (gaiti_json_is(key, "value") && extras_text(self, value, &event->value));
}

/* A moment where only its start is said; without that, or without a name, it is none. */
static bool extras_is_event(gait_extras_event *event) {
    if (gaiti_is_nan(event->end) && gaiti_is_nan(event->end_s)) {
        event->end = event->start;
        event->end_s = event->start_s;
    }
    bool has_start = !gaiti_is_nan(event->start) || !gaiti_is_nan(event->start_s);
    return event->name && has_start;
}

/* Events as they are said so far. */
typedef struct extras_events {
    gaiti_extras_list list;
    bool is_broken;
} extras_events;

static void extras_take_event(extras_parse *self, void *context, const gaiti_json_item *value) {
    extras_events *events = context;
    uint32_t left_out = self->left_out;
    gait_extras_event event = {.value = "", .start = NAN, .end = NAN, .start_s = NAN, .end_s = NAN};
    if (!extras_object(self, value, extras_event_member, &event)) {
        gaiti_json_skip(&self->in, value);
    }
    if (!extras_is_event(&event) || self->left_out > left_out) {
        extras_warn(self, value);
        events->is_broken = true;
        return;
    }
    gait_extras_event *place = extras_push(self, &events->list, sizeof *place);
    if (place) {
        *place = event;
    }
}

static bool extras_playback_number(extras_parse *self, const gaiti_json_item *key,
                                   const gaiti_json_item *value, gait_extras_clip *clip) {
    gait_playback *playback = &clip->playback;
    struct {
        const char *key;
        uint32_t field;
        float *place;
    } numbers[] = {{"speed", GAIT_SAYS_SPEED, &playback->speed},
                   {"power", GAIT_SAYS_POWER, &playback->power},
                   {"accrue", GAIT_SAYS_ACCRUE, &playback->accrue},
                   {"falloff", GAIT_SAYS_FALLOFF, &playback->falloff}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (gaiti_json_is(key, numbers[i].key) && extras_float(self, value, numbers[i].place)) {
            clip->says |= numbers[i].field;
            return true;
        }
    }
    return false;
}

static bool extras_playback_member(extras_parse *self, void *object, const gaiti_json_item *key,
                                   const gaiti_json_item *value) {
    gait_extras_clip *clip = object;
    gait_playback *playback = &clip->playback;
    uint32_t number = 0;
    if (gaiti_json_is(key, "loop") && extras_bool(self, value, &playback->loop)) {
        clip->says |= GAIT_SAYS_LOOP;
    } else if (gaiti_json_is(key, "flags") &&
               extras_whole(self, value, UINT32_MAX, &playback->flags)) {
        clip->says |= GAIT_SAYS_FLAGS;
    } else if (gaiti_json_is(key, "bone_or_part") && extras_whole(self, value, 0xFFFF, &number)) {
        playback->bone_or_part = (uint16_t)number;
        clip->says |= GAIT_SAYS_BONE_OR_PART;
    } else {
        return extras_playback_number(self, key, value, clip);
    }
    return true;
}

static bool extras_motion(extras_parse *self, const gaiti_json_item *value,
                          gait_extras_clip *clip) {
    gaiti_extras_list list;
    const float *motion;
    bool taken = extras_list(self, value, extras_take_float, &list);
    motion = list.items;
    if (taken && list.count != 3) {
        extras_warn(self, value);
    } else if (taken && gaiti_is_finite((double)motion[0]) && gaiti_is_finite((double)motion[1]) &&
               gaiti_is_finite((double)motion[2])) {
        memcpy(clip->motion, motion, sizeof clip->motion);
        clip->says |= GAIT_SAYS_MOTION;
    }
    return taken;
}

static bool extras_times(extras_parse *self, const gaiti_json_item *value, gait_extras_clip *clip) {
    gaiti_extras_list list;
    bool taken = extras_list(self, value, extras_take_float, &list);
    if (taken) {
        clip->times = list.items;
        clip->time_count = list.count;
    }
    return taken;
}

static bool extras_unit(extras_parse *self, const gaiti_json_item *value, gait_extras_clip *clip) {
    bool is_phase = value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "phase");
    if (!is_phase && (value->kind != GAITI_JSON_STRING || !gaiti_json_is(value, "seconds"))) {
        return extras_leave(self, value);
    }
    clip->time_unit = is_phase ? GAIT_TIME_PHASE : GAIT_TIME_SECONDS;
    return true;
}

/* With one that is not understood they are not said at all. */
static bool extras_take_events(extras_parse *self, const gaiti_json_item *value,
                               gait_extras_clip *clip) {
    extras_events events = {0};
    clip->says &= ~(uint32_t)GAIT_SAYS_EVENTS;
    if (!extras_array(self, value, extras_take_event, &events)) {
        return extras_leave(self, value);
    }
    if (!events.is_broken) {
        clip->says |= GAIT_SAYS_EVENTS;
        clip->events = events.list.items;
        clip->event_count = events.list.count;
    }
    return true;
}

static bool extras_clip_member(extras_parse *self, void *object, const gaiti_json_item *key,
                               const gaiti_json_item *value) {
    gait_extras_clip *clip = object;
    if (gaiti_json_is(key, "events")) {
        return extras_take_events(self, value, clip);
    }
    if (gaiti_json_is(key, "phases") || gaiti_json_is(key, "times")) {
        return extras_times(self, value, clip);
    }
    if (gaiti_json_is(key, "motion")) {
        return extras_motion(self, value, clip);
    }
    if (gaiti_json_is(key, "playback")) {
        return extras_object(self, value, extras_playback_member, clip) ||
               extras_leave(self, value);
    }
    if (gaiti_json_is(key, "frames")) {
        return extras_whole(self, value, UINT32_MAX, &clip->frame_count);
    }
    if (gaiti_json_is(key, "duration_s")) {
        return extras_number(self, value, &clip->duration_s);
    }
    if (gaiti_json_is(key, "time_unit")) {
        return extras_unit(self, value, clip);
    }
    return (gaiti_json_is(key, "name") && extras_text(self, value, &clip->name)) ||
           (gaiti_json_is(key, "animation") && extras_text(self, value, &clip->animation));
}

static void extras_take_clip(extras_parse *self, void *list, const gaiti_json_item *value) {
    gait_extras_clip clip = {
        .playback = {.bone_or_part = 0xFFFF, .speed = 1, .power = 1, .accrue = 2, .falloff = 2}};
    if (!extras_object(self, value, extras_clip_member, &clip)) {
        extras_warn(self, value);
        gaiti_json_skip(&self->in, value);
        return;
    }
    clip.playback.known = (clip.says & GAIT_SAYS_PLAYBACK) != 0;
    gait_extras_clip *place = self->status == GAIT_OK ? extras_push(self, list, sizeof clip) : NULL;
    if (place) {
        *place = clip;
    }
}

/* --- documents -------------------------------------------------------------------------------- */

static bool extras_part_member(extras_parse *self, void *object, const gaiti_json_item *key,
                               const gaiti_json_item *value) {
    gaiti_extras_part *part = object;
    if (gaiti_json_is(key, "bones")) {
        return extras_list(self, value, extras_take_name, &part->bones);
    }
    return gaiti_json_is(key, "name") && extras_name(self, value, &part->name);
}

static void extras_take_part(extras_parse *self, void *list, const gaiti_json_item *value) {
    gaiti_extras_part part = {0};
    if (!extras_object(self, value, extras_part_member, &part)) {
        gaiti_json_skip(&self->in, value);
    }
    if (!part.name.utf8) {
        extras_warn(self, value);
        return;
    }
    gaiti_extras_part *place = extras_push(self, list, sizeof *place);
    if (place) {
        *place = part;
    }
}

/* A bone's translation and quaternion: seven numbers, or the list is of no use. */
static void extras_take_rest(extras_parse *self, void *list, const gaiti_json_item *value) {
    gaiti_extras_list numbers = {0}, *rest = list;
    bool taken = extras_array(self, value, extras_take_float, &numbers);
    if (!taken) {
        extras_warn(self, value);
        gaiti_json_skip(&self->in, value);
    }
    for (uint32_t i = 0; i < (numbers.count == 7 ? 7u : 0u); i++) {
        float *place = extras_push(self, rest, sizeof *place);
        if (place) {
            *place = ((const float *)numbers.items)[i];
        }
    }
}

static bool extras_skeleton_member(extras_parse *self, void *object, const gaiti_json_item *key,
                                   const gaiti_json_item *value) {
    gait_extras *made = object;
    return (gaiti_json_is(key, "bones") &&
            extras_list(self, value, extras_take_name, &made->bones)) ||
           (gaiti_json_is(key, "parents") &&
            extras_list(self, value, extras_take_float, &made->parents)) ||
           (gaiti_json_is(key, "rest") && extras_list(self, value, extras_take_rest, &made->rest));
}

static bool extras_top_member(extras_parse *self, void *object, const gaiti_json_item *key,
                              const gaiti_json_item *value) {
    gait_extras *made = object;
    if (gaiti_json_is(key, "schema")) {
        self->is_document =
            value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "gait.extras/1");
        return self->is_document;
    }
    if (gaiti_json_is(key, "skeleton")) {
        return extras_object(self, value, extras_skeleton_member, made) ||
               extras_leave(self, value);
    }
    if (gaiti_json_is(key, "parts")) {
        return extras_list(self, value, extras_take_part, &made->parts);
    }
    if (gaiti_json_is(key, "clips") && self->with_clips) {
        return extras_list(self, value, extras_take_clip, &made->clips);
    }
    return false;
}

static extras_parse extras_begin(gait_extras *extras, const gaiti_extras_from *from,
                                 const gaiti_report *report) {
    return (extras_parse){
        .made = extras, .from = from, .report = report, .in = gaiti_json_reading(from->json)};
}

/* Of no use at all: another file is told with one rule, whatever is wrong with it. */
static void extras_refuse(const extras_parse *self, gaiti_rule rule, uint64_t at, const char *why) {
    bool is_beside = self->from->place == GAITI_EXTRAS_BESIDE;
    gaiti_raise(self->report, is_beside ? GAITI_GLTF_IN_EXTRAS_BESIDE : rule,
                (gaiti_detail){.offset = extras_offset(self, at),
                               .name = gaiti_span(why, strlen(why)),
                               .name_is_utf8 = true});
}

/* Nothing may follow; GAIT_CORRUPT for what is no JSON. */
static gait_status extras_end(extras_parse *self) {
    while (self->status == GAIT_OK) {
        gaiti_json_item item = gaiti_json_next(&self->in);
        if (item.kind == GAITI_JSON_FINISHED) {
            break;
        }
        if (item.kind == GAITI_JSON_FAILED) {
            extras_refuse(self, GAITI_GLTF_IN_EXTRAS_JSON, self->in.fault_at,
                          gaiti_json_fault_text(self->in.fault));
            self->status = GAIT_CORRUPT;
        }
    }
    return self->status;
}

gait_status gaiti_extras_read(gait_extras *extras, const gaiti_extras_from *from, bool with_clips,
                              const gaiti_report *report) {
    extras_parse self = extras_begin(extras, from, report);
    self.with_clips = with_clips;
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (!extras_object(&self, &top, extras_top_member, extras) &&
        self.in.fault == GAITI_JSON_FINE) {
        gaiti_json_skip(&self.in, &top);
    }
    gait_status status = extras_end(&self);
    if (status == GAIT_OK && !self.is_document) {
        extras_refuse(&self, GAITI_GLTF_IN_EXTRAS_SCHEMA, 0, "not of schema gait.extras/1");
        return GAIT_UNSUPPORTED;
    }
    return status;
}

gait_status gaiti_extras_read_clip(gait_extras *extras, const gaiti_extras_from *from,
                                   const gaiti_report *report) {
    extras_parse self = extras_begin(extras, from, report);
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (top.kind != GAITI_JSON_FAILED) {
        extras_take_clip(&self, &extras->clips, &top);
    }
    return extras_end(&self);
}

/* Reading extras.gait. Other programs may alter it, so members of an unexpected type are omitted
 * with a warning. */
#include "metadata/metadata_state.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/json/json_read.h"
#include "base/number/number.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "base/try.h"

typedef struct metadata_parser {
    gait_metadata *result;
    const gaiti_metadata_from *from;
    const gaiti_report *report;
    gaiti_json_reader in;
    gait_status status;
    uint32_t left_out;
    bool is_reported; /* warn only once per document */
    bool with_clips;
    bool is_document; /* the schema is gait.extras/1 */
} metadata_parser;

/* Reads the value of a member. False when it did not read the value; the caller then skips it. */
typedef bool (*metadata_member)(metadata_parser *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value);
typedef void (*metadata_element)(metadata_parser *self, void *context,
                                 const gaiti_json_item *value);

/* Offset for diagnostics. Only bytes that are in the file itself have individual offsets. */
static uint64_t metadata_offset(const metadata_parser *self, uint64_t at) {
    return self->from->at + (self->from->place == GAITI_METADATA_INSIDE ? at : 0);
}

static void metadata_warn(metadata_parser *self, const gaiti_json_item *value) {
    char pointer[GAITI_JSON_POINTER];
    if (self->is_reported || self->in.fault != GAITI_JSON_OK) {
        return; /* invalid JSON is reported separately */
    }
    gaiti_json_pointer(self->from->json, value->at, pointer, sizeof pointer);
    const char *place = pointer[0] ? pointer : "the top level";
    gaiti_raise(
        self->report, GAITI_GLTF_READ_EXTRAS_KIND,
        (gaiti_detail){.offset = metadata_offset(self, value->at), .place = gaiti_span_of(place)});
    self->is_reported = true;
}

/* --- structure -------------------------------------------------------------------------------- */

static bool metadata_object(metadata_parser *self, const gaiti_json_item *item,
                            metadata_member read, void *object) {
    if (item->kind != GAITI_JSON_OBJECT) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item key = gaiti_json_next(&self->in);
        if (key.kind != GAITI_JSON_KEY) {
            break;
        }
        gaiti_json_item value = gaiti_json_next(&self->in);
        if (!read(self, object, &key, &value)) {
            gaiti_json_skip(&self->in, &value);
        }
    }
    return true;
}

static bool metadata_array(metadata_parser *self, const gaiti_json_item *item,
                           metadata_element read, void *context) {
    if (item->kind != GAITI_JSON_ARRAY) {
        return false;
    }
    while (self->status == GAIT_OK) {
        gaiti_json_item value = gaiti_json_next(&self->in);
        if (value.kind == GAITI_JSON_ARRAY_END || value.kind == GAITI_JSON_FAILED) {
            break;
        }
        read(self, context, &value);
    }
    return true;
}

/* Appends a zeroed element to a list; NULL when out of memory. */
static void *metadata_push(metadata_parser *self, gaiti_metadata_list *list, size_t size) {
    void *items =
        gaiti_reserve(&self->result->arena, list->items, list->count, &list->capacity, size);
    if (!items) {
        self->status = self->result->arena.status;
        return NULL;
    }
    list->items = items;
    return (uint8_t *)list->items + size * list->count++;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Readers of values return false for an unexpected type: metadata_omit() warns, except for null. */
static bool metadata_omit(metadata_parser *self, const gaiti_json_item *value) {
    if (value->kind != GAITI_JSON_NULL) {
        metadata_warn(self, value);
        self->left_out++;
    }
    return false;
}

static bool metadata_text_of(metadata_parser *self, const gaiti_json_item *value,
                             const char **out) {
    if (value->kind != GAITI_JSON_STRING) {
        return metadata_omit(self, value);
    }
    char *copy = gaiti_alloc(&self->result->arena, (uint64_t)value->raw.size + 1, 1);
    if (copy) {
        gaiti_json_unescape(value, (uint8_t *)copy);
    } else {
        self->status = self->result->arena.status;
    }
    *out = copy;
    return true;
}

/* Numbers beyond the range of float are omitted; games store only floats. */
static bool metadata_number(metadata_parser *self, const gaiti_json_item *value, double *out) {
    double number = 0;
    bool is_number = value->kind == GAITI_JSON_NUMBER && gaiti_json_f64_of(value, &number);
    if (!is_number || number > (double)FLT_MAX || number < -(double)FLT_MAX) {
        return metadata_omit(self, value);
    }
    *out = number;
    return true;
}

static bool metadata_float(metadata_parser *self, const gaiti_json_item *value, float *out) {
    double number = 0;
    if (metadata_number(self, value, &number)) {
        *out = (float)number;
        return true;
    }
    return false;
}

/* Blender replaces booleans by numbers. */
static bool metadata_bool(metadata_parser *self, const gaiti_json_item *value, bool *out) {
    double number = 0;
    if (value->kind == GAITI_JSON_TRUE || value->kind == GAITI_JSON_FALSE) {
        *out = value->kind == GAITI_JSON_TRUE;
        return true;
    }
    if (metadata_number(self, value, &number)) {
        *out = number != 0;
        return true;
    }
    return false;
}

static bool metadata_integer(metadata_parser *self, const gaiti_json_item *value, uint32_t max,
                             uint32_t *out) {
    uint64_t number = 0;
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, &number) || number > max) {
        return metadata_omit(self, value);
    }
    *out = (uint32_t)number;
    return true;
}

static bool metadata_name(metadata_parser *self, const gaiti_json_item *value,
                          gaiti_metadata_name *out) {
    if (!metadata_text_of(self, value, &out->utf8)) {
        return false;
    }
    size_t size = out->utf8 ? strlen(out->utf8) : 0;
    uint8_t *bytes = gaiti_alloc(&self->result->arena, (uint64_t)size + 1, 1);
    if (!out->utf8 || !bytes) {
        self->status = self->result->arena.status;
        return true;
    }
    out->bytes.data = bytes;
    if (!gaiti_from_utf8(self->result->code_page, out->utf8, bytes, &out->bytes.size)) {
        out->bytes = gaiti_span(out->utf8, size);
    }
    return true;
}

static void metadata_read_name(metadata_parser *self, void *list, const gaiti_json_item *value) {
    gaiti_metadata_name name = {0};
    if (!metadata_name(self, value, &name)) {
        gaiti_json_skip(&self->in, value);
        return;
    }
    gaiti_metadata_name *place = metadata_push(self, list, sizeof *place);
    if (place) {
        *place = name;
    }
}

static void metadata_read_float(metadata_parser *self, void *list, const gaiti_json_item *value) {
    float number = 0;
    if (!metadata_float(self, value, &number)) {
        gaiti_json_skip(&self->in, value);
        number = NAN;
    }
    float *place = metadata_push(self, list, sizeof *place);
    if (place) {
        *place = number;
    }
}

/* Replaces the list: if a key occurs twice, the last one is used. */
static bool metadata_list(metadata_parser *self, const gaiti_json_item *value,
                          metadata_element read, gaiti_metadata_list *list) {
    *list = (gaiti_metadata_list){0};
    return metadata_array(self, value, read, list) || metadata_omit(self, value);
}

/* --- clips ------------------------------------------------------------------------------------ */

static bool metadata_event_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                  const gaiti_json_item *value) {
    gait_metadata_event *event = object;
    struct {
        const char *key;
        double *place;
    } numbers[] = {{"start", &event->start},
                   {"end", &event->end},
                   {"start_s", &event->start_s},
                   {"end_s", &event->end_s}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (gaiti_json_is(key, numbers[i].key)) {
            return metadata_number(self, value, numbers[i].place);
        }
    }
    return (gaiti_json_is(key, "name") && metadata_text_of(self, value, &event->name)) ||
           (gaiti_json_is(key, "value") && metadata_text_of(self, value, &event->value));
}

/* Events read so far. */
typedef struct metadata_events {
    gaiti_metadata_list list;
    bool is_incomplete;
} metadata_events;

static void metadata_read_event(metadata_parser *self, void *context,
                                const gaiti_json_item *value) {
    metadata_events *events = context;
    uint32_t left_out = self->left_out;
    gait_metadata_event event = {
        .value = "", .start = NAN, .end = NAN, .start_s = NAN, .end_s = NAN};
    if (!metadata_object(self, value, metadata_event_member, &event)) {
        gaiti_json_skip(&self->in, value);
    }
    if (gaiti_is_nan(event.end) && gaiti_is_nan(event.end_s)) { /* no end: duration 0 */
        event.end = event.start;
        event.end_s = event.start_s;
    }
    bool has_start = !gaiti_is_nan(event.start) || !gaiti_is_nan(event.start_s);
    if (!event.name || !has_start || self->left_out > left_out) {
        metadata_warn(self, value);
        events->is_incomplete = true;
        return;
    }
    gait_metadata_event *place = metadata_push(self, &events->list, sizeof *place);
    if (place) {
        *place = event;
    }
}

static bool metadata_playback_number(metadata_parser *self, const gaiti_json_item *key,
                                     const gaiti_json_item *value, gait_metadata_clip *clip) {
    gait_playback *playback = &clip->playback;
    struct {
        const char *key;
        uint32_t field;
        float *place;
    } numbers[] = {{"speed", GAIT_META_SPEED, &playback->speed},
                   {"power", GAIT_META_POWER, &playback->power},
                   {"accrue", GAIT_META_ACCRUE, &playback->accrue},
                   {"falloff", GAIT_META_FALLOFF, &playback->falloff}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (gaiti_json_is(key, numbers[i].key) && metadata_float(self, value, numbers[i].place)) {
            clip->fields |= numbers[i].field;
            return true;
        }
    }
    return false;
}

static bool metadata_playback_member(metadata_parser *self, void *object,
                                     const gaiti_json_item *key, const gaiti_json_item *value) {
    gait_metadata_clip *clip = object;
    gait_playback *playback = &clip->playback;
    uint32_t number = 0;
    if (gaiti_json_is(key, "loop") && metadata_bool(self, value, &playback->loop)) {
        clip->fields |= GAIT_META_LOOP;
    } else if (gaiti_json_is(key, "flags") &&
               metadata_integer(self, value, UINT32_MAX, &playback->flags)) {
        clip->fields |= GAIT_META_FLAGS;
    } else if (gaiti_json_is(key, "bone_or_part") &&
               metadata_integer(self, value, 0xFFFF, &number)) {
        playback->bone_or_part = (uint16_t)number;
        clip->fields |= GAIT_META_BONE_OR_PART;
    } else {
        return metadata_playback_number(self, key, value, clip);
    }
    return true;
}

static bool metadata_motion(metadata_parser *self, const gaiti_json_item *value,
                            gait_metadata_clip *clip) {
    gaiti_metadata_list list;
    const float *motion;
    bool is_read = metadata_list(self, value, metadata_read_float, &list);
    motion = list.items;
    if (is_read && list.count != 3) {
        metadata_warn(self, value);
    } else if (is_read && gaiti_is_finite((double)motion[0]) &&
               gaiti_is_finite((double)motion[1]) && gaiti_is_finite((double)motion[2])) {
        memcpy(clip->root_motion, motion, sizeof clip->root_motion);
        clip->fields |= GAIT_META_ROOT_MOTION;
    }
    return is_read;
}

static bool metadata_times(metadata_parser *self, const gaiti_json_item *value,
                           gait_metadata_clip *clip) {
    gaiti_metadata_list list;
    bool is_read = metadata_list(self, value, metadata_read_float, &list);
    if (is_read) {
        clip->times = list.items;
        clip->time_count = list.count;
    }
    return is_read;
}

static bool metadata_unit(metadata_parser *self, const gaiti_json_item *value,
                          gait_metadata_clip *clip) {
    bool is_phase = value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "phase");
    if (!is_phase && (value->kind != GAITI_JSON_STRING || !gaiti_json_is(value, "seconds"))) {
        return metadata_omit(self, value);
    }
    clip->time_unit = is_phase ? GAIT_TIME_PHASE : GAIT_TIME_SECONDS;
    return true;
}

/* If one event cannot be read, all events are omitted. */
static bool metadata_read_event_list(metadata_parser *self, const gaiti_json_item *value,
                                     gait_metadata_clip *clip) {
    metadata_events events = {0};
    clip->fields &= ~(uint32_t)GAIT_META_EVENTS;
    if (!metadata_array(self, value, metadata_read_event, &events)) {
        return metadata_omit(self, value);
    }
    if (!events.is_incomplete) {
        clip->fields |= GAIT_META_EVENTS;
        clip->events = events.list.items;
        clip->event_count = events.list.count;
    }
    return true;
}

static bool metadata_clip_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gait_metadata_clip *clip = object;
    if (gaiti_json_is(key, "events")) {
        return metadata_read_event_list(self, value, clip);
    }
    if (gaiti_json_is(key, "phases") || gaiti_json_is(key, "times")) {
        return metadata_times(self, value, clip);
    }
    if (gaiti_json_is(key, "motion")) {
        return metadata_motion(self, value, clip);
    }
    if (gaiti_json_is(key, "playback")) {
        return metadata_object(self, value, metadata_playback_member, clip) ||
               metadata_omit(self, value);
    }
    if (gaiti_json_is(key, "frames")) {
        return metadata_integer(self, value, UINT32_MAX, &clip->frame_count);
    }
    if (gaiti_json_is(key, "duration_s")) {
        return metadata_number(self, value, &clip->duration_s);
    }
    if (gaiti_json_is(key, "fps")) {
        return metadata_number(self, value, &clip->fps);
    }
    if (gaiti_json_is(key, "time_unit")) {
        return metadata_unit(self, value, clip);
    }
    return (gaiti_json_is(key, "name") && metadata_text_of(self, value, &clip->name)) ||
           (gaiti_json_is(key, "animation") && metadata_text_of(self, value, &clip->animation));
}

static void metadata_read_clip_item(metadata_parser *self, void *list,
                                    const gaiti_json_item *value) {
    gait_metadata_clip clip = {
        .playback = {.bone_or_part = 0xFFFF, .speed = 1, .power = 1, .accrue = 2, .falloff = 2}};
    if (!metadata_object(self, value, metadata_clip_member, &clip)) {
        metadata_warn(self, value);
        gaiti_json_skip(&self->in, value);
        return;
    }
    clip.playback.known = (clip.fields & GAIT_META_PLAYBACK) != 0;
    gait_metadata_clip *place =
        self->status == GAIT_OK ? metadata_push(self, list, sizeof clip) : NULL;
    if (place) {
        *place = clip;
    }
}

/* --- documents -------------------------------------------------------------------------------- */

static bool metadata_part_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gaiti_metadata_part *part = object;
    if (gaiti_json_is(key, "bones")) {
        return metadata_list(self, value, metadata_read_name, &part->bones);
    }
    return gaiti_json_is(key, "name") && metadata_name(self, value, &part->name);
}

static void metadata_read_part(metadata_parser *self, void *list, const gaiti_json_item *value) {
    gaiti_metadata_part part = {0};
    if (!metadata_object(self, value, metadata_part_member, &part)) {
        gaiti_json_skip(&self->in, value);
    }
    if (!part.name.utf8) {
        metadata_warn(self, value);
        return;
    }
    gaiti_metadata_part *place = metadata_push(self, list, sizeof *place);
    if (place) {
        *place = part;
    }
}

/* Appends translation and quaternion of a bone. Arrays that do not have seven numbers add nothing,
 * so that the list gets an unusable size. */
static void metadata_read_rest(metadata_parser *self, void *list, const gaiti_json_item *value) {
    gaiti_metadata_list numbers = {0}, *rest = list;
    bool is_read = metadata_array(self, value, metadata_read_float, &numbers);
    if (!is_read) {
        metadata_warn(self, value);
        gaiti_json_skip(&self->in, value);
    }
    for (uint32_t i = 0; i < (numbers.count == 7 ? 7u : 0u); i++) {
        float *place = metadata_push(self, rest, sizeof *place);
        if (place) {
            *place = ((const float *)numbers.items)[i];
        }
    }
}

static bool metadata_skeleton_member(metadata_parser *self, void *object,
                                     const gaiti_json_item *key, const gaiti_json_item *value) {
    gait_metadata *result = object;
    return (gaiti_json_is(key, "bones") &&
            metadata_list(self, value, metadata_read_name, &result->bones)) ||
           (gaiti_json_is(key, "parents") &&
            metadata_list(self, value, metadata_read_float, &result->parents)) ||
           (gaiti_json_is(key, "rest") &&
            metadata_list(self, value, metadata_read_rest, &result->rest));
}

/* The code page precedes the names in documents of Gait. */
static bool metadata_source_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                   const gaiti_json_item *value) {
    gait_metadata *result = object;
    uint32_t page = 0;
    if (gaiti_json_is(key, "checksum")) {
        return metadata_text_of(self, value, &result->checksum);
    }
    if (!gaiti_json_is(key, "code_page") || !metadata_integer(self, value, 1252, &page)) {
        return false;
    }
    result->code_page = gaiti_is_code_page(page) ? page : 0;
    return true;
}

static bool metadata_mesh_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gait_metadata *result = object;
    return gaiti_json_is(key, "triangles") &&
           metadata_integer(self, value, UINT32_MAX, &result->triangles);
}

static bool metadata_item_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                 const gaiti_json_item *value) {
    gait_metadata *result = object;
    return gaiti_json_is(key, "first_bone") &&
           metadata_integer(self, value, UINT32_MAX, &result->item_bone);
}

static bool metadata_top_member(metadata_parser *self, void *object, const gaiti_json_item *key,
                                const gaiti_json_item *value) {
    gait_metadata *result = object;
    if (gaiti_json_is(key, "schema")) {
        self->is_document =
            value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "gait.extras/1");
        return self->is_document;
    }
    if (gaiti_json_is(key, "source")) {
        return metadata_object(self, value, metadata_source_member, result);
    }
    if (gaiti_json_is(key, "skeleton")) {
        return metadata_object(self, value, metadata_skeleton_member, result) ||
               metadata_omit(self, value);
    }
    if (gaiti_json_is(key, "item")) {
        return metadata_object(self, value, metadata_item_member, result);
    }
    if (gaiti_json_is(key, "mesh")) {
        return metadata_object(self, value, metadata_mesh_member, result);
    }
    if (gaiti_json_is(key, "parts")) {
        return metadata_list(self, value, metadata_read_part, &result->parts);
    }
    if (gaiti_json_is(key, "clips") && self->with_clips) {
        return metadata_list(self, value, metadata_read_clip_item, &result->clips);
    }
    return false;
}

static metadata_parser metadata_begin(gait_metadata *metadata, const gaiti_metadata_from *from,
                                      const gaiti_report *report) {
    return (metadata_parser){
        .result = metadata, .from = from, .report = report, .in = gaiti_json_reading(from->json)};
}

enum { METADATA_NAME_MAX = 120 };

/* The name of the sidecar of the file that diagnostics are about. */
static gait_span metadata_sidecar_name(const metadata_parser *self, char out[METADATA_NAME_MAX]) {
    const char suffix[] = ".gait.json";
    const gait_diagnostics *sink = self->report->sink;
    const char *name = sink && sink->file ? sink->file : "", *dot = NULL;
    for (const char *at = name; *at; at++) {
        bool is_folder = *at == '/' || *at == '\\';
        name = is_folder ? at + 1 : name;
        dot = is_folder ? NULL : *at == '.' ? at : dot;
    }
    size_t size = dot ? (size_t)(dot - name) : strlen(name);
    size_t max = METADATA_NAME_MAX - sizeof suffix;
    size = size < max ? size : 0;
    memcpy(out, name, size);
    memcpy(out + size, suffix, sizeof suffix);
    return gaiti_span(out, size + sizeof suffix - 1);
}

/* Reports a document that cannot be used. For a separate file, all reasons share one rule. */
static void metadata_refuse(const metadata_parser *self, gaiti_rule rule, uint64_t at,
                            const char *why) {
    bool is_beside = self->from->place == GAITI_METADATA_BESIDE;
    char sidecar[METADATA_NAME_MAX];
    gaiti_raise(self->report, is_beside ? GAITI_GLTF_READ_SIDECAR : rule,
                (gaiti_detail){.place = metadata_sidecar_name(self, sidecar),
                               .offset = metadata_offset(self, at),
                               .name = gaiti_span_of(why),
                               .name_is_utf8 = true});
}

/* Reads to the end, where nothing may follow. GAIT_CORRUPT for invalid JSON. */
static gait_status metadata_end(metadata_parser *self) {
    while (self->status == GAIT_OK) {
        gaiti_json_item item = gaiti_json_next(&self->in);
        if (item.kind == GAITI_JSON_FINISHED) {
            break;
        }
        if (item.kind == GAITI_JSON_FAILED) {
            metadata_refuse(self, GAITI_GLTF_READ_EXTRAS_JSON, self->in.fault_at,
                            gaiti_json_fault_text(self->in.fault));
            self->status = GAIT_CORRUPT;
        }
    }
    return self->status;
}

gait_status gaiti_metadata_read(gait_metadata *metadata, const gaiti_metadata_from *from,
                                bool with_clips, const gaiti_report *report) {
    metadata_parser self = metadata_begin(metadata, from, report);
    self.with_clips = with_clips;
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (!metadata_object(&self, &top, metadata_top_member, metadata) &&
        self.in.fault == GAITI_JSON_OK) {
        gaiti_json_skip(&self.in, &top);
    }
    GAITI_TRY(metadata_end(&self));
    if (!self.is_document) {
        metadata_refuse(&self, GAITI_GLTF_READ_EXTRAS_SCHEMA, 0, "the schema is not gait.extras/1");
        return GAIT_UNSUPPORTED;
    }
    return GAIT_OK;
}

gait_status gaiti_metadata_read_clip(gait_metadata *metadata, const gaiti_metadata_from *from,
                                     const gaiti_report *report) {
    metadata_parser self = metadata_begin(metadata, from, report);
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (top.kind != GAITI_JSON_FAILED) {
        metadata_read_clip_item(&self, &metadata->clips, &top);
    }
    return metadata_end(&self);
}

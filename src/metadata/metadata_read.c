/* Reading extras.gait. Other programs may alter it, so members of an unexpected type are omitted
 * with a warning. */
#include "metadata/metadata_state.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/bytes.h"
#include "base/json/json_members.h"
#include "base/number/number.h"
#include "base/text/code_page.h"
#include "base/text/text.h"
#include "base/try.h"

/* The document of the parser. */
typedef struct metadata_state {
    gait_metadata *result;
    const gaiti_metadata_from *from;
    uint32_t left_out;
    bool is_reported; /* warn only once per document */
    bool with_clips;
    bool is_document; /* the schema is gait.extras/1 */
} metadata_state;

/* Offset for diagnostics. Only bytes that are in the file itself have individual offsets. */
static uint64_t metadata_offset(const gaiti_metadata_from *from, uint64_t at) {
    return from->at + (from->place == GAITI_METADATA_INSIDE ? at : 0);
}

static void metadata_warn(gaiti_json_parser *self, const gaiti_json_item *value) {
    metadata_state *state = self->document;
    char pointer[GAITI_JSON_POINTER];
    if (state->is_reported || self->in.fault != GAITI_JSON_OK) {
        return; /* invalid JSON is reported separately */
    }
    gaiti_json_pointer(state->from->json, value->at, pointer, sizeof pointer);
    const char *place = pointer[0] ? pointer : "the top level";
    gaiti_raise(self->report, GAITI_GLTF_READ_EXTRAS_KIND,
                (gaiti_detail){.offset = metadata_offset(state->from, value->at),
                               .place = gaiti_span_of(place)});
    state->is_reported = true;
}

/* Appends a copy of `item` to a list. */
static bool metadata_push(gaiti_json_parser *self, gaiti_metadata_list *list, const void *item,
                          size_t size) {
    gait_metadata *result = ((const metadata_state *)self->document)->result;
    if (!gaiti_metadata_push(result, list, item, size)) {
        self->status = result->arena.status;
    }
    return true;
}

/* --- values ----------------------------------------------------------------------------------- */

/* Omits a value of another type than `expected`, with a warning unless it is null. */
static bool metadata_omit(gaiti_json_parser *self, const gaiti_json_item *value,
                          const char *expected) {
    metadata_state *state = self->document;
    (void)expected;
    if (value->kind != GAITI_JSON_NULL) {
        metadata_warn(self, value);
        state->left_out++;
    }
    return false;
}

static bool metadata_string(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gaiti_arena *arena = &((const metadata_state *)self->document)->result->arena;
    if (value->kind != GAITI_JSON_STRING) {
        return metadata_omit(self, value, "a string");
    }
    char *copy = gaiti_alloc(arena, (uint64_t)value->raw.size + 1, 1);
    if (copy) {
        gaiti_json_unescape(value, (uint8_t *)copy);
    } else {
        self->status = arena->status;
    }
    *(const char **)place = copy;
    return true;
}

/* Numbers beyond the range of float are omitted; games store only floats. */
static bool metadata_number(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    double number = 0;
    bool is_number = value->kind == GAITI_JSON_NUMBER && gaiti_json_f64_of(value, &number);
    if (!is_number || number > (double)FLT_MAX || number < -(double)FLT_MAX) {
        return metadata_omit(self, value, "a number");
    }
    *(double *)place = number;
    return true;
}

/* Reads an integer from 0 to `max`. */
static bool metadata_integer(gaiti_json_parser *self, const gaiti_json_item *value, uint32_t max,
                             double *out) {
    uint64_t number = 0;
    if (value->kind != GAITI_JSON_NUMBER || !gaiti_json_u64_of(value, &number) || number > max) {
        return metadata_omit(self, value, "an integer");
    }
    *out = (double)number;
    return true;
}

static bool metadata_u32(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    double number = *(uint32_t *)place;
    bool is_read = metadata_integer(self, value, UINT32_MAX, &number);
    *(uint32_t *)place = (uint32_t)number;
    return is_read;
}

static bool metadata_name(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_metadata *result = ((const metadata_state *)self->document)->result;
    gaiti_metadata_name *out = place;
    if (!metadata_string(self, &out->utf8, value)) {
        return false;
    }
    size_t size = out->utf8 ? strlen(out->utf8) : 0;
    uint8_t *bytes = gaiti_alloc(&result->arena, (uint64_t)size + 1, 1);
    if (!out->utf8 || !bytes) {
        self->status = result->arena.status;
        return true;
    }
    out->bytes.data = bytes;
    if (!gaiti_from_utf8(result->code_page, out->utf8, bytes, &out->bytes.size)) {
        out->bytes = gaiti_span(out->utf8, size);
    }
    return true;
}

static bool metadata_name_item(gaiti_json_parser *self, void *list, const gaiti_json_item *value) {
    gaiti_metadata_name name = {0};
    return metadata_name(self, &name, value) && metadata_push(self, list, &name, sizeof name);
}

/* An item of another type is NaN. */
static bool metadata_float_item(gaiti_json_parser *self, void *list, const gaiti_json_item *value) {
    double number = NAN;
    bool is_read = metadata_number(self, &number, value);
    float narrow = (float)number;
    metadata_push(self, list, &narrow, sizeof narrow);
    return is_read;
}

/* --- clips ------------------------------------------------------------------------------------ */

static const gaiti_json_member metadata_event_members[] = {
    GAITI_JSON_VALUE("start", gait_metadata_event, start, metadata_number),
    GAITI_JSON_VALUE("end", gait_metadata_event, end, metadata_number),
    GAITI_JSON_VALUE("start_s", gait_metadata_event, start_s, metadata_number),
    GAITI_JSON_VALUE("end_s", gait_metadata_event, end_s, metadata_number),
    GAITI_JSON_VALUE("name", gait_metadata_event, name, metadata_string),
    GAITI_JSON_VALUE("value", gait_metadata_event, value, metadata_string),
    GAITI_JSON_MEMBERS_END,
};

/* Events read so far. */
typedef struct metadata_events {
    gaiti_metadata_list list;
    bool is_incomplete;
} metadata_events;

static bool metadata_event(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    const metadata_state *state = self->document;
    metadata_events *events = place;
    uint32_t left_out = state->left_out;
    gait_metadata_event event = {
        .value = "", .start = NAN, .end = NAN, .start_s = NAN, .end_s = NAN};
    if (!gaiti_json_read_members(self, value, metadata_event_members, &event)) {
        gaiti_json_skip(&self->in, value);
    }
    if (gaiti_is_nan(event.end) && gaiti_is_nan(event.end_s)) { /* no end: duration 0 */
        event.end = event.start;
        event.end_s = event.start_s;
    }
    bool has_start = !gaiti_is_nan(event.start) || !gaiti_is_nan(event.start_s);
    if (!event.name || !has_start || state->left_out > left_out) {
        metadata_warn(self, value);
        events->is_incomplete = true;
        return true;
    }
    return metadata_push(self, &events->list, &event, sizeof event);
}

/* If one event cannot be read, all events are omitted. */
static bool metadata_read_events(gaiti_json_parser *self, void *place,
                                 const gaiti_json_item *value) {
    gait_metadata_clip *clip = place;
    metadata_events events = {0};
    clip->fields &= ~(uint32_t)GAIT_META_EVENTS;
    if (!gaiti_json_read_items(self, value, metadata_event, &events)) {
        return metadata_omit(self, value, "an array");
    }
    if (!events.is_incomplete) {
        clip->fields |= GAIT_META_EVENTS;
        clip->events = events.list.items;
        clip->event_count = events.list.count;
    }
    return true;
}

/* The members of a playback; NaN = absent. */
typedef struct metadata_playback {
    double loop, flags, bone_or_part, speed, power, accrue, falloff;
} metadata_playback;

/* Blender replaces booleans by numbers. */
static bool metadata_bool(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    bool is_bool = value->kind == GAITI_JSON_TRUE || value->kind == GAITI_JSON_FALSE;
    if (is_bool) {
        *(double *)place = value->kind == GAITI_JSON_TRUE;
    }
    return is_bool || metadata_number(self, place, value);
}

static bool metadata_flags(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    return metadata_integer(self, value, UINT32_MAX, place);
}

static bool metadata_bone(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    return metadata_integer(self, value, UINT16_MAX, place);
}

static const gaiti_json_member metadata_playback_members[] = {
    GAITI_JSON_VALUE("loop", metadata_playback, loop, metadata_bool),
    GAITI_JSON_VALUE("flags", metadata_playback, flags, metadata_flags),
    GAITI_JSON_VALUE("bone_or_part", metadata_playback, bone_or_part, metadata_bone),
    GAITI_JSON_VALUE("speed", metadata_playback, speed, metadata_number),
    GAITI_JSON_VALUE("power", metadata_playback, power, metadata_number),
    GAITI_JSON_VALUE("accrue", metadata_playback, accrue, metadata_number),
    GAITI_JSON_VALUE("falloff", metadata_playback, falloff, metadata_number),
    GAITI_JSON_MEMBERS_END,
};

/* The value if it is present, else `before`. Marks its field if it is. */
static double metadata_take(gait_metadata_clip *clip, uint32_t field, double value, double before) {
    bool is_present = !gaiti_is_nan(value);
    clip->fields |= is_present ? field : 0;
    return is_present ? value : before;
}

static bool metadata_read_playback(gaiti_json_parser *self, void *place,
                                   const gaiti_json_item *value) {
    gait_metadata_clip *clip = place;
    gait_playback *to = &clip->playback;
    metadata_playback from = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (!gaiti_json_read_members(self, value, metadata_playback_members, &from)) {
        return metadata_omit(self, value, "an object");
    }
    to->loop = metadata_take(clip, GAIT_META_LOOP, from.loop, to->loop) != 0;
    to->flags = (uint32_t)metadata_take(clip, GAIT_META_FLAGS, from.flags, to->flags);
    to->bone_or_part =
        (uint16_t)metadata_take(clip, GAIT_META_BONE_OR_PART, from.bone_or_part, to->bone_or_part);
    to->speed = (float)metadata_take(clip, GAIT_META_SPEED, from.speed, (double)to->speed);
    to->power = (float)metadata_take(clip, GAIT_META_POWER, from.power, (double)to->power);
    to->accrue = (float)metadata_take(clip, GAIT_META_ACCRUE, from.accrue, (double)to->accrue);
    to->falloff = (float)metadata_take(clip, GAIT_META_FALLOFF, from.falloff, (double)to->falloff);
    return true;
}

/* Reads three numbers that are finite. */
static bool metadata_motion(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_metadata_clip *clip = place;
    gaiti_metadata_list list = {0};
    if (!gaiti_json_read_items(self, value, metadata_float_item, &list)) {
        return metadata_omit(self, value, "an array");
    }
    const float *motion = list.items;
    if (list.count != 3) {
        metadata_warn(self, value);
    } else if (gaiti_is_finite((double)motion[0]) && gaiti_is_finite((double)motion[1]) &&
               gaiti_is_finite((double)motion[2])) {
        memcpy(clip->root_motion, motion, sizeof clip->root_motion);
        clip->fields |= GAIT_META_ROOT_MOTION;
    }
    return true;
}

static bool metadata_times(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_metadata_clip *clip = place;
    gaiti_metadata_list list = {0};
    if (!gaiti_json_read_items(self, value, metadata_float_item, &list)) {
        return metadata_omit(self, value, "an array");
    }
    clip->times = list.items;
    clip->time_count = list.count;
    return true;
}

static bool metadata_unit(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    bool is_phase = value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "phase");
    if (!is_phase && (value->kind != GAITI_JSON_STRING || !gaiti_json_is(value, "seconds"))) {
        return metadata_omit(self, value, "a unit");
    }
    *(gait_time_unit *)place = is_phase ? GAIT_TIME_PHASE : GAIT_TIME_SECONDS;
    return true;
}

const char *gaiti_metadata_copy_object(gaiti_arena *arena, gait_span json) {
    gaiti_json_reader in = gaiti_json_reading(json);
    gaiti_json_item object = gaiti_json_next(&in);
    if (object.kind != GAITI_JSON_OBJECT || !gaiti_json_skip(&in, &object) ||
        gaiti_json_next(&in).kind != GAITI_JSON_FINISHED) {
        return NULL;
    }
    char *copy = gaiti_alloc(arena, (uint64_t)json.size + 1, 1);
    size_t size = 0;
    bool is_text = false;
    for (size_t i = 0; copy && i < json.size; i++) {
        uint8_t byte = json.data[i];
        bool is_escape = is_text && byte == '\\' && i + 1 < json.size;
        is_text = is_text != (byte == '"');
        if (is_text || byte > ' ') {
            copy[size++] = (char)byte;
        }
        if (is_escape) {
            copy[size++] = (char)json.data[++i];
        }
    }
    return copy;
}

static bool metadata_config(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gaiti_arena *arena = &((const metadata_state *)self->document)->result->arena;
    if (value->kind != GAITI_JSON_OBJECT) {
        return metadata_omit(self, value, "an object");
    }
    if (gaiti_json_skip(&self->in, value)) {
        size_t start = (size_t)value->at;
        const char *copy = gaiti_metadata_copy_object(
            arena, gaiti_span(self->in.data + start, self->in.at - start));
        self->status = copy ? self->status : arena->status;
        *(const char **)place = copy;
    }
    return true;
}

static const gaiti_json_member metadata_clip_members[] = {
    GAITI_JSON_VALUE("name", gait_metadata_clip, name, metadata_string),
    GAITI_JSON_VALUE("animation", gait_metadata_clip, animation, metadata_string),
    GAITI_JSON_VALUE("frames", gait_metadata_clip, frame_count, metadata_u32),
    GAITI_JSON_VALUE("duration_s", gait_metadata_clip, duration_s, metadata_number),
    GAITI_JSON_VALUE("fps", gait_metadata_clip, fps, metadata_number),
    GAITI_JSON_VALUE("time_unit", gait_metadata_clip, time_unit, metadata_unit),
    GAITI_JSON_VALUE("config", gait_metadata_clip, config, metadata_config),
    GAITI_JSON_HERE("phases", metadata_times),
    GAITI_JSON_HERE("times", metadata_times),
    GAITI_JSON_HERE("motion", metadata_motion),
    GAITI_JSON_HERE("playback", metadata_read_playback),
    GAITI_JSON_HERE("events", metadata_read_events),
    GAITI_JSON_MEMBERS_END,
};

static bool metadata_clip(gaiti_json_parser *self, void *list, const gaiti_json_item *value) {
    gait_metadata_clip clip = {
        .playback = {.bone_or_part = 0xFFFF, .speed = 1, .power = 1, .accrue = 2, .falloff = 2}};
    if (!gaiti_json_read_members(self, value, metadata_clip_members, &clip)) {
        metadata_warn(self, value);
        return false;
    }
    clip.playback.known = (clip.fields & GAIT_META_PLAYBACK) != 0;
    return self->status == GAIT_OK && metadata_push(self, list, &clip, sizeof clip);
}

/* --- documents -------------------------------------------------------------------------------- */

static const gaiti_json_member metadata_part_members[] = {
    GAITI_JSON_VALUE("name", gaiti_metadata_part, name, metadata_name),
    GAITI_JSON_LIST("bones", gaiti_metadata_part, bones, metadata_name_item),
    GAITI_JSON_MEMBERS_END,
};

static bool metadata_part_item(gaiti_json_parser *self, void *list, const gaiti_json_item *value) {
    gaiti_metadata_part part = {0};
    if (!gaiti_json_read_members(self, value, metadata_part_members, &part)) {
        gaiti_json_skip(&self->in, value);
    }
    if (!part.name.utf8) {
        metadata_warn(self, value);
        return true;
    }
    return metadata_push(self, list, &part, sizeof part);
}

/* Appends translation and quaternion of a bone. Arrays that do not have seven numbers add nothing,
 * so that the list gets an unusable size. */
static bool metadata_rest_item(gaiti_json_parser *self, void *rest, const gaiti_json_item *value) {
    gaiti_metadata_list numbers = {0};
    bool is_read = gaiti_json_read_items(self, value, metadata_float_item, &numbers);
    if (!is_read) {
        metadata_warn(self, value);
    }
    for (uint32_t i = 0; i < (numbers.count == 7 ? 7u : 0u); i++) {
        metadata_push(self, rest, (const float *)numbers.items + i, sizeof(float));
    }
    return is_read;
}

/* The code page precedes the names in documents of Gait. */
static bool metadata_code_page(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    double page = 0;
    bool is_read = metadata_integer(self, value, 1252, &page);
    if (is_read) {
        *(uint32_t *)place = gaiti_is_code_page((uint32_t)page) ? (uint32_t)page : 0;
    }
    return is_read;
}

static bool metadata_schema(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    metadata_state *state = self->document;
    (void)place;
    state->is_document = value->kind == GAITI_JSON_STRING && gaiti_json_is(value, "gait.extras/1");
    return state->is_document;
}

static bool metadata_clip_list(gaiti_json_parser *self, void *place, const gaiti_json_item *value) {
    gait_metadata *result = place;
    if (!((const metadata_state *)self->document)->with_clips) {
        return false;
    }
    result->clips = (gaiti_metadata_list){0};
    return gaiti_json_read_items(self, value, metadata_clip, &result->clips) ||
           metadata_omit(self, value, "an array");
}

static const gaiti_json_member metadata_source[] = {
    GAITI_JSON_VALUE("checksum", gait_metadata, checksum, metadata_string),
    GAITI_JSON_VALUE("code_page", gait_metadata, code_page, metadata_code_page),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member metadata_skeleton_members[] = {
    GAITI_JSON_LIST("bones", gait_metadata, bones, metadata_name_item),
    GAITI_JSON_LIST("parents", gait_metadata, parents, metadata_float_item),
    GAITI_JSON_LIST("rest", gait_metadata, rest, metadata_rest_item),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member metadata_item[] = {
    GAITI_JSON_VALUE("first_bone", gait_metadata, item_bone, metadata_u32),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member metadata_mesh[] = {
    GAITI_JSON_VALUE("triangles", gait_metadata, triangles, metadata_u32),
    GAITI_JSON_MEMBERS_END,
};

static const gaiti_json_member metadata_top[] = {
    GAITI_JSON_HERE("schema", metadata_schema),
    GAITI_JSON_OBJECT_IF("source", metadata_source),
    GAITI_JSON_OBJECT("skeleton", metadata_skeleton_members),
    GAITI_JSON_OBJECT_IF("item", metadata_item),
    GAITI_JSON_OBJECT_IF("mesh", metadata_mesh),
    GAITI_JSON_LIST("parts", gait_metadata, parts, metadata_part_item),
    GAITI_JSON_HERE("clips", metadata_clip_list),
    GAITI_JSON_MEMBERS_END,
};

static gaiti_json_parser metadata_begin(metadata_state *state, const gaiti_report *report) {
    return (gaiti_json_parser){.in = gaiti_json_reading(state->from->json),
                               .document = state,
                               .report = report,
                               .refuse = metadata_omit};
}

enum { METADATA_NAME_MAX = 120 };

/* The name of the sidecar of the file that diagnostics are about. */
static gait_span metadata_sidecar_name(const gait_diagnostics *sink, char out[METADATA_NAME_MAX]) {
    const char suffix[] = ".gait.json";
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
static void metadata_refuse(const gaiti_json_parser *self, gaiti_rule rule, uint64_t at,
                            const char *why) {
    const gaiti_metadata_from *from = ((const metadata_state *)self->document)->from;
    bool is_beside = from->place == GAITI_METADATA_BESIDE;
    char sidecar[METADATA_NAME_MAX];
    gaiti_raise(self->report, is_beside ? GAITI_GLTF_READ_SIDECAR : rule,
                (gaiti_detail){.place = metadata_sidecar_name(self->report->sink, sidecar),
                               .offset = metadata_offset(from, at),
                               .name = gaiti_span_of(why),
                               .name_is_utf8 = true});
}

/* Reads to the end, where nothing may follow. GAIT_CORRUPT for invalid JSON. */
static gait_status metadata_end(gaiti_json_parser *self) {
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
    metadata_state state = {.result = metadata, .from = from, .with_clips = with_clips};
    gaiti_json_parser self = metadata_begin(&state, report);
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (!gaiti_json_read_members(&self, &top, metadata_top, metadata) &&
        self.in.fault == GAITI_JSON_OK) {
        gaiti_json_skip(&self.in, &top);
    }
    GAITI_TRY(metadata_end(&self));
    if (!state.is_document) {
        metadata_refuse(&self, GAITI_GLTF_READ_EXTRAS_SCHEMA, 0, "the schema is not gait.extras/1");
        return GAIT_UNSUPPORTED;
    }
    return GAIT_OK;
}

gait_status gaiti_metadata_read_clip(gait_metadata *metadata, const gaiti_metadata_from *from,
                                     const gaiti_report *report) {
    metadata_state state = {.result = metadata, .from = from};
    gaiti_json_parser self = metadata_begin(&state, report);
    gaiti_json_item top = gaiti_json_next(&self.in);
    if (top.kind != GAITI_JSON_FAILED && !metadata_clip(&self, &metadata->clips, &top)) {
        gaiti_json_skip(&self.in, &top);
    }
    return metadata_end(&self);
}

/* Edits of binarised RTM files. */
#include "base/text/text.h"
#include "edit/edit_format.h"
#include "formats/bi/bmtr/bmtr.h"

/* Games identify "StepSound" by a number, and all other events by their names. */
static int32_t edit_bmtr_id(gait_span name) {
    static const char step[] = "StepSound";
    gait_span known = {(const uint8_t *)step, sizeof step - 1};
    return gaiti_equal_name(name, known) ? 0 : -1;
}

/* The index of a new key: in the order of phases, after equal ones. */
static uint32_t edit_bmtr_place(const gait_bmtr *bmtr, float phase) {
    uint32_t place = gait_bmtr_key_count(bmtr);
    while (place > 0 && gait_bmtr_key_at(bmtr, place - 1).time > phase) {
        place--;
    }
    return place;
}

static uint32_t edit_bmtr_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_bmtr_key_count(doc->bmtr);
}

static void edit_bmtr_list_events(const gaiti_edit_document *doc, uint32_t clip,
                                  gaiti_edit_event *out) {
    uint32_t count = edit_bmtr_event_count(doc, clip);
    for (uint32_t i = 0; i < count; i++) {
        gait_bmtr_key key = gait_bmtr_key_at(doc->bmtr, i);
        out[i] = (gaiti_edit_event){.name = key.name,
                                    .value = key.value,
                                    .has_time = true,
                                    .from = key.time,
                                    .until = key.time,
                                    .index = i};
    }
}

static gait_status edit_bmtr_add_event(const gaiti_edit_document *doc, uint32_t clip,
                                       const gaiti_edit_event *values) {
    gait_bmtr_key key = {edit_bmtr_id(values->name), values->name, values->from, values->value};
    (void)clip;
    return gaiti_bmtr_insert_key(doc->bmtr, edit_bmtr_place(doc->bmtr, values->from), &key);
}

static gait_status edit_bmtr_set_event(const gaiti_edit_document *doc, uint32_t clip,
                                       const gaiti_edit_event *values) {
    gait_bmtr_key key = {edit_bmtr_id(values->name), values->name, values->from, values->value};
    gait_bmtr_key old = gait_bmtr_key_at(doc->bmtr, values->index);
    (void)clip;
    key.id = gaiti_equal_name(old.name, key.name) ? old.id : key.id;
    return gait_bmtr_set_key(doc->bmtr, values->index, &key);
}

static gait_status edit_bmtr_remove_events(const gaiti_edit_document *doc, uint32_t clip,
                                           const gaiti_edit_event *events, uint32_t count) {
    gait_status status = GAIT_OK;
    (void)clip;
    while (count-- > 0 && status == GAIT_OK) {
        status = gaiti_bmtr_remove_key(doc->bmtr, events[count].index);
    }
    return status;
}

static const gaiti_edit_event_table edit_bmtr_events = {
    .count = edit_bmtr_event_count,
    .list = edit_bmtr_list_events,
    .add = edit_bmtr_add_event,
    .set = edit_bmtr_set_event,
    .remove = edit_bmtr_remove_events,
};

static float edit_bmtr_frame_time(const gaiti_edit_document *doc, uint32_t clip, uint32_t frame) {
    (void)clip;
    return gait_bmtr_phase(doc->bmtr, frame);
}

static uint32_t edit_bmtr_frame_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_bmtr_frame_count(doc->bmtr);
}

static uint32_t edit_bmtr_bone_count(const gaiti_edit_document *doc) {
    return gait_bmtr_bone_count(doc->bmtr);
}

static gait_span edit_bmtr_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    return gait_bmtr_bone_name(doc->bmtr, bone);
}

static gait_status edit_bmtr_set_bone_name(gaiti_edit_document *doc, uint32_t bone,
                                           gait_span name) {
    return gaiti_bmtr_set_bone_name(doc->bmtr, bone, name);
}

static void edit_bmtr_root_motion(const gaiti_edit_document *doc, float out[3]) {
    gaiti_bmtr_root_motion(doc->bmtr, out);
}

static gait_status edit_bmtr_set_root_motion(const gaiti_edit_document *doc,
                                             const float values[3]) {
    return gait_bmtr_set_root_motion(doc->bmtr, values);
}

static gait_status edit_bmtr_set_phase(const gaiti_edit_document *doc, uint32_t frame,
                                       float phase) {
    return gaiti_bmtr_set_phase(doc->bmtr, frame, phase);
}

const gaiti_edit_format gaiti_edit_bmtr = {
    .has_phases = true,
    .has_values = true,
    .events = &edit_bmtr_events,
    .frame_time = edit_bmtr_frame_time,
    .frame_count = edit_bmtr_frame_count,
    .bone_count = edit_bmtr_bone_count,
    .bone_name = edit_bmtr_bone_name,
    .set_bone_name = edit_bmtr_set_bone_name,
    .root_motion = edit_bmtr_root_motion,
    .set_root_motion = edit_bmtr_set_root_motion,
    .set_phase = edit_bmtr_set_phase,
};

/* Edits of plain RTM files. */
#include "edit/edit_format.h"
#include "formats/bi/rtm/rtm.h"

/* The index of a new property: in the order of phases, after equal ones. */
static uint32_t edit_rtm_place(const gait_rtm *rtm, float phase) {
    uint32_t place = gait_rtm_property_count(rtm);
    while (place > 0 && gait_rtm_property_at(rtm, place - 1).phase > phase) {
        place--;
    }
    return place;
}

static uint32_t edit_rtm_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_rtm_property_count(doc->rtm);
}

static void edit_rtm_list_events(const gaiti_edit_document *doc, uint32_t clip,
                                 gaiti_edit_event *out) {
    uint32_t count = edit_rtm_event_count(doc, clip);
    for (uint32_t i = 0; i < count; i++) {
        gait_rtm_property property = gait_rtm_property_at(doc->rtm, i);
        out[i] = (gaiti_edit_event){.name = property.name,
                                    .value = property.value,
                                    .has_time = true,
                                    .from = property.phase,
                                    .until = property.phase,
                                    .index = i};
    }
}

static gait_status edit_rtm_add_event(const gaiti_edit_document *doc, uint32_t clip,
                                      const gaiti_edit_event *values) {
    gait_rtm_property property = {values->from, values->name, values->value};
    (void)clip;
    return gaiti_rtm_insert_property(doc->rtm, edit_rtm_place(doc->rtm, values->from), &property);
}

static gait_status edit_rtm_set_event(const gaiti_edit_document *doc, uint32_t clip,
                                      const gaiti_edit_event *values) {
    gait_rtm_property property = {values->from, values->name, values->value};
    (void)clip;
    return gaiti_rtm_set_property(doc->rtm, values->index, &property);
}

static gait_status edit_rtm_remove_events(const gaiti_edit_document *doc, uint32_t clip,
                                          const gaiti_edit_event *events, uint32_t count) {
    gait_status status = GAIT_OK;
    (void)clip;
    while (count-- > 0 && status == GAIT_OK) {
        status = gaiti_rtm_remove_property(doc->rtm, events[count].index);
    }
    return status;
}

static gait_status edit_rtm_remove_unread(const gaiti_edit_document *doc) {
    return gaiti_rtm_remove_unread_properties(doc->rtm);
}

static const gaiti_edit_event_table edit_rtm_events = {
    .count = edit_rtm_event_count,
    .list = edit_rtm_list_events,
    .add = edit_rtm_add_event,
    .set = edit_rtm_set_event,
    .remove = edit_rtm_remove_events,
    .remove_unread = edit_rtm_remove_unread,
};

static float edit_rtm_frame_time(const gaiti_edit_document *doc, uint32_t clip, uint32_t frame) {
    (void)clip;
    return gait_rtm_phase(doc->rtm, frame);
}

static uint32_t edit_rtm_frame_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_rtm_frame_count(doc->rtm);
}

static uint32_t edit_rtm_bone_count(const gaiti_edit_document *doc) {
    return gait_rtm_bone_count(doc->rtm);
}

static gait_span edit_rtm_bone_name(gaiti_edit_document *doc, uint32_t bone) {
    return gait_rtm_bone_name(doc->rtm, bone);
}

static gait_status edit_rtm_set_bone_name(gaiti_edit_document *doc, uint32_t bone, gait_span name) {
    return gaiti_rtm_set_bone_name(doc->rtm, bone, name);
}

static void edit_rtm_root_motion(const gaiti_edit_document *doc, float out[3]) {
    gait_rtm_root_motion(doc->rtm, out);
}

static gait_status edit_rtm_set_root_motion(const gaiti_edit_document *doc, const float values[3]) {
    return gaiti_rtm_set_root_motion(doc->rtm, values);
}

static gait_status edit_rtm_set_phase(const gaiti_edit_document *doc, uint32_t frame, float phase) {
    return gaiti_rtm_set_phase(doc->rtm, frame, phase);
}

static gait_status edit_rtm_order_frames(const gaiti_edit_document *doc, uint32_t *out_count) {
    return gaiti_rtm_order_frames(doc->rtm, out_count);
}

const gaiti_edit_format gaiti_edit_rtm = {
    .has_phases = true,
    .has_values = true,
    .order_frames = edit_rtm_order_frames,
    .events = &edit_rtm_events,
    .frame_time = edit_rtm_frame_time,
    .frame_count = edit_rtm_frame_count,
    .bone_count = edit_rtm_bone_count,
    .bone_name = edit_rtm_bone_name,
    .set_bone_name = edit_rtm_set_bone_name,
    .root_motion = edit_rtm_root_motion,
    .set_root_motion = edit_rtm_set_root_motion,
    .set_phase = edit_rtm_set_phase,
};

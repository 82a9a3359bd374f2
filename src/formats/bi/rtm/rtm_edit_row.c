/* Edits of plain RTM files, for the row of the format. */
#include "formats/bi/rtm/rtm.h"
#include "formats/bi/rtm/rtm_properties.h"
#include "formats/edit_functions.h"

/* The index of a new property: in the order of phases, after equal ones. */
static uint32_t rtm_edit_place(const gait_rtm *rtm, float phase) {
    uint32_t place = gait_rtm_property_count(rtm);
    while (place > 0 && gait_rtm_property_at(rtm, place - 1).phase > phase) {
        place--;
    }
    return place;
}

static uint32_t rtm_edit_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_rtm_property_count(doc->document);
}

static void rtm_edit_list_events(const gaiti_edit_document *doc, uint32_t clip,
                                 gaiti_edit_event *out) {
    uint32_t count = rtm_edit_event_count(doc, clip);
    for (uint32_t i = 0; i < count; i++) {
        gait_rtm_property property = gait_rtm_property_at(doc->document, i);
        out[i] = (gaiti_edit_event){.name = property.name,
                                    .value = property.value,
                                    .has_time = true,
                                    .from = property.phase,
                                    .until = property.phase,
                                    .index = i};
    }
}

static gait_status rtm_edit_add_event(const gaiti_edit_document *doc, uint32_t clip,
                                      const gaiti_edit_event *values) {
    gait_rtm_property property = {values->from, values->name, values->value};
    (void)clip;
    return gaiti_rtm_insert_property(doc->document, rtm_edit_place(doc->document, values->from),
                                     &property);
}

static gait_status rtm_edit_set_event(const gaiti_edit_document *doc, uint32_t clip,
                                      const gaiti_edit_event *values) {
    gait_rtm_property property = {values->from, values->name, values->value};
    (void)clip;
    return gaiti_rtm_set_property(doc->document, values->index, &property);
}

static gait_status rtm_edit_remove_events(const gaiti_edit_document *doc, uint32_t clip,
                                          const gaiti_edit_event *events, uint32_t count) {
    gait_status status = GAIT_OK;
    (void)clip;
    while (count-- > 0 && status == GAIT_OK) {
        status = gaiti_rtm_remove_property(doc->document, events[count].index);
    }
    return status;
}

static gait_status rtm_edit_remove_unread(const gaiti_edit_document *doc) {
    return gaiti_rtm_remove_unread_properties(doc->document);
}

static bool rtm_edit_remove_block(const gaiti_edit_document *doc) {
    gait_rtm *rtm = doc->document;
    bool has_block = rtm->has_properties;
    rtm->property_count = rtm->stated_properties = rtm->reserved = 0;
    rtm->gap = (gait_span){0};
    rtm->has_properties = rtm->keeps_block = false;
    return has_block;
}

static const gaiti_edit_event_functions rtm_edit_events = {
    .count = rtm_edit_event_count,
    .list = rtm_edit_list_events,
    .add = rtm_edit_add_event,
    .set = rtm_edit_set_event,
    .remove = rtm_edit_remove_events,
    .remove_unread = rtm_edit_remove_unread,
    .remove_block = rtm_edit_remove_block,
};

GAITI_TYPED_PHASE_EDITS(rtm)

static void rtm_edit_root_motion(const void *document, float out[3]) {
    gait_rtm_root_motion(document, out);
}

static gait_status rtm_edit_set_root_motion(void *document, const float values[3]) {
    return gaiti_rtm_set_root_motion(document, values);
}

static gait_status rtm_edit_order_frames(void *document, uint32_t *out_count) {
    return gaiti_rtm_order_frames(document, out_count);
}

static gait_status rtm_edit_repair(void *document, gaiti_repair repair, uint64_t *out_count) {
    gait_rtm *rtm = document;
    uint32_t count = 0;
    gait_status status = GAIT_OK;
    *out_count = 0;
    if (repair == GAITI_REPAIR_FRAMES) {
        status = gaiti_rtm_order_frames(rtm, &count);
        *out_count = count;
        return status == GAIT_UNSUPPORTED ? GAIT_OK : status;
    }
    if (repair == GAITI_REPAIR_UNREAD) {
        *out_count = rtm->gap.size;
        status = gaiti_rtm_remove_unread_properties(rtm);
        return status == GAIT_NOT_FOUND ? GAIT_OK : status;
    }
    if (repair == GAITI_REPAIR_EVENT_COUNT && rtm->gap.size == 0 &&
        gaiti_rtm_count_long_texts(rtm) == 0) {
        *out_count = rtm->stated_properties != rtm->property_count;
        rtm->stated_properties = rtm->property_count;
    }
    if (repair == GAITI_REPAIR_RESERVED) {
        *out_count = rtm->reserved != 0;
        rtm->reserved = 0;
    }
    if (repair == GAITI_REPAIR_TAIL) {
        *out_count = rtm->trailing.size;
        rtm->trailing = (gait_span){0};
    }
    return GAIT_OK;
}

const gaiti_edit_functions gaiti_rtm_edit = {
    .has_phases = true,
    .has_values = true,
    .order_frames = rtm_edit_order_frames,
    .events = &rtm_edit_events,
    .frame_time = rtm_row_frame_time,
    .set_bone_name = rtm_row_set_bone_name,
    .root_motion = rtm_edit_root_motion,
    .set_root_motion = rtm_edit_set_root_motion,
    .set_phase = rtm_row_set_phase,
    .repair = rtm_edit_repair,
};

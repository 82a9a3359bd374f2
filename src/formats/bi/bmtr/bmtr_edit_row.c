/* Edits of binarised RTM files, for the row of the format. */
#include "formats/bi/bmtr/bmtr.h"
#include "formats/edit_functions.h"

/* The index of a new key: in the order of phases, after equal ones. */
static uint32_t bmtr_edit_place(const gait_bmtr *bmtr, float phase) {
    uint32_t place = gait_bmtr_key_count(bmtr);
    while (place > 0 && gait_bmtr_key_at(bmtr, place - 1).time > phase) {
        place--;
    }
    return place;
}

static uint32_t bmtr_edit_event_count(const gaiti_edit_document *doc, uint32_t clip) {
    (void)clip;
    return gait_bmtr_key_count(doc->document);
}

static void bmtr_edit_list_events(const gaiti_edit_document *doc, uint32_t clip,
                                  gaiti_edit_event *out) {
    uint32_t count = bmtr_edit_event_count(doc, clip);
    for (uint32_t i = 0; i < count; i++) {
        gait_bmtr_key key = gait_bmtr_key_at(doc->document, i);
        out[i] = (gaiti_edit_event){.name = key.name,
                                    .value = key.value,
                                    .has_time = true,
                                    .from = key.time,
                                    .until = key.time,
                                    .index = i};
    }
}

static gait_status bmtr_edit_add_event(const gaiti_edit_document *doc, uint32_t clip,
                                       const gaiti_edit_event *values) {
    gait_bmtr_key key = {gaiti_bmtr_key_id(values->name), values->name, values->from,
                         values->value};
    (void)clip;
    return gaiti_bmtr_insert_key(doc->document, bmtr_edit_place(doc->document, values->from), &key);
}

static gait_status bmtr_edit_set_event(const gaiti_edit_document *doc, uint32_t clip,
                                       const gaiti_edit_event *values) {
    gait_bmtr_key key = {gaiti_bmtr_key_id(values->name), values->name, values->from,
                         values->value};
    gait_bmtr_key old = gait_bmtr_key_at(doc->document, values->index);
    (void)clip;
    key.id = gaiti_equal_name(old.name, key.name) ? old.id : key.id;
    return gait_bmtr_set_key(doc->document, values->index, &key);
}

static gait_status bmtr_edit_remove_events(const gaiti_edit_document *doc, uint32_t clip,
                                           const gaiti_edit_event *events, uint32_t count) {
    gait_status status = GAIT_OK;
    (void)clip;
    while (count-- > 0 && status == GAIT_OK) {
        status = gaiti_bmtr_remove_key(doc->document, events[count].index);
    }
    return status;
}

static const gaiti_edit_event_functions bmtr_edit_events = {
    .count = bmtr_edit_event_count,
    .list = bmtr_edit_list_events,
    .add = bmtr_edit_add_event,
    .set = bmtr_edit_set_event,
    .remove = bmtr_edit_remove_events,
};

GAITI_TYPED_PHASE_EDITS(bmtr)

static void bmtr_edit_root_motion(const void *document, float out[3]) {
    gaiti_bmtr_root_motion(document, out);
}

static gait_status bmtr_edit_set_root_motion(void *document, const float values[3]) {
    return gait_bmtr_set_root_motion(document, values);
}

/* Gives key stones the ids that their names have in all known files. */
static uint64_t bmtr_repair_ids(gait_bmtr *bmtr) {
    uint64_t count = 0;
    for (uint32_t k = 0; k < bmtr->key_count; k++) {
        int32_t id = gaiti_bmtr_key_id(bmtr->keys[k].name);
        count += bmtr->keys[k].id != id;
        bmtr->keys[k].id = id;
    }
    return count;
}

static gait_status bmtr_edit_repair(void *document, gaiti_repair repair, uint64_t *out_count) {
    gait_bmtr *bmtr = document;
    *out_count = 0;
    if (repair == GAITI_REPAIR_EVENT_IDS) {
        *out_count = bmtr_repair_ids(bmtr);
    }
    if (repair == GAITI_REPAIR_TAIL) {
        *out_count = bmtr->trailing.size;
        bmtr->trailing = (gait_span){0};
    }
    return GAIT_OK;
}

const gaiti_edit_functions gaiti_bmtr_edit = {
    .has_lower_bones = true,
    .has_phases = true,
    .has_values = true,
    .events = &bmtr_edit_events,
    .frame_time = bmtr_row_frame_time,
    .set_bone_name = bmtr_row_set_bone_name,
    .root_motion = bmtr_edit_root_motion,
    .set_root_motion = bmtr_edit_set_root_motion,
    .set_phase = bmtr_row_set_phase,
    .repair = bmtr_edit_repair,
};

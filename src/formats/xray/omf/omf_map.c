/* The field map of a bank: docs/formats/omf.md. */
#include "formats/xray/omf/omf.h"

static void omf_show_part(gaiti_visitor *visitor, gaiti_omf_listing listing, uint32_t index) {
    gait_omf_part part = {0};
    uint32_t mark = gaiti_visit_push(visitor, "parts", index);
    gaiti_omf_visit_part_head(visitor, &part);
    for (uint32_t b = 0; b < part.bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_omf_bone bone;
        uint32_t inner = gaiti_visit_push(visitor, "bones", b);
        gaiti_omf_visit_bone(visitor, listing, &bone);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, mark);
}

static void omf_show_definition(gaiti_visitor *visitor, uint16_t version, uint32_t index) {
    gaiti_omf_definition definition = {0};
    uint32_t mark = gaiti_visit_push(visitor, "definitions", index);
    gaiti_omf_visit_definition(visitor, version, &definition);
    for (uint32_t m = 0; m < definition.mark_count && gaiti_visit_is_ok(visitor); m++) {
        gait_omf_mark values = {0};
        uint32_t inner = gaiti_visit_push(visitor, "marks", m);
        gaiti_omf_visit_mark(visitor, &values);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, mark);
}

static void omf_show_params(const gait_omf *omf, gaiti_visitor *visitor) {
    uint16_t version = 0, part_count, definition_count;
    gait_span tail;
    if (omf->version > 0) {
        gaiti_visit_u16(visitor, "version", &version);
    }
    gaiti_visit_u16(visitor, "partCount", &part_count);
    for (uint32_t p = 0; p < part_count && gaiti_visit_is_ok(visitor); p++) {
        omf_show_part(visitor, omf->listing, p);
    }
    gaiti_visit_u16(visitor, "motionCount", &definition_count);
    for (uint32_t d = 0; d < definition_count && gaiti_visit_is_ok(visitor); d++) {
        omf_show_definition(visitor, version, d);
    }
    gaiti_visit_bytes(visitor, "tail", omf->params_tail.size, &tail);
}

static void omf_show_keys(const gait_omf *omf, gaiti_visitor *visitor, uint32_t index) {
    gaiti_omf_keys keys = {0};
    gaiti_omf_visit_keys_head(visitor, &keys);
    for (uint32_t t = 0; t < omf->bone_count && gaiti_visit_is_ok(visitor); t++) {
        gait_omf_track track = {0};
        uint32_t mark = gaiti_visit_push(visitor, "tracks", t);
        gaiti_omf_visit_track(visitor, keys.frame_count, &track);
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_visit_bytes(visitor, "surplus", omf->keys[index].surplus.size, &keys.surplus);
}

static void omf_show_sub(const gait_omf *omf, gaiti_visitor *visitor, uint32_t index) {
    const gaiti_omf_sub *sub = &omf->subs[index];
    bool is_keys = !sub->payload.data && sub->id != 0;
    uint32_t id, size, count, mark;
    gait_span bytes;
    mark = is_keys             ? gaiti_visit_push(visitor, "motions", (int64_t)sub->id - 1)
           : sub->payload.data ? gaiti_visit_push(visitor, "unknown", index)
                               : gaiti_visit_push(visitor, "head", -1);
    gaiti_visit_chunk_head(visitor, &id, &size);
    if (is_keys) {
        omf_show_keys(omf, visitor, sub->id - 1);
    } else if (sub->payload.data) {
        gaiti_visit_bytes(visitor, "payload", sub->payload.size, &bytes);
    } else {
        gaiti_visit_u32(visitor, "count", &count);
        gaiti_visit_bytes(visitor, "tail", omf->count_tail.size, &bytes);
    }
    gaiti_visit_pop(visitor, mark);
}

void gaiti_omf_show_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind) {
    uint32_t stored_id, size;
    gait_span tail;
    bool is_params = kind == GAITI_OMF_PARAMS;
    uint32_t mark = gaiti_visit_push(visitor, is_params ? "params" : "keys", -1);
    gaiti_visit_chunk_head(visitor, &stored_id, &size);
    if (is_params) {
        uint64_t whole = visitor->in->size;
        if (gaiti_visit_is_ok(visitor)) { /* the end of the chunk bounds the marks */
            visitor->in->size = visitor->in->at + size;
        }
        omf_show_params(omf, visitor);
        visitor->in->size = whole;
        gaiti_visit_pop(visitor, mark);
        return;
    }
    gaiti_visit_pop(visitor, mark); /* paths are motions[3], not keys.motions[3] */
    for (uint32_t s = 0; s < omf->sub_count && gaiti_visit_is_ok(visitor); s++) {
        omf_show_sub(omf, visitor, s);
    }
    gaiti_visit_bytes(visitor, "keys.tail", omf->motions_tail.size, &tail);
}

void gaiti_omf_show(const void *document, gaiti_visitor *visitor) {
    const gait_omf *omf = document;
    uint32_t ids[2];
    if (gaiti_omf_has_packed(gaiti_span(visitor->in->data, (size_t)visitor->in->size))) {
        gaiti_show_chunks(visitor, visitor->in->size);
        return;
    }
    gaiti_omf_chunk_order(omf, ids);
    for (int i = 0; i < 3 && gaiti_visit_is_ok(visitor); i++) {
        gaiti_show_chunks(visitor, omf->gaps[i].size);
        if (i < 2 && ids[i]) {
            gaiti_omf_show_chunk(omf, visitor, ids[i]);
        }
    }
}

/* Every field of a bank, as bytes: docs/formats/omf.md. */
#include "formats/xray/omf/omf.h"

static void omf_show_part(gaiti_walk *walk, gaiti_omf_listing listing, uint32_t index) {
    gait_omf_part part = {0};
    uint32_t mark = gaiti_enter(walk, "parts", index);
    gaiti_omf_walk_part_head(walk, &part);
    for (uint32_t b = 0; b < part.bone_count && gaiti_walk_goes_on(walk); b++) {
        gait_omf_bone bone;
        uint32_t inner = gaiti_enter(walk, "bones", b);
        gaiti_omf_walk_bone(walk, listing, &bone);
        gaiti_leave(walk, inner);
    }
    gaiti_leave(walk, mark);
}

static void omf_show_definition(gaiti_walk *walk, uint16_t version, uint32_t index) {
    gaiti_omf_definition definition = {0};
    uint32_t mark = gaiti_enter(walk, "definitions", index);
    gaiti_omf_walk_definition(walk, version, &definition);
    for (uint32_t m = 0; m < definition.mark_count && gaiti_walk_goes_on(walk); m++) {
        gait_omf_mark values = {0};
        uint32_t inner = gaiti_enter(walk, "marks", m);
        gaiti_omf_walk_mark(walk, &values);
        gaiti_leave(walk, inner);
    }
    gaiti_leave(walk, mark);
}

static void omf_show_params(const gait_omf *omf, gaiti_walk *walk) {
    uint16_t version = 0, part_count, definition_count;
    gait_span tail;
    if (omf->version > 0) {
        gaiti_walk_u16(walk, "version", &version);
    }
    gaiti_walk_u16(walk, "partCount", &part_count);
    for (uint32_t p = 0; p < part_count && gaiti_walk_goes_on(walk); p++) {
        omf_show_part(walk, omf->listing, p);
    }
    gaiti_walk_u16(walk, "motionCount", &definition_count);
    for (uint32_t d = 0; d < definition_count && gaiti_walk_goes_on(walk); d++) {
        omf_show_definition(walk, version, d);
    }
    gaiti_walk_bytes(walk, "tail", omf->params_tail.size, &tail);
}

static void omf_show_keys(const gait_omf *omf, gaiti_walk *walk, uint32_t index) {
    gaiti_omf_keys keys = {0};
    gaiti_omf_walk_keys_head(walk, &keys);
    for (uint32_t t = 0; t < omf->bone_count && gaiti_walk_goes_on(walk); t++) {
        gait_omf_track track = {0};
        uint32_t mark = gaiti_enter(walk, "tracks", t);
        gaiti_omf_walk_track(walk, keys.frame_count, &track);
        gaiti_leave(walk, mark);
    }
    gaiti_walk_bytes(walk, "surplus", omf->keys[index].surplus.size, &keys.surplus);
}

static void omf_show_sub(const gait_omf *omf, gaiti_walk *walk, uint32_t index) {
    const gaiti_omf_sub *sub = &omf->subs[index];
    bool is_keys = !sub->payload.data && sub->id != 0;
    uint32_t id, size, count, mark;
    gait_span bytes;
    mark = is_keys             ? gaiti_enter(walk, "motions", (int64_t)sub->id - 1)
           : sub->payload.data ? gaiti_enter(walk, "unknown", index)
                               : gaiti_enter(walk, "head", -1);
    gaiti_walk_chunk_head(walk, &id, &size);
    if (is_keys) {
        omf_show_keys(omf, walk, sub->id - 1);
    } else if (sub->payload.data) {
        gaiti_walk_bytes(walk, "payload", sub->payload.size, &bytes);
    } else {
        gaiti_walk_u32(walk, "count", &count);
        gaiti_walk_bytes(walk, "tail", omf->count_tail.size, &bytes);
    }
    gaiti_leave(walk, mark);
}

void gaiti_omf_show_chunk(const gait_omf *omf, gaiti_walk *walk, uint32_t kind) {
    uint32_t stored_id, size;
    gait_span tail;
    bool is_params = kind == GAITI_OMF_PARAMS;
    uint32_t mark = gaiti_enter(walk, is_params ? "params" : "keys", -1);
    gaiti_walk_chunk_head(walk, &stored_id, &size);
    if (is_params) {
        uint64_t whole = walk->in->size;
        if (gaiti_walk_goes_on(walk)) { /* marks are measured by the bytes left in the chunk */
            walk->in->size = walk->in->at + size;
        }
        omf_show_params(omf, walk);
        walk->in->size = whole;
        gaiti_leave(walk, mark);
        return;
    }
    gaiti_leave(walk, mark); /* motions[3] reads better than keys.motions[3] */
    for (uint32_t s = 0; s < omf->sub_count && gaiti_walk_goes_on(walk); s++) {
        omf_show_sub(omf, walk, s);
    }
    gaiti_walk_bytes(walk, "keys.tail", omf->motions_tail.size, &tail);
}

gait_status gait_omf_map(const gait_omf *omf, gait_field_visitor visit, void *user) {
    if (!omf || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_buffer bytes = {.allocator = omf->arena.allocator};
    gait_status status = gait_omf_write(omf, &bytes);
    if (status == GAIT_OK) {
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes.data, bytes.size), 0);
        gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
        uint32_t ids[2];
        gaiti_omf_chunk_order(omf, ids);
        for (int i = 0; i < 3 && gaiti_walk_goes_on(&walk); i++) {
            gaiti_show_chunks(&walk, omf->gaps[i].size);
            if (i < 2 && ids[i]) {
                gaiti_omf_show_chunk(omf, &walk, ids[i]);
            }
        }
        status = in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_buffer_free(&bytes);
    return status;
}

/* Descriptions of the fields of OMF: docs/formats/omf.md. */
#include "base/try.h"
#include "formats/xray/omf/omf.h"

/* --- definitions ------------------------------------------------------------------------------ */

void gaiti_omf_visit_part_head(gaiti_visitor *visitor, gait_omf_part *part) {
    uint16_t bone_count = (uint16_t)part->bone_count;
    gaiti_visit_text(visitor, "name", &part->name);
    gaiti_visit_u16(visitor, "boneCount", &bone_count);
    part->bone_count = bone_count;
}

void gaiti_omf_visit_bone(gaiti_visitor *visitor, gaiti_omf_listing listing, gait_omf_bone *bone) {
    if (listing != GAITI_OMF_LISTS_IDS) {
        gaiti_visit_text(visitor, "name", &bone->name);
    }
    if (listing != GAITI_OMF_LISTS_NAMES) {
        gaiti_visit_u32(visitor, "id", &bone->id);
    }
}

/* Version 0 has two bytes instead of flags: a type (0 = FX) and whether to stop at the end. Readers
 * disagree about the second; this is the interpretation of most of them. */
void gaiti_omf_visit_definition(gaiti_visitor *visitor, uint16_t version,
                                gaiti_omf_definition *definition) {
    gait_omf_motion *values = &definition->values;
    gaiti_visit_text(visitor, "name", &values->name);
    if (version == 0) {
        gaiti_visit_u8(visitor, "type", &definition->old_type);
    } else {
        gaiti_visit_u32(visitor, "flags", &values->flags);
    }
    gaiti_visit_u16(visitor, "boneOrPart", &values->bone_or_part);
    gaiti_visit_u16(visitor, "motion", &values->motion);
    gaiti_visit_f32(visitor, "speed", &values->speed);
    gaiti_visit_f32(visitor, "power", &values->power);
    gaiti_visit_f32(visitor, "accrue", &values->accrue);
    gaiti_visit_f32(visitor, "falloff", &values->falloff);
    if (version == 0) {
        gaiti_visit_u8(visitor, "stop", &definition->old_stop);
        values->flags = (definition->old_type == 0 ? GAIT_OMF_FX : 0u) |
                        (definition->old_stop ? GAIT_OMF_STOP_AT_END : 0u);
    }
    if (version >= 4) {
        gaiti_visit_u32(visitor, "markCount", &definition->mark_count);
    }
}

/* Size of the line end at `p` with `left` bytes: CR LF, LF or CR. With `greedy`, all following CR
 * and LF bytes, as the engine reads. */
static uint64_t omf_line_end(const uint8_t *p, uint64_t left, bool greedy) {
    uint64_t size = 0;
    while (size < left && (p[size] == '\r' || p[size] == '\n')) {
        size++;
        bool pair = size == 1 && p[0] == '\r' && left > 1 && p[1] == '\n';
        if (!greedy && !pair) {
            break;
        }
    }
    return size;
}

/* True when an interval count is stored `at` bytes after `p` and its intervals fit into the bytes
 * left. */
static bool omf_count_fits(const uint8_t *p, uint64_t left, uint64_t at) {
    return left >= at + 4 && gaiti_load_u32(p + at) <= (left - at - 4) / 8;
}

/* Finds the sizes of name and terminator of the mark at the reader's position. */
static void omf_measure_mark(const gaiti_reader *in, gait_omf_mark *mark) {
    const uint8_t *p = in->data + in->at;
    uint64_t left = gaiti_bytes_left(in), size = 0;
    while (size < left && p[size] != '\r' && p[size] != '\n') {
        size++;
    }
    uint64_t end = omf_line_end(p + size, left - size, false);
    if (!omf_count_fits(p, left, size + end)) {
        uint64_t greedy = omf_line_end(p + size, left - size, true);
        end = omf_count_fits(p, left, size + greedy) ? greedy : end;
    }
    mark->name.size = (size_t)size;
    mark->terminator.size = (size_t)end;
}

void gaiti_omf_visit_mark(gaiti_visitor *visitor, gait_omf_mark *mark) {
    if (visitor->in) {
        omf_measure_mark(visitor->in, mark);
    }
    gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, (uint32_t)mark->name.size, &mark->name);
    gaiti_visit_block(visitor, "terminator", GAIT_FIELD_CHARS, 1, (uint32_t)mark->terminator.size,
                      &mark->terminator);
    gaiti_visit_u32(visitor, "intervalCount", &mark->interval_count);
    gaiti_visit_block(visitor, "intervals", GAIT_FIELD_F32, mark->interval_count, 2,
                      &mark->intervals);
}

/* --- keys ------------------------------------------------------------------------------------- */

void gaiti_omf_visit_keys_head(gaiti_visitor *visitor, gaiti_omf_keys *keys) {
    gaiti_visit_text(visitor, "label", &keys->label);
    gaiti_visit_u32(visitor, "frameCount", &keys->frame_count);
}

static void omf_visit_rotation(gaiti_visitor *visitor, uint32_t frame_count,
                               gait_omf_track *track) {
    bool floats = track->flags & GAIT_OMF_FLOAT_KEYS;
    gait_field_type type = floats ? GAIT_FIELD_F32 : GAIT_FIELD_S16;
    uint32_t mark = gaiti_visit_push(visitor, "rotation", -1);
    if (track->flags & GAIT_OMF_ROTATION_CONSTANT) {
        gaiti_visit_block(visitor, "constant", type, 1, 4, &track->rotation_keys);
    } else {
        gaiti_visit_u32(visitor, "crc", &track->rotation_crc);
        gaiti_visit_block(visitor, "keys", type, frame_count, 4, &track->rotation_keys);
    }
    gaiti_visit_pop(visitor, mark);
}

static void omf_visit_translation(gaiti_visitor *visitor, uint32_t frame_count,
                                  gait_omf_track *track) {
    gait_field_type type = track->flags & GAIT_OMF_FLOAT_KEYS       ? GAIT_FIELD_F32
                           : track->flags & GAIT_OMF_TRANSLATION_16 ? GAIT_FIELD_S16
                                                                    : GAIT_FIELD_S8;
    uint32_t mark = gaiti_visit_push(visitor, "translation", -1);
    if (track->flags & GAIT_OMF_TRANSLATION_KEYS) {
        gaiti_visit_u32(visitor, "crc", &track->translation_crc);
        gaiti_visit_block(visitor, "keys", type, frame_count, 3, &track->translation_keys);
        if (!(track->flags & GAIT_OMF_FLOAT_KEYS)) {
            gaiti_visit_f32s(visitor, "size", track->size, 3);
            gaiti_visit_f32s(visitor, "init", track->init, 3);
        }
    } else {
        gaiti_visit_f32s(visitor, "constant", track->init, 3);
    }
    gaiti_visit_pop(visitor, mark);
}

void gaiti_omf_visit_track(gaiti_visitor *visitor, uint32_t frame_count, gait_omf_track *track) {
    gaiti_visit_u8(visitor, "flags", &track->flags);
    omf_visit_rotation(visitor, frame_count, track);
    omf_visit_translation(visitor, frame_count, track);
}

/* --- writing ---------------------------------------------------------------------------------- */

static void omf_write_params(const gait_omf *omf, gaiti_visitor *visitor) {
    uint16_t version = omf->version, part_count = (uint16_t)omf->part_count;
    uint16_t definition_count = (uint16_t)omf->definition_count;
    gait_span tail = omf->params_tail;
    if (version > 0) {
        gaiti_visit_u16(visitor, "version", &version);
    }
    gaiti_visit_u16(visitor, "partCount", &part_count);
    for (uint32_t p = 0; p < omf->part_count; p++) {
        gait_omf_part part = omf->parts[p];
        gaiti_omf_visit_part_head(visitor, &part);
        for (uint32_t b = 0; b < part.bone_count; b++) {
            gaiti_omf_visit_bone(visitor, omf->listing, &omf->bones[part.first_bone + b]);
        }
    }
    gaiti_visit_u16(visitor, "motionCount", &definition_count);
    for (uint32_t d = 0; d < omf->definition_count; d++) {
        gaiti_omf_definition *definition = &omf->definitions[d];
        gaiti_omf_visit_definition(visitor, version, definition);
        for (uint32_t m = 0; version >= 4 && m < definition->mark_count; m++) {
            gaiti_omf_visit_mark(visitor, &definition->marks[m]);
        }
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
}

static void omf_write_sub(const gait_omf *omf, gaiti_visitor *visitor, gaiti_omf_sub *sub) {
    uint32_t count = omf->stated_count;
    if (sub->id == 0 && !sub->payload.data) {
        gait_span tail = omf->count_tail;
        gaiti_visit_u32(visitor, "count", &count);
        gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
    } else if (sub->payload.data) {
        gaiti_visit_bytes(visitor, "payload", sub->payload.size, &sub->payload);
    } else {
        gaiti_omf_keys *keys = &omf->keys[sub->id - 1];
        gaiti_omf_visit_keys_head(visitor, keys);
        gaiti_visit_bytes(visitor, "tracks", keys->tracks.size, &keys->tracks);
        gaiti_visit_bytes(visitor, "surplus", keys->surplus.size, &keys->surplus);
    }
}

static bool omf_write_motions(const gait_omf *omf, gaiti_visitor *visitor) {
    bool fits = true;
    for (uint32_t s = 0; s < omf->sub_count && fits; s++) {
        uint64_t mark = gaiti_begin_chunk(visitor, omf->subs[s].id);
        omf_write_sub(omf, visitor, &omf->subs[s]);
        fits = gaiti_end_chunk(visitor, mark);
    }
    gait_span tail = omf->motions_tail;
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
    return fits;
}

gait_status gaiti_omf_write_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind,
                                  uint32_t id) {
    uint64_t mark = gaiti_begin_chunk(visitor, id);
    bool fits = true;
    if (kind == GAITI_OMF_MOTIONS) {
        fits = omf_write_motions(omf, visitor);
    } else {
        omf_write_params(omf, visitor);
    }
    fits = gaiti_end_chunk(visitor, mark) && fits;
    return visitor->no_memory ? GAIT_NO_MEMORY : fits ? GAIT_OK : GAIT_LIMIT;
}

gait_status gait_omf_write(const gait_omf *omf, gait_buffer *out) {
    if (!omf || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    size_t start = out->size;
    GAITI_TRY(gaiti_omf_write_blocks(omf, NULL, out));
    return omf->packed.size > 0 ? gaiti_omf_pack_unchanged(omf, start, out) : GAIT_OK;
}

gait_status gaiti_omf_write_blocks(const void *document, gaiti_blocks *blocks, gait_buffer *out) {
    const gait_omf *omf = document;
    gaiti_visitor visitor = gaiti_visit_writing(out);
    visitor.blocks = blocks;
    gait_status status = GAIT_OK;
    uint32_t ids[2];
    gaiti_omf_chunk_order(omf, ids);
    for (int i = 0; i < 3 && status == GAIT_OK; i++) {
        gait_span gap = omf->gaps[i];
        gaiti_visit_bytes(&visitor, "gap", gap.size, &gap);
        if (i < 2 && ids[i]) {
            status = gaiti_omf_write_chunk(omf, &visitor, ids[i], ids[i]);
        }
    }
    return visitor.no_memory ? GAIT_NO_MEMORY : status;
}

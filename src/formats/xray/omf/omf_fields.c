/* Descriptions of the fields of OMF, and the writer: docs/formats/omf.md. */
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
    if (visitor->in && !visitor->visit) {
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

/* --- the file: writing, and showing what was written ------------------------------------------ */

static void omf_visit_part(const gait_omf *omf, gaiti_visitor *visitor, uint32_t index) {
    gait_omf_part part = omf->parts[index];
    uint32_t path = gaiti_visit_push(visitor, "parts", index);
    gaiti_omf_visit_part_head(visitor, &part);
    for (uint32_t b = 0; b < part.bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_omf_bone bone = omf->bones[part.first_bone + b];
        uint32_t inner = gaiti_visit_push(visitor, "bones", b);
        gaiti_omf_visit_bone(visitor, omf->listing, &bone);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, path);
}

void gaiti_omf_visit_marks(gaiti_visitor *visitor, const gait_omf_mark *marks, uint32_t count) {
    for (uint32_t m = 0; m < count && gaiti_visit_is_ok(visitor); m++) {
        gait_omf_mark mark = marks[m];
        uint32_t path = gaiti_visit_push(visitor, "marks", m);
        gaiti_omf_visit_mark(visitor, &mark);
        gaiti_visit_pop(visitor, path);
    }
}

static void omf_visit_params(const gait_omf *omf, gaiti_visitor *visitor) {
    uint16_t version = omf->version, part_count = (uint16_t)omf->part_count;
    uint16_t definition_count = (uint16_t)omf->definition_count;
    gait_span tail = omf->params_tail;
    if (version > 0) {
        gaiti_visit_u16(visitor, "version", &version);
    }
    gaiti_visit_u16(visitor, "partCount", &part_count);
    for (uint32_t p = 0; p < omf->part_count && gaiti_visit_is_ok(visitor); p++) {
        omf_visit_part(omf, visitor, p);
    }
    gaiti_visit_u16(visitor, "motionCount", &definition_count);
    for (uint32_t d = 0; d < omf->definition_count && gaiti_visit_is_ok(visitor); d++) {
        gaiti_omf_definition definition = omf->definitions[d];
        uint32_t path = gaiti_visit_push(visitor, "definitions", d);
        gaiti_omf_visit_definition(visitor, omf->version, &definition);
        if (omf->version >= 4) {
            gaiti_omf_visit_marks(visitor, definition.marks, definition.mark_count);
        }
        gaiti_visit_pop(visitor, path);
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
}

static void omf_visit_keys(const gait_omf *omf, gaiti_visitor *visitor, uint32_t index) {
    gaiti_omf_keys keys = omf->keys[index];
    gaiti_omf_visit_keys_head(visitor, &keys);
    if (visitor->out) {
        gaiti_visit_bytes(visitor, "tracks", keys.tracks.size, &keys.tracks);
    }
    for (uint32_t t = 0; visitor->in && t < omf->bone_count && gaiti_visit_is_ok(visitor); t++) {
        gait_omf_track track = {0};
        uint32_t path = gaiti_visit_push(visitor, "tracks", t);
        gaiti_omf_visit_track(visitor, keys.frame_count, &track);
        gaiti_visit_pop(visitor, path);
    }
    gaiti_visit_bytes(visitor, "surplus", keys.surplus.size, &keys.surplus);
}

static bool omf_visit_sub(const gait_omf *omf, gaiti_visitor *visitor, uint32_t index) {
    gaiti_omf_sub sub = omf->subs[index];
    bool is_keys = !sub.payload.data && sub.id != 0;
    uint32_t path = is_keys            ? gaiti_visit_push(visitor, "motions", (int64_t)sub.id - 1)
                    : sub.payload.data ? gaiti_visit_push(visitor, "unknown", index)
                                       : gaiti_visit_push(visitor, "head", -1);
    uint64_t mark = gaiti_begin_chunk(visitor, sub.id);
    if (is_keys) {
        omf_visit_keys(omf, visitor, sub.id - 1);
    } else if (sub.payload.data) {
        gaiti_visit_bytes(visitor, "payload", sub.payload.size, &sub.payload);
    } else {
        uint32_t count = omf->stated_count;
        gait_span tail = omf->count_tail;
        gaiti_visit_u32(visitor, "count", &count);
        gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
    }
    gaiti_visit_pop(visitor, path);
    return gaiti_end_chunk(visitor, mark);
}

gait_status gaiti_omf_visit_chunk(const gait_omf *omf, gaiti_visitor *visitor, uint32_t kind,
                                  uint32_t id) {
    bool is_params = kind == GAITI_OMF_PARAMS, fits = true;
    uint32_t path = gaiti_visit_push(visitor, is_params ? "params" : "keys", -1);
    uint64_t mark = gaiti_begin_chunk(visitor, id);
    if (is_params) {
        omf_visit_params(omf, visitor);
    }
    gaiti_visit_pop(visitor, path); /* paths are motions[3], not keys.motions[3] */
    if (!is_params) {
        gait_span tail = omf->motions_tail;
        for (uint32_t s = 0; s < omf->sub_count && fits && gaiti_visit_is_ok(visitor); s++) {
            fits = omf_visit_sub(omf, visitor, s);
        }
        gaiti_visit_bytes(visitor, "keys.tail", tail.size, &tail);
    }
    fits = gaiti_end_chunk(visitor, mark) && fits;
    return visitor->no_memory ? GAIT_NO_MEMORY : fits ? GAIT_OK : GAIT_LIMIT;
}

static gait_status omf_visit(const gait_omf *omf, gaiti_visitor *visitor) {
    uint32_t motions = omf->has_motions ? GAITI_OMF_MOTIONS : 0;
    uint32_t params = omf->has_params ? GAITI_OMF_PARAMS : 0;
    const uint32_t ids[2] = {omf->params_first ? params : motions,
                             omf->params_first ? motions : params};
    for (int i = 0; i < 3 && gaiti_visit_is_ok(visitor); i++) {
        gait_span gap = omf->gaps[i];
        if (visitor->in) {
            gaiti_show_chunks(visitor, gap.size);
        } else {
            gaiti_visit_bytes(visitor, "gap", gap.size, &gap);
        }
        if (i < 2 && ids[i]) {
            GAITI_TRY(gaiti_omf_visit_chunk(omf, visitor, ids[i], ids[i]));
        }
    }
    return visitor->no_memory ? GAIT_NO_MEMORY : GAIT_OK;
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
    gaiti_visitor visitor = gaiti_visit_writing(out);
    visitor.blocks = blocks;
    return omf_visit(document, &visitor);
}

void gaiti_omf_show(const void *document, gaiti_visitor *visitor) {
    if (gaiti_omf_has_packed(gaiti_span(visitor->in->data, (size_t)visitor->in->size))) {
        gaiti_show_chunks(visitor, visitor->in->size);
    } else {
        (void)omf_visit(document, visitor);
    }
}

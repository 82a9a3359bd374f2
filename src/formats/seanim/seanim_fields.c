/* Descriptions of the fields of SEAnim, the writer and the map: docs/formats/seanim.md. */
#include "formats/seanim/seanim.h"

/* A number of 1, 2 or 4 bytes. */
static void seanim_visit_number(gaiti_visitor *visitor, const char *name, unsigned width,
                                uint32_t *value) {
    if (width == 1) {
        uint8_t narrow = (uint8_t)*value;
        gaiti_visit_u8(visitor, name, &narrow);
        *value = narrow;
    } else if (width == 2) {
        uint16_t narrow = (uint16_t)*value;
        gaiti_visit_u16(visitor, name, &narrow);
        *value = narrow;
    } else {
        gaiti_visit_u32(visitor, name, value);
    }
}

void gaiti_seanim_visit_head(gaiti_visitor *visitor, gait_seanim *seanim) {
    gait_span signature = gaiti_span("SEAnim", 6);
    gaiti_visit_block(visitor, "signature", GAIT_FIELD_CHARS, 1, 6, &signature);
    gaiti_visit_u16(visitor, "version", &seanim->version);
    gaiti_visit_u16(visitor, "headerSize", &seanim->head_size);
    gaiti_visit_u8(visitor, "type", &seanim->type);
    gaiti_visit_u8(visitor, "flags", &seanim->flags);
    gaiti_visit_u8(visitor, "presence", &seanim->presence);
    gaiti_visit_u8(visitor, "properties", &seanim->properties);
    gaiti_visit_bytes(visitor, "reserved1", 2, &seanim->reserved[0]);
    gaiti_visit_f32(visitor, "frameRate", &seanim->rate);
    gaiti_visit_u32(visitor, "frameCount", &seanim->frame_count);
    gaiti_visit_u32(visitor, "boneCount", &seanim->bone_count);
    gaiti_visit_u8(visitor, "modifierCount", &seanim->modifier_count);
    gaiti_visit_bytes(visitor, "reserved2", 3, &seanim->reserved[1]);
    gaiti_visit_u32(visitor, "noteCount", &seanim->note_count);
    uint32_t size = seanim->head_size;
    gaiti_visit_bytes(visitor, "headerRest",
                      size > GAITI_SEANIM_HEAD ? size - GAITI_SEANIM_HEAD : 0, &seanim->head_rest);
}

void gaiti_seanim_visit_modifier(gaiti_visitor *visitor, const gait_seanim *seanim,
                                 gaiti_seanim_modifier *modifier) {
    unsigned width = gaiti_seanim_width(seanim->bone_count);
    seanim_visit_number(visitor, "bone", width, &modifier->bone);
    gaiti_visit_u8(visitor, "type", &modifier->type);
}

void gaiti_seanim_visit_bone_flags(gaiti_visitor *visitor, gaiti_seanim_bone *bone) {
    gaiti_visit_u8(visitor, "flags", &bone->flags);
}

static void seanim_visit_count(gaiti_visitor *visitor, const gait_seanim *seanim, unsigned kind,
                               uint32_t *count) {
    static const char *const names[] = {"translationCount", "rotationCount", "scaleCount"};
    seanim_visit_number(visitor, names[kind], seanim->width, count);
}

void gaiti_seanim_visit_keys(gaiti_visitor *visitor, const gait_seanim *seanim, unsigned kind,
                             gaiti_seanim_keys *keys) {
    seanim_visit_count(visitor, seanim, kind, &keys->count);
    gaiti_visit_bytes(visitor, "keys", (uint64_t)keys->count * gaiti_seanim_key_size(seanim, kind),
                      &keys->bytes);
}

static void seanim_visit_key(gaiti_visitor *visitor, const gait_seanim *seanim, unsigned kind) {
    uint32_t frame = 0, numbers = gaiti_seanim_numbers(kind);
    gait_span value;
    seanim_visit_number(visitor, "frame", seanim->width, &frame);
    if (seanim->properties & GAITI_SEANIM_DOUBLES) {
        gaiti_visit_bytes(visitor, "value", numbers * UINT64_C(8), &value);
    } else {
        gaiti_visit_block(visitor, "value", GAIT_FIELD_F32, 1, numbers, &value);
    }
}

void gaiti_seanim_visit_note(gaiti_visitor *visitor, const gait_seanim *seanim,
                             gaiti_seanim_note *note) {
    seanim_visit_number(visitor, "frame", seanim->width, &note->frame);
    gaiti_visit_text(visitor, "name", &note->name);
}

void gaiti_seanim_visit_custom(gaiti_visitor *visitor, gait_seanim *seanim) {
    gaiti_visit_u32(visitor, "customSize", &seanim->custom_size);
    gaiti_visit_bytes(visitor, "custom", seanim->custom_size, &seanim->custom);
}

/* --- the file: writing, and showing what was written ------------------------------------------ */

static void seanim_visit_bone(gaiti_visitor *visitor, const gait_seanim *seanim, uint32_t index) {
    static const char *const lists[] = {"translations", "rotations", "scales"};
    gaiti_seanim_bone bone = seanim->bones[index];
    uint32_t mark = gaiti_visit_push(visitor, "bones", index);
    gaiti_seanim_visit_bone_flags(visitor, &bone);
    for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS && gaiti_visit_is_ok(visitor); kind++) {
        gaiti_seanim_keys *keys = &bone.keys[kind];
        if (!gaiti_seanim_has(seanim, kind)) {
            continue;
        }
        seanim_visit_count(visitor, seanim, kind, &keys->count);
        if (visitor->out) {
            gaiti_visit_bytes(visitor, "keys", keys->bytes.size, &keys->bytes);
        }
        for (uint32_t k = 0; visitor->in && k < keys->count && gaiti_visit_is_ok(visitor); k++) {
            uint32_t inner = gaiti_visit_push(visitor, lists[kind], k);
            seanim_visit_key(visitor, seanim, kind);
            gaiti_visit_pop(visitor, inner);
        }
    }
    gaiti_visit_pop(visitor, mark);
}

static void seanim_visit_names(gaiti_visitor *visitor, const gait_seanim *seanim) {
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim) && gaiti_visit_is_ok(visitor); b++) {
        gait_span name = seanim->bones[b].name;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_text(visitor, "name", &name);
        gaiti_visit_pop(visitor, mark);
    }
    for (uint32_t m = 0; m < gaiti_seanim_modifier_count(seanim); m++) {
        gaiti_seanim_modifier modifier = seanim->modifiers[m];
        uint32_t mark = gaiti_visit_push(visitor, "modifiers", m);
        gaiti_seanim_visit_modifier(visitor, seanim, &modifier);
        gaiti_visit_pop(visitor, mark);
    }
}

static void seanim_visit(gaiti_visitor *visitor, const gait_seanim *seanim) {
    gait_seanim fields = *seanim;
    gaiti_seanim_visit_head(visitor, &fields);
    seanim_visit_names(visitor, seanim);
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim) && gaiti_visit_is_ok(visitor); b++) {
        seanim_visit_bone(visitor, seanim, b);
    }
    for (uint32_t n = 0; n < gaiti_seanim_note_count(seanim) && gaiti_visit_is_ok(visitor); n++) {
        gaiti_seanim_note note = seanim->notes[n];
        uint32_t mark = gaiti_visit_push(visitor, "notes", n);
        gaiti_seanim_visit_note(visitor, seanim, &note);
        gaiti_visit_pop(visitor, mark);
    }
    if (seanim->presence & GAITI_SEANIM_HAS_CUSTOM) {
        gaiti_seanim_visit_custom(visitor, &fields);
    }
    gaiti_visit_bytes(visitor, "trailing", seanim->trailing.size, &fields.trailing);
}

gait_status gaiti_seanim_write(const gait_seanim *seanim, gait_buffer *out) {
    gaiti_visitor visitor = gaiti_visit_writing(out);
    seanim_visit(&visitor, seanim);
    return visitor.no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

void gaiti_seanim_show(const void *document, gaiti_visitor *visitor) {
    visitor->code_page = GAIT_CODE_PAGE_UTF8;
    seanim_visit(visitor, document);
}

/* Descriptions of the fields of SKL and SKLS, and the writer: docs/formats/skl.md. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

bool gaiti_skl_version_is_known(gait_skl_kind kind, uint16_t version) {
    return kind == GAIT_SKL_OBJECT ? version >= 3 && version <= 5 : version >= 4 && version <= 7;
}

/* Motions of objects store pitch before heading in version 4. */
uint32_t gaiti_skl_channel(gait_skl_kind kind, uint16_t version, uint32_t place) {
    bool swapped = kind == GAIT_SKL_OBJECT && version == 4;
    return swapped && place == GAIT_SKL_HEADING ? GAIT_SKL_PITCH
           : swapped && place == GAIT_SKL_PITCH ? GAIT_SKL_HEADING
                                                : place;
}

/* --- motions ---------------------------------------------------------------------------------- */

static void skl_visit_narrow_u8(gaiti_visitor *visitor, const char *name, uint32_t *value) {
    uint8_t narrow = (uint8_t)*value;
    gaiti_visit_u8(visitor, name, &narrow);
    *value = narrow;
}

static void skl_visit_narrow_u16(gaiti_visitor *visitor, const char *name, uint32_t *value) {
    uint16_t narrow = (uint16_t)*value;
    gaiti_visit_u16(visitor, name, &narrow);
    *value = narrow;
}

static void skl_visit_flags(gaiti_visitor *visitor, gait_skl_motion *motion) {
    uint32_t fx = motion->flags & 0xFF, stop = motion->flags >> 8 & 0xFF;
    switch (motion->version) {
    case 4:
        gaiti_visit_u32(visitor, "boneOrPart", &motion->bone_or_part);
        skl_visit_narrow_u8(visitor, "isFX", &fx);
        skl_visit_narrow_u8(visitor, "stopAtEnd", &stop);
        motion->flags = fx | stop << 8;
        break;
    case 5:
        gaiti_visit_u32(visitor, "flags", &motion->flags);
        gaiti_visit_u32(visitor, "boneOrPart", &motion->bone_or_part);
        break;
    default:
        skl_visit_narrow_u8(visitor, "flags", &motion->flags);
        skl_visit_narrow_u16(visitor, "boneOrPart", &motion->bone_or_part);
        break;
    }
}

void gaiti_skl_visit_head(gaiti_visitor *visitor, gait_skl_kind kind, gait_skl_motion *motion) {
    gaiti_visit_text(visitor, "name", &motion->name);
    gaiti_visit_s32(visitor, "frameStart", &motion->frame_start);
    gaiti_visit_s32(visitor, "frameEnd", &motion->frame_end);
    gaiti_visit_f32(visitor, "fps", &motion->fps);
    gaiti_visit_u16(visitor, "version", &motion->version);
    if (kind == GAIT_SKL_OBJECT) {
        motion->bone_count = 1;
        return;
    }
    if (!gaiti_skl_version_is_known(kind, motion->version)) {
        return;
    }
    skl_visit_flags(visitor, motion);
    gaiti_visit_f32(visitor, "speed", &motion->speed);
    gaiti_visit_f32(visitor, "accrue", &motion->accrue);
    gaiti_visit_f32(visitor, "falloff", &motion->falloff);
    gaiti_visit_f32(visitor, "power", &motion->power);
    if (motion->version < 6) {
        gaiti_visit_u32(visitor, "boneCount", &motion->bone_count);
    } else {
        skl_visit_narrow_u16(visitor, "boneCount", &motion->bone_count);
    }
}

void gaiti_skl_visit_bone(gaiti_visitor *visitor, uint16_t version, gait_skl_bone *bone) {
    if (version >= 5) {
        gaiti_visit_text(visitor, "name", &bone->name);
    }
    if (version < 6) {
        gaiti_visit_u32(visitor, "flags", &bone->flags);
    } else {
        skl_visit_narrow_u8(visitor, "flags", &bone->flags);
    }
}

/* --- envelopes -------------------------------------------------------------------------------- */

void gaiti_skl_visit_envelope_head(gaiti_visitor *visitor, bool wide, gait_skl_envelope *envelope) {
    if (wide) {
        gaiti_visit_u32(visitor, "before", &envelope->behaviour[0]);
        gaiti_visit_u32(visitor, "after", &envelope->behaviour[1]);
        gaiti_visit_u32(visitor, "keyCount", &envelope->key_count);
    } else {
        skl_visit_narrow_u8(visitor, "before", &envelope->behaviour[0]);
        skl_visit_narrow_u8(visitor, "after", &envelope->behaviour[1]);
        skl_visit_narrow_u16(visitor, "keyCount", &envelope->key_count);
    }
}

static void skl_visit_packed(gaiti_visitor *visitor, const char *name, float *value) {
    uint16_t packed = visitor->out ? gaiti_skl_pack(*value) : 0;
    gaiti_visit_u16(visitor, name, &packed);
    *value = visitor->out ? *value : gaiti_skl_unpack(packed);
}

void gaiti_skl_visit_key(gaiti_visitor *visitor, bool wide, gait_skl_key *key) {
    gaiti_visit_f32(visitor, "value", &key->value);
    gaiti_visit_f32(visitor, "time", &key->time_s);
    if (wide) {
        gaiti_visit_u32(visitor, "shape", &key->shape);
        gaiti_visit_f32(visitor, "tension", &key->tension);
        gaiti_visit_f32(visitor, "continuity", &key->continuity);
        gaiti_visit_f32(visitor, "bias", &key->bias);
        gaiti_visit_f32s(visitor, "param", key->param, 4);
        return;
    }
    skl_visit_narrow_u8(visitor, "shape", &key->shape);
    if (key->shape != GAIT_SKL_STEPPED) {
        skl_visit_packed(visitor, "tension", &key->tension);
        skl_visit_packed(visitor, "continuity", &key->continuity);
        skl_visit_packed(visitor, "bias", &key->bias);
        skl_visit_packed(visitor, "param[0]", &key->param[0]);
        skl_visit_packed(visitor, "param[1]", &key->param[1]);
        skl_visit_packed(visitor, "param[2]", &key->param[2]);
        skl_visit_packed(visitor, "param[3]", &key->param[3]);
    }
}

/* --- the file: writing, and showing what was written ------------------------------------------ */

static void skl_visit_envelope(gaiti_visitor *visitor, bool wide, uint32_t channel,
                               gait_skl_envelope envelope) {
    static const char *const names[GAIT_SKL_CHANNELS] = {"x", "y", "z", "heading", "pitch", "bank"};
    uint32_t path = gaiti_visit_push(visitor, names[channel], -1);
    gaiti_skl_visit_envelope_head(visitor, wide, &envelope);
    if (visitor->out) {
        gaiti_visit_bytes(visitor, "keys", envelope.keys.size, &envelope.keys);
    }
    for (uint32_t k = 0; visitor->in && k < envelope.key_count && gaiti_visit_is_ok(visitor); k++) {
        gait_skl_key key;
        uint32_t inner = gaiti_visit_push(visitor, "keys", k);
        gaiti_skl_visit_key(visitor, wide, &key);
        gaiti_visit_pop(visitor, inner);
    }
    gaiti_visit_pop(visitor, path);
}

static void skl_visit_motion(const gait_skl *skl, gaiti_visitor *visitor, uint32_t index) {
    gaiti_skl_motion motion = skl->motions[index];
    uint16_t version = motion.values.version;
    bool is_object = skl->kind == GAIT_SKL_OBJECT, wide = gaiti_skl_is_wide(skl->kind, version);
    uint32_t path = gaiti_visit_push(visitor, "motions", index);
    gaiti_skl_visit_head(visitor, skl->kind, &motion.values);
    for (uint32_t b = 0; b < motion.values.bone_count && gaiti_visit_is_ok(visitor); b++) {
        gaiti_skl_bone bone = motion.bones[b];
        uint32_t inner = visitor->path_size;
        if (!is_object) {
            gaiti_visit_push(visitor, "bones", b);
            gaiti_skl_visit_bone(visitor, version, &bone.values);
        }
        for (uint32_t place = 0; place < GAIT_SKL_CHANNELS; place++) {
            uint32_t channel = gaiti_skl_channel(skl->kind, version, place);
            skl_visit_envelope(visitor, wide, channel, bone.envelopes[channel]);
        }
        gaiti_visit_pop(visitor, inner);
    }
    if (gaiti_skl_has_marks(skl->kind, version)) {
        gaiti_visit_u32(visitor, "markCount", &motion.values.mark_count);
        gaiti_omf_visit_marks(visitor, motion.marks, motion.values.mark_count);
    }
    gaiti_visit_pop(visitor, path);
}

static gait_status skl_visit(const gait_skl *skl, gaiti_visitor *visitor) {
    bool is_many = skl->kind == GAIT_SKL_MANY;
    gait_span tail = is_many ? (gait_span){0} : skl->tail, trailing = skl->trailing;
    uint32_t count = skl->motion_count;
    uint64_t mark = 0;
    if (is_many) {
        gaiti_visit_u32(visitor, "count", &count);
    } else if (count != 1) {
        return GAIT_BAD_ARGUMENT;
    } else {
        uint32_t path = gaiti_visit_push(visitor, "chunk", -1);
        mark = gaiti_begin_chunk(visitor, skl->kind == GAIT_SKL_OBJECT ? GAITI_SKL_OBJECT_CHUNK
                                                                       : GAITI_SKL_CHUNK);
        gaiti_visit_pop(visitor, path);
    }
    for (uint32_t m = 0; m < count && gaiti_visit_is_ok(visitor); m++) {
        skl_visit_motion(skl, visitor, m);
    }
    gaiti_visit_bytes(visitor, "tail", tail.size, &tail);
    bool fits = is_many || gaiti_end_chunk(visitor, mark);
    gaiti_visit_bytes(visitor, "trailing", trailing.size, &trailing);
    return visitor->no_memory ? GAIT_NO_MEMORY : fits ? GAIT_OK : GAIT_LIMIT;
}

gait_status gait_skl_write(const gait_skl *skl, gait_buffer *out) {
    if (!skl || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_visitor visitor = gaiti_visit_writing(out);
    return skl_visit(skl, &visitor);
}

void gaiti_skl_show(const void *document, gaiti_visitor *visitor) {
    (void)skl_visit(document, visitor);
}

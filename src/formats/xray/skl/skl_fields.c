/* What SKL and SKLS are made of, field by field: docs/formats/skl.md. */
#include "formats/xray/omf/omf.h"
#include "formats/xray/skl/skl.h"

bool gaiti_skl_version_is_known(gait_skl_kind kind, uint16_t version) {
    return kind == GAIT_SKL_OBJECT ? version >= 3 && version <= 5 : version >= 4 && version <= 7;
}

/* Object motions of version 4 have pitch before heading. */
uint32_t gaiti_skl_channel(gait_skl_kind kind, uint16_t version, uint32_t place) {
    bool swapped = kind == GAIT_SKL_OBJECT && version == 4;
    return swapped && place == GAIT_SKL_HEADING ? GAIT_SKL_PITCH
           : swapped && place == GAIT_SKL_PITCH ? GAIT_SKL_HEADING
                                                : place;
}

/* --- motions ---------------------------------------------------------------------------------- */

static void skl_walk_narrow_u8(gaiti_walk *walk, const char *name, uint32_t *value) {
    uint8_t narrow = (uint8_t)*value;
    gaiti_walk_u8(walk, name, &narrow);
    *value = narrow;
}

static void skl_walk_narrow_u16(gaiti_walk *walk, const char *name, uint32_t *value) {
    uint16_t narrow = (uint16_t)*value;
    gaiti_walk_u16(walk, name, &narrow);
    *value = narrow;
}

static void skl_walk_flags(gaiti_walk *walk, gait_skl_motion *motion) {
    uint32_t fx = motion->flags & 0xFF, stop = motion->flags >> 8 & 0xFF;
    switch (motion->version) {
    case 4:
        gaiti_walk_u32(walk, "boneOrPart", &motion->bone_or_part);
        skl_walk_narrow_u8(walk, "isFX", &fx);
        skl_walk_narrow_u8(walk, "stopAtEnd", &stop);
        motion->flags = fx | stop << 8;
        break;
    case 5:
        gaiti_walk_u32(walk, "flags", &motion->flags);
        gaiti_walk_u32(walk, "boneOrPart", &motion->bone_or_part);
        break;
    default:
        skl_walk_narrow_u8(walk, "flags", &motion->flags);
        skl_walk_narrow_u16(walk, "boneOrPart", &motion->bone_or_part);
        break;
    }
}

void gaiti_skl_walk_head(gaiti_walk *walk, gait_skl_kind kind, gait_skl_motion *motion) {
    gaiti_walk_text(walk, "name", &motion->name);
    gaiti_walk_u32(walk, "frameStart", &motion->frame_start);
    gaiti_walk_u32(walk, "frameEnd", &motion->frame_end);
    gaiti_walk_f32(walk, "fps", &motion->fps);
    gaiti_walk_u16(walk, "version", &motion->version);
    if (kind == GAIT_SKL_OBJECT) {
        motion->bone_count = 1;
        return;
    }
    if (!gaiti_skl_version_is_known(kind, motion->version)) {
        return;
    }
    skl_walk_flags(walk, motion);
    gaiti_walk_f32(walk, "speed", &motion->speed);
    gaiti_walk_f32(walk, "accrue", &motion->accrue);
    gaiti_walk_f32(walk, "falloff", &motion->falloff);
    gaiti_walk_f32(walk, "power", &motion->power);
    if (motion->version < 6) {
        gaiti_walk_u32(walk, "boneCount", &motion->bone_count);
    } else {
        skl_walk_narrow_u16(walk, "boneCount", &motion->bone_count);
    }
}

void gaiti_skl_walk_bone(gaiti_walk *walk, uint16_t version, gait_skl_bone *bone) {
    if (version >= 5) {
        gaiti_walk_text(walk, "name", &bone->name);
    }
    if (version < 6) {
        gaiti_walk_u32(walk, "flags", &bone->flags);
    } else {
        skl_walk_narrow_u8(walk, "flags", &bone->flags);
    }
}

/* --- envelopes -------------------------------------------------------------------------------- */

void gaiti_skl_walk_envelope_head(gaiti_walk *walk, bool wide, gait_skl_envelope *envelope) {
    if (wide) {
        gaiti_walk_u32(walk, "before", &envelope->behaviour[0]);
        gaiti_walk_u32(walk, "after", &envelope->behaviour[1]);
        gaiti_walk_u32(walk, "keyCount", &envelope->key_count);
    } else {
        skl_walk_narrow_u8(walk, "before", &envelope->behaviour[0]);
        skl_walk_narrow_u8(walk, "after", &envelope->behaviour[1]);
        skl_walk_narrow_u16(walk, "keyCount", &envelope->key_count);
    }
}

static void skl_walk_packed(gaiti_walk *walk, const char *name, float *value) {
    uint16_t packed = walk->out ? gaiti_skl_pack(*value) : 0;
    gaiti_walk_u16(walk, name, &packed);
    *value = walk->out ? *value : gaiti_skl_unpack(packed);
}

static void skl_walk_packed_parameters(gaiti_walk *walk, gait_skl_key *key) {
    skl_walk_packed(walk, "tension", &key->tension);
    skl_walk_packed(walk, "continuity", &key->continuity);
    skl_walk_packed(walk, "bias", &key->bias);
    skl_walk_packed(walk, "param[0]", &key->param[0]);
    skl_walk_packed(walk, "param[1]", &key->param[1]);
    skl_walk_packed(walk, "param[2]", &key->param[2]);
    skl_walk_packed(walk, "param[3]", &key->param[3]);
}

void gaiti_skl_walk_key(gaiti_walk *walk, bool wide, gait_skl_key *key) {
    gaiti_walk_f32(walk, "value", &key->value);
    gaiti_walk_f32(walk, "time", &key->time_s);
    if (wide) {
        gaiti_walk_u32(walk, "shape", &key->shape);
        gaiti_walk_f32(walk, "tension", &key->tension);
        gaiti_walk_f32(walk, "continuity", &key->continuity);
        gaiti_walk_f32(walk, "bias", &key->bias);
        gaiti_walk_f32s(walk, "param", key->param, 4);
        return;
    }
    skl_walk_narrow_u8(walk, "shape", &key->shape);
    if (key->shape != GAIT_SKL_STEPPED) {
        skl_walk_packed_parameters(walk, key);
    }
}

/* --- writing ---------------------------------------------------------------------------------- */

static void skl_write_motion(const gait_skl *skl, gaiti_walk *walk, gaiti_skl_motion *motion) {
    uint16_t version = motion->values.version;
    bool wide = gaiti_skl_is_wide(skl->kind, version);
    gaiti_skl_walk_head(walk, skl->kind, &motion->values);
    for (uint32_t b = 0; b < motion->values.bone_count; b++) {
        gaiti_skl_bone *bone = &motion->bones[b];
        if (skl->kind != GAIT_SKL_OBJECT) {
            gaiti_skl_walk_bone(walk, version, &bone->values);
        }
        for (uint32_t place = 0; place < GAIT_SKL_CHANNELS; place++) {
            gait_skl_envelope *envelope =
                &bone->envelopes[gaiti_skl_channel(skl->kind, version, place)];
            gaiti_skl_walk_envelope_head(walk, wide, envelope);
            gaiti_walk_bytes(walk, "keys", envelope->keys.size, &envelope->keys);
        }
    }
    if (skl->kind != GAIT_SKL_OBJECT && version >= 7) {
        gaiti_walk_u32(walk, "markCount", &motion->values.mark_count);
        for (uint32_t m = 0; m < motion->values.mark_count; m++) {
            gaiti_omf_walk_mark(walk, &motion->marks[m]);
        }
    }
}

static gait_status skl_write_one(const gait_skl *skl, gaiti_walk *walk) {
    gait_span tail = skl->tail;
    if (skl->motion_count != 1) {
        return GAIT_BAD_ARGUMENT;
    }
    uint64_t mark = gaiti_begin_chunk(walk, skl->kind == GAIT_SKL_OBJECT ? GAITI_SKL_OBJECT_CHUNK
                                                                         : GAITI_SKL_CHUNK);
    skl_write_motion(skl, walk, &skl->motions[0]);
    gaiti_walk_bytes(walk, "tail", tail.size, &tail);
    return gaiti_end_chunk(walk, mark) ? GAIT_OK : GAIT_LIMIT;
}

gait_status gait_skl_write(const gait_skl *skl, gait_buffer *out) {
    if (!skl || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_walk walk = gaiti_walk_writing(out);
    gait_span trailing = skl->trailing;
    gait_status status = GAIT_OK;
    if (skl->kind == GAIT_SKL_MANY) {
        uint32_t count = skl->motion_count;
        gaiti_walk_u32(&walk, "count", &count);
        for (uint32_t m = 0; m < count; m++) {
            skl_write_motion(skl, &walk, &skl->motions[m]);
        }
    } else {
        status = skl_write_one(skl, &walk);
    }
    gaiti_walk_bytes(&walk, "trailing", trailing.size, &trailing);
    return walk.no_memory ? GAIT_NO_MEMORY : status;
}

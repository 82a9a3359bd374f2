/* What an RTM file is made of, field by field: docs/formats/rtm.md. */
#include "formats/bi/rtm/rtm.h"

static const char rtm_magic_mdat[] = "RTM_MDAT";
static const char rtm_magic_101[] = "RTM_0101";
static const char rtm_magic_100[] = "RTM_0100";

void gaiti_rtm_walk_properties_head(gaiti_walk *walk, gait_rtm *rtm) {
    gait_span signature = gaiti_span(rtm_magic_mdat, 8);
    gaiti_walk_block(walk, "signature", GAIT_FIELD_CHARS, 1, 8, &signature);
    gaiti_walk_u32(walk, "reserved", &rtm->reserved);
    gaiti_walk_u32(walk, "propertyCount", &rtm->stated_properties);
}

static void rtm_walk_short_text(gaiti_walk *walk, const char *size_name, const char *name,
                                gait_span *text) {
    uint8_t size = (uint8_t)text->size;
    gaiti_walk_u8(walk, size_name, &size);
    gaiti_walk_block(walk, name, GAIT_FIELD_CHARS, 1, size, text);
}

void gaiti_rtm_walk_property(gaiti_walk *walk, gait_rtm_property *property) {
    gaiti_walk_f32(walk, "phase", &property->phase);
    rtm_walk_short_text(walk, "nameLength", "name", &property->name);
    rtm_walk_short_text(walk, "valueLength", "value", &property->value);
}

void gaiti_rtm_walk_head(gaiti_walk *walk, gait_rtm *rtm) {
    gait_span signature = gaiti_span(rtm->version == 100 ? rtm_magic_100 : rtm_magic_101, 8);
    gaiti_walk_block(walk, "signature", GAIT_FIELD_CHARS, 1, 8, &signature);
    if (rtm->version == 100) {
        gaiti_walk_f32(walk, "stepZ", &rtm->root_motion[2]);
    } else {
        gaiti_walk_f32s(walk, "step", rtm->root_motion, 3);
    }
    gaiti_walk_u32(walk, "frameCount", &rtm->frame_count);
    gaiti_walk_u32(walk, "boneCount", &rtm->bone_count);
}

gait_status gait_rtm_write(const gait_rtm *rtm, gait_buffer *out) {
    if (!rtm || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_rtm fields = *rtm;
    gaiti_walk walk = gaiti_walk_writing(out);
    if (rtm->has_properties) {
        gaiti_rtm_walk_properties_head(&walk, &fields);
        for (uint32_t i = 0; i < rtm->property_count; i++) {
            gaiti_rtm_walk_property(&walk, &rtm->properties[i]);
        }
        gaiti_walk_bytes(&walk, "outOfStep", rtm->gap.size, &fields.gap);
    }
    gaiti_rtm_walk_head(&walk, &fields);
    gaiti_walk_bytes(&walk, "names", rtm->names.size, &fields.names);
    gaiti_walk_bytes(&walk, "frames", rtm->frames.size, &fields.frames);
    gaiti_walk_bytes(&walk, "trailing", rtm->trailing.size, &fields.trailing);
    return walk.no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

uint64_t gaiti_rtm_names_offset(const gait_rtm *rtm) {
    uint64_t offset = rtm->version == 100 ? 20 : 28;
    if (rtm->has_properties) {
        offset += 16 + rtm->gap.size;
        for (uint32_t i = 0; i < rtm->property_count; i++) {
            const gait_rtm_property *property = &rtm->properties[i];
            offset += GAITI_RTM_PROPERTY + property->name.size + property->value.size;
        }
    }
    return offset;
}

uint64_t gaiti_rtm_frame_offset(const gait_rtm *rtm, uint32_t frame) {
    return gaiti_rtm_names_offset(rtm) + rtm->names.size + frame * gaiti_rtm_frame_size(rtm);
}

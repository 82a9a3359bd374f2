/* Field descriptions of plain RTM, the writer and the map: docs/formats/rtm.md. */
#include "formats/bi/rtm/rtm.h"

#include <string.h>

static const char rtm_magic_mdat[] = "RTM_MDAT";
static const char rtm_magic_101[] = "RTM_0101";
static const char rtm_magic_100[] = "RTM_0100";

int32_t gaiti_rtm_block_version(const uint8_t *p) {
    return memcmp(p, rtm_magic_101, 8) == 0 ? 101 : memcmp(p, rtm_magic_100, 8) == 0 ? 100 : 0;
}

bool gaiti_rtm_is_at_animation(const gaiti_reader *in) {
    return gaiti_bytes_left(in) >= 8 && gaiti_rtm_block_version(in->data + in->at) != 0;
}

void gaiti_rtm_visit_properties_head(gaiti_visitor *visitor, gait_rtm *rtm) {
    gait_span signature = gaiti_span(rtm_magic_mdat, 8);
    gaiti_visit_block(visitor, "signature", GAIT_FIELD_CHARS, 1, 8, &signature);
    gaiti_visit_u32(visitor, "reserved", &rtm->reserved);
    gaiti_visit_u32(visitor, "propertyCount", &rtm->stated_properties);
}

/* A text whose length is stored modulo 256. When it is read, `text->size` is the multiple of 256.
 */
static void rtm_visit_short_text(gaiti_visitor *visitor, const char *size_name, const char *name,
                                 gait_span *text) {
    uint8_t low = (uint8_t)text->size;
    uint32_t more = (uint32_t)(text->size - low);
    gaiti_visit_u8(visitor, size_name, &low);
    gaiti_visit_block(visitor, name, GAIT_FIELD_CHARS, 1, more + low, text);
}

void gaiti_rtm_visit_property(gaiti_visitor *visitor, gait_rtm_property *property) {
    gaiti_visit_f32(visitor, "phase", &property->phase);
    rtm_visit_short_text(visitor, "nameLength", "name", &property->name);
    rtm_visit_short_text(visitor, "valueLength", "value", &property->value);
}

void gaiti_rtm_visit_head(gaiti_visitor *visitor, gait_rtm *rtm) {
    gait_span signature = gaiti_span(rtm->version == 100 ? rtm_magic_100 : rtm_magic_101, 8);
    gaiti_visit_block(visitor, "signature", GAIT_FIELD_CHARS, 1, 8, &signature);
    if (rtm->version == 100) {
        gaiti_visit_f32(visitor, "stepZ", &rtm->root_motion[2]);
    } else {
        gaiti_visit_f32s(visitor, "step", rtm->root_motion, 3);
    }
    gaiti_visit_u32(visitor, "frameCount", &rtm->frame_count);
    gaiti_visit_u32(visitor, "boneCount", &rtm->bone_count);
}

/* --- the file: writing, and showing what was written ------------------------------------------ */

/* All that precedes the names. */
static void rtm_visit_start(gaiti_visitor *visitor, const gait_rtm *rtm) {
    gait_rtm fields = *rtm;
    if (rtm->has_properties) {
        uint32_t mark = gaiti_visit_push(visitor, "mdat", -1);
        gaiti_rtm_visit_properties_head(visitor, &fields);
        for (uint32_t i = 0; i < rtm->property_count && gaiti_visit_is_ok(visitor); i++) {
            gait_rtm_property property = rtm->properties[i];
            uint32_t inner = gaiti_visit_push(visitor, "properties", i);
            gaiti_rtm_visit_property(visitor, &property);
            gaiti_visit_pop(visitor, inner);
        }
        gaiti_visit_bytes(visitor, "outOfStep", rtm->gap.size, &fields.gap);
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_rtm_visit_head(visitor, &fields);
}

gait_status gaiti_rtm_write(const gait_rtm *rtm, gait_buffer *out) {
    if (!rtm || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_rtm fields = *rtm;
    gaiti_visitor visitor = gaiti_visit_writing(out);
    rtm_visit_start(&visitor, rtm);
    gaiti_visit_bytes(&visitor, "names", rtm->names.size, &fields.names);
    gaiti_visit_bytes(&visitor, "frames", rtm->frames.size, &fields.frames);
    gaiti_visit_bytes(&visitor, "trailing", rtm->trailing.size, &fields.trailing);
    return visitor.no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

static void rtm_visit_frame(gaiti_visitor *visitor, uint32_t bone_count) {
    float phase;
    gaiti_visit_f32(visitor, "phase", &phase);
    for (uint32_t b = 0; b < bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_span name, matrix;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, GAITI_RTM_NAME, &name);
        gaiti_visit_block(visitor, "matrix", GAIT_FIELD_F32, 4, 3, &matrix);
        gaiti_visit_pop(visitor, mark);
    }
}

void gaiti_rtm_show(const void *document, gaiti_visitor *visitor) {
    const gait_rtm *rtm = document;
    gait_span name, trailing;
    rtm_visit_start(visitor, rtm);
    for (uint32_t b = 0; b < rtm->bone_count && gaiti_visit_is_ok(visitor); b++) {
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, GAITI_RTM_NAME, &name);
        gaiti_visit_pop(visitor, mark);
    }
    for (uint32_t f = 0; f < rtm->frame_count && gaiti_visit_is_ok(visitor); f++) {
        uint32_t mark = gaiti_visit_push(visitor, "frames", f);
        rtm_visit_frame(visitor, rtm->bone_count);
        gaiti_visit_pop(visitor, mark);
    }
    gaiti_visit_bytes(visitor, "trailing", rtm->trailing.size, &trailing);
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

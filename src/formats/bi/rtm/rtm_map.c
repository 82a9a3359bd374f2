/* Field map of plain RTM: docs/formats/rtm.md. */
#include "formats/bi/rtm/rtm.h"

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

static void rtm_show_properties(gaiti_visitor *visitor, const gait_rtm *rtm, gait_rtm *copy) {
    if (!rtm->has_properties) {
        return;
    }
    uint32_t mark = gaiti_visit_push(visitor, "mdat", -1);
    gaiti_rtm_visit_properties_head(visitor, copy);
    for (uint32_t i = 0; i < rtm->property_count && gaiti_visit_is_ok(visitor); i++) {
        gait_rtm_property property = rtm->properties[i];
        uint32_t inner = gaiti_visit_push(visitor, "properties", i);
        gaiti_rtm_visit_property(visitor, &property);
        gaiti_visit_pop(visitor, inner);
    }
    gait_span gap;
    gaiti_visit_bytes(visitor, "outOfStep", rtm->gap.size, &gap);
    gaiti_visit_pop(visitor, mark);
}

static void rtm_show_animation(gaiti_visitor *visitor, const gait_rtm *rtm, gait_rtm *copy) {
    gaiti_rtm_visit_head(visitor, copy);
    for (uint32_t b = 0; b < rtm->bone_count && gaiti_visit_is_ok(visitor); b++) {
        gait_span name;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, GAITI_RTM_NAME, &name);
        gaiti_visit_pop(visitor, mark);
    }
    for (uint32_t f = 0; f < rtm->frame_count && gaiti_visit_is_ok(visitor); f++) {
        uint32_t mark = gaiti_visit_push(visitor, "frames", f);
        rtm_visit_frame(visitor, rtm->bone_count);
        gaiti_visit_pop(visitor, mark);
    }
    gait_span trailing;
    gaiti_visit_bytes(visitor, "trailing", rtm->trailing.size, &trailing);
}

void gaiti_rtm_show(const void *document, gaiti_visitor *visitor) {
    const gait_rtm *rtm = document;
    gait_rtm scratch = {.version = rtm->version};
    rtm_show_properties(visitor, rtm, &scratch);
    rtm_show_animation(visitor, rtm, &scratch);
}

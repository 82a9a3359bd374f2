/* Every field of a plain RTM, as bytes: docs/formats/rtm.md. */
#include "formats/bi/rtm/rtm.h"

static void rtm_walk_frame(gaiti_walk *walk, uint32_t bone_count) {
    float phase;
    gaiti_walk_f32(walk, "phase", &phase);
    for (uint32_t b = 0; b < bone_count && gaiti_walk_goes_on(walk); b++) {
        gait_span name, matrix;
        uint32_t mark = gaiti_enter(walk, "bones", b);
        gaiti_walk_block(walk, "name", GAIT_FIELD_CHARS, 1, GAITI_RTM_NAME, &name);
        gaiti_walk_block(walk, "matrix", GAIT_FIELD_F32, 4, 3, &matrix);
        gaiti_leave(walk, mark);
    }
}

static void rtm_show_properties(gaiti_walk *walk, const gait_rtm *rtm, gait_rtm *copy) {
    if (!rtm->has_properties) {
        return;
    }
    uint32_t mark = gaiti_enter(walk, "mdat", -1);
    gaiti_rtm_walk_properties_head(walk, copy);
    for (uint32_t i = 0; i < rtm->property_count && gaiti_walk_goes_on(walk); i++) {
        gait_rtm_property property;
        uint32_t inner = gaiti_enter(walk, "properties", i);
        gaiti_rtm_walk_property(walk, &property);
        gaiti_leave(walk, inner);
    }
    gait_span gap;
    gaiti_walk_bytes(walk, "outOfStep", rtm->gap.size, &gap);
    gaiti_leave(walk, mark);
}

static void rtm_show_animation(gaiti_walk *walk, const gait_rtm *rtm, gait_rtm *copy) {
    gaiti_rtm_walk_head(walk, copy);
    for (uint32_t b = 0; b < rtm->bone_count && gaiti_walk_goes_on(walk); b++) {
        gait_span name;
        uint32_t mark = gaiti_enter(walk, "bones", b);
        gaiti_walk_block(walk, "name", GAIT_FIELD_CHARS, 1, GAITI_RTM_NAME, &name);
        gaiti_leave(walk, mark);
    }
    for (uint32_t f = 0; f < rtm->frame_count && gaiti_walk_goes_on(walk); f++) {
        uint32_t mark = gaiti_enter(walk, "frames", f);
        rtm_walk_frame(walk, rtm->bone_count);
        gaiti_leave(walk, mark);
    }
    gait_span trailing;
    gaiti_walk_bytes(walk, "trailing", rtm->trailing.size, &trailing);
}

gait_status gait_rtm_map(const gait_rtm *rtm, gait_field_visitor visit, void *user) {
    if (!rtm || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_buffer bytes = {.allocator = rtm->arena.allocator};
    gait_status status = gait_rtm_write(rtm, &bytes);
    if (status == GAIT_OK) {
        gait_rtm scratch = {.version = rtm->version};
        gaiti_reader in = gaiti_reader_over(gaiti_span(bytes.data, bytes.size), 0);
        gaiti_walk walk = gaiti_walk_showing(&in, visit, user);
        rtm_show_properties(&walk, rtm, &scratch);
        rtm_show_animation(&walk, rtm, &scratch);
        status = in.failed ? GAIT_INTERNAL : GAIT_OK;
    }
    gait_buffer_free(&bytes);
    return status;
}

/* Field map of SEAnim: docs/formats/seanim.md. */
#include "formats/seanim/seanim.h"

static void seanim_show_bone(gaiti_visitor *visitor, const gait_seanim *seanim, uint32_t index) {
    static const char *const lists[] = {"translations", "rotations", "scales"};
    gaiti_seanim_bone bone;
    uint32_t mark = gaiti_visit_push(visitor, "bones", index);
    gaiti_seanim_visit_bone_flags(visitor, &bone);
    for (unsigned kind = 0; kind < GAITI_SEANIM_KINDS && gaiti_visit_is_ok(visitor); kind++) {
        uint32_t count = 0;
        if (gaiti_seanim_has(seanim, kind)) {
            gaiti_seanim_visit_count(visitor, seanim, kind, &count);
        }
        for (uint32_t k = 0; k < count && gaiti_visit_is_ok(visitor); k++) {
            uint32_t inner = gaiti_visit_push(visitor, lists[kind], k);
            gaiti_seanim_visit_key(visitor, seanim, kind);
            gaiti_visit_pop(visitor, inner);
        }
    }
    gaiti_visit_pop(visitor, mark);
}

static void seanim_show_names(gaiti_visitor *visitor, const gait_seanim *seanim) {
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim) && gaiti_visit_is_ok(visitor); b++) {
        gait_span name;
        uint32_t mark = gaiti_visit_push(visitor, "bones", b);
        gaiti_visit_text(visitor, "name", &name);
        gaiti_visit_pop(visitor, mark);
    }
    for (uint32_t m = 0; m < gaiti_seanim_modifier_count(seanim); m++) {
        gaiti_seanim_modifier modifier;
        uint32_t mark = gaiti_visit_push(visitor, "modifiers", m);
        gaiti_seanim_visit_modifier(visitor, seanim, &modifier);
        gaiti_visit_pop(visitor, mark);
    }
}

void gaiti_seanim_show(const void *document, gaiti_visitor *visitor) {
    const gait_seanim *seanim = document;
    visitor->code_page = GAIT_CODE_PAGE_UTF8;
    gait_seanim copy = {.width = seanim->width};
    gaiti_seanim_visit_head(visitor, &copy);
    seanim_show_names(visitor, seanim);
    for (uint32_t b = 0; b < gaiti_seanim_bone_count(seanim) && gaiti_visit_is_ok(visitor); b++) {
        seanim_show_bone(visitor, seanim, b);
    }
    for (uint32_t n = 0; n < gaiti_seanim_note_count(seanim) && gaiti_visit_is_ok(visitor); n++) {
        gaiti_seanim_note note;
        uint32_t mark = gaiti_visit_push(visitor, "notes", n);
        gaiti_seanim_visit_note(visitor, seanim, &note);
        gaiti_visit_pop(visitor, mark);
    }
    if (seanim->presence & GAITI_SEANIM_HAS_CUSTOM) {
        gaiti_seanim_visit_custom(visitor, &copy);
    }
    gaiti_visit_bytes(visitor, "trailing", seanim->trailing.size, &copy.trailing);
}

/* Field map of P3D models: docs/formats/p3d.md. */
#include "formats/bi/p3d/p3d.h"

static void p3d_show_lod(gaiti_visitor *visitor, const gaiti_p3d_lod *lod) {
    gaiti_p3d_head head;
    gaiti_p3d_tag tag = {0};
    uint64_t points_at;
    float resolution;
    gaiti_p3d_visit_head(visitor, &head);
    gaiti_p3d_visit_mesh(visitor, &head, &points_at);
    bool more = gaiti_p3d_visit_tags_magic(visitor);
    for (uint32_t t = 0; more && gaiti_visit_is_ok(visitor); t++) {
        uint32_t mark = gaiti_visit_push(visitor, "tags", t);
        more = gaiti_p3d_visit_tag(visitor, &lod->head, &tag);
        gaiti_visit_pop(visitor, mark);
    }
    if (lod->has_resolution) {
        gaiti_visit_f32(visitor, "resolution", &resolution);
    }
}

gait_status gait_p3d_map(const gait_p3d *p3d, gait_field_visitor visit, void *user) {
    if (!p3d || !visit) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_reader in = gaiti_reader_over(p3d->source, 0);
    gaiti_visitor visitor = gaiti_visit_showing(&in, visit, user);
    visitor.code_page = p3d->code_page;
    gait_p3d top;
    gait_span rest;
    gaiti_p3d_visit_top(&visitor, &top);
    for (uint32_t l = 0; l < p3d->lod_count && gaiti_visit_is_ok(&visitor); l++) {
        uint32_t mark = gaiti_visit_push(&visitor, "lods", l);
        p3d_show_lod(&visitor, &p3d->lods[l]);
        gaiti_visit_pop(&visitor, mark);
    }
    if (gaiti_visit_is_ok(&visitor)) {
        gaiti_visit_bytes(&visitor, "rest", gaiti_bytes_left(&in), &rest);
    }
    return in.failed ? GAIT_INTERNAL : GAIT_OK;
}

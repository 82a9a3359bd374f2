/* Field map of P3D models: docs/formats/p3d.md. */
#include "formats/bi/p3d/p3d.h"

static void p3d_show_points(gaiti_visitor *visitor, const gaiti_p3d_head *head) {
    float position[3];
    uint32_t flags;
    for (uint32_t p = 0; p < head->points && gaiti_visit_is_ok(visitor); p++) {
        uint32_t mark = gaiti_visit_push(visitor, "points", p);
        gaiti_visit_f32s(visitor, "position", position, 3);
        if (head->kind != GAITI_P3D_SP3D) {
            gaiti_visit_u32(visitor, "flags", &flags);
        }
        gaiti_visit_pop(visitor, mark);
    }
}

/* Returns the number of pairs in a UV set. */
static uint64_t p3d_show_faces(gaiti_visitor *visitor, const gaiti_p3d_head *head) {
    gaiti_p3d_face face;
    uint64_t uv_count = 0;
    for (uint32_t f = 0; f < head->faces && gaiti_visit_is_ok(visitor); f++) {
        uint32_t mark = gaiti_visit_push(visitor, "faces", f);
        gaiti_p3d_visit_face(visitor, head->kind, &face);
        gaiti_visit_pop(visitor, mark);
        uv_count += gaiti_p3d_uv_count(&face);
    }
    return uv_count;
}

static void p3d_show_lod(gaiti_visitor *visitor, const gaiti_p3d_lod *lod) {
    gaiti_p3d_head head;
    gaiti_p3d_tag tag = {0};
    gait_span normals;
    float resolution;
    gaiti_p3d_visit_head(visitor, &head);
    p3d_show_points(visitor, &head);
    gaiti_visit_block(visitor, "normals", GAIT_FIELD_F32, head.normals, 3, &normals);
    uint64_t uv_count = p3d_show_faces(visitor, &head);
    bool more = gaiti_p3d_visit_tags_magic(visitor);
    for (uint32_t t = 0; more && gaiti_visit_is_ok(visitor); t++) {
        uint32_t mark = gaiti_visit_push(visitor, "tags", t);
        more = gaiti_p3d_visit_tag(visitor, &lod->head, uv_count, &tag);
        gaiti_visit_pop(visitor, mark);
    }
    if (lod->has_resolution) {
        gaiti_visit_f32(visitor, "resolution", &resolution);
    }
}

void gaiti_p3d_show(const void *document, gaiti_visitor *visitor) {
    const gait_p3d *p3d = document;
    gait_p3d top;
    gait_span rest;
    gaiti_p3d_visit_top(visitor, &top);
    for (uint32_t l = 0; l < p3d->lod_count && gaiti_visit_is_ok(visitor); l++) {
        uint32_t mark = gaiti_visit_push(visitor, "lods", l);
        p3d_show_lod(visitor, &p3d->lods[l]);
        gaiti_visit_pop(visitor, mark);
    }
    if (gaiti_visit_is_ok(visitor)) {
        gaiti_visit_bytes(visitor, "rest", gaiti_bytes_left(visitor->in), &rest);
    }
}

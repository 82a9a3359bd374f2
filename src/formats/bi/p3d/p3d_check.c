/* Checks of P3D models: docs/formats/p3d.md. */
#include "formats/bi/p3d/p3d.h"

/* --- named points ----------------------------------------------------------------------------- */

static bool p3d_is_finite(const float *numbers, int count) {
    float zero = 0;
    for (int i = 0; i < count; i++) {
        zero += numbers[i] - numbers[i]; /* NaN if not finite */
    }
    return zero == 0;
}

gait_status gaiti_p3d_validate_points(const gait_p3d *p3d, const gaiti_report *report) {
    gait_status status = GAIT_OK;
    for (uint32_t p = 0; p < p3d->point_count; p++) {
        const gaiti_p3d_point *point = &p3d->points[p];
        if (!p3d_is_finite(point->about.position, 3)) {
            gaiti_detail where = {.offset = gaiti_p3d_offset(p3d, point->bytes),
                                  .length = 12,
                                  .name = point->about.name};
            status = gaiti_raise(report, GAITI_P3D_POINT_NAN, where);
        }
    }
    return status;
}

/* --- geometry --------------------------------------------------------------------------------- */

bool gaiti_p3d_is_polygon(const gaiti_p3d_face *face) {
    return face->sides == 3 || face->sides == 4;
}

gait_status gaiti_p3d_validate_face(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                    const gaiti_p3d_face *face, uint64_t offset,
                                    const gaiti_report *report) {
    enum { CORNER = 16 };
    /* The corners come after the number of sides, and in P3DM that is the first field. */
    uint64_t sides_at = offset + (lod->head.kind == GAITI_P3D_P3DM ? 0 : GAITI_P3D_TEXTURE);
    if (!gaiti_p3d_is_polygon(face)) {
        return gaiti_raise(report, GAITI_P3D_BAD_SIDES,
                           (gaiti_detail){.offset = sides_at, .length = 4, .found = face->sides});
    }
    for (uint32_t c = 0; c < face->sides; c++) {
        const gaiti_p3d_corner *corner = &face->corners[c];
        gaiti_detail where = {.offset = sides_at + 4 + CORNER * c, .length = 8};
        float position[3];
        if (corner->point >= lod->head.points) {
            where.found = corner->point;
            where.expected = lod->head.points;
            where.name = gaiti_span("point", 5);
            return gaiti_raise(report, GAITI_P3D_BAD_CORNER, where);
        }
        if (corner->normal >= lod->head.normals) {
            where.found = corner->normal;
            where.expected = lod->head.normals;
            where.name = gaiti_span("normal", 6);
            return gaiti_raise(report, GAITI_P3D_BAD_CORNER, where);
        }
        const uint8_t *bytes = gaiti_p3d_point_bytes(p3d, lod, corner->point);
        gaiti_load_f32s(bytes, 3, position);
        if (!p3d_is_finite(position, 3)) {
            where = (gaiti_detail){
                .offset = gaiti_p3d_offset(p3d, bytes), .length = 12, .found = corner->point};
            return gaiti_raise(report, GAITI_P3D_FACE_NAN, where);
        }
    }
    return GAIT_OK;
}

void gaiti_p3d_raise_size(const gait_p3d *p3d, const gaiti_p3d_lod *lod, const gaiti_p3d_tag *tag,
                          const gaiti_report *report) {
    gaiti_raise(report, GAITI_P3D_TAG_SIZE,
                (gaiti_detail){.offset = gaiti_p3d_offset(p3d, tag->name.data),
                               .length = tag->name.size,
                               .expected = (int64_t)lod->head.points + lod->head.faces,
                               .found = tag->size,
                               .name = tag->name});
}

static gait_status p3d_check_faces(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                   const gaiti_report *report, uint64_t *out_uv_count) {
    gaiti_reader in = gaiti_p3d_reader_at(p3d, lod->faces_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_face face = {0};
    gait_status worst = GAIT_OK;
    *out_uv_count = 0;
    for (uint32_t f = 0; f < lod->head.faces; f++) {
        uint64_t offset = in.at;
        gaiti_p3d_visit_face(&visitor, lod->head.kind, &face);
        gait_status status = gaiti_p3d_validate_face(p3d, lod, &face, offset, report);
        worst = status == GAIT_OK ? worst : status;
        *out_uv_count += gaiti_p3d_uv_count(&face);
    }
    return worst;
}

static void p3d_check_tag(const gait_p3d *p3d, const gaiti_p3d_lod *lod, const gaiti_p3d_tag *tag,
                          uint64_t uv_count, const gaiti_report *report) {
    uint64_t expected = 4 + 8 * uv_count;
    if (gaiti_same_bytes(tag->name, gaiti_span_of("#UVSet#")) && tag->size != expected) {
        gaiti_raise(report, GAITI_P3D_UV_SIZE,
                    (gaiti_detail){.offset = gaiti_p3d_offset(p3d, tag->name.data),
                                   .length = tag->name.size,
                                   .expected = (int64_t)expected,
                                   .found = tag->size});
    }
    /* Those of the Memory level were reported when the model was opened. */
    bool is_memory = p3d->memory_lod >= 0 && lod == &p3d->lods[p3d->memory_lod];
    if (!is_memory && !gaiti_p3d_is_property(tag->name) &&
        !gaiti_p3d_is_ignored(&lod->head, tag->name) && !gaiti_p3d_is_selection(&lod->head, tag)) {
        gaiti_p3d_raise_size(p3d, lod, tag, report);
    }
}

static gait_status p3d_check_lod(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                 const gaiti_report *report) {
    uint64_t uv_count;
    gait_status status = p3d_check_faces(p3d, lod, report, &uv_count);
    gaiti_reader in = gaiti_p3d_reader_at(p3d, lod->tags_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_tag tag = {0};
    for (uint32_t t = 0; t < lod->tag_count; t++) {
        gaiti_p3d_visit_tag(&visitor, &lod->head, 0, &tag);
        p3d_check_tag(p3d, lod, &tag, uv_count, report);
    }
    return status;
}

gait_status gaiti_p3d_check(const gait_p3d *p3d, gait_diagnostics *diagnostics) {
    if (!p3d) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_report report = gaiti_report_to(diagnostics);
    gait_status worst = gaiti_p3d_validate_points(p3d, &report);
    for (uint32_t l = 0; l < p3d->lod_count; l++) {
        gait_status status = p3d_check_lod(p3d, &p3d->lods[l], &report);
        worst = status == GAIT_OK ? worst : status;
    }
    return worst;
}

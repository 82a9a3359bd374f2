/* Opens P3D models: docs/formats/p3d.md. */
#include "base/try.h"
#include "base/text/code_page.h"
#include "formats/bi/p3d/p3d.h"

static bool p3d_begins(gait_span bytes, const char *magic) {
    return bytes.size >= 4 && memcmp(bytes.data, magic, 4) == 0;
}

static gait_status p3d_raise(const gaiti_report *report, gaiti_rule rule, uint64_t offset,
                             uint64_t length, int64_t found) {
    return gaiti_raise(report, rule,
                       (gaiti_detail){.offset = offset, .length = length, .found = found});
}

static gait_status p3d_read_top(gait_p3d *p3d, gaiti_visitor *visitor, const gaiti_report *report) {
    if (p3d->source.size == 0) {
        (void)p3d_raise(report, GAITI_P3D_EMPTY, 0, 0, 0);
        return GAIT_TRUNCATED;
    }
    uint32_t first = p3d->source.size >= 8 ? gaiti_load_u32(p3d->source.data + 4) : 0;
    if (p3d_begins(p3d->source, "ODOL")) {
        return p3d_raise(report, GAITI_P3D_BINARISED, 0, 4, first);
    }
    if (!p3d_begins(p3d->source, "MLOD") && !p3d_begins(p3d->source, "NLOD")) {
        return p3d_raise(report, GAITI_P3D_NO_MODEL, 0, 0, 0);
    }
    gaiti_p3d_visit_top(visitor, p3d);
    if (visitor->in->failed) {
        return p3d_raise(report, GAITI_P3D_CUT_TOP, 0, p3d->source.size, 0);
    }
    if (p3d->has_version && p3d->version >> 8 > 1) {
        return p3d_raise(report, GAITI_P3D_BAD_VERSION, 4, 4, p3d->version);
    }
    return GAIT_OK;
}

/* --- levels of detail ------------------------------------------------------------------------- */

static gait_status p3d_cut(const gait_p3d *p3d, const gaiti_visitor *visitor,
                           const gaiti_report *report) {
    return gaiti_raise(report, GAITI_P3D_CUT_LOD,
                       (gaiti_detail){.offset = visitor->in->at,
                                      .length = visitor->in->size - visitor->in->at,
                                      .expected = p3d->stated_lods,
                                      .found = p3d->lod_count});
}

static gait_status p3d_read_head(const gait_p3d *p3d, gaiti_p3d_lod *lod, gaiti_visitor *visitor,
                                 const gaiti_report *report) {
    gaiti_p3d_visit_head(visitor, &lod->head);
    if (visitor->in->failed) {
        return p3d_cut(p3d, visitor, report);
    }
    if (lod->head.kind == GAITI_P3D_KINDS) {
        return gaiti_raise(report, GAITI_P3D_BAD_LOD,
                           (gaiti_detail){.offset = lod->offset,
                                          .length = 4,
                                          .found = p3d->lod_count,
                                          .name = lod->head.magic});
    }
    if (lod->head.kind != GAITI_P3D_SP3D && lod->head.size < GAITI_P3D_HEAD) {
        return p3d_raise(report, GAITI_P3D_BAD_HEAD, lod->offset + 4, 4, lod->head.size);
    }
    return GAIT_OK;
}

/* Finds the ends of points, normals and faces. Only the faces of P3DM have different sizes. A
 * truncated face is read field by field, for the offset of the first missing one. */
static void p3d_skip_mesh(gaiti_p3d_lod *lod, gaiti_visitor *visitor) {
    enum { FACE_OF_P3DM = 72, FACE_OF_SP3X = 104, FACE_OF_SP3D = 100 };
    const gaiti_p3d_head *head = &lod->head;
    gaiti_reader *in = visitor->in;
    gaiti_p3d_face face;
    uint32_t done = 0;
    lod->points_at = in->at;
    gaiti_read(in, head->points * gaiti_p3d_point_size(head));
    lod->normals_at = in->at;
    gaiti_read(in, (uint64_t)head->normals * 12);
    lod->faces_at = in->at;
    if (head->kind != GAITI_P3D_P3DM) {
        uint64_t size = head->kind == GAITI_P3D_SP3X ? FACE_OF_SP3X : FACE_OF_SP3D;
        uint64_t whole = gaiti_bytes_left(in) / size;
        done = head->faces < whole ? head->faces : (uint32_t)whole;
        gaiti_read(in, done * size);
    }
    for (; done < head->faces && !in->failed; done++) {
        if (head->kind == GAITI_P3D_P3DM && gaiti_bytes_left(in) >= FACE_OF_P3DM) {
            gaiti_read(in, FACE_OF_P3DM);
            gaiti_read_text(in);
            gaiti_read_text(in);
        } else {
            gaiti_p3d_visit_face(visitor, head->kind, &face);
        }
    }
}

static gait_status p3d_read_lod(const gait_p3d *p3d, gaiti_p3d_lod *lod, gaiti_visitor *visitor,
                                const gaiti_report *report) {
    lod->offset = visitor->in->at;
    GAITI_TRY(p3d_read_head(p3d, lod, visitor, report));
    p3d_skip_mesh(lod, visitor);
    gaiti_p3d_tag tag = {0};
    lod->has_tags = gaiti_p3d_visit_tags_magic(visitor);
    lod->tags_at = visitor->in->at;
    while (lod->has_tags && gaiti_p3d_visit_tag(visitor, &lod->head, 0, &tag) &&
           !visitor->in->failed) {
        lod->tag_count++;
    }
    if (visitor->in->failed) {
        return p3d_cut(p3d, visitor, report);
    }
    lod->has_resolution = gaiti_bytes_left(visitor->in) >= 4;
    if (!lod->has_resolution) {
        return p3d_raise(report, GAITI_P3D_NO_RESOLUTION, visitor->in->at,
                         gaiti_bytes_left(visitor->in), 0);
    }
    gaiti_visit_f32(visitor, "resolution", &lod->resolution);
    return GAIT_OK;
}

static gait_status p3d_read_lods(gait_p3d *p3d, gaiti_visitor *visitor,
                                 const gaiti_report *report) {
    uint64_t max = gaiti_bytes_left(visitor->in) / GAITI_P3D_SMALLEST;
    uint64_t count = p3d->stated_lods < max ? p3d->stated_lods : max;
    p3d->lods = gaiti_alloc(&p3d->arena, count, sizeof *p3d->lods);
    GAITI_TRY(p3d->arena.status);
    gait_status status = GAIT_OK;
    while (p3d->lod_count < p3d->stated_lods && status == GAIT_OK) {
        if (p3d->lod_count == count) {
            return p3d_cut(p3d, visitor, report);
        }
        status = p3d_read_lod(p3d, &p3d->lods[p3d->lod_count], visitor, report);
        p3d->lod_count += status == GAIT_OK;
    }
    p3d->end = visitor->in->at;
    if (status == GAIT_OK && gaiti_bytes_left(visitor->in) > 0) {
        uint64_t left = gaiti_bytes_left(visitor->in);
        status = p3d_raise(report, GAITI_P3D_TRAILING, p3d->end, left, (int64_t)left);
    }
    return status;
}

/* --- the points of the Memory level ----------------------------------------------------------- */

/* The resolution of the Memory level is 1e15, which is not exact as a float. */
static bool p3d_is_memory(const gaiti_p3d_lod *lod) {
    return lod->resolution > 0.999e15f && lod->resolution < 1.001e15f;
}

/* The coordinates of the first point of a selection; NULL when it is empty. */
static const uint8_t *p3d_first_point(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                      const gaiti_p3d_tag *tag) {
    const uint8_t *weights = tag->data.data;
    uint64_t p = 0, count = lod->head.points;
    while (p + 8 <= count && gaiti_load_u64(weights + p) == 0) {
        p += 8;
    }
    while (p < count && weights[p] == 0) {
        p++;
    }
    return p < count ? gaiti_p3d_point_bytes(p3d, lod, (uint32_t)p) : NULL;
}

/* In files, the model is rotated by 180 degrees about Y: X to the left, Z to the back. */
static void p3d_add_point(gait_p3d *p3d, gait_span name, const uint8_t *bytes,
                          const gaiti_report *report) {
    gaiti_p3d_point *point = &p3d->points[p3d->point_count];
    p3d->names[p3d->point_count] = name;
    if (gaiti_names_add(&p3d->set, p3d->point_count) >= 0) {
        gaiti_raise(report, GAITI_P3D_TWICE,
                    (gaiti_detail){.offset = (uint64_t)(name.data - p3d->source.data),
                                   .length = name.size,
                                   .name = name});
        return;
    }
    point->bytes = bytes;
    point->about.name = name;
    point->about.position[0] = -gaiti_load_f32(bytes);
    point->about.position[1] = gaiti_load_f32(bytes + 4);
    point->about.position[2] = -gaiti_load_f32(bytes + 8);
    p3d->point_count++;
}

static void p3d_read_point(gait_p3d *p3d, const gaiti_p3d_lod *lod, const gaiti_p3d_tag *tag,
                           const gaiti_report *report) {
    if (gaiti_p3d_is_property(tag->name) || gaiti_p3d_is_ignored(&lod->head, tag->name)) {
        return;
    }
    if (!gaiti_p3d_is_selection(&lod->head, tag)) {
        gaiti_p3d_raise_size(p3d, lod, tag, report);
        return;
    }
    const uint8_t *bytes = p3d_first_point(p3d, lod, tag);
    if (bytes) {
        p3d_add_point(p3d, tag->name, bytes, report);
    } else {
        gaiti_raise(report, GAITI_P3D_NO_POINT,
                    (gaiti_detail){.offset = gaiti_p3d_offset(p3d, tag->name.data),
                                   .length = tag->name.size,
                                   .name = tag->name});
    }
}

static gait_status p3d_read_points(gait_p3d *p3d, const gaiti_report *report) {
    const gaiti_p3d_lod *lod = &p3d->lods[p3d->memory_lod];
    p3d->points = gaiti_alloc(&p3d->arena, lod->tag_count, sizeof *p3d->points);
    p3d->names = gaiti_alloc(&p3d->arena, lod->tag_count, sizeof *p3d->names);
    gaiti_names_init(&p3d->set, &p3d->arena, p3d->names, lod->tag_count);
    GAITI_TRY(p3d->arena.status);
    gaiti_reader in = gaiti_p3d_reader_at(p3d, lod->tags_at);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    gaiti_p3d_tag tag = {0};
    for (uint32_t t = 0; t < lod->tag_count; t++) {
        gaiti_p3d_visit_tag(&visitor, &lod->head, 0, &tag);
        p3d_read_point(p3d, lod, &tag, report);
    }
    return GAIT_OK;
}

static gait_status p3d_find_memory(gait_p3d *p3d, const gaiti_report *report) {
    p3d->memory_lod = -1;
    for (uint32_t l = 0; l < p3d->lod_count; l++) {
        if (!p3d_is_memory(&p3d->lods[l])) {
            continue;
        }
        if (p3d->memory_lod >= 0) {
            p3d_raise(report, GAITI_P3D_TWO_MEMORIES, p3d->lods[l].offset, 4, l);
        } else {
            p3d->memory_lod = (int32_t)l;
        }
    }
    return p3d->memory_lod >= 0 ? p3d_read_points(p3d, report) : GAIT_OK;
}

/* Level 999 is the coarsest visible one; 1000 is the view of a gunner. */
static bool p3d_is_visual(const gaiti_p3d_lod *lod) {
    return lod->resolution >= 0 && lod->resolution < 999.5f;
}

static void p3d_find_mesh(gait_p3d *p3d) {
    p3d->mesh_lod = -1;
    for (uint32_t l = 0; l < p3d->lod_count; l++) {
        const gaiti_p3d_lod *lod = &p3d->lods[l];
        if (p3d_is_visual(lod) && lod->head.faces > 0 &&
            (p3d->mesh_lod < 0 || lod->resolution < p3d->lods[p3d->mesh_lod].resolution)) {
            p3d->mesh_lod = (int32_t)l;
        }
    }
}

/* --- the document ----------------------------------------------------------------------------- */

static uint32_t p3d_choose_code_page(const gait_p3d *p3d, const gait_options *options) {
    gaiti_code_page_votes votes = {0};
    for (uint32_t p = 0; p < p3d->point_count; p++) {
        gaiti_code_page_vote(&votes, p3d->names[p]);
    }
    return gaiti_code_page_choose(options, &votes);
}

gait_status gaiti_p3d_open(gait_span bytes, const gait_options *options, gait_p3d **out_p3d) {
    gait_status status;
    if (!GAITI_CLEAR(out_p3d) || !gaiti_is_span(bytes)) {
        return GAIT_BAD_ARGUMENT;
    }
    gait_p3d *p3d =
        gaiti_new_object(options, sizeof *p3d, offsetof(gait_p3d, arena), 2048, &status);
    GAITI_TRY(status);
    gaiti_report report = gaiti_report_to(options ? options->diagnostics : NULL);
    gaiti_reader in = gaiti_reader_over(bytes, 0);
    gaiti_visitor visitor = gaiti_visit_reading(&in);
    p3d->source = bytes;
    GAITI_TRY_DONE(p3d_read_top(p3d, &visitor, &report));
    GAITI_TRY_DONE(p3d_read_lods(p3d, &visitor, &report));
    p3d_find_mesh(p3d);
    GAITI_TRY_DONE(p3d_find_memory(p3d, &report));
    p3d->code_page = p3d_choose_code_page(p3d, options);
    *out_p3d = p3d;
    return GAIT_OK;
done:
    gaiti_p3d_free(p3d);
    return status;
}

void gaiti_p3d_free(gait_p3d *p3d) {
    gaiti_free_object(p3d, offsetof(gait_p3d, arena));
}

/* --- contents --------------------------------------------------------------------------------- */

int32_t gaiti_p3d_version(const gait_p3d *p3d) {
    return p3d && p3d->has_version ? (int32_t)p3d->version : -1;
}

uint32_t gait_p3d_lod_count(const gait_p3d *p3d) {
    return p3d ? p3d->lod_count : 0;
}

gait_p3d_lod gait_p3d_lod_at(const gait_p3d *p3d, uint32_t lod) {
    if (lod >= gait_p3d_lod_count(p3d)) {
        return (gait_p3d_lod){0};
    }
    const gaiti_p3d_lod *from = &p3d->lods[lod];
    return (gait_p3d_lod){from->resolution, from->head.points, from->head.normals, from->head.faces,
                          from->tag_count};
}

int32_t gait_p3d_memory_lod(const gait_p3d *p3d) {
    return p3d ? p3d->memory_lod : -1;
}

int32_t gait_p3d_mesh_lod(const gait_p3d *p3d) {
    return p3d ? p3d->mesh_lod : -1;
}

uint32_t gait_p3d_point_count(const gait_p3d *p3d) {
    return p3d ? p3d->point_count : 0;
}

gait_p3d_point gait_p3d_point_at(const gait_p3d *p3d, uint32_t point) {
    return point < gait_p3d_point_count(p3d) ? p3d->points[point].about : (gait_p3d_point){0};
}

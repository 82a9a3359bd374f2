/* Field descriptions of P3D models: docs/formats/p3d.md. */
#include "formats/bi/p3d/p3d.h"

void gaiti_p3d_visit_top(gaiti_visitor *visitor, gait_p3d *p3d) {
    gaiti_visit_block(visitor, "magic", GAIT_FIELD_CHARS, 1, 4, &p3d->magic);
    p3d->has_version = p3d->magic.size == 4 && p3d->magic.data[0] == 'M';
    if (p3d->has_version) {
        gaiti_visit_u32(visitor, "version", &p3d->version);
    }
    gaiti_visit_u32(visitor, "lodCount", &p3d->stated_lods);
}

static gaiti_p3d_kind p3d_kind_of(gait_span magic) {
    static const char *const magics[GAITI_P3D_KINDS] = {"P3DM", "SP3X", "SP3D"};
    int kind = 0;
    while (kind < GAITI_P3D_KINDS &&
           (magic.size != 4 || memcmp(magic.data, magics[kind], 4) != 0)) {
        kind++;
    }
    return (gaiti_p3d_kind)kind;
}

void gaiti_p3d_visit_head(gaiti_visitor *visitor, gaiti_p3d_head *head) {
    gaiti_visit_block(visitor, "magic", GAIT_FIELD_CHARS, 1, 4, &head->magic);
    head->kind = p3d_kind_of(head->magic);
    if (head->kind == GAITI_P3D_KINDS) {
        return;
    }
    if (head->kind != GAITI_P3D_SP3D) {
        gaiti_visit_u32(visitor, "headSize", &head->size);
        gaiti_visit_u32(visitor, "version", &head->version);
    }
    gaiti_visit_u32(visitor, "pointCount", &head->points);
    gaiti_visit_u32(visitor, "normalCount", &head->normals);
    gaiti_visit_u32(visitor, "faceCount", &head->faces);
    if (head->kind != GAITI_P3D_SP3D) {
        gaiti_visit_u32(visitor, "flags", &head->flags);
        uint64_t extra = head->size > GAITI_P3D_HEAD ? head->size - GAITI_P3D_HEAD : 0;
        gaiti_visit_bytes(visitor, "headRest", extra, &head->rest);
    }
}

static void p3d_visit_corners(gaiti_visitor *visitor, gaiti_p3d_corner corners[4]) {
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t mark = gaiti_visit_push(visitor, "corners", c);
        gaiti_visit_u32(visitor, "point", &corners[c].point);
        gaiti_visit_u32(visitor, "normal", &corners[c].normal);
        gaiti_visit_f32s(visitor, "uv", corners[c].uv, 2);
        gaiti_visit_pop(visitor, mark);
    }
}

void gaiti_p3d_visit_face(gaiti_visitor *visitor, gaiti_p3d_kind kind, gaiti_p3d_face *face) {
    if (kind != GAITI_P3D_P3DM) {
        gaiti_visit_block(visitor, "texture", GAIT_FIELD_CHARS, 1, GAITI_P3D_TEXTURE,
                          &face->texture);
    }
    gaiti_visit_u32(visitor, "sides", &face->sides);
    p3d_visit_corners(visitor, face->corners);
    if (kind != GAITI_P3D_SP3D) {
        gaiti_visit_u32(visitor, "flags", &face->flags);
    }
    if (kind == GAITI_P3D_P3DM) {
        gaiti_visit_text(visitor, "texture", &face->texture);
        gaiti_visit_text(visitor, "material", &face->material);
    }
}

/* --- tags ------------------------------------------------------------------------------------- */

bool gaiti_p3d_visit_tags_magic(gaiti_visitor *visitor) {
    gaiti_reader *in = visitor->in;
    gait_span magic = gaiti_span("TAGG", 4);
    if (in && (gaiti_bytes_left(in) < 4 || memcmp(in->data + in->at, magic.data, 4) != 0)) {
        return false;
    }
    gaiti_visit_block(visitor, "tagsMagic", GAIT_FIELD_CHARS, 1, 4, &magic);
    return true;
}

gait_span gaiti_p3d_until_nul(gait_span text) {
    const uint8_t *end = text.size > 0 ? memchr(text.data, 0, text.size) : NULL;
    return gaiti_span(text.data, end ? (size_t)(end - text.data) : text.size);
}

bool gaiti_p3d_is_property(gait_span name) {
    return name.size > 0 && name.data[0] == '#';
}

bool gaiti_p3d_is_selection(const gaiti_p3d_head *head, const gaiti_p3d_tag *tag) {
    return !gaiti_p3d_is_property(tag->name) && tag->size == (uint64_t)head->points + head->faces;
}

bool gaiti_p3d_is_ignored(const gaiti_p3d_head *head, gait_span name) {
    bool hidden = name.size > 0 && (name.data[0] == '-' || name.data[0] == '.');
    return name.size == 0 || (hidden && head->kind != GAITI_P3D_P3DM);
}

static bool p3d_is_called(const gaiti_p3d_tag *tag, const char *name) {
    return tag->name.size == strlen(name) && memcmp(tag->name.data, name, tag->name.size) == 0;
}

static void p3d_visit_weights(gaiti_visitor *visitor, const gaiti_p3d_head *head,
                              gaiti_p3d_tag *tag) {
    gaiti_visit_block(visitor, "points", GAIT_FIELD_U8, 1, head->points, &tag->data);
    gaiti_visit_block(visitor, "faces", GAIT_FIELD_U8, 1, head->faces, &tag->faces);
}

/* Shows the data of a property. A property of another size than its name and the level require is
 * shown as bytes. */
static void p3d_show_property(gaiti_visitor *visitor, const gaiti_p3d_head *head, uint64_t uv_count,
                              gaiti_p3d_tag *tag) {
    uint64_t size = tag->size, points = head->points;
    gait_span *data = &tag->data;
    uint32_t set;
    float time;
    bool marks_parts = p3d_is_called(tag, "#Selected#") || p3d_is_called(tag, "#Lock#") ||
                       p3d_is_called(tag, "#Hide#");
    if (p3d_is_called(tag, "#UVSet#") && size == 4 + 8 * uv_count) {
        gaiti_visit_u32(visitor, "set", &set);
        gaiti_visit_block(visitor, "uvs", GAIT_FIELD_F32, (uint32_t)uv_count, 2, data);
    } else if (p3d_is_called(tag, "#Property#") && size == 2 * GAITI_P3D_NAME) {
        gaiti_visit_block(visitor, "property", GAIT_FIELD_CHARS, 1, GAITI_P3D_NAME, data);
        gaiti_visit_block(visitor, "value", GAIT_FIELD_CHARS, 1, GAITI_P3D_NAME, data);
    } else if (p3d_is_called(tag, "#SharpEdges#") && size % 8 == 0) {
        gaiti_visit_block(visitor, "edges", GAIT_FIELD_U32, tag->size / 8, 2, data);
    } else if (p3d_is_called(tag, "#Mass#") && size == 4 * points) {
        gaiti_visit_block(visitor, "masses", GAIT_FIELD_F32, 1, head->points, data);
    } else if (p3d_is_called(tag, "#Animation#") && size == 4 + 12 * points) {
        gaiti_visit_f32(visitor, "time", &time);
        gaiti_visit_block(visitor, "positions", GAIT_FIELD_F32, head->points, 3, data);
    } else if (marks_parts && size == points + head->faces) {
        p3d_visit_weights(visitor, head, tag);
    } else if (p3d_is_called(tag, "#MaterialIndex#") && size == 16) {
        gaiti_visit_block(visitor, "values", GAIT_FIELD_U32, 1, 4, data);
    } else {
        gaiti_visit_bytes(visitor, "data", size, data);
    }
}

bool gaiti_p3d_visit_tag(gaiti_visitor *visitor, const gaiti_p3d_head *head, uint64_t uv_count,
                         gaiti_p3d_tag *tag) {
    if (head->kind == GAITI_P3D_P3DM) {
        gaiti_visit_u8(visitor, "active", &tag->active);
        gaiti_visit_text(visitor, "name", &tag->name);
    } else {
        gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, GAITI_P3D_NAME, &tag->stored);
        tag->name = gaiti_p3d_until_nul(tag->stored);
    }
    gaiti_visit_u32(visitor, "size", &tag->size);
    if (gaiti_p3d_is_selection(head, tag)) {
        p3d_visit_weights(visitor, head, tag);
    } else if (visitor->visit) {
        p3d_show_property(visitor, head, uv_count, tag);
    } else {
        gaiti_visit_bytes(visitor, "data", tag->size, &tag->data);
    }
    return !p3d_is_called(tag, "#EndOfFile#");
}

/* --- the file: writing, and showing what was written ------------------------------------------ */

static void p3d_visit_points(gaiti_visitor *visitor, const gaiti_p3d_head *head, gait_span points) {
    float position[3];
    uint32_t flags;
    if (visitor->out) {
        gaiti_visit_bytes(visitor, "points", points.size, &points);
        return;
    }
    for (uint32_t p = 0; p < head->points && gaiti_visit_is_ok(visitor); p++) {
        uint32_t mark = gaiti_visit_push(visitor, "points", p);
        gaiti_visit_f32s(visitor, "position", position, 3);
        if (head->kind != GAITI_P3D_SP3D) {
            gaiti_visit_u32(visitor, "flags", &flags);
        }
        gaiti_visit_pop(visitor, mark);
    }
}

/* Reads the faces and the tags one by one, and visits their fields. */
static void p3d_visit_lod(const gait_p3d *p3d, const gaiti_p3d_lod *lod, gaiti_visitor *visitor) {
    gaiti_p3d_head head = lod->head;
    gaiti_reader in = gaiti_p3d_reader_at(p3d, lod->points_at);
    gaiti_visitor from = gaiti_visit_reading(&in);
    gaiti_p3d_face face = {0};
    gaiti_p3d_tag tag = {0};
    uint64_t uv_count = 0;
    gaiti_p3d_visit_head(visitor, &head);
    p3d_visit_points(visitor, &head,
                     gaiti_read_span(&in, head.points * gaiti_p3d_point_size(&head)));
    gait_span normals = gaiti_read_span(&in, (uint64_t)head.normals * 12);
    gaiti_visit_block(visitor, "normals", GAIT_FIELD_F32, head.normals, 3, &normals);
    for (uint32_t f = 0; f < head.faces && gaiti_visit_is_ok(visitor); f++) {
        uint32_t mark = gaiti_visit_push(visitor, "faces", f);
        gaiti_p3d_visit_face(&from, head.kind, &face);
        gaiti_p3d_visit_face(visitor, head.kind, &face);
        gaiti_visit_pop(visitor, mark);
        uv_count += gaiti_p3d_uv_count(&face);
    }
    in.at = lod->tags_at;
    bool more = lod->has_tags && gaiti_p3d_visit_tags_magic(visitor);
    for (uint32_t t = 0; more && gaiti_visit_is_ok(visitor); t++) {
        uint32_t mark = gaiti_visit_push(visitor, "tags", t);
        more = gaiti_p3d_visit_tag(&from, &head, 0, &tag);
        gaiti_p3d_visit_tag(visitor, &head, uv_count, &tag);
        gaiti_visit_pop(visitor, mark);
    }
    if (lod->has_resolution) {
        float resolution = lod->resolution;
        gaiti_visit_f32(visitor, "resolution", &resolution);
    }
    GAIT_ASSERT(!in.failed);
}

static void p3d_visit(const gait_p3d *p3d, gaiti_visitor *visitor) {
    gait_p3d top = *p3d;
    gait_span rest = gaiti_span(p3d->source.data + p3d->end, p3d->source.size - (size_t)p3d->end);
    gaiti_p3d_visit_top(visitor, &top);
    for (uint32_t l = 0; l < p3d->lod_count && gaiti_visit_is_ok(visitor); l++) {
        uint32_t mark = gaiti_visit_push(visitor, "lods", l);
        p3d_visit_lod(p3d, &p3d->lods[l], visitor);
        gaiti_visit_pop(visitor, mark);
    }
    if (gaiti_visit_is_ok(visitor)) {
        gaiti_visit_bytes(visitor, "rest", rest.size, &rest);
    }
}

gait_status gaiti_p3d_write(const gait_p3d *p3d, gait_buffer *out) {
    if (!p3d || !out) {
        return GAIT_BAD_ARGUMENT;
    }
    gaiti_visitor visitor = gaiti_visit_writing(out);
    p3d_visit(p3d, &visitor);
    return visitor.no_memory ? GAIT_NO_MEMORY : GAIT_OK;
}

void gaiti_p3d_show(const void *document, gaiti_visitor *visitor) {
    p3d_visit(document, visitor);
}

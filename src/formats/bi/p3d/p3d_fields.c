/* Field descriptions of P3D models: docs/formats/p3d.md. */
#include "base/text/text.h"
#include "formats/bi/p3d/p3d.h"

void gaiti_p3d_visit_top(gaiti_visitor *visitor, gait_p3d *p3d) {
    gait_span magic;
    gaiti_visit_block(visitor, "magic", GAIT_FIELD_CHARS, 1, 4, &magic);
    p3d->has_version = magic.size == 4 && magic.data[0] == 'M';
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
    gait_span more;
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
        gaiti_visit_bytes(visitor, "headRest", extra, &more);
    }
}

/* Reports point by point if there is a callback; otherwise skips the block. */
static void p3d_visit_points(gaiti_visitor *visitor, const gaiti_p3d_head *head) {
    bool flags = head->kind != GAITI_P3D_SP3D;
    if (!visitor->visit) {
        gaiti_read_span(visitor->in, (uint64_t)head->points * (flags ? 16 : 12));
        return;
    }
    for (uint32_t p = 0; p < head->points && gaiti_visit_is_ok(visitor); p++) {
        float position[3];
        uint32_t flag;
        uint32_t mark = gaiti_visit_push(visitor, "points", p);
        gaiti_visit_f32s(visitor, "position", position, 3);
        if (flags) {
            gaiti_visit_u32(visitor, "flags", &flag);
        }
        gaiti_visit_pop(visitor, mark);
    }
}

static void p3d_visit_corners(gaiti_visitor *visitor) {
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t point, normal;
        float uv[2];
        uint32_t mark = gaiti_visit_push(visitor, "corners", c);
        gaiti_visit_u32(visitor, "point", &point);
        gaiti_visit_u32(visitor, "normal", &normal);
        gaiti_visit_f32s(visitor, "uv", uv, 2);
        gaiti_visit_pop(visitor, mark);
    }
}

static void p3d_visit_face(gaiti_visitor *visitor, gaiti_p3d_kind kind) {
    uint32_t sides, flags;
    gait_span text;
    if (kind != GAITI_P3D_P3DM) {
        gaiti_visit_block(visitor, "texture", GAIT_FIELD_CHARS, 1, 32, &text);
    }
    gaiti_visit_u32(visitor, "sides", &sides);
    p3d_visit_corners(visitor);
    if (kind != GAITI_P3D_SP3D) {
        gaiti_visit_u32(visitor, "flags", &flags);
    }
    if (kind == GAITI_P3D_P3DM) {
        gaiti_visit_text(visitor, "texture", &text);
        gaiti_visit_text(visitor, "material", &text);
    }
}

void gaiti_p3d_visit_mesh(gaiti_visitor *visitor, const gaiti_p3d_head *head,
                          uint64_t *out_points_at) {
    gait_span normals;
    *out_points_at = visitor->in->at;
    p3d_visit_points(visitor, head);
    gaiti_visit_block(visitor, "normals", GAIT_FIELD_F32, head->normals, 3, &normals);
    for (uint32_t f = 0; f < head->faces && gaiti_visit_is_ok(visitor); f++) {
        uint32_t mark = gaiti_visit_push(visitor, "faces", f);
        p3d_visit_face(visitor, head->kind);
        gaiti_visit_pop(visitor, mark);
    }
}

bool gaiti_p3d_visit_tags_magic(gaiti_visitor *visitor) {
    gaiti_reader *in = visitor->in;
    gait_span magic;
    if (gaiti_bytes_left(in) < 4 || memcmp(in->data + in->at, "TAGG", 4) != 0) {
        return false;
    }
    gaiti_visit_block(visitor, "tagsMagic", GAIT_FIELD_CHARS, 1, 4, &magic);
    return true;
}

bool gaiti_p3d_is_selection(const gaiti_p3d_head *head, const gaiti_p3d_tag *tag) {
    bool property = tag->name.size > 0 && tag->name.data[0] == '#';
    return !property && tag->size == (uint64_t)head->points + head->faces;
}

bool gaiti_p3d_visit_tag(gaiti_visitor *visitor, const gaiti_p3d_head *head, gaiti_p3d_tag *tag) {
    if (head->kind == GAITI_P3D_P3DM) {
        gaiti_visit_u8(visitor, "active", &tag->active);
        gaiti_visit_text(visitor, "name", &tag->name);
    } else {
        gaiti_visit_block(visitor, "name", GAIT_FIELD_CHARS, 1, GAITI_P3D_NAME, &tag->name);
        const uint8_t *end = tag->name.size > 0 ? memchr(tag->name.data, 0, tag->name.size) : NULL;
        tag->name.size = end ? (size_t)(end - tag->name.data) : tag->name.size;
    }
    gaiti_visit_u32(visitor, "size", &tag->size);
    if (gaiti_p3d_is_selection(head, tag)) {
        gait_span faces;
        gaiti_visit_block(visitor, "points", GAIT_FIELD_U8, 1, head->points, &tag->data);
        gaiti_visit_block(visitor, "faces", GAIT_FIELD_U8, 1, head->faces, &faces);
    } else {
        gaiti_visit_bytes(visitor, "data", tag->size, &tag->data);
    }
    static const char last[] = "#EndOfFile#";
    return !(tag->name.size == sizeof last - 1 &&
             memcmp(tag->name.data, last, sizeof last - 1) == 0);
}

/* What a P3D model is made of, field by field: docs/formats/p3d.md. */
#include "base/text/text.h"
#include "formats/bi/p3d/p3d.h"

void gaiti_p3d_walk_top(gaiti_walk *walk, gait_p3d *p3d) {
    gait_span magic;
    gaiti_walk_block(walk, "magic", GAIT_FIELD_CHARS, 1, 4, &magic);
    p3d->has_version = magic.size == 4 && magic.data[0] == 'M';
    if (p3d->has_version) {
        gaiti_walk_u32(walk, "version", &p3d->version);
    }
    gaiti_walk_u32(walk, "lodCount", &p3d->stated_lods);
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

void gaiti_p3d_walk_head(gaiti_walk *walk, gaiti_p3d_head *head) {
    gait_span more;
    gaiti_walk_block(walk, "magic", GAIT_FIELD_CHARS, 1, 4, &head->magic);
    head->kind = p3d_kind_of(head->magic);
    if (head->kind == GAITI_P3D_KINDS) {
        return;
    }
    if (head->kind != GAITI_P3D_SP3D) {
        gaiti_walk_u32(walk, "headSize", &head->size);
        gaiti_walk_u32(walk, "version", &head->version);
    }
    gaiti_walk_u32(walk, "pointCount", &head->points);
    gaiti_walk_u32(walk, "normalCount", &head->normals);
    gaiti_walk_u32(walk, "faceCount", &head->faces);
    if (head->kind != GAITI_P3D_SP3D) {
        gaiti_walk_u32(walk, "flags", &head->flags);
        uint64_t extra = head->size > GAITI_P3D_HEAD ? head->size - GAITI_P3D_HEAD : 0;
        gaiti_walk_bytes(walk, "headRest", extra, &more);
    }
}

/* Point by point where somebody looks. */
static void p3d_walk_points(gaiti_walk *walk, const gaiti_p3d_head *head) {
    bool flags = head->kind != GAITI_P3D_SP3D;
    if (!walk->visit) {
        gaiti_take_span(walk->in, (uint64_t)head->points * (flags ? 16 : 12));
        return;
    }
    for (uint32_t p = 0; p < head->points && gaiti_walk_goes_on(walk); p++) {
        float position[3];
        uint32_t flag;
        uint32_t mark = gaiti_enter(walk, "points", p);
        gaiti_walk_f32s(walk, "position", position, 3);
        if (flags) {
            gaiti_walk_u32(walk, "flags", &flag);
        }
        gaiti_leave(walk, mark);
    }
}

static void p3d_walk_corners(gaiti_walk *walk) {
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t point, normal;
        float uv[2];
        uint32_t mark = gaiti_enter(walk, "corners", c);
        gaiti_walk_u32(walk, "point", &point);
        gaiti_walk_u32(walk, "normal", &normal);
        gaiti_walk_f32s(walk, "uv", uv, 2);
        gaiti_leave(walk, mark);
    }
}

static void p3d_walk_face(gaiti_walk *walk, gaiti_p3d_kind kind) {
    uint32_t sides, flags;
    gait_span text;
    if (kind != GAITI_P3D_P3DM) {
        gaiti_walk_block(walk, "texture", GAIT_FIELD_CHARS, 1, 32, &text);
    }
    gaiti_walk_u32(walk, "sides", &sides);
    p3d_walk_corners(walk);
    if (kind != GAITI_P3D_SP3D) {
        gaiti_walk_u32(walk, "flags", &flags);
    }
    if (kind == GAITI_P3D_P3DM) {
        gaiti_walk_text(walk, "texture", &text);
        gaiti_walk_text(walk, "material", &text);
    }
}

void gaiti_p3d_walk_mesh(gaiti_walk *walk, const gaiti_p3d_head *head, uint64_t *out_points_at) {
    gait_span normals;
    *out_points_at = walk->in->at;
    p3d_walk_points(walk, head);
    gaiti_walk_block(walk, "normals", GAIT_FIELD_F32, head->normals, 3, &normals);
    for (uint32_t f = 0; f < head->faces && gaiti_walk_goes_on(walk); f++) {
        uint32_t mark = gaiti_enter(walk, "faces", f);
        p3d_walk_face(walk, head->kind);
        gaiti_leave(walk, mark);
    }
}

bool gaiti_p3d_walk_tags_magic(gaiti_walk *walk) {
    gaiti_reader *in = walk->in;
    gait_span magic;
    if (gaiti_left(in) < 4 || memcmp(in->data + in->at, "TAGG", 4) != 0) {
        return false;
    }
    gaiti_walk_block(walk, "tagsMagic", GAIT_FIELD_CHARS, 1, 4, &magic);
    return true;
}

bool gaiti_p3d_is_selection(const gaiti_p3d_head *head, const gaiti_p3d_tag *tag) {
    bool property = tag->name.size > 0 && tag->name.data[0] == '#';
    return !property && tag->size == (uint64_t)head->points + head->faces;
}

static void p3d_walk_tag_data(gaiti_walk *walk, const gaiti_p3d_head *head, gaiti_p3d_tag *tag) {
    gait_span faces;
    if (!gaiti_p3d_is_selection(head, tag)) {
        gaiti_walk_bytes(walk, "data", tag->size, &tag->data);
        return;
    }
    gaiti_walk_block(walk, "points", GAIT_FIELD_U8, 1, head->points, &tag->data);
    gaiti_walk_block(walk, "faces", GAIT_FIELD_U8, 1, head->faces, &faces);
}

bool gaiti_p3d_walk_tag(gaiti_walk *walk, const gaiti_p3d_head *head, gaiti_p3d_tag *tag) {
    if (head->kind == GAITI_P3D_P3DM) {
        gaiti_walk_u8(walk, "active", &tag->active);
        gaiti_walk_text(walk, "name", &tag->name);
    } else {
        gaiti_walk_block(walk, "name", GAIT_FIELD_CHARS, 1, GAITI_P3D_NAME, &tag->name);
        const uint8_t *end = tag->name.size > 0 ? memchr(tag->name.data, 0, tag->name.size) : NULL;
        tag->name.size = end ? (size_t)(end - tag->name.data) : tag->name.size;
    }
    gaiti_walk_u32(walk, "size", &tag->size);
    p3d_walk_tag_data(walk, head, tag);
    static const char last[] = "#EndOfFile#";
    return !(tag->name.size == sizeof last - 1 &&
             memcmp(tag->name.data, last, sizeof last - 1) == 0);
}

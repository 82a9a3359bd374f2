/* Internals of the P3D document. */
#ifndef GAITI_P3D_H
#define GAITI_P3D_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/text/names.h"
#include "gait/p3d.h"

/* Opens a model. The bytes must outlive the document. GAIT_UNSUPPORTED for a binarised model
 * (ODOL). */
gait_status gaiti_p3d_open(gait_span bytes, const gait_options *options, gait_p3d **out_p3d);
/* Frees the object. NULL is allowed. */
void gaiti_p3d_free(gait_p3d *p3d);
/* The version of the format, 257 in all known files; -1 for NLOD, which has none. */
int32_t gaiti_p3d_version(const gait_p3d *p3d);
/* Makes a skeleton called `name` (UTF-8; NULL = "") with the points as bones of unknown parents.
 * GAIT_UNSUPPORTED, with a diagnostic, without a Memory level; GAIT_CORRUPT when a coordinate is
 * not finite. */
gait_status gaiti_p3d_skeleton(const gait_p3d *p3d, const char *name, const gait_options *options,
                               gait_skeleton **out_skeleton);
/* Makes the mesh of the level gait_p3d_mesh_lod(), in engine axes. Selections with the names of
 * bones of `skeleton` (ignoring ASCII case) are the weights of its bones; NULL, or a skeleton
 * without such names, makes a mesh that no bone moves, without bones. Otherwise the bones of the
 * mesh are those of the skeleton, in its order. If there are points in no bone, one bone that is
 * not in the skeleton follows, which holds them and never moves. GAIT_NOT_FOUND, with a diagnostic,
 * when the model has no visible faces; GAIT_LIMIT for more than 65536 bones. */
gait_status gaiti_p3d_mesh(const gait_p3d *p3d, const gait_skeleton *skeleton,
                           const gait_options *options, gait_mesh **out_mesh);
/* Like gait_file_check(), for this format. */
gait_status gaiti_p3d_check(const gait_p3d *p3d, gait_diagnostics *diagnostics);
/* The fields of a written document, for gait_file_map(). */
void gaiti_p3d_show(const void *document, gaiti_visitor *visitor);
/* Like gait_file_write(), for this format. */
gait_status gaiti_p3d_write(const gait_p3d *p3d, gait_buffer *out);

enum {
    GAITI_P3D_HEAD = 28,     /* size of the header of a level in P3DM and SP3X */
    GAITI_P3D_SMALLEST = 16, /* size of the smallest level */
    GAITI_P3D_NAME = 64,     /* size of the name of a tag in SP3X and SP3D */
    GAITI_P3D_TEXTURE = 32   /* size of the name of a texture in SP3X and SP3D */
};

typedef enum gaiti_p3d_kind {
    GAITI_P3D_P3DM = 0, /* Arma, DayZ */
    GAITI_P3D_SP3X,     /* Operation Flashpoint */
    GAITI_P3D_SP3D,     /* Operation Flashpoint, older */
    GAITI_P3D_KINDS     /* none of these */
} gaiti_p3d_kind;

typedef struct gaiti_p3d_head {
    gaiti_p3d_kind kind;
    gait_span magic;
    uint32_t size, version; /* not in SP3D */
    uint32_t points, normals, faces;
    uint32_t flags; /* not in SP3D */
    gait_span rest; /* of a header of more than 28 bytes */
} gaiti_p3d_head;

typedef struct gaiti_p3d_corner {
    uint32_t point, normal;
    float uv[2];
} gaiti_p3d_corner;

typedef struct gaiti_p3d_face {
    uint32_t sides;
    gaiti_p3d_corner corners[4]; /* the fourth corner of a triangle is unused */
    uint32_t flags;              /* not in SP3D */
    gait_span texture;           /* in SP3X and SP3D with the bytes after its NUL */
    gait_span material;          /* P3DM only */
} gaiti_p3d_face;

/* A selection, or a property when the name begins with '#'. */
typedef struct gaiti_p3d_tag {
    uint8_t active;   /* P3DM only */
    gait_span name;   /* up to its NUL */
    gait_span stored; /* the name with the bytes after its NUL, in SP3X and SP3D */
    uint32_t size;
    gait_span data;  /* of a selection: one byte per point */
    gait_span faces; /* of a selection: one byte per face */
} gaiti_p3d_tag;

typedef struct gaiti_p3d_lod {
    gaiti_p3d_head head;
    uint64_t offset, points_at, normals_at, faces_at, tags_at;
    uint32_t tag_count; /* without the one that ends the list */
    bool has_tags, has_resolution;
    float resolution;
} gaiti_p3d_lod;

typedef struct gaiti_p3d_point {
    gait_p3d_point about;
    const uint8_t *bytes; /* its coordinates in the file */
} gaiti_p3d_point;

struct gait_p3d {
    gaiti_arena arena;
    uint32_t code_page; /* of names and texts; 0 = 1251 */
    gait_span source;
    gait_span magic;
    bool has_version;
    uint32_t version;
    uint32_t stated_lods, lod_count;
    gaiti_p3d_lod *lods;
    int32_t memory_lod;
    int32_t mesh_lod; /* the level with the finest visible geometry, -1 = none */
    uint32_t point_count;
    gaiti_p3d_point *points;
    gait_span *names; /* of the points */
    gaiti_names set;
    uint64_t end; /* end of the last level */
};

/* Field descriptions (p3d_fields.c). */
void gaiti_p3d_visit_top(gaiti_visitor *visitor, gait_p3d *p3d);
void gaiti_p3d_visit_head(gaiti_visitor *visitor, gaiti_p3d_head *head);
void gaiti_p3d_visit_face(gaiti_visitor *visitor, gaiti_p3d_kind kind, gaiti_p3d_face *face);
/* Reads the signature of the tags; false, without reading anything, when it is missing. */
bool gaiti_p3d_visit_tags_magic(gaiti_visitor *visitor);
/* One tag; false for the tag that ends the list. `uv_count` is the number of pairs in a UV set of
 * the level, which only maps use. */
bool gaiti_p3d_visit_tag(gaiti_visitor *visitor, const gaiti_p3d_head *head, uint64_t uv_count,
                         gaiti_p3d_tag *tag);

/* The number of pairs of a face in a UV set. */
static inline uint32_t gaiti_p3d_uv_count(const gaiti_p3d_face *face) {
    return face->sides < 4 ? face->sides : 4;
}

/* The size of a point in bytes. */
static inline uint64_t gaiti_p3d_point_size(const gaiti_p3d_head *head) {
    return head->kind == GAITI_P3D_SP3D ? 12 : 16;
}

/* The coordinates of a point in the file. The index must be in range. */
static inline const uint8_t *gaiti_p3d_point_bytes(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                                   uint32_t point) {
    return p3d->source.data + lod->points_at + point * gaiti_p3d_point_size(&lod->head);
}

/* A visitor that reads the document from `offset`. */
static inline gaiti_reader gaiti_p3d_reader_at(const gait_p3d *p3d, uint64_t offset) {
    gaiti_reader in = gaiti_reader_over(p3d->source, 0);
    in.at = offset;
    return in;
}

/* The offset of a byte of the source. */
static inline uint64_t gaiti_p3d_offset(const gait_p3d *p3d, const uint8_t *byte) {
    return (uint64_t)(byte - p3d->source.data);
}

/* The bytes before the first NUL. */
gait_span gaiti_p3d_until_nul(gait_span text);
bool gaiti_p3d_is_property(gait_span name);
/* True when the tag is a selection of points and faces of the level. */
bool gaiti_p3d_is_selection(const gaiti_p3d_head *head, const gaiti_p3d_tag *tag);
/* Names without a meaning: Operation Flashpoint ignores those that begin with '-' or '.'. */
bool gaiti_p3d_is_ignored(const gaiti_p3d_head *head, gait_span name);

/* Checks (p3d_check.c). Raises the defects that prevent the use of points as pivots. */
gait_status gaiti_p3d_validate_points(const gait_p3d *p3d, const gaiti_report *report);
/* True when the number of sides is one that is drawn. */
bool gaiti_p3d_is_polygon(const gaiti_p3d_face *face);
/* Raises the defect that prevents drawing a face; GAIT_OK without one, and for another number of
 * sides. `offset` is that of the face. */
gait_status gaiti_p3d_validate_face(const gait_p3d *p3d, const gaiti_p3d_lod *lod,
                                    const gaiti_p3d_face *face, uint64_t offset,
                                    const gaiti_report *report);
/* Raises P3D011 for a selection of another size than the level requires. */
void gaiti_p3d_raise_size(const gait_p3d *p3d, const gaiti_p3d_lod *lod, const gaiti_p3d_tag *tag,
                          const gaiti_report *report);

/* gait_file_mesh_info(). */
gait_status gaiti_p3d_mesh_info(const void *document, const gait_options *options,
                                gait_mesh_info *out_info);

#endif

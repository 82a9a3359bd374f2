/* Internals of the P3D document. */
#ifndef GAITI_P3D_H
#define GAITI_P3D_H

#include "base/diagnose.h"
#include "base/fields.h"
#include "base/text/names.h"
#include "gait/p3d.h"

enum {
    GAITI_P3D_HEAD = 28,     /* size of the header of a level in P3DM and SP3X */
    GAITI_P3D_SMALLEST = 16, /* size of the smallest level */
    GAITI_P3D_NAME = 64      /* size of the name of a tag in SP3X and SP3D */
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
} gaiti_p3d_head;

/* A selection, or a property when the name begins with '#'. */
typedef struct gaiti_p3d_tag {
    uint8_t active; /* P3DM only */
    gait_span name; /* up to its NUL */
    uint32_t size;
    gait_span data;
} gaiti_p3d_tag;

typedef struct gaiti_p3d_lod {
    gaiti_p3d_head head;
    uint64_t offset, points_at, tags_at;
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
    bool has_version;
    uint32_t version;
    uint32_t stated_lods, lod_count;
    gaiti_p3d_lod *lods;
    int32_t memory_lod;
    uint32_t point_count;
    gaiti_p3d_point *points;
    gait_span *names; /* of the points */
    gaiti_names set;
    uint64_t end; /* end of the last level */
};

/* Field descriptions (p3d_fields.c). While reading, the points are one block and the normals
 * another. */
void gaiti_p3d_visit_top(gaiti_visitor *visitor, gait_p3d *p3d);
void gaiti_p3d_visit_head(gaiti_visitor *visitor, gaiti_p3d_head *head);
void gaiti_p3d_visit_mesh(gaiti_visitor *visitor, const gaiti_p3d_head *head,
                          uint64_t *out_points_at);
/* Reads the signature of the tags; false, without reading anything, when it is missing. */
bool gaiti_p3d_visit_tags_magic(gaiti_visitor *visitor);
/* Reads a tag; false for the tag that ends the list. */
bool gaiti_p3d_visit_tag(gaiti_visitor *visitor, const gaiti_p3d_head *head, gaiti_p3d_tag *tag);

/* True when the tag is a selection of points and faces of the level. */
bool gaiti_p3d_is_selection(const gaiti_p3d_head *head, const gaiti_p3d_tag *tag);
/* Raises the defects that prevent the use of points as pivots. */
gait_status gaiti_p3d_validate_points(const gait_p3d *p3d, const gaiti_report *report);

#endif

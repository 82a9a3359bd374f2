/* The geometry of a model: where the children and their parts are (docs/formats/ogf.md#geometry).
 * Nothing of it is read when a model is opened. */
#ifndef GAITI_OGF_GEOMETRY_H
#define GAITI_OGF_GEOMETRY_H

#include "formats/xray/ogf/ogf.h"

/* What a chunk with geometry contains. */
typedef enum gaiti_ogf_kind {
    GAITI_OGF_KIND_OTHER = 0,
    GAITI_OGF_KIND_HEADER,
    GAITI_OGF_KIND_TEXTURE,
    GAITI_OGF_KIND_VERTICES,
    GAITI_OGF_KIND_INDICES,
    GAITI_OGF_KIND_WINDOWS, /* version 4 */
    GAITI_OGF_KIND_LODDATA, /* version 3: a progressive mesh of another kind */
    GAITI_OGF_KIND_BOUNDS,  /* version 3: box, sphere */
    GAITI_OGF_KIND_CHILDREN,
    GAITI_OGF_KIND_ELSEWHERE, /* the geometry is in a level or in another model */
    GAITI_OGF_KINDS
} gaiti_ogf_kind;

gaiti_ogf_kind gaiti_ogf_kind_of(uint8_t version, uint32_t id);

/* What the type of a model or child means for its mesh. */
typedef enum gaiti_ogf_form {
    GAITI_OGF_FORM_NONE = 0,    /* no mesh that Gait reads */
    GAITI_OGF_FORM_SURFACE,     /* triangles */
    GAITI_OGF_FORM_PROGRESSIVE, /* triangles with several levels of detail */
    GAITI_OGF_FORM_GROUP        /* children */
} gaiti_ogf_form;

gaiti_ogf_form gaiti_ogf_form_of(uint8_t version, uint8_t type);

/* The fields of the vertices with one id. */
typedef struct gaiti_ogf_layout {
    uint32_t id;
    uint8_t links; /* bones of a vertex */
    uint8_t size;  /* bytes of a vertex */
    bool has_tangents;
    uint8_t generation; /* of skinned vertices: 1 = Shadow of Chernobyl, 2 = later games */
} gaiti_ogf_layout;

/* The layout of `count` vertices that take `size` bytes. NULL when there is none; then
 * *out_is_known states whether the id is known. */
const gaiti_ogf_layout *gaiti_ogf_layout_of(uint8_t version, uint32_t id, uint32_t count,
                                            uint64_t size, bool *out_is_known);

typedef struct gaiti_ogf_vertex {
    gait_span bones; /* u16 each; empty if there is one, `bone` */
    uint32_t bone;
    float position[3], normal[3], tangent[3], binormal[3], weights[3], uv[2];
} gaiti_ogf_vertex;

/* A level of detail: a range of the index buffer. */
typedef struct gaiti_ogf_window {
    uint32_t offset; /* index */
    uint16_t triangles, vertices;
} gaiti_ogf_window;

enum { GAITI_OGF_WINDOW = 8, GAITI_OGF_WINDOWS_HEAD = 20 }; /* bytes */

/* Descriptions of the fields (ogf_fields.c). */
void gaiti_ogf_visit_vertex(gaiti_visitor *visitor, const gaiti_ogf_layout *layout,
                            gaiti_ogf_vertex *vertex);
void gaiti_ogf_visit_window(gaiti_visitor *visitor, gaiti_ogf_window *window);

/* A child, or the model itself if that has no children. */
typedef struct gaiti_ogf_child {
    bool is_readable; /* false: only `number`, `packed_in` and `header` may be set */
    uint32_t number;
    gaiti_extent packed_in; /* as in gaiti_report */
    gaiti_ogf_header header;
    gait_span texture, shader;
    const gaiti_ogf_layout *layout;
    uint32_t vertex_count;
    gait_span vertices;        /* vertex_count * layout->size bytes */
    gait_span indices;         /* u16 each: all levels of detail */
    uint32_t stated_windows;   /* 0 = none */
    gait_span windows;         /* those that are complete */
    gait_span triangles;       /* the indices of the finest level of detail: whole triangles */
    uint32_t stated_triangles; /* of that level; those outside the buffer are not in
                                  `triangles` */
} gaiti_ogf_child;

typedef struct gaiti_ogf_geometry {
    uint32_t count;
    gaiti_ogf_child *children;
    gait_status refused; /* why the model or some children cannot be read; GAIT_OK if all can */
} gaiti_ogf_geometry;

/* Finds the children and their parts, and reports what is wrong with the structure. `notes`: also
 * reports what does not affect the mesh. The time depends on the number of chunks, not on their
 * sizes, unless they are compressed. Memory is taken from `arena`, whose status is returned. */
gait_status gaiti_ogf_index_geometry(const gait_ogf *ogf, gaiti_arena *arena,
                                     const gaiti_report *report, bool notes,
                                     gaiti_ogf_geometry *out);

/* Raises a rule about bytes of child `number`. */
gait_status gaiti_ogf_raise_child(const gait_ogf *ogf, const gaiti_report *report, gaiti_rule rule,
                                  uint32_t number, gait_span where, int64_t found,
                                  const char *reason);

/* Checks the geometry (ogf_mesh.c). */
gait_status gaiti_ogf_check_geometry(const gait_ogf *ogf, gaiti_arena *arena,
                                     const gaiti_report *report);

/* The geometry in a map (ogf_geometry_map.c): the payload of a chunk, whose head was visited.
 * False, without visiting anything, for other chunks. */
bool gaiti_ogf_show_geometry(const gait_ogf *ogf, gaiti_visitor *visitor,
                             const gaiti_ogf_chunk *chunk);

#endif

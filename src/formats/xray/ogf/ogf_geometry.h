/* The geometry of a model: where the children and their parts are (docs/formats/ogf.md#geometry).
 * Nothing of it is read when a model is opened. */
#ifndef GAITI_OGF_GEOMETRY_H
#define GAITI_OGF_GEOMETRY_H

#include "formats/xray/ogf/ogf_vertices.h"

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

/* The limit of all decompressed bytes, however often compressed chunks are nested: a multiple of
 * the size of the model, but not below the second number. */
enum { GAITI_OGF_MAX_RATIO = 16, GAITI_OGF_MIN_UNPACK = 1 << 20 };

/* What the type of a model or child means for its mesh. */
typedef enum gaiti_ogf_form {
    GAITI_OGF_FORM_NONE = 0,    /* no mesh that Gait reads */
    GAITI_OGF_FORM_SURFACE,     /* triangles */
    GAITI_OGF_FORM_PROGRESSIVE, /* triangles with several levels of detail */
    GAITI_OGF_FORM_GROUP        /* children */
} gaiti_ogf_form;

gaiti_ogf_form gaiti_ogf_form_of(uint8_t version, uint8_t type);

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

/* The detail of a diagnostic about bytes of child `number`. */
gaiti_detail gaiti_ogf_child_detail(const gait_ogf *ogf, uint32_t number, gait_span where,
                                    int64_t found, const char *reason);

/* The `mesh_info` function of gaiti_format_row. */
gait_status gaiti_ogf_mesh_info(const void *document, const gait_options *options,
                                gait_mesh_info *out_info);

/* Checks the geometry (ogf_mesh.c). */
gait_status gaiti_ogf_check_geometry(const gait_ogf *ogf, gaiti_arena *arena,
                                     const gaiti_report *report);

/* The geometry in a map (ogf_geometry_map.c): the payload of a chunk, whose head was visited.
 * False, without visiting anything, for other chunks. */
bool gaiti_ogf_show_geometry(const gait_ogf *ogf, gaiti_visitor *visitor,
                             const gaiti_ogf_chunk *chunk);

#endif

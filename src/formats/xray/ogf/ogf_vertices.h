/* The vertices and levels of detail of a mesh: docs/formats/ogf.md#vertices. */
#ifndef GAITI_OGF_VERTICES_H
#define GAITI_OGF_VERTICES_H

#include "formats/xray/ogf/ogf.h"

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

/* Descriptions of the fields. */
void gaiti_ogf_visit_vertex(gaiti_visitor *visitor, const gaiti_ogf_layout *layout,
                            gaiti_ogf_vertex *vertex);
/* Reads the fields that meshes use, without tangent and binormal, from the bytes of a vertex: the
 * same as gaiti_ogf_visit_vertex(), but faster. */
void gaiti_ogf_read_vertex(const gaiti_ogf_layout *layout, const uint8_t *bytes,
                           gaiti_ogf_vertex *vertex);
void gaiti_ogf_visit_window(gaiti_visitor *visitor, gaiti_ogf_window *window);

#endif

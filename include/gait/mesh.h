/* Gait - meshes of models: vertices, triangles, and the bones that move them
 * (docs/formats/ogf.md#geometry, docs/formats/p3d.md#geometry). */
#ifndef GAIT_MESH_H
#define GAIT_MESH_H

#include "gait/file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The triangles of a mesh that have the same texture and material. Vertices are in model space, in
 * engine axes, metres, in the bind pose. All numbers are finite. The arrays belong to the mesh. */
typedef struct gait_mesh_part {
    const char *texture;  /* UTF-8: the path as stored; "" = none */
    const char *material; /* UTF-8: the shader of an OGF, the .rvmat of a P3D; "" = none */
    uint32_t vertex_count, triangle_count;
    const float *positions; /* 3 per vertex */
    const float *normals;   /* 3 per vertex, unit length */
    const float *uvs;       /* 2 per vertex; V points down */
    const uint16_t *joints; /* 4 per vertex: indices of bones; NULL = no bone moves the part */
    const float *weights;   /* 4 per vertex, in descending order; their sum is 1, or 0 for a vertex
                               that no bone moves. Unused entries are joint 0 with weight 0. NULL
                               if `joints` is */
    const uint32_t *triangles; /* 3 vertices each; cross(b - a, c - a) points outwards */
} gait_mesh_part;

/* The visible surface of a model at its finest level of detail. */
typedef struct gait_mesh {
    const gait_mesh_part *parts;
    const char *const *bones; /* names, UTF-8: what `joints` refers to */
    uint32_t part_count, bone_count;
    float box[2][3]; /* smallest and largest coordinates of the vertices that triangles use */
} gait_mesh;

/* Makes the mesh of a model. `skeleton` has the names of the bones for formats that store only
 * named selections of vertices (P3D); other formats ignore it. It may be NULL. The caller frees the
 * mesh, which does not depend on the file and the skeleton. GAIT_NOT_FOUND when the file has no
 * mesh, GAIT_UNSUPPORTED for a file of which only the skeleton was read. Other errors, and
 * diagnostics, are those of the format. */
GAIT_API gait_status gait_file_mesh(const gait_file *file, const gait_skeleton *skeleton,
                                    const gait_options *options, gait_mesh **out_mesh);
/* Counts about the geometry of a model, as stored. */
typedef struct gait_mesh_info {
    uint32_t part_count, texture_count; /* different textures, ignoring ASCII case */
    uint64_t vertex_count, triangle_count;
} gait_mesh_info;

/* Reads these counts without making the mesh, in a time that does not depend on the numbers of
 * vertices and triangles, unless the geometry is compressed. Parts that cannot be read are not
 * counted; vertices and triangles are not examined. GAIT_NOT_FOUND when the file has no mesh that
 * can be counted so, GAIT_UNSUPPORTED for a file of which only the skeleton was read. */
GAIT_API gait_status gait_file_mesh_info(const gait_file *file, const gait_options *options,
                                         gait_mesh_info *out_info);
/* Frees the mesh. NULL is allowed. */
GAIT_API void gait_mesh_free(gait_mesh *mesh);

#ifdef __cplusplus
}
#endif
#endif

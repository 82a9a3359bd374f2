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

/* Images of textures with more bytes are not embedded into other files. */
#define GAIT_IMAGE_MAX ((uint64_t)1 << 26)

/* Makes the mesh of a model. `skeleton` has the names of the bones for formats that store only
 * named selections of vertices (P3D); other formats ignore it. It may be NULL. The caller frees the
 * mesh, which does not depend on the file and the skeleton. GAIT_NOT_FOUND if the file has no mesh,
 * GAIT_UNSUPPORTED if only the skeleton of the file was opened. Other errors, and diagnostics, are
 * those of the format. */
GAIT_API gait_status gait_file_mesh(const gait_file *file, const gait_skeleton *skeleton,
                                    const gait_options *options, gait_mesh **out_mesh);
/* Counts about the geometry of a model, as stored. */
typedef struct gait_mesh_info {
    uint32_t part_count, texture_count; /* different textures, ignoring ASCII case */
    uint64_t vertex_count, triangle_count;
} gait_mesh_info;

/* Reads these counts without making the mesh. The time is linear in the number of parts, unless the
 * geometry is compressed; for a P3D it is linear in the number of faces. The counts of a P3D
 * include proxies and hidden faces. Parts that cannot be read are not counted; vertices and
 * triangles are not examined. GAIT_NOT_FOUND if the file has no mesh, GAIT_UNSUPPORTED if only the
 * skeleton of the file was opened. */
GAIT_API gait_status gait_file_mesh_info(const gait_file *file, const gait_options *options,
                                         gait_mesh_info *out_info);
/* Frees the mesh. NULL is allowed. */
GAIT_API void gait_mesh_free(gait_mesh *mesh);

/* --- skinning ---------------------------------------------------------------------------------
 *
 * To move a mesh by a clip: find the bones once, then for each pose get the deltas with
 * gait_pose_at_frame() or gait_pose_at_time() in GAIT_SPACE_DELTA and GAIT_AXES_ENGINE, make
 * matrices of them, and skin each part. The skeleton of the clip must have the rest pose in which
 * the mesh was made: the skeleton of the same model. Bones without keys keep their rest pose
 * relative to the parent; in clips of deltas (RTM), they do not move. */

/* Finds the bone of the skeleton for each bone of the mesh, by name, ignoring ASCII case.
 * `out_bones` has room for mesh->bone_count indices; -1 = the skeleton lacks the bone. The time is
 * linear for skeletons made by the library. GAIT_BAD_ARGUMENT for NULL. */
GAIT_API gait_status gait_mesh_find_bones(const gait_mesh *mesh, const gait_skeleton *skeleton,
                                          int32_t *out_bones);

/* Converts deltas to skinning matrices: one per element of `bones`, which are the indices of
 * gait_mesh_find_bones(). A matrix has 12 floats, three rows of four: x' = m[0] x + m[1] y + m[2] z
 * + m[3]. It is the identity for bone -1. `deltas` has `delta_count` elements: one per bone of the
 * skeleton. It may be NULL if `delta_count` is 0; `bones` and `out_matrices` may be NULL if
 * `bone_count` is 0. GAIT_BAD_ARGUMENT for NULL, and for a bone below -1 or not below
 * `delta_count`; then `out_matrices` is unchanged. */
GAIT_API gait_status gait_skinning_matrices(const gait_affine *deltas, uint32_t delta_count,
                                            const int32_t *bones, uint32_t bone_count,
                                            float *out_matrices);

/* Moves the vertices of a part: each by the weighted sum of the matrices of its bones. A vertex
 * that no bone moves is copied. `matrices` has 12 floats per bone of the mesh, and is used only if
 * the part has joints. `out_positions` and `out_normals` (may be NULL) have room for 3 floats per
 * vertex, and must not overlap the input. Normals get unit length; one whose length would be 0 or
 * not finite is copied. The results are the same on every machine. Positions are finite if the
 * matrices are finite and moderate (no overflow). Does not allocate. GAIT_BAD_ARGUMENT for NULL,
 * and for joints that are not below `matrix_count`; then nothing is stored. */
GAIT_API gait_status gait_mesh_skin(const gait_mesh_part *part, const float *matrices,
                                    uint32_t matrix_count, float *out_positions,
                                    float *out_normals);

#ifdef __cplusplus
}
#endif
#endif

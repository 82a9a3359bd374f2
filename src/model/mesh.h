/* Making meshes from the geometry of a format: allocation, weights, normals, box. */
#ifndef GAITI_MODEL_MESH_H
#define GAITI_MODEL_MESH_H

#include "base/memory.h"
#include "gait/mesh.h"

enum { GAITI_MESH_JOINTS = 4 }; /* bones of a vertex */

/* A part that is being made. Its arrays have room for the counts that were given to
 * gaiti_mesh_add_part(). The counts may be decreased later. */
typedef struct gaiti_mesh_part {
    const char *texture, *material; /* UTF-8; they must live as long as the mesh */
    uint32_t vertex_count, triangle_count;
    float *positions, *normals, *uvs;
    uint16_t *joints; /* NULL = no bone moves the part */
    float *weights;
    uint32_t *triangles;
} gaiti_mesh_part;

/* A mesh that is being made. */
typedef struct gaiti_mesh {
    gait_mesh mesh; /* complete after gaiti_mesh_finish() */
    gaiti_arena arena;
    gaiti_mesh_part *parts;
    const char **bones; /* UTF-8; they must live as long as the mesh */
    double *sums;       /* for gaiti_mesh_set_weights(): one per bone, 0 between calls */
    uint32_t part_count, part_capacity, bone_count;
} gaiti_mesh;

/* The influence of a bone, which must be below the number of bones, on a vertex. */
typedef struct gaiti_influence {
    uint32_t bone;
    double weight;
} gaiti_influence;

/* Makes a mesh without parts, with room for `part_capacity` of them. The caller sets the names of
 * all bones. GAIT_LIMIT for more than 65536 bones. gaiti_mesh_free() or gaiti_mesh_finish() ends
 * it. */
gait_status gaiti_mesh_new(const gait_options *options, uint32_t part_capacity, uint32_t bone_count,
                           gaiti_mesh **out_mesh);
void gaiti_mesh_free(gaiti_mesh *mesh);
/* Adds a part whose texture and material are "", and whose numbers are all 0. `has_joints`: with
 * bones. NULL, with the status in mesh->arena, when out of memory. The part is valid until
 * gaiti_mesh_finish(). */
gaiti_mesh_part *gaiti_mesh_add_part(gaiti_mesh *mesh, uint32_t vertex_count,
                                     uint32_t triangle_count, bool has_joints);
/* Sets the bones of a vertex: adds the weights of equal bones, drops those that are not above 0 or
 * not finite, keeps the four largest (of equal ones, those listed first), and makes their sum 1. If
 * none is left, all weights are 0. Returns the number of bones with a weight above 0, which can
 * exceed four. The time is linear in `count`. */
uint32_t gaiti_mesh_set_weights(gaiti_mesh *mesh, gaiti_mesh_part *part, uint32_t vertex,
                                const gaiti_influence *influences, uint32_t count);
/* Completes the mesh, which is then freed by gait_mesh_free(): numbers that are not finite become
 * 0, normals get unit length, normals of length 0 become that of the first triangle of the vertex
 * that has an area (+Y if there is none), and the box is computed. Vertices of triangles must be in
 * range. GAIT_NO_MEMORY or GAIT_LIMIT; then the mesh is freed. */
gait_status gaiti_mesh_finish(gaiti_mesh *mesh, gait_mesh **out_mesh);

#endif

/* Gait - P3D models: their meshes, and their named points, which include pivots of bones
 * (docs/formats/p3d.md). */
#ifndef GAIT_P3D_H
#define GAIT_P3D_H

#include "gait/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An unbinarised model (MLOD, NLOD): its levels of detail, its mesh, and the points of the
 * Memory level. Names are bytes of a code page and are compared ignoring ASCII case. Several
 * threads may read it. Indices must be in range. */
typedef struct gait_p3d gait_p3d;

/* Opens a model. The bytes must outlive the document. GAIT_UNSUPPORTED for a binarised model
 * (ODOL). */
GAIT_API gait_status gaiti_p3d_open(gait_span bytes, const gait_options *options,
                                    gait_p3d **out_p3d);
/* Frees the object. NULL is allowed. */
GAIT_API void gaiti_p3d_free(gait_p3d *p3d);
/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_p3d *gait_file_p3d(const gait_file *file);

/* The version of the format, 257 in all known files; -1 for NLOD, which has none. */
GAIT_API int32_t gaiti_p3d_version(const gait_p3d *p3d);

/* One level of detail. `resolution` gives its purpose: below 1000 visible geometry for a distance,
 * 1e15 the Memory level, others as listed in docs/formats/p3d.md. */
typedef struct gait_p3d_lod {
    float resolution;
    uint32_t point_count, normal_count, face_count;
    uint32_t tag_count; /* selections and properties */
} gait_p3d_lod;

/* The number of levels of detail. */
GAIT_API uint32_t gait_p3d_lod_count(const gait_p3d *p3d);
/* One level of detail, in file order. */
GAIT_API gait_p3d_lod gait_p3d_lod_at(const gait_p3d *p3d, uint32_t lod);
/* The index of the first level whose resolution is 1e15; -1 = none. */
GAIT_API int32_t gait_p3d_memory_lod(const gait_p3d *p3d);

/* The index of the level that gaiti_p3d_mesh() uses: of those with a resolution from 0 to 999 and
 * with faces, the one with the smallest resolution; -1 = none. */
GAIT_API int32_t gait_p3d_mesh_lod(const gait_p3d *p3d);

/* A named point: the first point of a selection of the Memory level, in engine axes, metres. */
typedef struct gait_p3d_point {
    gait_span name;
    float position[3];
} gait_p3d_point;

/* The number of different named points; 0 without a Memory level. */
GAIT_API uint32_t gait_p3d_point_count(const gait_p3d *p3d);
/* One named point, in file order. */
GAIT_API gait_p3d_point gait_p3d_point_at(const gait_p3d *p3d, uint32_t point);
/* The index of the point with this name (UTF-8); -1 when there is none, and when `name` is NULL. */
GAIT_API int32_t gait_p3d_find_point(const gait_p3d *p3d, const char *name);

/* Makes a skeleton called `name` (UTF-8; NULL = "") with the points as bones of unknown parents.
 * GAIT_UNSUPPORTED, with a diagnostic, without a Memory level; GAIT_CORRUPT when a coordinate is
 * not finite. */
GAIT_API gait_status gaiti_p3d_skeleton(const gait_p3d *p3d, const char *name,
                                        const gait_options *options, gait_skeleton **out_skeleton);

/* Makes the mesh of the level gait_p3d_mesh_lod(), in engine axes. Selections with the names of
 * bones of `skeleton` (ignoring ASCII case) are the weights of its bones; NULL, or a skeleton
 * without such names, makes a mesh that no bone moves, without bones. Otherwise the bones of the
 * mesh are those of the skeleton, in its order. If there are points in no bone, one bone that is
 * not in the skeleton follows, which holds them and never moves. GAIT_NOT_FOUND, with a diagnostic,
 * when the model has no visible faces; GAIT_LIMIT for more than 65536 bones. */
GAIT_API gait_status gaiti_p3d_mesh(const gait_p3d *p3d, const gait_skeleton *skeleton,
                                    const gait_options *options, gait_mesh **out_mesh);
/* Like gait_file_check(), for this format. */
GAIT_API gait_status gaiti_p3d_check(const gait_p3d *p3d, gait_diagnostics *diagnostics);
/* Like gait_file_map(), for this format. */
GAIT_API gait_status gaiti_p3d_map(const gait_p3d *p3d, gait_field_visitor visit, void *user);
/* Like gait_file_write(), for this format. */
GAIT_API gait_status gaiti_p3d_write(const gait_p3d *p3d, gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif

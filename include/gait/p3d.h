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

/* The document of an open file, which owns it; valid until gait_file_free(). NULL when `file` is
 * NULL or has another format. */
GAIT_API const gait_p3d *gait_file_p3d(const gait_file *file);

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

#ifdef __cplusplus
}
#endif
#endif

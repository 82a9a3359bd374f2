/* Gait - pictures of clips: a strip of stick figures as SVG (docs/commands/draw.md). */
#ifndef GAIT_DRAW_H
#define GAIT_DRAW_H

#include "gait/mesh.h"
#include "gait/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The view direction; the projection is orthographic. */
typedef enum gait_view {
    GAIT_VIEW_SIDE = 0, /* from the right side of the figure; forward is right in the picture */
    GAIT_VIEW_FRONT,    /* from the front; the left side of the figure is right in the picture */
    GAIT_VIEW_TOP,      /* from above; forward is up, the left side of the figure is left */
    GAIT_VIEW_THREE_QUARTER /* halfway between side and front */
} gait_view;

/* The default and the maximum number of figures. */
enum { GAIT_DRAW_FIGURES = 8, GAIT_DRAW_MAX_FIGURES = 200 };

/* What to draw; all zero is the default. */
typedef struct gait_draw_options {
    gait_view view;
    uint32_t
        figures; /* number of figures, evenly spaced over the keys, at most one per key; 0 = 8 */
    bool draws_path;       /* the path and axes of an object; requires one bone */
    bool names;            /* begin with one large figure with the names of the bones */
    const char *file;      /* file name for the title, UTF-8; may be NULL */
    double duration_s;     /* of a clip in phases: times are shown instead of phases; 0 = unknown */
    int loop;              /* of such a clip: 1 = it is looped, -1 = it plays once, 0 = unknown */
    const gait_mesh *mesh; /* draw this mesh, posed by the clip, behind the bones; NULL = none. Its
                              bones are found by name in the skeleton of the clip */
} gait_draw_options;

/* Statistics of a picture. */
typedef struct gait_draw_facts {
    uint32_t figures;
    uint32_t bones;    /* bones drawn in each figure */
    uint32_t left_out; /* bones too far from the others, or at NaN; listed in the picture */
    uint32_t unplaced; /* bones without a known pivot; the picture shows their number */
    bool has_mesh;     /* the mesh is drawn */
} gait_draw_facts;

/* Appends an SVG 1.1 document, with the same bytes on every machine. All figures have the same
 * scale. Each is a group of class "figure", translated so that its coordinates are those of the
 * model in pixels; every joint is a circle with the name of its bone as title. `draw_options`,
 * `options` and `facts` may be NULL. GAIT_BAD_ARGUMENT for a clip without frames, a clip for which
 * gait_pose_requirements() reports a requirement, more than GAIT_DRAW_MAX_FIGURES, or draws_path
 * with another number of bones than one; GAIT_NOT_FOUND when no bone can be placed; GAIT_NO_MEMORY
 * or GAIT_LIMIT when memory is exhausted. */
GAIT_API gait_status gait_draw_strip(const gait_clip *clip, const gait_draw_options *draw_options,
                                     const gait_options *options, gait_draw_facts *facts,
                                     gait_buffer *out);

#ifdef __cplusplus
}
#endif
#endif

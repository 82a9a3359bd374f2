/* Drawing the mesh of a model: its pose in one figure, a depth buffer, and lines traced from it. */
#ifndef GAITI_DRAW_MESH_H
#define GAITI_DRAW_MESH_H

#include "draw/draw_state.h"
#include "gait/mesh.h"

/* Samples of one figure, each at the centre of a square. The outermost ones are empty. */
typedef struct gaiti_draw_grid {
    uint32_t width, height; /* in samples */
    uint32_t *triangles;    /* per sample: the nearest triangle, 1 for the first one; 0 = none */
    float *depths;          /* per sample: towards the viewer, in samples */
    uint8_t *lines;         /* per corner of the squares: gaiti_draw_line */
    uint64_t room;          /* number of corners for which there is memory */
    double pitch;           /* samples per metre */
    double left, top;       /* corner of the first sample in the view, metres */
} gaiti_draw_grid;

/* Traced lines. Coordinates are in half samples. */
typedef struct gaiti_draw_stroke {
    uint32_t first, count; /* points */
    uint32_t steps;        /* length in samples */
    uint32_t strong;       /* steps that are GAITI_DRAW_STRONG */
} gaiti_draw_stroke;

enum { GAITI_DRAW_MAX_POINTS = 20000 }; /* of the lines of a kind in a figure */

typedef struct gaiti_draw_trace {
    gaiti_draw_stroke *strokes; /* room for GAITI_DRAW_MAX_POINTS */
    int32_t (*points)[2];       /* the same */
    uint32_t stroke_count, point_count;
} gaiti_draw_trace;

/* All parts of a mesh as one list of triangles, in the pose of one figure. */
struct gaiti_draw_mesh {
    const gait_mesh *mesh;
    uint32_t vertex_count, triangle_count;
    uint32_t (*triangles)[3]; /* indices of vertices of all parts */
    uint32_t *parts;          /* per triangle */
    uint8_t *sides;           /* per vertex: gaiti_side of its first bone */
    float (*positions)[3];    /* right, up, towards the viewer, metres; NaN = too far, not drawn */
    float (*normals)[3];      /* in model space */
    int32_t *bones;           /* per bone of the mesh: bone of the skeleton, -1 = none */
    float *matrices;
    gait_affine *deltas;    /* per bone of the skeleton */
    gaiti_draw_item *items; /* scratch memory for medians */
    gaiti_draw_trace trace;
    gaiti_draw_grid grid;
    double reach; /* vertices farther from the middle are not drawn, metres */
};

/* True when all corners of a triangle are drawn. */
static inline bool gaiti_draw_has_triangle(const gaiti_draw_mesh *self, const uint32_t corners[3]) {
    float sum = self->positions[corners[0]][0] + self->positions[corners[1]][0] +
                self->positions[corners[2]][0];
    return sum == sum;
}

/* Lines between samples, as bits: from a corner of the squares to the right, and (kind << 1) down.
 */
typedef enum gaiti_draw_line {
    GAITI_DRAW_LINE = 0x01,   /* where the surface has a line */
    GAITI_DRAW_STRONG = 0x04, /* the line is between surfaces at different depths */
    GAITI_DRAW_REGION = 0x10  /* around a region that is filled */
} gaiti_draw_line;

/* Poses the mesh for a figure: positions, and normals if `with_normals`. */
void gaiti_draw_pose_mesh(const gaiti_drawing *drawing, uint32_t figure, bool with_normals);
/* Makes room for the grid of any figure at this scale. False when memory is exhausted. */
bool gaiti_draw_reserve_grid(gaiti_drawing *drawing, double scale);
/* Fills the grid with the triangles of the pose. */
void gaiti_draw_scan(const gaiti_drawing *drawing, uint32_t figure, double scale);
/* The change of depth of a triangle per sample, to the right and down. */
void gaiti_draw_slope(const gaiti_draw_mesh *mesh, uint32_t triangle, double out_slope[2]);
/* Finds the lines on a model of this size in metres. */
void gaiti_draw_find_lines(gaiti_draw_mesh *mesh, double size);
/* Finds the lines around a side of the body (gaiti_side), or with -1 around the model. */
void gaiti_draw_find_region(gaiti_draw_mesh *mesh, int side);
/* Follows the lines of a kind (LINE or REGION), removes them from the grid, and stores them
 * simplified in the trace. Lines shorter than `min_steps` samples are left out; when there are too
 * many points, also longer ones. Closed lines end at their first point; those of regions are all
 * closed. */
void gaiti_draw_follow(gaiti_draw_mesh *mesh, gaiti_draw_line kind, uint32_t min_steps);

#endif

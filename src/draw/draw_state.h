/* State of drawing a picture: which bones are drawn, their positions, and the layout of the
 * page. */
#ifndef GAITI_DRAW_STATE_H
#define GAITI_DRAW_STATE_H

#include "base/memory.h"
#include "draw/svg.h"
#include "model/side.h"
#include "gait/draw.h"

/* Maximum coordinate, in metres, of what is drawn; keeps all later computations finite. */
#define GAITI_DRAW_MAX_COORDINATE 1e9

/* A point in metres in the axes of the view: right, up, and towards the viewer. */
typedef struct gaiti_draw_point {
    double u, v, toward;
} gaiti_draw_point;

typedef struct gaiti_draw_box {
    double u0, v0, u1, v1; /* empty when u1 < u0 */
} gaiti_draw_box;

typedef enum gaiti_draw_visibility {
    GAITI_DRAW_SHOWN = 0,
    GAITI_DRAW_COVERED,  /* part of the head, or not part of the body: not drawn */
    GAITI_DRAW_UNPLACED, /* its pivot is unknown */
    GAITI_DRAW_FAR       /* too far from the other bones: not drawn, listed below the picture */
} gaiti_draw_visibility;

typedef struct gaiti_draw_bone {
    uint8_t side; /* gaiti_side */
    uint8_t visibility;
    bool has_limb;      /* a line to the parent is drawn */
    double limb_length; /* in metres, maximum of all figures */
    uint32_t children, last_child;
} gaiti_draw_bone;

/* An item to sort: limbs by depth, events by time. */
typedef struct gaiti_draw_item {
    double key;
    uint32_t index;
    bool is_head; /* the circle of the head, not the limb that ends in it */
} gaiti_draw_item;

typedef struct gaiti_draw_mesh gaiti_draw_mesh; /* draw_mesh.h */

enum { GAITI_DRAW_AXES = 3 }; /* of an object: right, up, forward */

typedef struct gaiti_drawing {
    const gait_clip *clip;
    const gait_skeleton *skeleton;
    gait_draw_options options;
    gaiti_arena scratch;
    gaiti_svg svg;

    gaiti_draw_bone *bones;
    int32_t head;       /* -1 = none */
    double head_radius; /* metres */
    double size;        /* of the body, metres */
    uint32_t figures;
    gaiti_draw_point *points;       /* by figure, then by bone */
    gaiti_draw_box *boxes;          /* one per figure */
    gaiti_draw_item *items;         /* scratch memory for bone_count + 1 items of one figure */
    gaiti_draw_point *head_offsets; /* per figure: from the head joint to its circle's centre */

    gaiti_draw_mesh *mesh;      /* NULL = none */
    gaiti_draw_box *mesh_boxes; /* per figure; empty when no triangle is drawn */
    double mesh_size;           /* its longest side in any figure, metres */

    gaiti_draw_point *path; /* of an object; NULL = none */
    uint32_t path_count;
    gaiti_draw_box path_box;                   /* of its points, if there are any */
    gaiti_draw_point (*axes)[GAITI_DRAW_AXES]; /* per figure: their ends; NULL = no object */

    gaiti_draw_box cell;       /* of each figure, relative to its anchor, in metres */
    gaiti_draw_point *anchors; /* per figure: the point at the origin of the cell */
    bool has_ground;           /* the line y = 0 may be drawn */
    bool is_centred;           /* figures are moved to the centres of their cells */
    double scale;              /* pixels per metre */
    uint32_t columns, rows;
    double cell_width, cell_height; /* in pixels, without labels */
    double width;                   /* of the page, in pixels */
    double y;                       /* where the next block of the page starts */
} gaiti_drawing;

static inline const gaiti_draw_point *gaiti_draw_points(const gaiti_drawing *drawing,
                                                        uint32_t figure) {
    return drawing->points + (size_t)figure * drawing->skeleton->bone_count;
}

static inline bool gaiti_draw_shows(const gaiti_drawing *drawing, uint32_t bone) {
    return drawing->bones[bone].visibility == GAITI_DRAW_SHOWN;
}

static inline double gaiti_draw_min(double a, double b) {
    return a < b ? a : b;
}

static inline double gaiti_draw_max(double a, double b) {
    return a > b ? a : b;
}

static inline bool gaiti_draw_is_in_range(const gaiti_draw_point *point) {
    const double max = GAITI_DRAW_MAX_COORDINATE;
    return point->u < max && point->u > -max && point->v < max && point->v > -max &&
           point->toward < max && point->toward > -max;
}

static inline void gaiti_draw_extend(gaiti_draw_box *box, double u, double v, double around) {
    box->u0 = gaiti_draw_min(box->u0, u - around);
    box->v0 = gaiti_draw_min(box->v0, v - around);
    box->u1 = gaiti_draw_max(box->u1, u + around);
    box->v1 = gaiti_draw_max(box->v1, v + around);
}

/* The index of the key that a figure shows. */
uint32_t gaiti_draw_frame(const gaiti_drawing *drawing, uint32_t figure);
/* Converts a point of the model to the axes of the view. */
gaiti_draw_point gaiti_draw_seen(gait_view view, const double position[3]);

/* Sorts ascending by key, then by index. */
void gaiti_draw_sort(gaiti_draw_item *items, uint32_t count);

/* Classifies bones by names and hierarchy: side, head, visibility. */
gait_status gaiti_draw_classify(gaiti_drawing *drawing);
/* Makes drawing->mesh of the mesh in the options, if it has triangles. GAIT_BAD_ARGUMENT for a mesh
 * that is not valid. */
gait_status gaiti_draw_open_mesh(gaiti_drawing *drawing);
/* Computes the boxes of the mesh, and hides joints far from it. False when nothing of it can be
 * drawn. */
bool gaiti_draw_measure_mesh(gaiti_drawing *drawing);
/* Draws the mesh of a figure, with the origin of the model at (0, 0). */
void gaiti_draw_mesh_figure(gaiti_drawing *drawing, uint32_t figure, double scale);
/* Computes the path of an object and its axes, if the options ask for them. */
gait_status gaiti_draw_place_object(gaiti_drawing *drawing);
/* Draws them for a figure, with the origin of the model at (0, 0). */
void gaiti_draw_object(gaiti_drawing *drawing, uint32_t figure, double scale);
const char *gaiti_draw_axis_color(int axis);
/* Computes poses, outliers and sizes. GAIT_NOT_FOUND when no bone is left. */
gait_status gaiti_draw_place(gaiti_drawing *drawing);
/* Computes rows, columns and scale. */
gait_status gaiti_draw_arrange(gaiti_drawing *drawing);

/* Shade 0 is for limbs nearest to the viewer. */
enum { GAITI_DRAW_SHADES = 3 };
const char *gaiti_draw_color(gaiti_side side, int shade);

/* Draws one figure as a group, with the origin of the model at (x, y) in pixels. */
void gaiti_draw_figure(gaiti_drawing *drawing, uint32_t figure, double x, double y, double scale);
/* Draw the blocks of the page from top to bottom; each starts at drawing->y and advances it. */
bool gaiti_draw_named_figure(gaiti_drawing *drawing);
void gaiti_draw_rows(gaiti_drawing *drawing);
bool gaiti_draw_timeline(gaiti_drawing *drawing);
void gaiti_draw_motion(gaiti_drawing *drawing);
void gaiti_draw_legend(gaiti_drawing *drawing);
void gaiti_draw_notes(gaiti_drawing *drawing);
void gaiti_draw_count(const gaiti_drawing *drawing, gait_draw_facts *facts);

#endif

/* A picture while it is made: which bones are drawn, where they are, how the page is divided. */
#ifndef GAITI_DRAW_STATE_H
#define GAITI_DRAW_STATE_H

#include "base/memory.h"
#include "draw/svg.h"
#include "gait/draw.h"

/* In metres, as seen: to the right, up, and towards the viewer. */
typedef struct gaiti_draw_point {
    double u, v, toward;
} gaiti_draw_point;

typedef struct gaiti_draw_box {
    double u0, v0, u1, v1; /* empty when u1 < u0 */
} gaiti_draw_box;

typedef enum gaiti_draw_side {
    GAITI_DRAW_MIDDLE = 0,
    GAITI_DRAW_LEFT,
    GAITI_DRAW_RIGHT
} gaiti_draw_side;

typedef enum gaiti_draw_visibility {
    GAITI_DRAW_SHOWN = 0,
    GAITI_DRAW_COVERED,  /* a part of the head, or no part of a body */
    GAITI_DRAW_UNPLACED, /* its pivot is not known */
    GAITI_DRAW_FAR       /* left out, to be listed */
} gaiti_draw_visibility;

typedef struct gaiti_draw_bone {
    uint8_t side;
    uint8_t fate;
    bool has_limb;      /* a line to the parent */
    double limb_length; /* metres, the longest of all figures */
    uint32_t children, last_child;
} gaiti_draw_bone;

/* What is sorted: limbs by depth, events by time. */
typedef struct gaiti_draw_item {
    double key;
    uint32_t index;
    bool is_head; /* the circle, not the limb that ends in it */
} gaiti_draw_item;

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
    gaiti_draw_point *points;    /* figures x bone_count */
    gaiti_draw_box *boxes;       /* one per figure */
    gaiti_draw_item *items;      /* room for bone_count + 1, of one figure */
    gaiti_draw_point *head_ways; /* per figure from the head's joint to the middle of its circle */

    gaiti_draw_box cell;       /* of every figure, relative to its anchor, metres */
    gaiti_draw_point *anchors; /* per figure what lies in the cell's origin */
    bool has_ground;           /* y = 0 may be shown */
    bool is_centred;           /* figures do not keep their distances from the origin */
    double scale;              /* pixels per metre */
    uint32_t columns, rows;
    double cell_width, cell_height; /* pixels, without labels */
    double width;                   /* of the page */
    double y;                       /* where the next block of the page begins */
} gaiti_drawing;

static inline const gaiti_draw_point *gaiti_draw_points(const gaiti_drawing *drawing,
                                                        uint32_t figure) {
    return drawing->points + (size_t)figure * drawing->skeleton->bone_count;
}

static inline bool gaiti_draw_shows(const gaiti_drawing *drawing, uint32_t bone) {
    return drawing->bones[bone].fate == GAITI_DRAW_SHOWN;
}

static inline double gaiti_draw_min(double a, double b) {
    return a < b ? a : b;
}

static inline double gaiti_draw_max(double a, double b) {
    return a > b ? a : b;
}

/* The key that a figure shows. */
uint32_t gaiti_draw_frame(const gaiti_drawing *drawing, uint32_t figure);
/* A point of the model as seen in the drawing's view. */
gaiti_draw_point gaiti_draw_seen(gait_view view, const double position[3]);

/* Ascending by key, then by index. */
void gaiti_draw_sort(gaiti_draw_item *items, uint32_t count);

/* What names and tree say about the bones. */
void gaiti_draw_classify(gaiti_drawing *drawing);
/* Poses, what is too far off, sizes. GAIT_NOT_FOUND when no bone is left. */
gait_status gaiti_draw_place(gaiti_drawing *drawing);
/* Rows, columns and scale. False when there is no memory. */
bool gaiti_draw_arrange(gaiti_drawing *drawing);

/* Shade 0 is near. */
enum { GAITI_DRAW_SHADES = 3 };
const char *gaiti_draw_color(gaiti_draw_side side, int shade);

/* One figure in a group at (x, y) of its anchor, scaled. */
void gaiti_draw_figure(gaiti_drawing *drawing, uint32_t figure, double x, double y, double scale);
/* Blocks of the page, from the top: each goes on at drawing->y. */
bool gaiti_draw_named_figure(gaiti_drawing *drawing);
void gaiti_draw_rows(gaiti_drawing *drawing);
bool gaiti_draw_timeline(gaiti_drawing *drawing);
void gaiti_draw_motion(gaiti_drawing *drawing);
void gaiti_draw_legend(gaiti_drawing *drawing);
void gaiti_draw_notes(gaiti_drawing *drawing);
void gaiti_draw_count(const gaiti_drawing *drawing, gait_draw_facts *facts);

#endif

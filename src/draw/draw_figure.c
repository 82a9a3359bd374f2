/* Drawing one figure, from the farthest limb to the nearest. */
#include <math.h>

#include "draw/draw_state.h"
#include "model/side.h"

/* Distance from the centre, as a part of the body's size, at which a limb gets the near or far
 * shade. */
#define DRAW_DEPTH_STEP 0.035
/* Width of a limb as long as the body, as a part of the body's size; the width is proportional to
 * the square root of the length. */
#define DRAW_LIMB_WIDTH 0.056
/* The width of limbs that are drawn over a mesh, as a part of the usual one. */
#define DRAW_LIMB_IN_MESH 0.25
/* Length, as a part of the body's size, above which limbs do not get wider. */
#define DRAW_LIMB_LONG 0.15

/* By side, then near, middle, far. Blue and orange are distinguishable for colour-blind people. */
static const char *const draw_colors[3][3] = {{"#3f3f46", "#6b6b76", "#a9a9b4"},
                                              {"#1d4f9c", "#4a80cc", "#97bbe8"},
                                              {"#c2410c", "#e2743a", "#f3b08a"}};

/* State of drawing one figure. */
typedef struct draw_pen {
    gaiti_drawing *drawing;
    const gaiti_draw_point *points;
    double scale;
    double middle;         /* mean depth of the joints */
    gaiti_draw_point head; /* centre of its circle */
} draw_pen;

const char *gaiti_draw_color(gaiti_side side, int shade) {
    return draw_colors[side][shade];
}

static const char *draw_color(const draw_pen *pen, const gaiti_draw_item *item) {
    double step = DRAW_DEPTH_STEP * pen->drawing->size;
    int shade = item->key > pen->middle + step ? 0 : item->key < pen->middle - step ? 2 : 1;
    return draw_colors[pen->drawing->bones[item->index].side][shade];
}

static double draw_limb_width(const draw_pen *pen, uint32_t bone) {
    double size = pen->drawing->size;
    double length = gaiti_draw_min(pen->drawing->bones[bone].limb_length / size, DRAW_LIMB_LONG);
    double width = DRAW_LIMB_WIDTH * sqrt(length) * size * pen->scale;
    if (pen->drawing->mesh) {
        return gaiti_draw_max(0.7, DRAW_LIMB_IN_MESH * gaiti_draw_min(width, 9));
    }
    return gaiti_draw_max(1.1, gaiti_draw_min(width, 9));
}

static double draw_x(const draw_pen *pen, const gaiti_draw_point *point) {
    return point->u * pen->scale;
}

static double draw_y(const draw_pen *pen, const gaiti_draw_point *point) {
    return -point->v * pen->scale;
}

/* Collects all joints, each with the limb that ends in it, and the head, sorted from far to
 * near. */
static uint32_t draw_collect(const draw_pen *pen, gaiti_draw_item *items) {
    const gaiti_drawing *drawing = pen->drawing;
    uint32_t count = 0;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b)) {
            double toward = pen->points[b].toward;
            if (drawing->bones[b].has_limb) {
                int32_t parent = drawing->skeleton->bones[b].parent;
                toward = (toward + pen->points[parent].toward) / 2;
            }
            items[count++] = (gaiti_draw_item){toward, b, false};
        }
    }
    if (drawing->head >= 0 && !drawing->mesh) { /* a mesh has its own head */
        items[count++] = (gaiti_draw_item){pen->head.toward, (uint32_t)drawing->head, true};
    }
    gaiti_draw_sort(items, count);
    return count;
}

/* --- strokes ---------------------------------------------------------------------------------- */

static void draw_head(const draw_pen *pen) {
    const gaiti_drawing *drawing = pen->drawing;
    gaiti_svg_write(&pen->drawing->svg,
                    "<ellipse cx=\"%g\" cy=\"%g\" rx=\"%g\" ry=\"%g\" stroke=\"%s\" "
                    "stroke-width=\"%g\" fill=\"#fff\"/>\n",
                    draw_x(pen, &pen->head), draw_y(pen, &pen->head),
                    drawing->head_radius * pen->scale, drawing->head_radius * pen->scale,
                    draw_colors[GAITI_SIDE_MIDDLE][0],
                    gaiti_draw_max(1.2, 0.012 * drawing->size * pen->scale));
}

/* Draws the head, or a joint and the limb that ends in it. */
static void draw_item(const draw_pen *pen, const gaiti_draw_item *item) {
    if (item->is_head) {
        draw_head(pen);
        return;
    }
    gaiti_drawing *drawing = pen->drawing;
    const gait_bone *bone = &drawing->skeleton->bones[item->index];
    const gaiti_draw_point *joint = &pen->points[item->index];
    const char *color = draw_color(pen, item);
    double width = pen->drawing->mesh ? 1.2 : 3;
    if (drawing->bones[item->index].has_limb) {
        const gaiti_draw_point *start = &pen->points[bone->parent];
        width = draw_limb_width(pen, item->index);
        gaiti_svg_write(&drawing->svg,
                        "<path d=\"M%g %gL%g %g\" stroke=\"%s\" stroke-width=\"%g\"/>\n",
                        draw_x(pen, start), draw_y(pen, start), draw_x(pen, joint),
                        draw_y(pen, joint), color, width);
    }
    gaiti_svg_write(&drawing->svg,
                    "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"%s\"><title>%s</title></circle>\n",
                    draw_x(pen, joint), draw_y(pen, joint), gaiti_draw_max(0.8, 0.65 * width),
                    color, bone->name);
}

/* The mean depth, which a single stretched arm hardly changes. */
static double draw_middle_depth(const gaiti_drawing *drawing, const gaiti_draw_point *points) {
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t b = 0; b < drawing->skeleton->bone_count; b++) {
        if (gaiti_draw_shows(drawing, b)) {
            sum += points[b].toward;
            count++;
        }
    }
    return count > 0 ? sum / count : 0;
}

static draw_pen draw_pen_for(gaiti_drawing *drawing, uint32_t figure, double scale) {
    draw_pen pen = {
        .drawing = drawing, .points = gaiti_draw_points(drawing, figure), .scale = scale};
    pen.middle = draw_middle_depth(drawing, pen.points);
    if (drawing->head >= 0) {
        const gaiti_draw_point *joint = &pen.points[drawing->head];
        const gaiti_draw_point *offset = &drawing->head_offsets[figure];
        pen.head = (gaiti_draw_point){joint->u + offset->u, joint->v + offset->v,
                                      joint->toward + offset->toward};
    }
    return pen;
}

void gaiti_draw_figure(gaiti_drawing *drawing, uint32_t figure, double x, double y, double scale) {
    draw_pen pen = draw_pen_for(drawing, figure, scale);
    uint32_t count = draw_collect(&pen, drawing->items);
    gaiti_svg_write(&drawing->svg,
                    "<g class=\"figure\" transform=\"translate(%g %g)\" fill=\"none\" "
                    "stroke-linecap=\"round\">\n<title>frame %u</title>\n",
                    x, y, (unsigned)gaiti_draw_frame(drawing, figure));
    gaiti_draw_mesh_figure(drawing, figure, scale);
    gaiti_draw_object(drawing, figure, scale);
    for (uint32_t i = 0; i < count; i++) {
        draw_item(&pen, &drawing->items[i]);
    }
    gaiti_svg_write(&drawing->svg, "</g>\n");
}

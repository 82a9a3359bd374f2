/* A large figure with the names of its bones in two columns. */
#include "draw/draw_state.h"

#define DRAW_NAME_HIGH 11.0
#define DRAW_NAME_FONT 9.0
#define DRAW_FIGURE_ROOM 420.0

/* The names on one side of the figure. */
typedef struct draw_column {
    gaiti_draw_item *items; /* from top to bottom */
    uint32_t count;
} draw_column;

typedef struct draw_naming {
    gaiti_drawing *drawing;
    const gaiti_draw_point *points;
    draw_column columns[2];
    double x, y; /* position of the model's origin in pixels */
    double scale;
    double top, height;
} draw_naming;

static bool draw_gather(draw_naming *naming, double middle) {
    gaiti_drawing *drawing = naming->drawing;
    uint32_t bones = drawing->skeleton->bone_count;
    for (int side = 0; side < 2; side++) {
        draw_column *column = &naming->columns[side];
        column->items = gaiti_alloc(&drawing->scratch, bones, sizeof *column->items);
        if (!column->items) {
            return false;
        }
        for (uint32_t b = 0; b < bones; b++) {
            if (gaiti_draw_shows(drawing, b) && (naming->points[b].u > middle) == (side == 1)) {
                column->items[column->count++] = (gaiti_draw_item){-naming->points[b].v, b, false};
            }
        }
        gaiti_draw_sort(column->items, column->count);
    }
    return true;
}

/* Moves names to the other column when one has most of them. */
static void draw_balance(draw_naming *naming) {
    for (int side = 0; side < 2; side++) {
        draw_column *from = &naming->columns[side];
        draw_column *to = &naming->columns[1 - side];
        if (from->count <= 2 * to->count + 4) {
            continue;
        }
        uint32_t kept = 0;
        for (uint32_t i = 0; i < from->count; i++) {
            if (i % 2 == 0) {
                from->items[kept++] = from->items[i];
            } else {
                to->items[to->count++] = from->items[i];
            }
        }
        from->count = kept;
        gaiti_draw_sort(to->items, to->count);
        return;
    }
}

static void draw_name(const draw_naming *naming, uint32_t bone, double y, double edge, bool right) {
    const gaiti_draw_point *point = &naming->points[bone];
    gaiti_svg_write(&naming->drawing->svg,
                    "<path d=\"M%g %gH%gL%g %g\" stroke=\"%s\" stroke-width=\"0.6\" "
                    "fill=\"none\"/>\n<text x=\"%g\" y=\"%g\" font-size=\"%g\" "
                    "text-anchor=\"%s\">%s</text>\n",
                    edge, y, edge + (right ? -14.0 : 14.0), naming->x + point->u * naming->scale,
                    naming->y - point->v * naming->scale,
                    naming->drawing->mesh ? "#a9a9b4" : "#c9c9d1", edge + (right ? 3.0 : -3.0),
                    y + 3, DRAW_NAME_FONT, right ? "start" : "end",
                    naming->drawing->skeleton->bones[bone].name);
}

/* Draws each name at the height of its joint, as far as the other names leave space. */
static void draw_column_names(const draw_naming *naming, int side, double edge) {
    const draw_column *column = &naming->columns[side];
    double next = naming->top;
    for (uint32_t i = 0; i < column->count; i++) {
        double joint_y = naming->y + column->items[i].key * naming->scale;
        double last = naming->top + naming->height - (column->count - i) * DRAW_NAME_HIGH;
        double y = gaiti_draw_max(next, gaiti_draw_min(joint_y, last));
        draw_name(naming, column->items[i].index, y, edge, side == 1);
        next = y + DRAW_NAME_HIGH;
    }
}

static void draw_fit_figure(draw_naming *naming) {
    const gaiti_drawing *drawing = naming->drawing;
    const gaiti_draw_box *box = &drawing->boxes[0];
    double wide = gaiti_draw_max(box->u1 - box->u0, 0.05 * drawing->size);
    double high = gaiti_draw_max(box->v1 - box->v0, 0.05 * drawing->size);
    uint32_t left = naming->columns[0].count;
    uint32_t right = naming->columns[1].count;
    double names = (left > right ? left : right) * DRAW_NAME_HIGH;
    naming->height = gaiti_draw_max(300, gaiti_draw_min(names, 720));
    naming->scale = gaiti_draw_min((naming->height - 16) / high, DRAW_FIGURE_ROOM / wide);
    naming->height = gaiti_draw_max(names, high * naming->scale) + 16;
    naming->x = drawing->width / 2 - (box->u0 + box->u1) / 2 * naming->scale;
    naming->y = naming->top + naming->height / 2 + (box->v0 + box->v1) / 2 * naming->scale;
}

bool gaiti_draw_named_figure(gaiti_drawing *drawing) {
    if (!drawing->options.names) {
        return true;
    }
    draw_naming naming = {.drawing = drawing, .points = gaiti_draw_points(drawing, 0)};
    const gaiti_draw_box *box = &drawing->boxes[0];
    if (!draw_gather(&naming, (box->u0 + box->u1) / 2)) {
        return false;
    }
    draw_balance(&naming);
    naming.top = drawing->y + 6;
    draw_fit_figure(&naming);
    double half = (box->u1 - box->u0) / 2 * naming.scale + 40;
    gaiti_svg_write(&drawing->svg, "<g class=\"names\">\n");
    if (drawing->mesh) { /* which would cover the lines */
        gaiti_draw_figure(drawing, 0, naming.x, naming.y, naming.scale);
    }
    draw_column_names(&naming, 0, drawing->width / 2 - half);
    draw_column_names(&naming, 1, drawing->width / 2 + half);
    if (!drawing->mesh) {
        gaiti_draw_figure(drawing, 0, naming.x, naming.y, naming.scale);
    }
    gaiti_svg_write(&drawing->svg, "</g>\n");
    drawing->y = naming.top + naming.height + 10;
    return true;
}

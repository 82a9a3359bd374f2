/* The strip: rows of figures on the ground line, each with its frame and time below. */
#include "draw/draw_state.h"

#define DRAW_LABEL_ROOM 40.0

/* Draws the line y = 0 with a mark at the model's origin. */
static void draw_ground(gaiti_drawing *drawing, uint32_t figure, double x, double y) {
    const gaiti_draw_box *cell = &drawing->cell;
    const gaiti_draw_point *anchor = &drawing->anchors[figure];
    double down = anchor->v;
    if (!drawing->has_ground || -down < cell->v0 || -down > cell->v1) {
        return;
    }
    double line = y + down * drawing->scale;
    double middle = (cell->u0 + cell->u1) / 2 * drawing->scale;
    gaiti_svg_write(
        &drawing->svg, "<path d=\"M%g %gH%g\" stroke=\"#b4b4bd\" stroke-width=\"1\"/>\n",
        x + middle - drawing->cell_width / 2, line, x + middle + drawing->cell_width / 2);
    if (-anchor->u >= cell->u0 && -anchor->u <= cell->u1) {
        double origin = x - anchor->u * drawing->scale;
        gaiti_svg_write(&drawing->svg, "<path d=\"M%g %gV%g\" stroke=\"#8a8a94\"/>\n", origin, line,
                        line + 5);
    }
    if (figure % drawing->columns == 0) {
        gaiti_svg_write(&drawing->svg,
                        "<text x=\"%g\" y=\"%g\" font-size=\"9\" fill=\"#8a8a94\">y = 0</text>\n",
                        x + middle - drawing->cell_width / 2 + 2, line + 9);
    }
}

/* Marks the origin by a cross in the top view, which has no ground line. */
static void draw_origin(gaiti_drawing *drawing, uint32_t figure, double x, double y) {
    const gaiti_draw_box *cell = &drawing->cell;
    double u = -drawing->anchors[figure].u;
    double v = -drawing->anchors[figure].v;
    if (drawing->has_ground || u < cell->u0 || u > cell->u1 || v < cell->v0 || v > cell->v1) {
        return;
    }
    gaiti_svg_write(&drawing->svg, "<path d=\"M%g %gh10m-5 -5v10\" stroke=\"#b4b4bd\"/>\n",
                    x + u * drawing->scale - 5, y - v * drawing->scale);
}

static void draw_label(gaiti_drawing *drawing, uint32_t figure, double x, double y) {
    uint32_t frame = gaiti_draw_frame(drawing, figure);
    bool is_phase = drawing->clip->time_unit == GAIT_TIME_PHASE;
    double time = (double)drawing->clip->time[frame];
    if (is_phase && drawing->options.duration_s > 0) {
        time *= drawing->options.duration_s;
        is_phase = false;
    }
    gaiti_svg_write(&drawing->svg,
                    "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\"><tspan font-weight=\"bold\">%u"
                    "</tspan><tspan x=\"%g\" dy=\"12\" font-size=\"10\" fill=\"#5b5b66\">",
                    x, y, (unsigned)frame, x);
    if (is_phase) {
        gaiti_svg_write(&drawing->svg, "phase %g</tspan></text>\n", time);
    } else {
        gaiti_svg_write(&drawing->svg, "%g s</tspan></text>\n", time);
    }
}

void gaiti_draw_rows(gaiti_drawing *drawing) {
    const gaiti_draw_box *cell = &drawing->cell;
    double left = (drawing->width - drawing->columns * drawing->cell_width) / 2;
    double middle = (cell->u0 + cell->u1) / 2;
    for (uint32_t f = 0; f < drawing->figures; f++) {
        uint32_t row = f / drawing->columns;
        double centre = left + (f % drawing->columns + 0.5) * drawing->cell_width;
        double top = drawing->y + row * (drawing->cell_height + DRAW_LABEL_ROOM);
        double x = centre - middle * drawing->scale;
        double y = top + cell->v1 * drawing->scale;
        draw_ground(drawing, f, x, y);
        draw_origin(drawing, f, x, y);
        gaiti_draw_figure(drawing, f, x - drawing->anchors[f].u * drawing->scale,
                          y + drawing->anchors[f].v * drawing->scale, drawing->scale);
        draw_label(drawing, f, centre, top + drawing->cell_height + 15);
    }
    drawing->y += drawing->rows * (drawing->cell_height + DRAW_LABEL_ROOM);
}
